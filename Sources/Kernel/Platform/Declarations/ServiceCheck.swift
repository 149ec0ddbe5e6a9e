public import Core
public import Database

/// Something that the site needs to work, or that people use of it, and how it is asked whether it works now. Everybody may read the answer,
/// so it is one of three words and never a reason (CORE-039).
public struct ServiceCheck: Sendable {
    /// How a service does.
    public enum State: String, Sendable, Codable, Comparable, CaseIterable {
        case operational, degraded, down

        /// Worse is more.
        public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Stable: `email`.
    public let id: String
    /// “Email”.
    public let name: Text
    /// Asks, within milliseconds; nil where the site does not use the service.
    public let state: @Sendable (_ db: any Connection, _ now: Instant) throws -> State?

    /// A service and how to ask for it.
    public init(_ id: String, _ name: Text, state: @escaping @Sendable (_ db: any Connection, _ now: Instant) throws -> State?) {
        self.id = id
        self.name = name
        self.state = state
    }
}

extension ExtensionPoint where Value == ServiceCheck {
    /// What the status page asks, in the order of the parts.
    public static var serviceChecks: Self { Self("service-checks") }
}
