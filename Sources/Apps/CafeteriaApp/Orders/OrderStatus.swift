import Core
import Database

/// How far an order is (CAF-024, CAF-033).
enum OrderStatus: String, Sendable, Codable, CaseIterable, SQLConvertible {
    case pendingPayment = "pending-payment"
    case confirmed, preparing, ready, completed, cancelled

    /// What may follow. A step of the kitchen can be taken back, by a tap on the wrong order.
    var next: Set<OrderStatus> {
        switch self {
        case .pendingPayment: [.confirmed, .cancelled]
        case .confirmed: [.preparing, .ready, .cancelled]
        case .preparing: [.ready, .confirmed, .cancelled]
        case .ready: [.completed, .preparing, .confirmed, .cancelled]
        case .completed: [.ready, .cancelled]
        case .cancelled: []
        }
    }

    /// Whether the customer may cancel it (CAF-037).
    var canBeCancelled: Bool { self == .pendingPayment || self == .confirmed }
    /// Whether staff may cancel it; what was handed over is refunded so.
    var canBeCancelledByStaff: Bool { next.contains(.cancelled) }
    /// Whether the kitchen has it.
    var isActive: Bool { self == .confirmed || self == .preparing || self == .ready }
    var isOver: Bool { self == .completed || self == .cancelled }

    /// The words of the requirements.
    var name: Text {
        switch self {
        case .pendingPayment: "Pending Payment"
        case .confirmed: "Payment Confirmed"
        case .preparing: "Preparing"
        case .ready: "Ready for Pickup"
        case .completed: "Completed"
        case .cancelled: "Cancelled"
        }
    }
}
