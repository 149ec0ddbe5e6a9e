import Core

/// The pickup times that the checkout offers for a cart: none that would be refused for a pause of the kitchen, or because something is served
/// only later.
struct PickupTimes: Sendable, Equatable {
    /// How many minutes from now are offered with one tap.
    private static let soon = [30, 60]

    /// Whether it can be made as soon as there is room.
    let haveNow: Bool
    /// Those that can be chosen by minutes from now.
    let minutes: [Int]
    /// The first that can be chosen, where that is not now; with the reason.
    let words: Text?
    /// Whether there is any time to choose.
    let areAny: Bool

    init(for cart: Cart, by clock: ClockWords, _ pause: OrderingPause?) {
        let now = clock.now
        let earliest = pause?.earliestPickup(preparing: cart.preparation)
        areAny = pause == nil || earliest != nil
        // By the time of pickup: what is served after the pause is made after it anyway.
        haveNow = pause == nil || earliest.flatMap { first in cart.servedFrom.map { $0 >= first } } ?? false
        // What is served only later can't be picked up in half an hour.
        minutes = areAny && cart.servedFrom == nil ? Self.soon.filter { now + .seconds(60 * $0) >= earliest ?? now } : []
        words =
            if let start = cart.servedFrom, start >= earliest ?? start {
                "From \(clock.time(start)), when all of it is served."
            } else {
                earliest.map { "From \(clock.time($0)), when the kitchen takes orders again." }
            }
    }
}
