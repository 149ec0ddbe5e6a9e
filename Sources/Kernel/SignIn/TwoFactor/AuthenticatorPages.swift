import Accounts
import Core
import Interface
import Markup
import Web

/// Shows the secret once, as a picture and as letters, and asks for the first code made from it.
struct AuthenticatorPage: HTML {
    let enrolment: TwoFactor.Enrolment
    var problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                "Authenticator app", lead: "Signing in will also ask for a code from your phone.",
                crumbs: [Crumb("Security", href: AccountsPaths.security())])
            ProblemAlert(problem)
            section(.class("panel")) {
                SectionHeader(
                    "1. Scan this code with the app", detail: "Any authenticator app works. If you’re on that phone now, tap the link instead.")
                QRCodeImage(enrolment.address, label: "QR code with the secret key")
                p { a(.href(enrolment.address)) { "Open the authenticator app" } }
                details {
                    summary { "Can’t scan the code?" }
                    p { "Choose “Enter a key” in the app and type this:" }
                    p { Markup.code(.class("secret")) { grouped(enrolment.base32) } }
                }
            }
            section(.class("panel")) {
                SectionHeader("2. Enter the code from the app")
                Form(SignInPaths.authenticator()) {
                    input(.type("hidden"), .name("ticket"), .value(enrolment.ticket))
                    TextField(
                        "Code", name: "code", hint: "Six digits; they change every 30 seconds.", error: problem?.fields["code"],
                        isRequired: true, .autocomplete("one-time-code"), .inputmode("numeric"), .maxlength(10))
                    Actions {
                        Button("Turn on", icon: .check)
                        LinkButton("Cancel", href: AccountsPaths.security(), style: .quiet)
                    }
                }
            }
        }
    }

    private func grouped(_ emails: String) -> String {
        let emails = Array(emails)
        return stride(from: 0, to: emails.count, by: 4).map { String(emails[$0..<min($0 + 4, emails.count)]) }.joined(separator: " ")
    }
}

/// Shows new recovery codes, this once.
struct RecoveryCodesPage: HTML {
    let codes: [String]
    let siteName: String
    let email: String

    static let script = "sign-in/js/recovery-codes.js"

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Recovery codes", crumbs: [Crumb("Security", href: AccountsPaths.security())])
            Alert(.warning, title: "Keep these codes where you can find them without your phone.") {
                "Each code works once in place of the app. They aren’t shown again."
            }
            section(.class("panel")) {
                ol(.class("recovery-codes"), .id("recovery-codes")) { for code in codes { li { Markup.code { code } } } }
                tools
            }
            Actions { LinkButton("I’ve saved them", href: AccountsPaths.security(), icon: .check) }
        }
    }

    /// Shown by the script that they need.
    private var tools: some HTML {
        div(
            .class("recovery-tools"), .data("recovery-codes"), .flag("hidden"), .data("file", "recovery-codes.txt"),
            .data("heading", text: "Recovery codes: \(siteName), \(email)"),
            .data("copied", text: "Copied. Paste them where only you can find them."),
            .data("failed", text: "The browser didn’t let us copy them. Download or print them instead.")
        ) {
            div(.class("cluster")) {
                Button("Copy", icon: .copy, style: .secondary, .type("button"), .data("codes", "copy"))
                Button("Download", icon: .download, style: .secondary, .type("button"), .data("codes", "download"))
                Button("Print", icon: .pages, style: .secondary, .type("button"), .data("codes", "print"))
            }
            p(.class("muted"), .role("status")) {}
        }
    }
}
