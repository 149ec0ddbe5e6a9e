import Accounts
import Core
import Database
import Interface
import Media
import Platform
import Web

/// A member's licence photo, and the photos in the portal.
struct LicenceRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.licence, allow: .members, use: show),
            .post(MuseumPaths.licence, allow: .members, body: PictureMaker.upload, use: add),
            .get(MuseumPaths.licencePhoto, allow: .members, use: photo),
            .post(MuseumPaths.licenceRemove, allow: .members, use: remove),
            .get(MuseumPaths.adminLicences, allow: .permission(.museumLicences), use: list),
            .get(MuseumPaths.adminLicence, allow: .permission(.museumLicences), use: look),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> LicencePage { try await page(member) }

    private func page(_ member: Member, problem: Problem? = nil) async throws -> LicencePage {
        let licence = try await site.database.read { try $0.first(.licence(of: member.id)) }
        return LicencePage(licence: licence, isSent: site.configuration.memberPress?.takesLicences ?? false, problem: problem)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        do {
            guard let file = request.files.first(where: { $0.size > 0 }) else { throw PictureRefusal.missing }
            try await services.licences.add(file.url, by: member.id)
            return .seeOther(MuseumPaths.licence(), flash: "Your photo is saved.")
        } catch let refusal as PictureRefusal where request.wantsPage {
            return try await page(member, problem: refusal.problem).response(for: request)
        }
    }

    func photo(_ request: Request, _ member: Member) async throws -> Response {
        guard let licence = try await site.database.read({ try $0.first(.licence(of: member.id)) }) else { throw Problem.notFound }
        return try await answer { try await services.licences.bytes(of: licence) }
    }

    func look(_ request: Request, _ member: Member, _ id: ID<Licence>) async throws -> Response {
        try await answer { try await services.licences.look(at: id, by: member.id) }
    }

    private func answer(_ bytes: () async throws -> [UInt8]) async throws -> Response {
        do {
            var response = Response.bytes(try await bytes(), type: StoredPicture.mediaType)
            response.headers.set("Cache-Control", "no-store")
            return response
        } catch let failure as MemberPressFailure {
            site.log(.warning, "memberpress.not-read", ["cause": .string(failure.cause)])
            throw Problem(
                .unavailable, "museum.licence-unread", "The photo can’t be read from WordPress right now.", remedy: "Try again in a few minutes.")
        }
    }

    func remove(_ request: Request, _ member: Member) async throws -> Response {
        try await site.write(by: member.id) { [services] write in try services.licences.remove(of: member.id, in: write) }
        return .seeOther(MuseumPaths.licence(), flash: "Your photo has been removed.")
    }

    func list(_ request: Request, _ member: Member) async throws -> LicenceListPage {
        let before = request.query["before"].flatMap { ID<Licence>($0) } ?? ID<Licence>(.max)
        return try await site.database.read { db in
            let found = try db.all(.licences(before: before, limit: LicenceListPage.size + 1))
            let shown = Array(found.prefix(LicenceListPage.size))
            return LicenceListPage(
                licences: shown, names: try People.names(of: Set(shown.compactMap(\.person)), in: db),
                next: found.count > shown.count ? shown.last?.id : nil)
        }
    }
}
