public import Core
import Crypto

/// What a site needs to be a merchant of the stand-in, as a demo's configuration has it.
public struct CloverCredentials: Sendable, Codable, Equatable {
    /// The base of every API: `http://127.0.0.1:4711/clover`.
    public var address: String
    /// The merchant's id, 13 letters and digits.
    public var merchant: String
    /// The private token.
    public var token: String
    /// What webhooks are signed with.
    public var webhookSecret: String
    /// Who asks for money, as the payer reads it.
    public var businessName: String

    init(address: String) {
        self.address = address
        merchant = "STANDINMUSEUM"
        token = "stand-in-token-that-guards-nothing"
        webhookSecret = "stand-in-webhook-secret"
        businessName = "EIDERWICK COMMONS"
    }
}

/// A page on which something is paid.
public struct CloverSession: Sendable {
    /// Its `checkoutSessionId`.
    public let id: String
    /// In cents.
    public let amount: Int
    /// What is bought: “Household”.
    public let line: String
    /// The note of the line.
    public let note: String
    let success: String
    let failure: String
    let cancel: String
    /// When it was made.
    public let createdAt: Instant
    /// When it ends.
    public let endsAt: Instant
    /// Whether it was paid.
    public internal(set) var isPaid = false
}

/// A try to pay.
public struct CloverPayment: Sendable, Codable, Equatable {
    /// 13 letters and digits.
    public let id: String
    /// The page on which it was made.
    public let session: String
    let order: String
    /// In cents.
    public let amount: Int
    let line: String
    let note: String
    /// Whether the card was charged.
    public let isApproved: Bool
    let createdAt: Instant
}

/// Money that goes back.
public struct CloverRefund: Sendable, Codable, Equatable {
    /// What has become of it.
    public enum State: String, Sendable, Codable {
        case succeeded, pending, failed
    }

    /// 13 letters and digits.
    public let id: String
    /// Of which payment.
    public let payment: String
    /// In cents.
    public let amount: Int
    /// Whether it has gone.
    public internal(set) var state: State
    let key: String?
    let createdAt: Instant
}

/// Something that was sent to the site.
public struct CloverDelivery: Sendable {
    public let body: [UInt8]
    public let signature: String?
    /// What the site answered; nil when it could not be reached.
    public let status: Int?
}

/// What a card comes to.
public enum CloverCard: String, Sendable {
    case approved, declined

    /// By the numbers of the sandbox; nil for what is no number of a card.
    init?(number: String) {
        let digits = number.filter { $0.isASCII && $0.isNumber }
        guard (13...19).contains(digits.count) else { return nil }
        self = Self.declines.contains(digits) ? .declined : .approved
    }

    private static let declines: Set = ["4005571702222222", "4264281511117771", "5424180273333333", "375987654000004"]
}

/// Names as the real one gives them.
enum CloverName {
    static func object() -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        return String(randomBytes(13).map { alphabet[Int($0) % alphabet.count] })
    }

    static func session() -> String {
        let digits = Array(randomBytes(16).hex)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
