import Accounts
import Core
import Interface
import Mail
import Markup
import Platform
import Web

/// Signing in, registering and signing out, as pages that need no script.
struct SignInRoutes: Sendable {
    let site: Site
    let registration: SelfRegistration
    let verification: Verification
    let signIn: SignIn
    let sessions: Sessions
    let admission: SignInCompletion
    let passkeys: Passkeys

    var routes: [Route] {
        [
            .get(SignInPaths.signIn, allow: .everyone, use: showSignIn),
            .post(SignInPaths.signIn, allow: .everyone, use: open),
            .post(SignInPaths.passkeySignIn, allow: .everyone, use: openWithPasskey),
            .get(AccountsPaths.register, allow: .everyone, use: showRegistration),
            .post(AccountsPaths.register, allow: .everyone, use: register),
            .post(AccountsPaths.signOut, allow: .everyone, use: signOut),
        ]
    }

    struct SignInForm: Decodable {
        var email: String
        var password: String
        var keep: Bool?
        var then: String?
        var challenge: String?
        var solution: String?
    }

    struct RegistrationForm: Decodable {
        var name: String
        var email: String
        var phone: String?
        var password: String
        var then: String?
        var challenge: String?
        var solution: String?
    }

    func showSignIn(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let then = LocalPath(request.query["then"]).text
        if visitor.personID != nil { return .seeOther(then) }
        return try await page(.signIn, SignInModel(then: then), request)
    }

    func open(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(SignInForm.self)
        let then = LocalPath(form.then).text
        do {
            let proven = try await signIn.check(
                email: form.email, password: form.password,
                ChallengeAnswer(challenge: form.challenge, solution: form.solution), for: request)
            let isConfirmed = try await confirm(then, by: proven.person)
            var response = try await admission.admit(
                proven.person, by: .password, keep: form.keep ?? false, to: isConfirmed ? "/" : then, request)
            if isConfirmed { response.flash = "Thank you. Your address is confirmed." }
            return response
        } catch let refusal as AccountRefusal {
            let problem = refusal.problem(canMail: site.configuration.mail != nil)
            return try await page(.signIn, SignInModel(then: then, email: form.email, problem: problem), request)
        } catch let problem as Problem where request.wantsPage && problem.kind == .conflict {
            return try await page(.signIn, SignInModel(then: then, email: form.email, problem: problem), request)
        }
    }

    /// Whoever comes from the email and knows the password has shown both that a confirmation needs. A link that is spent, or
    /// another's, confirms nothing and says so on its own page.
    private func confirm(_ then: String, by person: PersonID) async throws -> Bool {
        guard let link = Verification.link(in: then) else { return false }
        do {
            try await verification.confirm(link, by: person)
            return true
        } catch is AccountRefusal { return false }
    }

    struct PasskeySignInForm: Decodable {
        var ticket: String
        var credential: String
        var then: String?
    }

    func openWithPasskey(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(PasskeySignInForm.self)
        let then = LocalPath(form.then).text
        do {
            let person = try await passkeys.check(form.credential, ticket: form.ticket, for: .signIn, request)
            // Somebody whose device knows them need not say each time that it is their own.
            return try await admission.admit(person, by: .passkey, keep: true, to: then, request)
        } catch let refusal as AccountRefusal {
            return try await page(.signIn, SignInModel(then: then, problem: refusal.problem), request)
        }
    }

    func showRegistration(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let then = LocalPath(request.query["then"]).text
        if visitor.personID != nil { return .seeOther(then) }
        guard site.configuration.registrationOpen else { throw AccountRefusal.registrationClosed }
        return try await page(.register, SignInModel(then: then), request)
    }

    func register(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard site.configuration.registrationOpen else { throw AccountRefusal.registrationClosed }
        let form = try request.form(RegistrationForm.self)
        let then = LocalPath(form.then).text
        do {
            let throttle = signIn.throttle
            try await throttle.pass(request, ChallengeAnswer(challenge: form.challenge, solution: form.solution))
            throttle.failed(request)
            let phone = try phone(form, for: then)
            let person = try await registration.register(
                .init(name: form.name, email: form.email, password: form.password, phone: phone, language: request.language)
            ) { throttle.mayWrite(to: $0, for: .registration) }
            // A device that somebody registers on may be anybody's, so that the session ends with the browser.
            if let person { return try await admission.admit(person, by: .password, keep: false, to: then, request) }
            return try await page(.signIn, SignInModel(then: then, email: form.email.trimmed, isTaken: true), request)
        } catch let refusal as any ProblemConvertible {
            let model = SignInModel(then: then, name: form.name, email: form.email, phone: form.phone ?? "", problem: refusal.problem)
            return try await page(.register, model, request)
        }
    }

    /// The phone number, where the app that somebody comes from asks for one.
    private func phone(_ form: RegistrationForm, for then: String) throws(AccountRefusal) -> String? {
        guard let rule = SignInChoices(site: site, then: then).phone else { return nil }
        guard let phone = rule.read(form.phone ?? "") else { throw .phoneInvalid(rule) }
        return phone
    }

    func signOut(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if let person = visitor.personID, let session = visitor.identity.sessionID {
            try await sessions.end(SessionID(session), of: person)
        }
        var response = Response.seeOther(SignInPaths.signIn(), flash: "You’re signed out.")
        response.set(SessionCookie.removing)
        if let place = request.ownReferrer.flatMap(site.workPlace(of:)) {
            response.set(Cookie(SignInCompletion.workPlaceCookie, place, maxAge: .days(365)))
        }
        // What this person saw must not come back with the back button (CORE-015).
        response.headers.set("Clear-Site-Data", "\"cache\"")
        return response
    }

    private func page(_ tab: SignInTab, _ given: SignInModel, _ request: Request) async throws -> Response {
        var model = given
        if let link = Verification.link(in: model.then) {
            model.confirms = try await verification.address(of: link)
            if model.email.isEmpty { model.email = model.confirms ?? "" }
        }
        let challenge = try signIn.throttle.challenge(for: request)
        let choices = SignInChoices(
            site: site, then: model.then, withPassword: request.query["with"] == "password" || request.method == .post)
        // Whatever the apps offer, whoever made a passkey can use it, and staff learn that there are some.
        let isForStaff = model.then.hasPrefix(SitePaths.administration())
        let isUseful = if choices.offersPasskey || isForStaff { true } else { try await passkeys.areInUse() }
        let offersPasskey = tab == .signIn && isUseful
        let passkey = offersPasskey ? try await passkeys.offer(.signIn, request) : nil
        let content = SignInPage(
            tab: tab, model: model, choices: choices, offersRegistration: site.configuration.registrationOpen,
            offersKeeping: site.value(of: AccountsSettings.keepsSignedIn), hints: signIn.others.hints, challenge: challenge, passkey: passkey,
            contact: site.value(of: AccountsSettings.dataContact))
        let scripts = [challenge.map { _ in ChallengeField.script }, passkey.map { _ in PasskeyForm.script }].compactMap { $0 }
        return try await Page(tab.title, shell: .bare, scripts: scripts) { content }.privateResponse(for: request, showing: model.problem)
    }
}
