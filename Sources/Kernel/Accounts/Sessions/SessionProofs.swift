import Core

/// A way in which somebody proved who they are, by its name in `amr` (RFC 8176) where that has one.
public enum Proof: String, Sendable, Codable {
    case password = "pwd"
    /// A passkey, opened by a PIN, a finger or a face: two factors in one. The ceremony accepts no other.
    case passkey = "pop"
    /// A code of an authenticator app, or a recovery code.
    case code = "otp"
    /// A provider; what it asked for is not known here.
    case provider = "fed"
    /// A link that was sent to the person's address.
    case email

    /// Whether it is a second factor beside whatever opened the session.
    var isSecondFactor: Bool { self == .passkey || self == .code }
    /// Whether it is two factors by itself: something the person has, opened by something they know or are.
    public var standsAlone: Bool { self == .passkey }
}

/// How the person behind a session proved who they are, and when each way was last used. A session from before this was recorded has none.
public struct SessionProofs: Codable, Equatable, Sendable {
    /// Milliseconds since 1970 by the name of the ``Proof``.
    private var times: [String: Int64] = [:]

    init(_ proofs: [Proof] = [], at now: Instant) {
        for proof in proofs { note(proof, at: now) }
    }

    mutating func note(_ proof: Proof, at now: Instant) { times[proof.rawValue] = now.milliseconds }

    /// Whether the session proved a second factor.
    var hasSecondFactor: Bool { times.keys.contains { Proof(rawValue: $0)?.isSecondFactor ?? false } }

    /// The ways, in no order that matters.
    var all: [Proof] { times.keys.sorted().compactMap(Proof.init) }

    /// The names, for the log.
    var names: String { times.keys.sorted().joined(separator: " ") }

    public init(from decoder: any Decoder) throws { times = try decoder.singleValueContainer().decode([String: Int64].self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(times)
    }
}
