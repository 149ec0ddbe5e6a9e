import Core

/// Why an order wasn't taken, or a step of it.
enum OrderRefusal: Error, Equatable {
    case cartEmpty
    /// Prices or availability have changed since the summary was shown.
    case changed
    case tooFewPoints
    case pointsNotInSteps
    case instructionsTooLong
    /// The place is closed at that time.
    case closed
    /// “At another time” without one.
    case pickupMissing
    case pickupPast
    /// No time that can be chosen at all: too far ahead, or not a time.
    case pickupWrong
    /// The kitchen has no room at that time; the earliest time that it has, if any, by ``ClockWords``.
    case kitchenFull(Text?)
    /// The kitchen takes no orders for that time; the earliest time that it does, and when it takes them again, if that is known.
    case paused(earliest: Text?, until: Text?)
    case notAllowed(from: OrderStatus, to: OrderStatus)
    case cannotCancel
    /// Of what is in the cart, this is served at other times than the one that was chosen.
    case notServedThen([String], from: Text?)
    /// Nothing on the menu is served at that time of the day; when something is, by ``ClockWords``.
    case outsideServing(from: Text, until: Text)
    /// It would be ready when something in the cart is no longer served; until when it is, by ``ClockWords``.
    case servedUntil(Text)
    /// The cash that was handed over is less than what is to be paid.
    case tooLittleGiven(Money)
    /// Staff cancel with a reason.
    case reasonMissing
    /// Names of what can't be ordered again.
    case missing([String])
}

extension OrderRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .cartEmpty: Problem(.conflict, "cafeteria.cart-empty", "Your cart is empty.", remedy: "Choose something from the menu.")
        case .changed:
            Problem(
                .conflict, "cafeteria.order-changed", "Something has changed since you opened this page.",
                remedy: "Check your order and confirm it again.")
        case .tooFewPoints:
            Problem(.conflict, "cafeteria.points-missing", "You don’t have that many points.", remedy: "Use fewer points.")
        case .pointsNotInSteps:
            Problem(
                .invalid, "cafeteria.points-step", "Points are used in hundreds.", remedy: "Choose another number of points.",
                fields: ["points": "Points are used in hundreds."])
        case .instructionsTooLong:
            Problem(
                .invalid, "cafeteria.instructions-too-long", "The instructions are too long.", remedy: "Shorten them.",
                fields: ["instructions": "Write at most \(Order.longestInstructions) characters."])
        case .closed:
            Problem(
                .conflict, "cafeteria.closed", "The cafeteria is closed at that time.", remedy: "Choose another time.",
                fields: ["pickup": "The cafeteria is closed at that time."])
        case .pickupMissing:
            Problem(
                .invalid, "cafeteria.pickup-missing", "No pickup time was chosen.", remedy: "Enter a time, or choose another way.",
                fields: ["time": "Enter a time."])
        case .pickupPast:
            Problem(
                .invalid, "cafeteria.pickup-past", "That time has already passed today.", remedy: "Choose a later time.",
                fields: ["time": "Choose a later time."])
        case .pickupWrong:
            Problem(
                .invalid, "cafeteria.pickup-wrong", "It can’t be picked up at that time.", remedy: "Choose another time.",
                fields: ["pickup": "Choose another time."])
        case .kitchenFull(let soonest?):
            Problem(
                .conflict, "cafeteria.kitchen-full", "The kitchen can’t have it ready by then.", remedy: "The earliest time is \(soonest).",
                fields: ["pickup": "It can’t be ready by then. The earliest time is \(soonest)."])
        case .kitchenFull(nil):
            Problem(
                .conflict, "cafeteria.kitchen-full", "The kitchen can’t take more orders today.", remedy: "Order less, or try again tomorrow.",
                fields: ["pickup": "The kitchen can’t take more orders today."])
        case .paused(let earliest?, let until?):
            Problem(
                .conflict, "cafeteria.paused", "Ordering is paused until \(until).", remedy: "Choose \(earliest) or later.",
                fields: ["pickup": "Choose \(earliest) or later."])
        case .paused:
            Problem(.conflict, "cafeteria.paused", "The kitchen isn’t taking orders right now.", remedy: "Try again in a few minutes.")
        case .notAllowed(_, let wanted):
            Problem(
                .conflict, "cafeteria.order-moved-on", "This order can’t become “\(wanted.name)” any more.",
                remedy: "Reload the page to see how it is now.")
        case .notServedThen(let names, let start?):
            Problem(
                .conflict, "cafeteria.not-served-then", "Not served at that time: \(names.joined(separator: ", ")).",
                remedy: "Choose \(start) or later, or remove it from your cart.", fields: ["pickup": "Choose \(start) or later."])
        case .notServedThen(let names, nil):
            Problem(
                .conflict, "cafeteria.not-served-then", "Not served at that time: \(names.joined(separator: ", ")).",
                remedy: "Choose another time, or remove it from your cart.", fields: ["pickup": "Not everything in your cart is served at that time."]
            )
        case .outsideServing(let start, let end):
            Problem(
                .conflict, "cafeteria.closed", "Nothing is served at that time.", remedy: "Choose a time from \(start) to \(end).",
                fields: ["time": "Choose a time from \(start) to \(end)."])
        case .servedUntil(let end):
            Problem(
                .conflict, "cafeteria.served-until", "Something in your cart is served only until \(end), and can’t be ready by then.",
                remedy: "Remove it from your cart, or order it another day.", fields: ["pickup": "It can’t be ready by \(end), when serving ends."])
        case .cannotCancel:
            Problem(
                .conflict, "cafeteria.cannot-cancel", "This order can’t be cancelled any more.", remedy: "Ask at the counter.")
        case .tooLittleGiven(let cost):
            Problem(
                .invalid, "cafeteria.too-little-given", "That’s less than \(cost).", remedy: "Enter what you were given.",
                fields: ["given": "Enter \(cost) or more."])
        case .reasonMissing:
            Problem(
                .invalid, "cafeteria.reason-missing", "Give a reason.", remedy: "Choose or write why the order is cancelled.",
                fields: ["reason": "Choose or write why the order is cancelled."])
        case .missing(let names):
            Problem(
                .conflict, "cafeteria.not-all-available", "You can’t order this again: \(names.joined(separator: ", ")) can’t be had right now.",
                remedy: "Nothing was put into your cart. Choose from the menu what you’d like instead.")
        }
    }
}
