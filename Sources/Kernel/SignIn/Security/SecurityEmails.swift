import Accounts
import Core
import Database
import Mail
import Platform
import Web

/// Tells people by email what happened to their account, so that a stranger's doing does not stay unseen.
struct SecurityEmails: Sendable {
    let mailer: Mailer

    /// What happened.
    enum Event: Sendable {
        case newDevice(Text, at: Instant)
        /// By what the program called itself.
        case newProgram(String, at: Instant)
        case appPasswordMade(String)
        case passwordChanged
        /// By the name of whoever looks after people and hands it over.
        case resetLinkCreated(by: String)
        case secondStepOn, secondStepOff, newRecoveryCodes
        case passkeyAdded(String), passkeyRemoved(String)
        /// By its shown name.
        case providerAdded(String)
        /// The second step is locked.
        case wrongCodes
    }

    /// Sends an email to the person's address, in the transaction of what happened. An address that nobody confirmed may be a
    /// stranger's, and gets none.
    func send(_ news: Event, to person: PersonRecord, in write: Write) throws {
        guard person.isVerified else { return }
        let email = Email(
            subject: subject(of: news), paragraphs: ["Hello \(person.name),", words(of: news), remedy(for: news)],
            action: EmailAction("Look at your account’s security", path: AccountsPaths.security()))
        try mailer.send(email, to: person.email, language: person.language, person: person.id, in: write)
    }

    private func subject(of news: Event) -> Text {
        switch news {
        case .newDevice, .newProgram: "A new sign-in to your account"
        case .appPasswordMade: "You have a new app password"
        case .passwordChanged: "Your password was changed"
        case .resetLinkCreated: "Someone created a password reset link for you"
        case .secondStepOn: "Two-step verification is on"
        case .secondStepOff: "Two-step verification is off"
        case .newRecoveryCodes: "You have new recovery codes"
        case .passkeyAdded: "A passkey was added to your account"
        case .passkeyRemoved: "A passkey was removed from your account"
        case .providerAdded(let name): "You can now sign in with \(name)"
        case .wrongCodes: "Someone entered wrong codes for your account"
        }
    }

    private func words(of news: Event) -> Text {
        switch news {
        case .newDevice(let device, let moment):
            "Someone signed in to your account with a new browser: \(device), \(moment: moment)."
        case .newProgram(let name, let moment):
            "Someone signed in to your account with a new app: “\(name)”, \(moment: moment)."
        case .appPasswordMade(let label): "The app password “\(label)” can now open your account in an app."
        case .passwordChanged: "The password of your account was changed. All devices and reading apps were signed out."
        case .resetLinkCreated(let name):
            "\(name) created a link that sets a new password for your account. It works once, for one hour."
        case .secondStepOn: "From now on, signing in also asks for a code from your authenticator app."
        case .secondStepOff: "Signing in no longer asks for a code from an authenticator app."
        case .newRecoveryCodes: "New recovery codes were made. The old ones no longer work."
        case .passkeyAdded(let label): "You can now sign in to your account with the passkey “\(label)”."
        case .passkeyRemoved(let label): "The passkey “\(label)” no longer signs in to your account."
        case .providerAdded(let name): "You can now sign in to your account with \(name)."
        case .wrongCodes: "Someone who knows your password entered three wrong codes in a row. New codes can be tried after a while."
        }
    }

    private func remedy(for news: Event) -> Text {
        switch news {
        case .resetLinkCreated: "If you asked for it, there’s nothing to do. If not, contact the people who run the site."
        default: "If that was you, there’s nothing to do. If not, set a new password now and sign out the devices you don’t recognise."
        }
    }
}
