import Core
import Database

/// How far a membership is.
enum MembershipStatus: String, Sendable, Codable, CaseIterable, SQLConvertible {
    /// Chosen and not paid yet.
    case pending
    /// A gift that is paid, and that nobody has accepted yet.
    case unclaimed
    /// Paid or granted. Whether it has begun or is over is a matter of its dates.
    case active
    /// Never paid.
    case cancelled
    /// Paid back.
    case refunded
    /// Taken away by a manager, or ended in the museum's record.
    case revoked

    /// Where it can go from here.
    var next: Set<MembershipStatus> {
        switch self {
        case .pending: [.unclaimed, .active, .cancelled]
        case .unclaimed: [.active, .refunded, .revoked]
        case .active: [.refunded, .revoked]
        case .cancelled, .refunded, .revoked: []
        }
    }

    /// Whether it counted, or could have, and doesn't any more.
    var isEnded: Bool { self == .refunded || self == .revoked }

    var name: Text {
        switch self {
        case .pending: "Not paid yet"
        case .unclaimed: "Not accepted yet"
        case .active: "Active"
        case .cancelled: "Not completed"
        case .refunded: "Refunded"
        case .revoked: "Ended"
        }
    }
}
