import Accounts
import Core
import Database
import Interface
import Markup
import Moderation
import Platform
import SignIn
import Web

/// The people of the site in the portal (CORE-019, LIB-008, LIB-009).
struct PeopleRoutes: Sendable {
    let site: Site
    let directory: PeopleDirectory
    let administration: PeopleAdministration
    let throttle: SignInThrottle

    var routes: [Route] {
        [
            .get(ProfilesPaths.people, allow: .permission(AccountsPermissions.people), use: list),
            .get(ProfilesPaths.newPerson, allow: .permission(AccountsPermissions.people), use: showNew),
            .post(ProfilesPaths.newPerson, allow: .permission(AccountsPermissions.people), use: create),
            .get(ProfilesPaths.person, allow: watchers, use: show),
            .post(ProfilesPaths.roles, allow: .permission(AccountsPermissions.roles), use: setRoles),
            .post(ProfilesPaths.personStatus, allow: .permission(AccountsPermissions.people), use: setStatus),
            .post(ProfilesPaths.ownership, allow: .permission(AccountsPermissions.roles), use: setOwner),
            .get(ProfilesPaths.inviteAgain, allow: .permission(AccountsPermissions.people), use: showInvitation),
            .post(ProfilesPaths.inviteAgain, allow: .permission(AccountsPermissions.people), use: inviteAgain),
            .get(ProfilesPaths.resetLink, allow: .permission(AccountsPermissions.people), use: leaveResetLink),
            .post(ProfilesPaths.resetLink, allow: .permission(AccountsPermissions.people), use: createResetLink),
            .post(ProfilesPaths.endSessions, allow: .permission(AccountsPermissions.people), use: endSessions),
            .post(ProfilesPaths.bans, allow: watchers, use: ban),
            .post(ProfilesPaths.liftBan, allow: watchers, use: liftBan),
        ]
    }

    /// Whoever administers people, or moderates any app.
    private var watchers: Access<Member> {
        .anyPermission(Set([AccountsPermissions.people, AccountsPermissions.bans] + site.extensions[.moderatedSubjects].map(\.moderators)))
    }

    func list(_ request: Request, _ member: Member) async throws -> PeopleTablePage {
        let filter = PeopleFilter(request.query)
        let page = try await directory.page(filter, after: try request.after(.people))
        return PeopleTablePage(
            page: page, filter: filter, query: request.query.keeping(["q", "role", "standing"]),
            next: try page.next.map { try request.cursor(.people, after: $0) }, roles: RoleNames(site))
    }

    func showNew(_ request: Request, _ member: Member) async throws -> NewPersonPage {
        var page = try await invitationForm(member)
        page.comesFromSetup = request.comesFromSetup
        page.form.role = request.query["role"].flatMap(CommonRole.init(rawValue:))
        return page
    }

    private func invitationForm(_ member: Member) async throws -> NewPersonPage {
        let owns = try await administration.people.find(member.id).isOwner
        return NewPersonPage(site: site, names: RoleNames(site), givesRoles: member.may(AccountsPermissions.roles), givesAll: owns)
    }

    func create(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(NewPersonForm.self)
        do {
            let id = try await administration.invite(
                name: form.name, email: form.email, language: form.language, grants: form.grants(CommonRoles(site)), by: member.id)
            let invitation = ProfilesPaths.inviteAgain(id)
            return .seeOther(SetupReturn.isWanted(form.then) ? SetupReturn.link(invitation) : invitation)
        } catch let refusal as AccountRefusal {
            var page = try await invitationForm(member)
            var problem = refusal.problem
            if case .emailTaken = refusal {
                problem.remedy = "Look for them under People, where you can change their roles."
                problem.link = .init("People", path: Web.link(ProfilesPaths.people(), query: ["q": form.email.trimmed]))
            }
            (page.form, page.problem, page.comesFromSetup) = (form, problem, SetupReturn.isWanted(form.then))
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ person: PersonID) async throws -> PersonPage { try await page(member, person) }

    func setRoles(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let form = try request.form(RolesChoice.self)
        let grants = form.grants(CommonRoles(site))
        return try await changed(request, member, person, "The roles are saved.") {
            try await administration.setRoles(grants, of: person, by: member.id)
        }
    }

    func setStatus(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let form = try request.form(StatusForm.self)
        if !form.active, form.confirmed != true {
            return try await ConfirmPage.deactivate(try await administration.people.find(person)).response(for: request)
        }
        return try await changed(request, member, person, form.active ? "The account is active again." : "The account is deactivated.") {
            try await administration.setActive(form.active, of: person, by: member.id)
        }
    }

    func setOwner(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let form = try request.form(OwnerForm.self)
        if form.owner, form.confirmed != true {
            return try await ConfirmPage.makeOwner(try await administration.people.find(person)).response(for: request)
        }
        return try await changed(request, member, person, form.owner ? "This person is an owner now." : "This person is no longer an owner.") {
            try await administration.setOwner(form.owner, of: person, by: member.id)
        }
    }

    func endSessions(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        try await changed(request, member, person, "All sessions are ended.") {
            try await administration.endSessions(of: person, by: member.id)
        }
    }

    /// The link opens the account, so the page is kept nowhere.
    func showInvitation(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let known = try await look(member, person).person
        let (state, roles) = try await administration.invitation(of: person, for: member.id)
        var response = try await InvitationPage(
            person: known, roles: roles, state: state, link: state.link.map { site.configuration.linkBase(for: request) + $0.path },
            comesFromSetup: request.comesFromSetup
        ).response(for: request)
        response.headers.set("Cache-Control", "no-store")
        return response
    }

    /// Shows the link this once: whoever comes back to its page has to make another.
    func createResetLink(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        do {
            let path = try await administration.createResetLink(for: person, by: member.id)
            let known = try await administration.people.find(person)
            var response = try await ResetLinkPage(person: known, link: site.configuration.linkBase(for: request) + path).response(for: request)
            response.headers.set("Cache-Control", "no-store")
            return response
        } catch let refusal as any ProblemConvertible {
            guard request.wantsPage else { throw refusal }
            return try await page(member, person, refusal.problem).response(for: request)
        }
    }

    func leaveResetLink(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        .seeOther(ProfilesPaths.person(person))
    }

    func inviteAgain(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        do {
            guard let email = EmailAddress(try await administration.people.find(person).email), throttle.mayWrite(to: email, for: .invitation) else {
                throw AccountRefusal.tooManyEmails
            }
            try await administration.inviteAgain(person, by: member.id)
        } catch let refusal as any ProblemConvertible {
            guard request.wantsPage else { throw refusal }
            return try await page(member, person, refusal.problem).response(for: request)
        }
        return .seeOther(ProfilesPaths.inviteAgain(person), flash: "New link ready.")
    }

    func ban(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let choice = try request.form(BanChoice.self)
        let seen = try await look(member, person)
        let (reason, now) = (try choice.reason(among: BanReasons(site)), site.clock.now())
        guard seen.rights.bansFrom.contains(choice.app) else { throw AdministrationRefusal.notYourApp }
        guard choice.confirmed == true else {
            let effects = try await site.database.read { [moderation = site.moderation] in
                try moderation?.effects(on: person, from: choice.app, in: $0) ?? []
            }
            return try await BanQuestion(name: seen.person.name, app: RoleNames(site).app(choice.app), effects: effects, now: now)
                .page(choice, reason: reason, action: ProfilesPaths.bans(person), cancel: ProfilesPaths.person(person)).response(for: request)
        }
        try await administration.ban(person, choice.app, reason, until: choice.end(from: now), by: member.id)
        return .seeOther(ProfilesPaths.person(person), flash: choice.done(seen.person.name, from: now))
    }

    func liftBan(_ request: Request, _ member: Member, _ person: PersonID, _ app: String) async throws -> Response {
        guard try await look(member, person).rights.bansFrom.contains(app) else { throw AdministrationRefusal.notYourApp }
        return try await changed(request, member, person, "The ban is lifted.") {
            try await administration.lift(person, app, by: member.id)
        }
    }

    /// Carries something out and goes back to the person's page, or shows there why it was refused.
    private func changed(
        _ request: Request, _ member: Member, _ person: PersonID, _ done: Text, _ change: () async throws -> Void
    ) async throws -> Response {
        do {
            try await change()
        } catch let refusal as any ProblemConvertible {
            guard request.wantsPage else { throw refusal }
            return try await page(member, person, refusal.problem).response(for: request)
        }
        return .seeOther(ProfilesPaths.person(person), flash: done)
    }

    private func page(_ member: Member, _ person: PersonID, _ problem: Problem? = nil) async throws -> PersonPage {
        let seen = try await look(member, person)
        let (file, entityNames) = try await site.database.read { db in
            let file = try PersonFile.read(seen.person, rights: seen.rights, site: site, bans: administration.bans, in: db)
            return (file, try EntityNames(site).titled(file.activity, for: member, on: site, in: db))
        }
        return PersonPage(
            file: file, rights: seen.rights, names: RoleNames(site), reasons: BanReasons(site), entityNames: entityNames,
            now: site.clock.now(), problem: problem)
    }

    /// The person as far as the viewer may see them; nobody at all for whoever may see nothing.
    private func look(_ member: Member, _ person: PersonID) async throws -> (person: PersonRecord, rights: PersonRights) {
        let (known, owns, isWithin) = try await site.database.read { db in
            guard let known = try db.first(.person(person)) else { throw Problem.notFound }
            return (known, try db.first(.person(member.id))?.isOwner ?? false, try administration.isWithin(member.id, known, in: db))
        }
        let rights = PersonRights(viewer: member, viewerOwns: owns, isWithin: isWithin, person: known, site: site)
        guard !rights.isNothing else { throw Problem.notFound }
        return (known, rights)
    }
}
