import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Sets the authenticator app up, takes it away, and makes new recovery codes; each only for somebody who has just proved who they are.
struct AuthenticatorRoutes: Sendable {
    let people: People
    let twoFactor: TwoFactor
    let reauthentication: Reauthentication

    var routes: [Route] {
        [
            .get(SignInPaths.authenticator, allow: .members, use: show),
            .post(SignInPaths.authenticator, allow: .members, use: confirm),
            .get(SignInPaths.recoveryCodes, allow: .members, use: askForNewCodes),
            .post(SignInPaths.recoveryCodes, allow: .members, use: makeNewCodes),
            .get(SignInPaths.removeAuthenticator, allow: .members, use: askForRemoval),
            .post(SignInPaths.removeAuthenticator, allow: .members, use: remove),
        ]
    }

    struct CodeForm: Decodable {
        var ticket: String
        var code: String
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.authenticator()) { return detour }
        let enrolment = try twoFactor.begin(for: try await people.find(member.id))
        return try await page("Authenticator app", request) { AuthenticatorPage(enrolment: enrolment) }
    }

    func confirm(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.authenticator()) { return detour }
        let form = try request.form(CodeForm.self)
        let person = try await people.find(member.id)
        do {
            let codes = try await twoFactor.confirm(form.code, ticket: form.ticket, of: person, in: KnownBrowsers.digest(of: request))
            return try await reauthentication.confirmed(member, by: .code, try await page(of: codes, person, request))
        } catch let refusal as AccountRefusal {
            let problem = refusal.problem
            let enrolment = try twoFactor.begin(for: person, ticket: form.ticket)
            return try await page("Authenticator app", request, problem) { AuthenticatorPage(enrolment: enrolment, problem: problem) }
        }
    }

    func askForNewCodes(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.recoveryCodes()) { return detour }
        return try await page("New recovery codes", request) {
            ConfirmPage(
                "New recovery codes", message: "You get ten new codes, and the old ones stop working at once.", confirm: "Create new codes",
                icon: .refresh, action: SignInPaths.recoveryCodes(), cancel: AccountsPaths.security())
        }
    }

    func makeNewCodes(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.recoveryCodes()) { return detour }
        guard try request.form(ConfirmationForm.self).confirmed, try await twoFactor.isOn(for: member.id) else {
            return .seeOther(AccountsPaths.security())
        }
        let person = try await people.find(member.id)
        return try await page(of: try await twoFactor.newCodes(for: person), person, request)
    }

    func askForRemoval(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.removeAuthenticator()) { return detour }
        return try await page("Turn off the authenticator app", request) {
            ConfirmPage(
                "Turn off the authenticator app", message: "Signing in will no longer need a code.",
                consequences: ["Your recovery codes stop working as well."], confirm: "Turn it off", icon: .close,
                action: SignInPaths.removeAuthenticator(), cancel: AccountsPaths.security())
        }
    }

    func remove(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.removeAuthenticator()) { return detour }
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(AccountsPaths.security()) }
        try await twoFactor.turnOff(for: try await people.find(member.id))
        return .seeOther(AccountsPaths.security(), flash: "The authenticator app is turned off.")
    }

    private func page(of codes: [String], _ person: PersonRecord, _ request: Request) async throws -> Response {
        try await Page("Recovery codes", shell: .site, scripts: [RecoveryCodesPage.script]) {
            RecoveryCodesPage(codes: codes, siteName: twoFactor.site.configuration.name, email: person.email)
        }.privateResponse(for: request)
    }

    private func page(_ title: Text, _ request: Request, _ problem: Problem? = nil, @HTMLBuilder content: () -> Node) async throws -> Response {
        return try await Page(title, shell: .site, content: content).privateResponse(for: request, showing: problem)
    }
}
