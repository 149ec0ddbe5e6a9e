import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// The second step of a sign-in: a code of the authenticator app, or a recovery code.
struct SecondStepRoutes: Sendable {
    let site: Site
    let twoFactor: TwoFactor
    let admission: SignInCompletion
    let tokens: SealedTokens

    var routes: [Route] {
        [
            .get(SignInPaths.secondStep, allow: .everyone, use: show),
            .post(SignInPaths.secondStep, allow: .everyone, use: check),
        ]
    }

    struct CodeForm: Decodable {
        var code: String
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard ticket(of: request) != nil else { return .seeOther(SignInPaths.signIn()) }
        return try await page(request, nil)
    }

    func check(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(CodeForm.self)
        guard let ticket = ticket(of: request), try await admission.stands(ticket.payload) else {
            return .seeOther(SignInPaths.signIn(), flash: "That took too long. Sign in again.", tone: .warning)
        }
        do {
            try await twoFactor.check(
                form.code, of: ticket.payload.person,
                from: try await Devices.placeForCodes(of: request, to: ticket.payload.person, on: site))
        } catch let refusal as AccountRefusal {
            return try await page(request, refusal.problem)
        }
        guard try await site.write(by: ticket.payload.person, once: nil, { try tokens.spend(ticket, in: $0) }) else {
            return .seeOther(SignInPaths.signIn())
        }
        return try await admission.open(
            ticket.payload.person, by: [ticket.payload.proof, .code], keep: ticket.payload.keep, to: ticket.payload.then, request
        )
        .setting(.removing(SignInCompletion.cookie))
    }

    private func ticket(of request: Request) -> SealedTokens.Opened<SignInCompletion.HalfWay>? {
        request.cookie(SignInCompletion.cookie).flatMap { tokens.open($0, purpose: SignInCompletion.cookie) }
    }

    private func page(_ request: Request, _ problem: Problem?) async throws -> Response {
        return try await Page("One more step", shell: .bare) { SecondStepPage(problem: problem) }.privateResponse(for: request, showing: problem)
    }
}

/// Asks for a code.
struct SecondStepPage: HTML {
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("One more step", lead: "Open your authenticator app and write the six digits that it shows for this site.")
            ProblemAlert(problem)
            Form(SignInPaths.secondStep()) {
                TextField(
                    "Code", name: "code", hint: "Is the phone lost? Then write one of your recovery codes.", error: problem?.fields["code"],
                    isRequired: true, .autocomplete("one-time-code"), .maxlength(40), .custom("autofocus", ""))
                Actions {
                    Button("Continue", icon: .check)
                    LinkButton("Cancel", href: SignInPaths.signIn(), style: .quiet)
                }
            }
        }
    }
}
