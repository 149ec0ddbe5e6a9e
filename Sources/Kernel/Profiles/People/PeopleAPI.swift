import Accounts
import Core
import Database
import Platform
import Web

/// An account as programs see it.
struct PersonAnswer: Codable, Sendable, JSONAnswer {
    struct BanAnswer: Codable, Sendable {
        var app: String
        var reason: String
        var until: Instant?
    }

    var id: PersonID
    var name: String
    var email: String
    /// `active` or `deactivated`.
    var status: String
    var isOwner: Bool
    /// As `app.role`.
    var roles: [String]
    var bans: [BanAnswer]
}

/// A page of accounts as programs see it.
struct PeopleAnswer: Codable, JSONAnswer {
    struct Line: Codable, Sendable {
        var id: PersonID
        var name: String
        var email: String
        var status: String
        var isOwner: Bool
        var roles: [String]
        var closedApps: [String]
    }

    var people: [Line]
    var total: Int
    /// Hand it in as `after` for the next page.
    var next: Cursor?
}

/// The administration of people for programs: what the portal does, with the same rules.
struct PeopleAPI: Sendable {
    let site: Site
    let directory: PeopleDirectory
    let administration: PeopleAdministration

    var routes: [Route] {
        [
            .get(ProfilesPaths.apiPeople, allow: .permission(AccountsPermissions.people), use: list)
                .summary("Accounts by name.")
                .query("q", .text(most: 200), "Part of the name or the email address.")
                .query("role", .text(.words, most: 100), "`owner`, a common role such as `moderator`, or one as `app.role`.")
                .query("standing", .oneOf(PeopleFilter.Standing.self), "Whether the account can be used, or is banned from an app.")
                .paged(),
            .post(ProfilesPaths.apiPeople, allow: .permission(AccountsPermissions.people), body: .json, use: create)
                .accepts(NewPersonForm.self)
                .summary("Invites somebody: makes an account with its roles; an email goes out where the site can send any."),
            .get(ProfilesPaths.apiPerson, allow: .permission(AccountsPermissions.people), use: show).summary("One account."),
            .put(ProfilesPaths.apiRoles, allow: .permission(AccountsPermissions.roles), body: .json, use: setRoles)
                .accepts(RolesChoice.self).summary("Makes the roles exactly these."),
            .put(ProfilesPaths.apiStatus, allow: .permission(AccountsPermissions.people), body: .json, use: setStatus)
                .accepts(StatusForm.self).summary("Shuts an account, which ends its sessions, or opens it again."),
            .post(ProfilesPaths.apiBans, allow: .permission(AccountsPermissions.bans), body: .json, use: ban)
                .accepts(BanOrder.self).summary("Bans from an app; 0 days is permanent."),
            .delete(ProfilesPaths.apiBan, allow: .permission(AccountsPermissions.bans), use: lift).summary("Lifts a ban."),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> PeopleAnswer {
        let page = try await directory.page(PeopleFilter(request.query), after: try request.after(.people))
        let people = page.lines.map { line in
            PeopleAnswer.Line(
                id: line.person.id, name: line.person.name, email: line.person.email, status: line.person.status.rawValue,
                isOwner: line.person.isOwner, roles: line.grants.map(\.text).sorted(), closedApps: line.closedApps)
        }
        return PeopleAnswer(people: people, total: page.total, next: try page.next.map { try request.cursor(.people, after: $0) })
    }

    func create(_ request: Request, _ member: Member) async throws -> CreatedAt<PersonAnswer> {
        let form = try request.json(NewPersonForm.self)
        let detailed = (form.roles ?? []).compactMap(Roles.Grant.init(text:))
        guard detailed.count == form.roles?.count ?? 0 else { throw AccountRefusal.unknownRole }
        let id = try await administration.invite(
            name: form.name, email: form.email, language: form.language, grants: form.grants(CommonRoles(site)), by: member.id)
        return CreatedAt(ProfilesPaths.apiPerson(id), try await answer(id, request))
    }

    func show(_ request: Request, _ member: Member, _ person: PersonID) async throws -> PersonAnswer { try await answer(person, request) }

    func setRoles(_ request: Request, _ member: Member, _ person: PersonID) async throws -> PersonAnswer {
        let form = try request.json(RolesChoice.self)
        let detailed = (form.roles ?? []).compactMap(Roles.Grant.init(text:))
        guard detailed.count == form.roles?.count ?? 0 else { throw AccountRefusal.unknownRole }
        try await administration.setRoles(form.grants(CommonRoles(site)), of: person, by: member.id)
        return try await answer(person, request)
    }

    func setStatus(_ request: Request, _ member: Member, _ person: PersonID) async throws -> PersonAnswer {
        try await administration.setActive(try request.json(StatusForm.self).active, of: person, by: member.id)
        return try await answer(person, request)
    }

    func ban(_ request: Request, _ member: Member, _ person: PersonID) async throws -> PersonAnswer {
        let form = try request.json(BanOrder.self)
        try form.check()
        try await administration.ban(person, form.app, .verbatim(form.reason.trimmed), until: form.end(from: site.clock.now()), by: member.id)
        return try await answer(person, request)
    }

    func lift(_ request: Request, _ member: Member, _ person: PersonID, _ app: String) async throws -> NoContent {
        try await administration.lift(person, app, by: member.id)
        return NoContent()
    }

    private func answer(_ id: PersonID, _ request: Request) async throws -> PersonAnswer {
        let person = try await administration.people.find(id)
        let bans = administration.bans
        let (grants, active) = try await site.database.read { db in (try db.all(.grants(of: id)), try bans.active(of: id, in: db)) }
        return PersonAnswer(
            id: id, name: person.name, email: person.email, status: person.status.rawValue, isOwner: person.isOwner,
            roles: grants.map(\.text).sorted(),
            bans: active.map { PersonAnswer.BanAnswer(app: $0.app, reason: request.render($0.reason), until: $0.until) })
    }
}
