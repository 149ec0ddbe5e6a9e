import Core
import Database
import Interface
import Platform
import Web

/// Linking a membership that was bought with another address.
struct LinkRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.linkMembership, allow: .members, use: show),
            .post(MuseumPaths.linkMembership, allow: .members, use: ask),
            .post(MuseumPaths.linkCode, allow: .members, use: confirm),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> LinkPage { try await page(member) }

    private func page(_ member: Member, words: String = "", problem: Problem? = nil) async throws -> LinkPage {
        guard services.memberPress.isOn else { throw Problem.notFound }
        let isPending = try await site.database.read { [services] db in try services.linking.isPending(for: member.id, in: db) }
        return LinkPage(words: words, isPending: isPending, problem: problem)
    }

    private struct AskForm: Decodable {
        var membership: String?
    }

    func ask(_ request: Request, _ member: Member) async throws -> Response {
        guard services.memberPress.isOn else { throw Problem.notFound }
        let words = try request.form(AskForm.self).membership ?? ""
        do {
            try await services.linking.ask(words, by: member.id, from: request.network, in: request.language)
            return .seeOther(MuseumPaths.linkMembership())
        } catch let refusal as LinkRefusal where request.wantsPage {
            return try await page(member, words: words, problem: refusal.problem).response(for: request)
        } catch let failure as MemberPressFailure {
            site.log(.warning, "memberpress.not-read", ["cause": .string(failure.cause)])
            throw Problem.membershipUnread
        }
    }

    private struct CodeForm: Decodable {
        var code: String?
    }

    func confirm(_ request: Request, _ member: Member) async throws -> Response {
        let code = try request.form(CodeForm.self).code ?? ""
        do {
            try await services.linking.confirm(code, by: member.id)
            return .seeOther(MuseumPaths.profile(), flash: "Your membership is linked to your account.")
        } catch let refusal as LinkRefusal where request.wantsPage {
            return try await page(member, problem: refusal.problem).response(for: request)
        }
    }
}
