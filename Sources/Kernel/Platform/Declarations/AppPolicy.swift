import Core
public import Interface

/// A way to prove who one is (CORE-007).
public enum SignInMethod: String, Sendable, Codable, CaseIterable {
    case password, google, facebook, apple, passkey
    /// A provider of OpenID Connect that the operator names by its issuer.
    case openid
}

/// What an app shows to people without an account.
public enum GuestAccess: String, Sendable, Codable, CaseIterable {
    /// Whatever its routes allow to everyone.
    case browse
    /// Nothing: every address of the app leads to the sign-in page first.
    case none
}

/// An app's share of section 6.15 of the catalogue: its own defaults, which a site may change.
public struct AppPolicy: Sendable, Codable, Equatable {
    /// How people sign in when they come from this app, in the order of the buttons.
    public var signIn: [SignInMethod]
    /// What it shows to guests.
    public var guests: GuestAccess
    /// Languages it offers besides those of the site.
    public var languages: [Language]
    /// Whether the present terms must be accepted before the app takes anything in (CORE-021).
    public var asksForTerms: Bool
    /// The phone numbers with which its people register; nil: nobody is asked for one.
    public var phone: PhoneRule?
    /// The colour of its header, where the site chose another than its own.
    public var accent: Accent?

    /// A policy; what an app does not say is that of a public library.
    public init(
        signIn: [SignInMethod] = [.password, .google, .facebook], guests: GuestAccess = .browse, languages: [Language] = [],
        asksForTerms: Bool = false, phone: PhoneRule? = nil
    ) {
        self.signIn = signIn
        self.guests = guests
        self.languages = languages
        self.asksForTerms = asksForTerms
        self.phone = phone
    }
}
