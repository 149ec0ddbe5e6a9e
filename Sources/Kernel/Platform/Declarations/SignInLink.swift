public import Core

/// A line below the form to sign in, for somebody who comes with something else than an account, such as a card with a code.
public struct SignInLink: Sendable {
    /// What it says.
    public let label: Text
    /// Where it leads.
    public let path: String
    /// The app that it belongs to: who wants to go to another one doesn't see it.
    public let app: String

    /// A line by its parts.
    public init(_ label: Text, path: String, app: String) {
        self.label = label
        self.path = path
        self.app = app
    }
}

extension ExtensionPoint where Value == SignInLink {
    public static var signInLinks: Self { Self("sign-in-links") }
}
