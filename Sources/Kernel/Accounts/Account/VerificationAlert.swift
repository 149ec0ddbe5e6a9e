import Core
import Interface
import Markup
import Web

/// Reminds somebody whose address is not confirmed yet, with a button for another email.
public struct VerificationAlert: HTML {
    private let address: String
    private let canMail: Bool

    /// The reminder to somebody with this address; nothing where the site sends no email, since there is nothing that they could do.
    public init(address: String, canMail: Bool) {
        self.address = address
        self.canMail = canMail
    }

    /// The reminder.
    public var body: some HTML {
        if canMail {
            Alert(.warning, title: "Your address isn’t confirmed yet.") {
                p { "Open the link in the email to \(address). It can take a few minutes to arrive." }
                Form(AccountsPaths.verifyAgain()) { Actions { Button("Send it again", icon: .mail, style: .secondary) } }
            }
        }
    }
}
