import Core

/// The pickup times that the checkout offers for a cart: none that would be refused for a pause of the kitchen, because it is closed, or because
/// something is served only later or no longer.
struct PickupTimes: Sendable, Equatable {
    /// How many minutes from now are offered with one tap.
    private static let soon = [30, 60]

    /// Whether it can be made as soon as there is room.
    let haveNow: Bool
    /// Those that can be chosen by minutes from now.
    let minutes: [Int]
    /// The first that can be chosen, where that is not now, or the end of those that can; with the reason.
    let words: Text?
    /// Whether there is any time to choose.
    let areAny: Bool

    /// - Parameters:
    ///   - closing: when serving ends today; see ``Orders/closing(in:)``.
    ///   - open: see ``Orders/open(from:)``.
    init(for cart: Cart, by clock: ClockWords, _ pause: OrderingPause?, closing: Instant?, open: (Instant) -> Instant?) {
        let now = clock.now
        let earliest = pause?.earliestPickup(preparing: cart.preparation).flatMap(open)
        areAny = pause == nil || earliest != nil
        // By the time of pickup: what is served after the pause is made after it anyway.
        haveNow = pause == nil || earliest.flatMap { first in cart.servedFrom.map { $0 >= first } } ?? false
        // What is served only later can't be picked up in half an hour.
        let last = cart.servedUntil
        minutes =
            areAny && cart.servedFrom == nil
            ? Self.soon.map { ($0, now + .seconds(60 * $0)) }
                .filter { $1 >= earliest ?? now && $1 < last ?? $1 + .seconds(1) && open($1) == $1 }.map(\.0) : []
        words =
            if let start = cart.servedFrom, start >= earliest ?? start {
                "From \(clock.time(start)), when all of it is served."
            } else if let earliest {
                "From \(clock.time(earliest)), when the kitchen takes orders again."
            } else {
                [last, closing].compactMap(\.self).min().map { "Before \(clock.time($0)), when serving ends." }
            }
    }
}
