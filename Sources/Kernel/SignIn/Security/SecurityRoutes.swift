import Accounts
import Core
import Crypto
import Database
import Interface
import Mail
import Markup
import Platform
import Web

/// The page on which people look after the safety of their account: password, second step, devices, app passwords.
struct SecurityRoutes: Sendable {
    let site: Site
    let people: People
    let passwords: Passwords
    let signIn: SignIn
    let sessions: Sessions
    let twoFactor: TwoFactor
    let passkeys: Passkeys
    let identities: Identities
    let reauthentication: Reauthentication
    let appPasswords: AppPasswords
    let staffAccess: StaffAccessPolicy

    var routes: [Route] {
        [
            .get(AccountsPaths.security, allow: .members, use: show),
            .post(SignInPaths.password, allow: .members, use: changePassword),
            .post(SignInPaths.endSession, allow: .members, use: endSession),
            .post(SignInPaths.endOtherSessions, allow: .members, use: endOthers),
        ]
    }

    struct PasswordForm: Decodable {
        var current: String?
        var password: String
    }

    func show(_ request: Request, _ member: Member) async throws -> Response { try await page(request, member) }

    func changePassword(_ request: Request, _ member: Member) async throws -> Response {
        // The form itself asks for the password; a second factor that this session has not proved comes first.
        if let detour = try await reauthentication.stepUp(for: member, then: AccountsPaths.security()) { return detour }
        let form = try request.form(PasswordForm.self)
        let proofs = try await sessions.proofs(of: member)
        let person = try await people.find(member.id)
        do {
            try PasswordRule.check(form.password)
            try await signIn.confirm(form.current ?? "", of: person)
            try await passwords.set(form.password, of: person.id, by: person.id, in: KnownBrowsers.digest(of: request))
        } catch let refusal as AccountRefusal {
            return try await page(request, member, problem: refusal.problem)
        }
        let token = try await sessions.open(
            for: member.id, by: proofs + [.password], kind: .browser, keep: false, label: request.headers["User-Agent"] ?? "",
            in: KnownBrowsers.digest(of: request))
        return Response.seeOther(AccountsPaths.security(), flash: "Your password is changed. Other devices and reading apps are signed out.")
            .setting(SessionCookie.make(for: token, keep: false, site))
    }

    func endSession(_ request: Request, _ member: Member, _ session: SessionID) async throws -> Response {
        try await sessions.end(session, of: member.id, .revoked(from: KnownBrowsers.digest(of: request)))
        return .seeOther(AccountsPaths.security(), flash: "That device is signed out.")
    }

    func endOthers(_ request: Request, _ member: Member) async throws -> Response {
        try await sessions.endOthers(than: member.identity.sessionID.map { SessionID($0) }, of: member.id, but: KnownBrowsers.digest(of: request))
        return .seeOther(AccountsPaths.security(), flash: "All other devices are signed out.")
    }

    private func page(_ request: Request, _ member: Member, problem: Problem? = nil) async throws -> Response {
        let person = try await people.find(member.id)
        let model = SecurityModel(
            person: person, canMail: site.configuration.mail != nil, canChangeEmail: EmailChange.isOpen(to: person, on: site),
            hasPassword: try await passwords.isSet(for: member.id),
            needsSecondStep: try await site.database.read { try staffAccess.shutsOut(member.id, in: $0) },
            codesLeft: try await twoFactor.codesLeft(of: member.id),
            passkeys: try await passkeys.list(of: member.id), sessions: try await sessions.list(of: member.id),
            current: member.identity.sessionID.map { SessionID($0) }, appPasswords: try await appPasswords.list(of: member.id),
            providers: try await LinkedProviders(site: site, person: member.id),
            mailStoppedBy: try await identities.stoppedForwarding(to: member.id), problem: problem)
        return try await Page("Security", shell: .site) { SecurityPage(model: model) }.privateResponse(for: request, showing: problem)
    }
}
