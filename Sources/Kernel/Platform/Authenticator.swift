import Core
import Foundation
import Web

/// Finds out who asks. Accounts hands one to the platform; the platform knows no more about accounts than this.
public protocol Authenticator: Sendable {
    /// Who is behind a request, from its cookie or bearer token; a token that opens nothing makes a guest.
    func authenticate(_ request: Request) async throws -> Authentication
    /// The same, read past whatever is remembered, and changing nothing: for what stays open long after the request.
    func authenticateAnew(_ request: Request) async throws -> Authentication
    /// Keeps how a signed-in person wants the interface, for all their devices (CORE-004, CORE-052, CORE-053).
    func keep(_ choice: InterfaceChoice, of person: PersonID) async throws
}

/// How somebody wants the interface; what is nil stays as it was.
public struct InterfaceChoice: Sendable {
    /// The language.
    public var language: Language?
    /// The app that the language is for; nil is the whole site, every app of it.
    public var app: String?
    /// `light`, `dark` or `system`.
    public var theme: String?

    /// A choice by its parts.
    public init(language: Language? = nil, app: String? = nil, theme: String? = nil) {
        self.language = language
        self.app = app
        self.theme = theme
    }
}

/// What an ``Authenticator`` found out.
public struct Authentication: Sendable {
    /// Who asks.
    public var identity: Identity
    /// The interface language of the person's profile.
    public var language: Language?
    /// Languages that the person chose for single apps, by id.
    public var appLanguages: [String: Language]
    /// The time zone of the person's profile; nil is the site's.
    public var timeZone: TimeZone?
    /// The colour theme of the person's profile.
    public var theme: String?
    /// Apps that are closed to this person, by id, and what they are told (CORE-019).
    public var closedApps: [String: Problem]
    /// When the session behind the request runs out if it is not used again.
    public var endsAt: Instant?
    /// Cookies to set with the answer: a renewed token, or the removal of a dead one.
    public var cookies: [Cookie]

    /// By its parts.
    public init(
        identity: Identity, language: Language? = nil, appLanguages: [String: Language] = [:], timeZone: TimeZone? = nil, theme: String? = nil,
        closedApps: [String: Problem] = [:], endsAt: Instant? = nil,
        cookies: [Cookie] = []
    ) {
        self.identity = identity
        self.language = language
        self.appLanguages = appLanguages
        self.timeZone = timeZone
        self.theme = theme
        self.closedApps = closedApps
        self.endsAt = endsAt
        self.cookies = cookies
    }

    /// Where an admitted request carries it.
    static let key = RequestKey<Authentication>("authentication")

    /// Nobody.
    public static let guest = Authentication(identity: .guest)
}

/// A site without accounts.
struct EverybodyIsGuest: Authenticator {
    func authenticate(_ request: Request) async -> Authentication { .guest }
    func authenticateAnew(_ request: Request) async -> Authentication { .guest }
    func keep(_ choice: InterfaceChoice, of person: PersonID) async {}
}
