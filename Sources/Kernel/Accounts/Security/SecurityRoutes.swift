import Core
import Crypto
import Database
import Interface
import Markup
import Platform
import Web

/// The page on which people look after the safety of their account: password, second step, devices, app passwords.
struct SecurityRoutes: Sendable {
    let site: Site
    let people: People
    let signIn: SignIn
    let sessions: Sessions
    let twoFactor: TwoFactor
    let passkeys: Passkeys

    var routes: [Route] {
        [
            .get(AccountsPaths.security, allow: .members, use: show),
            .post(AccountsPaths.password, allow: .members, use: changePassword),
            .post(AccountsPaths.endSession, allow: .members, use: endSession),
            .post(AccountsPaths.endOtherSessions, allow: .members, use: endOthers),
            .post(AccountsPaths.appPasswords, allow: .members, use: makeAppPassword),
            .post(AccountsPaths.revokeAppPassword, allow: .members, use: revokeAppPassword),
        ]
    }

    struct PasswordForm: Decodable {
        var current: String?
        var password: String
    }

    struct AppPasswordForm: Decodable {
        var label: String
    }

    private var appPasswords: AppPasswords { AppPasswords(site: site) }

    func show(_ request: Request, _ member: Member) async throws -> Response { try await page(request, member) }

    func changePassword(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(PasswordForm.self)
        let person = try await people.find(member.id)
        do {
            try PasswordRule.check(form.password)
            try await signIn.confirm(form.current ?? "", of: person)
            try await people.setPassword(form.password, of: person.id, by: person.id)
        } catch let refusal as AccountRefusal {
            return try await page(request, member, problem: refusal.problem)
        }
        let token = try await sessions.open(for: member.id, kind: .browser, keep: false, label: request.headers["User-Agent"] ?? "")
        return Response.seeOther(AccountsPaths.security(), flash: "Your password is changed. Other devices and reading apps are signed out.")
            .setting(SessionAuthenticator.cookie(for: token, keep: false, site))
    }

    func endSession(_ request: Request, _ member: Member, _ session: SessionID) async throws -> Response {
        try await sessions.end(session, of: member.id)
        return .seeOther(AccountsPaths.security(), flash: "That device is signed out.")
    }

    func endOthers(_ request: Request, _ member: Member) async throws -> Response {
        try await sessions.endOthers(than: member.identity.sessionID.map { SessionID($0) }, of: member.id)
        return .seeOther(AccountsPaths.security(), flash: "All other devices are signed out.")
    }

    func makeAppPassword(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(AppPasswordForm.self)
        let secret = try await appPasswords.make(label: form.label, for: member.id)
        return try await page(request, member, newSecret: secret)
    }

    func revokeAppPassword(_ request: Request, _ member: Member, _ id: AppPasswordID) async throws -> Response {
        try await appPasswords.revoke(id, of: member.id)
        return .seeOther(AccountsPaths.security(), flash: "That app password no longer works.")
    }

    private func page(_ request: Request, _ member: Member, problem: Problem? = nil, newSecret: String? = nil) async throws -> Response {
        let model = SecurityModel(
            person: try await people.find(member.id), hasPassword: try await people.hasPassword(member.id),
            needsSecondStep: try await site.database.read { try StaffSecondStep(site: site).shutsOut(member.id, in: $0) },
            codesLeft: try await twoFactor.codesLeft(of: member.id),
            passkeys: try await passkeys.list(of: member.id), sessions: try await sessions.list(of: member.id),
            current: member.identity.sessionID.map { SessionID($0) }, appPasswords: try await appPasswords.list(of: member.id),
            providers: try await LinkedProviders(site: site, person: member.id),
            mailStoppedBy: try await Identities(site: site).stoppedForwarding(to: member.id), newSecret: newSecret, problem: problem)
        return try await Page("Security", shell: .site) { SecurityPage(model: model) }.privateResponse(for: request, showing: problem)
    }
}
