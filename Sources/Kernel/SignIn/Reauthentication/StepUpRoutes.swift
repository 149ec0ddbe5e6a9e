import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Asks somebody who is signed in for the second factor that their session has not proved, then lets them go on.
struct StepUpRoutes: Sendable {
    let sessions: Sessions
    let proofs: ProofCheck

    var routes: [Route] {
        [
            .get(SignInPaths.stepUp, allow: .members, use: show),
            .post(SignInPaths.stepUp, allow: .members, use: check),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        let then = LocalPath(request.query["then"]).text
        guard let session = member.identity.sessionID, let standing = try await sessions.standing(of: SessionID(session)) else {
            return .seeOther(then)
        }
        guard standing.hasSecondFactor else { return .seeOther(SitePaths.security()) }
        guard standing.owesSecondFactor else { return .seeOther(then) }
        return try await page(request, member, then: then, nil)
    }

    func check(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(ProofForm.self)
        do {
            return try await proofs.take(form, of: member, takesPassword: false, request)
        } catch let refusal as AccountRefusal {
            return try await page(request, member, then: LocalPath(form.then).text, refusal.problem)
        }
    }

    private func page(_ request: Request, _ member: Member, then: String, _ problem: Problem?) async throws -> Response {
        let offer = try await proofs.offer(member, request)
        let content = StepUpPage(name: member.name, then: then, hasCodes: offer.hasCodes, passkey: offer.passkey, problem: problem)
        let scripts = offer.passkey == nil ? [] : [PasskeyForm.script]
        return try await Page("Two-step verification", shell: .bare, scripts: scripts) { content }.privateResponse(for: request, showing: problem)
    }
}

/// Offers the second factors that somebody has, and nothing else.
struct StepUpPage: HTML {
    let name: String
    let then: String
    let hasCodes: Bool
    let passkey: PasskeyOffer?
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Two-step verification", lead: "You’re signed in as \(name). To continue, confirm with two-step verification.")
            ProblemAlert(problem)
            if let passkey {
                section(.class("panel")) {
                    PasskeyForm(SignInPaths.stepUp(), label: "Use a passkey", offer: passkey, style: .primary) {
                        input(.type("hidden"), .name("then"), .value(then))
                    }
                }
            }
            if hasCodes {
                section(.class("panel")) {
                    Form(SignInPaths.stepUp()) {
                        TextField(
                            "Code from your authenticator app", name: "code", hint: "Lost your phone? Enter a recovery code.",
                            error: problem?.fields["code"], isRequired: true, .autocomplete("one-time-code"), .maxlength(40))
                        input(.type("hidden"), .name("then"), .value(then))
                        Actions { Button("Continue", icon: .check, style: passkey == nil ? .primary : .secondary) }
                    }
                }
            }
            if !hasCodes { p(.class("muted")) { "Lost your passkey? Ask the people who run this site to reset your two-step verification." } }
            Form(AccountsPaths.signOut()) { Actions { Button("Sign out", icon: .signOut, style: .quiet) } }
        }
    }
}
