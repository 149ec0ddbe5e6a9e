import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Asks for the address of somebody who forgot their password.
struct ForgottenPage: HTML {
    let email: String
    let challenge: Challenge?
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Forgotten password", lead: "We send you an email with a link, and you choose a new password.")
            ProblemAlert(problem)
            Form(AccountsPaths.forgotten()) {
                TextField(
                    "Email", name: "email", value: email, kind: .email, error: problem?.fields["email"], isRequired: true,
                    .autocomplete("username"))
                if let challenge { ChallengeField(challenge) }
                Actions {
                    Button("Send the email", icon: .mail)
                    LinkButton("Back to sign in", href: SignInPaths.signIn(), style: .quiet)
                }
            }
        }
    }
}

/// Says that nobody gets a link by email here, and what to do instead.
struct NoRecoveryPage: HTML {
    let contact: String

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Forgotten password", lead: "An administrator can give you a link to set a new password.")
            p { "This site can’t send email. Contact us, and say which email address you sign in with." }
            p(.class("muted")) { "Still signed in on another device, or do you have a passkey? Then you can use the site there." }
            ContactLine(contact)
            Actions {
                LinkButton("Contact us", href: SitePaths.ask(), icon: .mail)
                LinkButton("Back to sign in", href: SignInPaths.signIn(), style: .quiet)
            }
        }
    }
}

/// Says the same whether anybody has the address or not.
struct EmailSentPage: HTML {
    let address: String

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Check your email")
            Alert(.info) { "If \(address) belongs to an account here, we have sent an email to it. The link in it works once, for one hour." }
            p { "No email after a few minutes? Look in the spam folder, and check how the address is spelled." }
            p(.class("muted")) {
                "Asked several times? We send at most three emails an hour, and the link in each works for one hour, until you use one."
            }
            Actions {
                LinkButton("Try another address", href: AccountsPaths.forgotten(), style: .secondary)
                LinkButton("Back to sign in", href: SignInPaths.signIn(), style: .quiet)
            }
        }
    }
}

/// Asks for the new password.
struct ResetPage: HTML {
    let link: String
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Set a new password", lead: "All devices and reading apps are signed out when you save it.")
            ProblemAlert(problem)
            Form(SignInPaths.reset(link)) {
                TextField(
                    "New password", name: "password", kind: .password, hint: "At least 8 characters with at least one number.",
                    error: problem?.fields["password"], isRequired: true, .autocomplete("new-password"), .custom("minlength", "8"),
                    .custom("pattern", ".*[0-9].*"), .saying("Use at least 8 characters with at least one number."))
                Actions { Button("Save the new password", icon: .lock) }
            }
        }
    }
}
