import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Asks somebody who is signed in to prove again that it is them, then lets them go on.
struct ConfirmRoutes: Sendable {
    let site: Site
    let proofs: ProofCheck

    var routes: [Route] {
        [
            .get(SignInPaths.confirm, allow: .members, use: show),
            .post(SignInPaths.confirm, allow: .members, use: check),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        try await page(request, member, then: LocalPath(request.query["then"]).text, nil)
    }

    func check(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(ProofForm.self)
        do {
            return try await proofs.take(form, of: member, takesPassword: true, request)
        } catch let refusal as AccountRefusal {
            return try await page(request, member, then: LocalPath(form.then).text, refusal.problem)
        }
    }

    private func page(_ request: Request, _ member: Member, then: String, _ problem: Problem?) async throws -> Response {
        let offer = try await proofs.offer(member, request)
        let model = ConfirmModel(
            name: member.name, then: then, hasPassword: try await proofs.passwords.isSet(for: member.id), hasCodes: offer.hasCodes,
            passkey: offer.passkey, providers: try await ConfirmWithProviders(site: site, person: member.id, then: then), problem: problem)
        let scripts = offer.passkey == nil ? [] : [PasskeyForm.script]
        return try await Page("Confirm that it is you", shell: .bare, scripts: scripts) { ConfirmIdentityPage(model: model) }.privateResponse(
            for: request, showing: problem)
    }
}

/// What the page that asks again shows.
struct ConfirmModel: Sendable {
    let name: String
    let then: String
    let hasPassword: Bool
    let hasCodes: Bool
    let passkey: PasskeyOffer?
    let providers: ConfirmWithProviders
    let problem: Problem?
}

/// Offers the ways in which somebody can prove again that it is them.
struct ConfirmIdentityPage: HTML {
    let model: ConfirmModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Confirm that it is you", lead: "You’re signed in as \(model.name). Confirm that it’s you to continue.")
            ProblemAlert(model.problem)
            if model.hasPassword {
                section(.class("panel")) {
                    Form(SignInPaths.confirm()) {
                        TextField(
                            "Password", name: "password", kind: .password, error: model.problem?.fields["current"], isRequired: true,
                            .autocomplete("current-password"))
                        input(.type("hidden"), .name("then"), .value(model.then))
                        Actions { Button("Confirm", icon: .lock) }
                    }
                }
            }
            if let passkey = model.passkey {
                section(.class("panel")) {
                    PasskeyForm(SignInPaths.confirm(), label: "Confirm with a passkey", offer: passkey) {
                        input(.type("hidden"), .name("then"), .value(model.then))
                    }
                }
            }
            if model.hasCodes {
                section(.class("panel")) {
                    Form(SignInPaths.confirm()) {
                        TextField(
                            "Code from your authenticator app", name: "code", error: model.problem?.fields["code"], isRequired: true,
                            .autocomplete("one-time-code"), .maxlength(40))
                        input(.type("hidden"), .name("then"), .value(model.then))
                        Actions { Button("Confirm with the code", icon: .check, style: .secondary) }
                    }
                }
            }
            if !model.providers.isEmpty { model.providers }
            p { "Or sign out, and sign in again the way you always do." }
            Form(AccountsPaths.signOut()) { Actions { Button("Sign out", icon: .signOut, style: .quiet) } }
        }
    }
}
