import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// The two tabs of the one sign-in screen (LIB-001).
enum SignInTab {
    case signIn, register

    var title: Text { self == .signIn ? "Sign in" : "Register" }
}

/// What the sign-in screen shows again after a refusal. A password is never shown again.
struct SignInModel: Sendable {
    var then: String
    var name = ""
    var email = ""
    var phone = ""
    /// Whether somebody tried to register with the address of an account.
    var isTaken = false
    /// The address that signing in will confirm: the person comes from the email.
    var confirms: String?
    var problem: Problem?
}

/// The sign-in screen with its two tabs.
struct SignInPage: HTML {
    let tab: SignInTab
    let model: SignInModel
    let choices: SignInChoices
    let offersRegistration: Bool
    let offersKeeping: Bool
    /// Which other passwords are taken.
    let hints: [Text]
    let challenge: Challenge?
    let passkey: PasskeyOffer?
    /// Whom people ask who cannot sign in; empty when nobody is named.
    let contact: String

    var body: some HTML {
        div(.class("narrow sign-in")) {
            PageHeader(tab == .signIn ? "Sign in" : "Create an account", lead: lead)
            if offersRegistration, choices.offersPassword {
                Tabs(
                    "Sign in or register",
                    [
                        Tab("Login", href: address(SignInPaths.signIn()), isCurrent: tab == .signIn),
                        Tab("Register", href: address(AccountsPaths.register()), isCurrent: tab == .register),
                    ])
            }
            if model.isTaken {
                Alert(.info, title: "There’s an account with \(model.email) already.") { "Sign in with its password, or ask for a new one." }
            }
            if let address = model.confirms {
                Alert(.info, title: "Sign in to confirm \(address)") { "Then nobody else can use your address here." }
            }
            ProblemAlert(model.problem)
            if choices.leadsWithPassword {
                form
                if offersOtherWays { p(.class("or-line")) { span { "or" } } }
                otherWays
            } else {
                otherWays
                if choices.offersPassword {
                    if offersOtherWays { p(.class("or-line")) { span { "or with email" } } }
                    form
                } else {
                    p(.class("or-line")) { span { "Do you have an account with a password here?" } }
                    Actions {
                        LinkButton(
                            "Sign in with email", href: Web.link(SitePaths.signIn(), query: ["then": model.then, "with": "password"]), icon: .mail,
                            style: .secondary)
                    }
                }
            }
            for link in choices.links { p(.class("sign-in-terms")) { a(.href(link.path)) { link.label } } }
            if tab == .signIn { ContactLine(contact) }
            p(.class("muted sign-in-terms")) {
                "How we handle your data: "
                a(.href(AccountsPaths.allTerms())) { "Terms and privacy" }
            }
        }
    }

    private var lead: Text {
        tab == .signIn ? choices.purpose ?? "Continue where you left off, on any device." : "One account for everything on this site."
    }

    private func address(_ path: String) -> String { model.then == "/" ? path : Web.link(path, query: ["then": model.then]) }

    @HTMLBuilder private var form: Node {
        switch tab {
        case .signIn: signInForm
        case .register: registrationForm
        }
    }

    private var offersOtherWays: Bool { tab == .signIn && passkey != nil || !choices.providers.isEmpty }

    @HTMLBuilder private var otherWays: Node {
        if !choices.providers.isEmpty { ProviderButtons(providers: choices.providers, then: model.then) }
        if tab == .signIn, let passkey {
            PasskeyForm(SignInPaths.passkeySignIn(), label: "Sign in with a passkey", offer: passkey) {
                input(.type("hidden"), .name("then"), .value(model.then))
            }
        }
    }

    @HTMLBuilder private var signInForm: Node {
        Form(SignInPaths.signIn()) {
            TextField(
                "Email", name: "email", value: model.email, kind: .email, isRequired: true, .autocomplete("username"))
            TextField("Password", name: "password", kind: .password, isRequired: true, .autocomplete("current-password"))
            for hint in hints { p(.class("muted")) { hint } }
            if offersKeeping { Checkbox("Keep me logged in", name: "keep", hint: "Only on your own device.") }
            input(.type("hidden"), .name("then"), .value(model.then))
            if let challenge { ChallengeField(challenge) }
            Actions {
                Button("Sign in", icon: .signIn)
                LinkButton("Forgotten your password?", href: AccountsPaths.forgotten(), style: .quiet)
            }
        }
    }

    @HTMLBuilder private var registrationForm: Node {
        Form(AccountsPaths.register()) {
            TextField(
                "Name", name: "name", value: model.name, error: model.problem?.fields["name"], isRequired: true, .autocomplete("name"),
                .maxlength(100), .saying("Write a name of 1 to 100 characters."))
            TextField(
                "Email", name: "email", value: model.email, kind: .email, error: model.problem?.fields["email"], isRequired: true,
                .autocomplete("username"))
            if let rule = choices.phone {
                TextField(
                    "Phone number", name: "phone", value: model.phone, kind: .tel, hint: rule.hint, error: model.problem?.fields["phone"],
                    isRequired: true, .autocomplete("tel"), .maxlength(30))
            }
            TextField(
                "Password", name: "password", kind: .password, hint: "At least 8 characters with at least one number.",
                error: model.problem?.fields["password"], isRequired: true, .autocomplete("new-password"), .custom("minlength", "8"),
                .custom("pattern", ".*[0-9].*"), .saying("Use at least 8 characters with at least one number."))
            input(.type("hidden"), .name("then"), .value(model.then))
            if let challenge { ChallengeField(challenge) }
            Actions { Button("Register", icon: .person) }
        }
    }
}
