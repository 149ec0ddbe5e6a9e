import Core
import Platform

/// The kitchen takes no orders for now. A pause with an end is over by the clock, since every order compares it: no job has to end it.
struct OrderingPause: Sendable, Equatable {
    /// When it ends by itself; nil: when somebody takes orders again.
    let until: Instant?
    private let clock: ClockWords

    /// The lengths that staff choose from, in minutes.
    static let lengths = [15, 30, 60]

    /// What a site has chosen.
    /// - Returns: nil while orders are taken.
    init?(of site: Site, at now: Instant) {
        clock = ClockWords(now: now, zone: site.configuration.zone)
        let end = Instant(milliseconds: Int64(site.value(of: CafeteriaSettings.pausedUntil)))
        if site.value(of: CafeteriaSettings.isPaused) {
            until = nil
        } else if now < end {
            until = end
        } else {
            return nil
        }
    }

    /// The earliest pickup of something ordered now, which the kitchen begins once the pause is over; on a slot's edge, since it is shown to the minute.
    /// - Returns: nil while nobody knows when that is.
    func earliestPickup(preparing preparation: Duration) -> Instant? {
        until.map { Slot(at: $0 + preparation - .milliseconds(1)).end }
    }

    /// ``until`` as it is said behind “until” and “after”.
    var untilWords: Text? { until.map(clock.time) }

    /// For staff.
    var words: Text { untilWords.map { "Paused until \($0)" } ?? "Ordering is paused" }
}
