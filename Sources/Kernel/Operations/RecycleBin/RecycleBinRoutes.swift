import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// The recycle bin in the portal: one list over every part and app, each kind open to whoever may delete it.
struct RecycleBinRoutes: Sendable {
    let site: Site
    let bins: RecycleBins

    var routes: [Route] {
        [
            .get(SitePaths.recycleBin, allow: .permission(.recycleBin), use: show),
            .post(OperationsPaths.recycled, allow: .permission(.recycleBin), use: restore),
            .get(OperationsPaths.purge, allow: .permission(.recycleBin), use: confirm),
            .post(OperationsPaths.purge, allow: .permission(.recycleBin), use: purge),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> RecycleBinPage {
        let open = bins.bins(for: member.may)
        let kind = request.query["kind"].flatMap { kind in open.first { $0.kind == kind } }
        let entries = try await bins.contents(of: kind.map { [$0] } ?? open)
        let people = Set(entries.compactMap(\.item.deletedBy))
        let names = try await site.database.read { try People.names(of: people, in: $0) }
        return RecycleBinPage(
            entries: Array(entries.prefix(RecycleBins.listed)), kinds: open.map { ($0.kind, $0.name) }, kind: kind?.kind, names: names,
            days: RecycleBins.days)
    }

    func restore(_ request: Request, _ member: Member, _ kind: String, _ id: Int) async throws -> Response {
        let bin = try bin(kind, member)
        let item = try await bins.find(Int64(id), in: bin)
        try await bins.restore(item.id, from: bin, by: member.id)
        return .seeOther(SitePaths.recycleBin(), flash: "“\(item.title)” is back.")
    }

    func confirm(_ request: Request, _ member: Member, _ kind: String, _ id: Int) async throws -> ConfirmPage {
        let bin = try bin(kind, member)
        let item = try await bins.find(Int64(id), in: bin)
        return ConfirmPage(
            "Remove for good?", shell: .admin, message: "“\(item.title)” and everything that belongs to it will be gone.",
            consequences: ["This can’t be undone. Only backups still contain it."], confirm: "Remove for good", icon: .trash,
            action: OperationsPaths.purge(kind, id), cancel: SitePaths.recycleBin())
    }

    func purge(_ request: Request, _ member: Member, _ kind: String, _ id: Int) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(OperationsPaths.purge(kind, id)) }
        let bin = try bin(kind, member)
        try await bins.purge(Int64(id), from: bin, by: member.id)
        return .seeOther(SitePaths.recycleBin(), flash: "It has been removed for good.")
    }

    private func bin(_ kind: String, _ member: Member) throws -> any RecycleBin {
        guard let bin = bins.bins(for: member.may).first(where: { $0.kind == kind }) else { throw Problem.notFound }
        return bin
    }
}
