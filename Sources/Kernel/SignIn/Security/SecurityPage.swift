import Accounts
import Core
import Interface
import Markup
import Web

/// What the security page shows.
struct SecurityModel: Sendable {
    var person: PersonRecord
    /// Whether the site has a mail server.
    var canMail: Bool
    /// Whether the person may give the account another address.
    var canChangeEmail: Bool
    var hasPassword: Bool
    /// Whether Administration is closed to the person for want of a second step.
    var needsSecondStep: Bool
    /// Recovery codes that are left; nil without a second step.
    var codesLeft: Int?
    var passkeys: [PasskeyRecord]
    var sessions: [SessionSummary]
    var current: SessionID?
    var appPasswords: [AppPasswordRecord]
    var providers: LinkedProviders
    /// The provider that forwards emails to the person's address no more.
    var mailStoppedBy: String?
    var problem: Problem?
}

/// Everything about the safety of an account.
struct SecurityPage: HTML {
    let model: SecurityModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Security", lead: "Your password, other ways to sign in, and where you’re signed in.")
            AccountTabs(.security)
            if model.needsSecondStep {
                Alert(.warning, title: "You can open Administration once you’ve set up two-step verification.") {
                    p { "This site asks everyone who works here for one. Create a passkey or set up an authenticator app below: either will do." }
                }
            }
            if !model.person.isVerified { VerificationAlert(address: model.person.email, canMail: model.canMail) }
            if let provider = model.mailStoppedBy {
                Alert(.warning, title: "Our emails don’t reach you.") {
                    p { "You turned the forwarding of \(model.person.email) off at \(provider). Turn it on there to get emails again." }
                }
            }
            EmailPanel(address: model.person.email, canChange: model.canChangeEmail)
            if model.hasPassword { PasswordPanel(problem: model.problem) }
            if !model.providers.isEmpty { model.providers }
            PasskeyList(passkeys: model.passkeys)
            SecondStepPanel(codesLeft: model.codesLeft)
            SessionList(sessions: model.sessions, current: model.current)
            AppPasswordList(passwords: model.appPasswords)
        }
    }
}

/// Changes the password of somebody who knows the present one (CORE-010).
struct PasswordPanel: HTML {
    let problem: Problem?

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Change the password")
            ProblemAlert(problem)
            Form(SignInPaths.password()) {
                TextField(
                    "Current password", name: "current", kind: .password, error: problem?.fields["current"], isRequired: true,
                    .autocomplete("current-password"))
                TextField(
                    "New password", name: "password", kind: .password, hint: "At least 8 characters with at least one number.",
                    error: problem?.fields["password"], isRequired: true, .autocomplete("new-password"), .custom("minlength", "8"),
                    .custom("pattern", ".*[0-9].*"), .saying("Use at least 8 characters with at least one number."))
                Actions { Button("Change password", icon: .lock) }
            }
        }
    }
}

/// Whether signing in has a second step, and the way to change that.
struct SecondStepPanel: HTML {
    let codesLeft: Int?

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader(
                "Authenticator app",
                detail: "Two-step verification: signing in also asks for a code from your phone, so a stolen password isn’t enough.")
            if let codesLeft {
                p { Badge("On", tone: .success, icon: .check) }
                if codesLeft <= 3 {
                    Alert(.warning) { "You have \(codesLeft) recovery codes left." }
                } else {
                    p(.class("muted")) { "You have \(codesLeft) recovery codes left." }
                }
                Actions {
                    LinkButton("New recovery codes", href: SignInPaths.recoveryCodes(), icon: .key, style: .secondary)
                    LinkButton("Turn it off", href: SignInPaths.removeAuthenticator(), style: .quiet)
                }
            } else {
                Actions { LinkButton("Set up", href: SignInPaths.authenticator(), icon: .lock, style: .secondary) }
            }
        }
    }
}

/// The devices on which somebody is signed in.
struct SessionList: HTML {
    let sessions: [SessionSummary]
    let current: SessionID?

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Where you’re signed in")
            ul(.class("rows")) {
                for session in sessions {
                    li(.class("row")) {
                        div {
                            strong { DeviceName(userAgent: session.label).text }
                            p(.class("muted")) {
                                if session.id == current { "This device" } else { "Last used \(moment: session.lastUsedAt)" }
                            }
                        }
                        if session.id != current {
                            Form(SignInPaths.endSession(session.id)) { Button("Sign out", style: .secondary) }
                        }
                    }
                }
            }
            if sessions.count > 1 {
                Form(SignInPaths.endOtherSessions()) {
                    Actions { Button("Sign out everywhere else", icon: .signOut, style: .secondary) }
                }
            }
        }
    }
}

/// Passwords for reading apps.
struct AppPasswordList: HTML {
    let passwords: [AppPasswordRecord]

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Reading apps", detail: "Apps such as KOReader or Thorium need a separate password.")
            ul(.class("rows")) {
                for password in passwords {
                    li(.class("row")) {
                        div {
                            strong { password.label }
                            p(.class("muted")) {
                                if let used = password.lastUsedAt { "Last used \(moment: used)" } else { "Created \(day: password.createdAt)" }
                            }
                        }
                        Form(SignInPaths.revokeAppPassword(password.id)) { Button("Revoke", style: .secondary) }
                    }
                }
            }
            Actions { LinkButton("Create an app password", href: SignInPaths.appPasswords(), icon: .key, style: .secondary) }
        }
    }
}

/// A new app password, shown this once.
struct NewAppPassword: HTML {
    let secret: String

    var body: some HTML {
        section(.class("panel"), .custom("role", "status")) {
            SectionHeader("Your new app password", detail: "Copy it into the app now. It isn’t shown again.")
            p { code(.class("secret")) { secret } }
        }
    }
}
