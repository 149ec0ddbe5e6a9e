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
    let site: SiteConfiguration
    let contact: String

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Forgotten password")
            Alert(.info, title: "This site can’t send email, so it can’t send you a link for a new password.") {
                p {
                    "Ask the people who run \(site.name) to help you. Can you sign in on another device, or with a passkey? Then you can still use the site there."
                }
            }
            ContactLine(contact)
            Actions {
                LinkButton("Ask for help", href: SitePaths.help(), icon: .help)
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
