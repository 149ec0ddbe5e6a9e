import Core
import Web

/// Finds out who asks. Accounts hands one to the platform; the platform knows no more about accounts than this.
public protocol Authenticator: Sendable {
    /// Who is behind a request, from its cookie or bearer token; a token that opens nothing makes a guest.
    func authenticate(_ request: Request) async throws -> Authentication
}

/// What an ``Authenticator`` found out.
public struct Authentication: Sendable {
    /// Who asks.
    public var identity: Identity
    /// The interface language of the person's profile.
    public var language: Language?
    /// The colour theme of the person's profile.
    public var theme: String?
    /// Apps that are closed to this person, by id, and what they are told (CORE-019).
    public var closedApps: [String: Problem]
    /// Cookies to set with the answer: a renewed token, or the removal of a dead one.
    public var cookies: [Cookie]

    /// By its parts.
    public init(
        identity: Identity, language: Language? = nil, theme: String? = nil, closedApps: [String: Problem] = [:],
        cookies: [Cookie] = []
    ) {
        self.identity = identity
        self.language = language
        self.theme = theme
        self.closedApps = closedApps
        self.cookies = cookies
    }

    /// Nobody.
    public static let guest = Authentication(identity: .guest)
}

/// A site without accounts.
struct EverybodyIsGuest: Authenticator {
    func authenticate(_ request: Request) async -> Authentication { .guest }
}
