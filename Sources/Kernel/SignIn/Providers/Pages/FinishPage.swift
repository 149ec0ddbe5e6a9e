import Core
import Interface
import Markup
import Web

/// What the page shows on which a sign-in through a provider is finished.
struct FinishModel: Sendable {
    let provider: String
    /// The address that the provider gave, or that the person typed.
    let email: String
    /// Where the last code went.
    let codeSentTo: String?
    /// The name of whoever is signed in meanwhile.
    let signedInAs: String?
    let problem: Problem?
}

/// Asks for the proof that an address is the person's own: a code by email, or signing in to the account that has it.
///
/// It says the same whether or not there is such an account.
struct FinishPage: HTML {
    let model: FinishModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("One more step", lead: "\(model.provider) knows you now. Confirm your email address, so that nobody else can use it.")
            ProblemAlert(model.problem)
            if let name = model.signedInAs { linkPanel(name) }
            if let address = model.codeSentTo { codePanel(address) }
            if model.signedInAs == nil { addressPanel }
            if model.signedInAs == nil { accountPanel }
        }
    }

    private func linkPanel(_ name: String) -> some HTML {
        section(.class("panel")) {
            SectionHeader("Add \(model.provider) to your account", detail: "You’re signed in as \(name).")
            Form(SignInPaths.finishLink()) { Actions { Button("Add \(model.provider)", icon: .link) } }
        }
    }

    private func codePanel(_ address: String) -> some HTML {
        section(.class("panel")) {
            SectionHeader("Enter the code", detail: "If \(address) can receive email, a code is on its way.")
            Form(SignInPaths.finishCode()) {
                TextField(
                    "Code of six digits", name: "code", error: model.problem?.fields["code"], isRequired: true, .autocomplete("one-time-code"),
                    .inputmode("numeric"), .maxlength(12))
                Actions { Button("Continue", icon: .check) }
            }
        }
    }

    @HTMLBuilder private var addressPanel: Node {
        section(.class("panel")) {
            SectionHeader(model.codeSentTo == nil ? "Get a code by email" : "Send another code")
            Form(SignInPaths.finishAddress()) {
                TextField(
                    "Email", name: "email", value: model.email, kind: .email, error: model.problem?.fields["email"], isRequired: true,
                    .autocomplete("email"))
                Actions { Button("Send the code", icon: .mail, style: model.codeSentTo == nil ? .primary : .secondary) }
            }
        }
    }

    @HTMLBuilder private var accountPanel: Node {
        section(.class("panel")) {
            SectionHeader("Do you have an account here already?", detail: "Sign in to it as usual, then add \(model.provider).")
            Actions {
                LinkButton(
                    "Sign in to my account", href: Web.link(SitePaths.signIn(), query: ["then": SignInPaths.finish()]), icon: .signIn,
                    style: .secondary)
            }
        }
    }
}
