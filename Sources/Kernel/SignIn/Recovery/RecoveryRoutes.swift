import Accounts
import Core
import Interface
import Mail
import Markup
import Platform
import Web

/// The pages for a forgotten password.
struct RecoveryRoutes: Sendable {
    let site: Site
    let recovery: Recovery
    let throttle: SignInThrottle
    let admission: SignInCompletion

    var routes: [Route] {
        [
            .get(AccountsPaths.forgotten, allow: .everyone, use: show),
            .post(AccountsPaths.forgotten, allow: .everyone, use: ask),
            .get(SignInPaths.reset, allow: .everyone, use: showReset),
            .post(SignInPaths.reset, allow: .everyone, use: reset),
        ]
    }

    struct ForgottenForm: Decodable {
        var email: String
        var challenge: String?
        var solution: String?
    }

    struct ResetForm: Decodable {
        var password: String
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard canMail else { return try await noRecoveryPage(request) }
        return try await forgottenPage(request, email: "", nil)
    }

    func ask(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(ForgottenForm.self)
        do {
            guard let email = EmailAddress(form.email) else { throw AccountRefusal.emailInvalid }
            try await throttle.pass(request, ChallengeAnswer(challenge: form.challenge, solution: form.solution))
            throttle.failed(request)
            try await recovery.ask(email, in: request.language)
            guard canMail else { return try await noRecoveryPage(request) }
            return try await page("Check your email", request, nil) { EmailSentPage(address: email.text) }
        } catch let refusal as AccountRefusal {
            return try await forgottenPage(request, email: form.email, refusal.problem)
        }
    }

    func showReset(_ request: Request, _ visitor: Visitor, _ link: String) async throws -> Response {
        try await recovery.check(link)
        return try await page("Set a new password", request, nil) { ResetPage(link: link, problem: nil) }
    }

    func reset(_ request: Request, _ visitor: Visitor, _ link: String) async throws -> Response {
        let form = try request.form(ResetForm.self)
        do {
            let person = try await recovery.reset(link, to: form.password)
            var response = try await admission.admit(person, by: .email, keep: false, to: nil, request)
            response.flash = "Your new password is set."
            return response
        } catch AccountRefusal.weakPassword {
            let problem = AccountRefusal.weakPassword.problem
            return try await page("Set a new password", request, problem) { ResetPage(link: link, problem: problem) }
        }
    }

    private var canMail: Bool { site.configuration.mail != nil }

    private func noRecoveryPage(_ request: Request) async throws -> Response {
        try await page("Forgotten password", request, nil) {
            NoRecoveryPage(contact: site.value(of: AccountsSettings.dataContact))
        }
    }

    private func forgottenPage(_ request: Request, email: String, _ problem: Problem?) async throws -> Response {
        let challenge = try throttle.challenge(for: request)
        return try await page("Forgotten password", request, problem, scripts: challenge == nil ? [] : [ChallengeField.script]) {
            ForgottenPage(email: email, challenge: challenge, problem: problem)
        }
    }

    private func page(
        _ title: Text, _ request: Request, _ problem: Problem?, scripts: [String] = [], @HTMLBuilder content: () -> Node
    ) async throws -> Response {
        return try await Page(title, shell: .bare, scripts: scripts, content: content).privateResponse(for: request, showing: problem)
    }
}
