import Core
import Interface
import Markup
import Web

/// What a person's own page shows.
struct AccountModel: Sendable {
    var person: PersonRecord
    var sessions: [SessionSummary]
    var current: SessionID?
    var appPasswords: [AppPasswordRecord]
    /// An app password that was just made and is shown this once.
    var newSecret: String?
    var problem: Problem?
}

/// A person's own page.
struct AccountPage: HTML {
    let model: AccountModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Your account", lead: .verbatim("\(model.person.name) · \(model.person.email)")) {
                Form(AccountsPaths.signOut()) { Button("Sign out", icon: .signOut, style: .secondary) }
            }
            if let secret = model.newSecret { NewAppPassword(secret: secret) }
            SessionList(sessions: model.sessions, current: model.current)
            AppPasswordList(passwords: model.appPasswords)
            section(.class("panel")) {
                SectionHeader("Change the password")
                if let problem = model.problem { ProblemNotice(problem) }
                Form(AccountsPaths.password()) {
                    TextField(
                        "Current password", name: "current", kind: .password, error: model.problem?.fields["current"], isRequired: true,
                        .autocomplete("current-password"))
                    TextField(
                        "New password", name: "password", kind: .password, hint: "At least 8 characters with at least one number.",
                        error: model.problem?.fields["password"], isRequired: true, .autocomplete("new-password"), .custom("minlength", "8"),
                        .custom("pattern", ".*[0-9].*"))
                    Actions { Button("Change password", icon: .lock) }
                }
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
            SectionHeader("Where you are signed in")
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
                            Form(AccountsPaths.endSession(session.id)) { Button("Sign out", style: .secondary) }
                        }
                    }
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
            SectionHeader("Reading apps", detail: "Apps such as KOReader or Thorium sign in with a password of their own.")
            ul(.class("rows")) {
                for password in passwords {
                    li(.class("row")) {
                        div {
                            strong { password.label }
                            p(.class("muted")) {
                                if let used = password.lastUsedAt { "Last used \(moment: used)" } else { "Made \(day: password.createdAt)" }
                            }
                        }
                        Form(AccountsPaths.revokeAppPassword(password.id)) { Button("Revoke", style: .secondary) }
                    }
                }
            }
            Form(AccountsPaths.appPasswords()) {
                TextField("Name of the app or device", name: "label", isRequired: true, .custom("maxlength", "60"))
                Actions { Button("Make an app password", icon: .key, style: .secondary) }
            }
        }
    }
}

/// A new app password, shown this once.
struct NewAppPassword: HTML {
    let secret: String

    var body: some HTML {
        section(.class("panel"), .custom("role", "status")) {
            SectionHeader("Your new app password", detail: "Copy it into the app now. It is not shown again.")
            p { code(.class("secret")) { secret } }
        }
    }
}
