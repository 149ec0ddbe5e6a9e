import Core

/// Why a membership wasn't begun, or a step of it not taken.
enum MembershipRefusal: Error, Equatable {
    /// A tier that isn't sold, or no longer.
    case notSold
    /// What is to be paid isn't what the page said any more.
    case costChanged
    /// What a button of the desk said isn't what it costs now.
    case priceChanged(Money)
    /// Somebody is a member for life already.
    case isForLife
    /// The terms of the museum are agreed to first (MUS-016).
    case termsNotAccepted
    case notAllowed(from: MembershipStatus, to: MembershipStatus)
    /// More emails in a day than anybody needs.
    case tooManyEmails(seconds: Int)
    /// More codes of gifts than anybody has.
    case tooManyCodes(seconds: Int)
    /// Somebody accepted the gift already.
    case giftClaimed
    /// The giver asked for a refund, and nobody has answered.
    case giftRefundRequested
    case giftRefunded
    /// The museum took the gift back.
    case giftEnded
    /// The membership on a printed card is in an account already.
    case cardClaimed
    /// The membership on a printed card has ended.
    case cardEnded
    /// A part of what was paid for it was taken off another one.
    case countsTowardsAnother
    /// It is paid, so it is refunded and not cancelled.
    case cannotCancel
}

extension MembershipRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notSold:
            Problem(.conflict, "museum.tier-not-sold", "This membership isn’t for sale.", remedy: "Choose another one.")
        case .costChanged:
            Problem(
                .conflict, "museum.cost-changed", "What is to be paid has changed.", remedy: "Look at it again, then choose how to pay.")
        case .priceChanged(let now):
            Problem(
                .conflict, "museum.price-changed", "It costs \(now) now. Nothing was sold.", remedy: "Tell them the new price, then take it.")
        case .isForLife:
            Problem(.conflict, "museum.member-for-life", "You’re a member for life already.", remedy: "You don’t need to renew.")
        case .termsNotAccepted:
            Problem(
                .invalid, "museum.terms-missing", "You haven’t accepted the terms yet.", remedy: "Tick the box to accept the terms.",
                fields: ["terms": "Tick the box to accept the terms."])
        case .notAllowed(let from, let to):
            Problem(
                .conflict, "museum.membership-step", "A membership that is “\(from.name)” can’t become “\(to.name)”.",
                remedy: "Reload the page to see how it is now.")
        case .tooManyEmails(let seconds):
            Problem(
                .tooManyRequests, "museum.too-many-emails", "Too many emails in one day.",
                remedy: "Try again tomorrow, or hand over the card yourself.", retryAfter: seconds)
        case .tooManyCodes(let seconds):
            Problem(
                .tooManyRequests, "museum.too-many-codes", "Too many codes.", remedy: "Try again in an hour, or scan the card.",
                retryAfter: seconds)
        case .giftClaimed:
            Problem(
                .conflict, "museum.gift-claimed", "This gift was already accepted.", remedy: "If that wasn’t you, ask the person who gave it to you.")
        case .giftRefundRequested:
            Problem(
                .conflict, "museum.gift-refund-requested", "This gift can’t be accepted right now, because a refund was requested.",
                remedy: "Ask the person who gave it to you. You can accept it if they withdraw the request or the museum declines it.")
        case .giftRefunded:
            Problem(
                .conflict, "museum.gift-refunded", "This gift was refunded.",
                remedy: "Ask the person who gave it to you, or choose a membership yourself.")
        case .giftEnded:
            Problem(
                .conflict, "museum.gift-ended", "This gift has ended.",
                remedy: "Contact the museum if you have questions.")
        case .cardClaimed:
            Problem(
                .conflict, "museum.card-claimed", "This membership is in an account already.", remedy: "If it isn’t yours, ask at the museum’s desk.")
        case .cardEnded:
            Problem(.conflict, "museum.card-ended", "This membership has ended.", remedy: "Contact the museum if you have questions.")
        case .countsTowardsAnother:
            Problem(
                .conflict, "museum.counts-towards-another", "A part of this payment was taken off another membership.",
                remedy: "Refund that one first. Then this one counts again and can be refunded, too.")
        case .cannotCancel:
            Problem(
                .conflict, "museum.membership-paid", "This membership is paid already.", remedy: "Contact the museum if you want your money back.")
        }
    }
}
