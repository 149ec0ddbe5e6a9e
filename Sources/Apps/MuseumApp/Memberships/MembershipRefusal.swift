import Core

/// Why a membership wasn't begun, or a step of it not taken.
enum MembershipRefusal: Error, Equatable {
    /// A tier that isn't sold, or no longer.
    case notSold
    /// Somebody is a member for life already.
    case isForLife
    /// The terms of the museum are agreed to first (MUS-016).
    case termsNotAccepted
    case notAllowed(from: MembershipStatus, to: MembershipStatus)
    /// Somebody accepted the gift already, or it was taken back.
    case giftClaimed
    /// It is paid, so it is refunded and not cancelled.
    case cannotCancel
}

extension MembershipRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notSold:
            Problem(.conflict, "museum.tier-not-sold", "This membership isn’t for sale.", remedy: "Choose another one.")
        case .isForLife:
            Problem(.conflict, "museum.member-for-life", "You’re a member for life already.", remedy: "You don’t need to renew.")
        case .termsNotAccepted:
            Problem(
                .invalid, "museum.terms-missing", "Read and accept the terms first.", remedy: "Tick the box and try again.",
                fields: ["terms": "Tick the box to accept the terms."])
        case .notAllowed(let from, let to):
            Problem(
                .conflict, "museum.membership-step", "A membership that is “\(from.name)” can’t become “\(to.name)”.",
                remedy: "Reload the page to see how it is now.")
        case .giftClaimed:
            Problem(
                .conflict, "museum.gift-claimed", "This gift can’t be accepted any more.", remedy: "It has been accepted already, or was taken back.")
        case .cannotCancel:
            Problem(
                .conflict, "museum.membership-paid", "This membership is paid already.", remedy: "Contact the museum if you want your money back.")
        }
    }
}
