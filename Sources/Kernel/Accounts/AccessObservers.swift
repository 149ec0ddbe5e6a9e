public import Core
public import Database
public import Platform

/// Hears that an app, or their whole account, was closed to somebody or opened again, in that transaction. An end that was set for a ban
/// comes untold.
public struct AccessObserver: Sendable {
    public let accessChanged: @Sendable (PersonID, Write) throws -> Void

    public init(_ accessChanged: @escaping @Sendable (PersonID, Write) throws -> Void) { self.accessChanged = accessChanged }
}

/// Hears that browsers of somebody were signed out, in that transaction.
public struct SignOutObserver: Sendable {
    let signedOut: @Sendable (SignedOutBrowsers, PersonID, Write) throws -> Void

    public init(_ signedOut: @escaping @Sendable (SignedOutBrowsers, PersonID, Write) throws -> Void) { self.signedOut = signedOut }
}

/// Browsers that were signed out, by the digest of the cookie that each of them keeps.
public enum SignedOutBrowsers: Sendable {
    case one([UInt8])
    /// Every one but this, or every one; also those about which nothing is known.
    case all(but: [UInt8]?)
}

/// Where people see a ban of theirs and object to it.
public struct BanPages: Sendable {
    /// The address of the page.
    public let path: @Sendable (BanID) -> String

    public init(_ path: @escaping @Sendable (BanID) -> String) { self.path = path }
}

/// What a ban from an app does to what somebody made there, for the question before it.
public struct BanEffects: Sendable {
    /// Sentences about one person, each about something that they have.
    public let sentences: @Sendable (PersonID, any Connection) throws -> [Text]

    public init(_ sentences: @escaping @Sendable (PersonID, any Connection) throws -> [Text]) { self.sentences = sentences }
}

/// Where an app shows a person to others.
public struct ProfilePages: Sendable {
    /// The address of the page; nil for somebody whom the app does not show.
    public let path: @Sendable (PersonID) -> String?

    public init(_ path: @escaping @Sendable (PersonID) -> String?) { self.path = path }
}

extension ExtensionPoint where Value == AccessObserver {
    public static var accessChanges: Self { Self("access-changes") }
}

extension ExtensionPoint where Value == SignOutObserver {
    public static var signOuts: Self { Self("sign-outs") }
}

extension ExtensionPoint where Value == BanPages {
    public static var banPages: Self { Self("ban-pages") }
}

extension ExtensionPoint where Value == BanEffects {
    public static var banEffects: Self { Self("ban-effects") }
}

extension ExtensionPoint where Value == ProfilePages {
    public static var profilePages: Self { Self("profile-pages") }
}
