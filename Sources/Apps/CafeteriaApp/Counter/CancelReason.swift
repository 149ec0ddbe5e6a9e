import Core

/// Why staff cancel an order.
enum CancelReason: String, CaseIterable, Sendable {
    case soldOut = "sold-out"
    case closing, asked
    case notPickedUp = "not-picked-up"
    /// Once it was handed over.
    case notRight = "not-right"
    case other

    static let longest = 200

    /// Those that can be meant of an order.
    static func of(_ order: Order) -> [CancelReason] {
        order.status == .completed ? [.notRight, .asked, .other] : allCases.filter { $0 != .notRight }
    }

    /// What staff choose.
    var choice: Text {
        switch self {
        case .soldOut: "Something is sold out"
        case .closing: "The kitchen can’t make it"
        case .asked: "The customer asked for it"
        case .notPickedUp: "It wasn’t picked up"
        case .notRight: "Something wasn’t right"
        case .other: "Another reason"
        }
    }

    /// What the customer reads.
    /// - Throws: ``OrderRefusal/reasonMissing`` for another reason without words.
    func words(_ own: String) throws(OrderRefusal) -> Text {
        if let words { return words }
        guard !own.isEmpty else { throw .reasonMissing }
        return .verbatim(own)
    }

    /// nil for a reason in one's own words.
    private var words: Text? {
        switch self {
        case .soldOut: "Something in it is sold out. We’re sorry."
        case .closing: "The kitchen can’t make it right now. We’re sorry."
        case .asked: "Cancelled at the counter, as you asked."
        case .notPickedUp: "It wasn’t picked up."
        case .notRight: "Something wasn’t right with it. We’re sorry."
        case .other: nil
        }
    }

    /// What staff read of a reason that the order has, which is in words for the customer.
    static func forStaff(_ reason: Text) -> Text {
        if reason == Orders.cancelledByCustomer { return "Cancelled by the customer" }
        return allCases.first { $0.words == reason }?.choice ?? reason
    }
}
