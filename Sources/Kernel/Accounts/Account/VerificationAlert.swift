import Core
import Interface
import Markup
import Web

/// Reminds somebody whose address is not confirmed yet, with a button for another email.
public struct VerificationAlert: HTML {
    private let address: String

    /// The reminder to somebody with this address.
    public init(address: String) { self.address = address }

    /// The reminder.
    public var body: some HTML {
        Alert(.warning, title: "Your address is not confirmed yet.") {
            p { "Open the link in the email that we sent to \(address)." }
            Form(AccountsPaths.verifyAgain()) { Actions { Button("Send it again", icon: .mail, style: .secondary) } }
        }
    }
}
