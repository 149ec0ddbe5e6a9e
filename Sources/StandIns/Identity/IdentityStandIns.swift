public import Core

/// The three providers together.
public struct IdentityStandIns: Sendable {
    /// Google.
    public let google: OpenIDStandIn
    /// Sign in with Apple.
    public let apple: OpenIDStandIn
    /// Facebook Login.
    public let facebook: FacebookStandIn

    /// Three providers under one address.
    public init(at address: String, clock: SiteClock = .wall) throws {
        google = try OpenIDStandIn(.google, at: address, clock: clock)
        apple = try OpenIDStandIn(.apple, at: address, clock: clock)
        facebook = FacebookStandIn(at: address, clock: clock)
    }

    /// As the house takes them.
    public var all: [any StandIn] { [google, apple, facebook] }
}
