import Core
import Foundation
import Platform

/// Says when something is, for who reads it now: the day is named where it isn't today.
struct ClockWords: Sendable, Equatable {
    let now: Instant
    /// Of whoever reads it.
    let zone: TimeZone

    /// Behind “from”, “until” and “after”: “16:00”, “tomorrow at 16:00”, “Monday at 08:00”.
    func time(_ moment: Instant) -> Text {
        switch days(until: moment) {
        case 0: "\(time: moment)"
        case 1: "tomorrow at \(time: moment)"
        case -1: "yesterday at \(time: moment)"
        case 2..<7: "\(weekday: moment) at \(time: moment)"
        default: "\(moment: moment)"
        }
    }

    /// Behind a verb: “at 16:00”, “tomorrow at 16:00”, “on Monday at 08:00”.
    func at(_ moment: Instant) -> Text {
        switch days(until: moment) {
        case 0: "at \(time: moment)"
        case 1, -1: time(moment)
        case 2..<7: "on \(weekday: moment) at \(time: moment)"
        default: "on \(day: moment) at \(time: moment)"
        }
    }

    /// The same of what can't be known to the minute: “at about 16:00”.
    func about(_ moment: Instant) -> Text {
        switch days(until: moment) {
        case 0: "at about \(time: moment)"
        case 1: "tomorrow at about \(time: moment)"
        case -1: "yesterday at about \(time: moment)"
        case 2..<7: "on \(weekday: moment) at about \(time: moment)"
        default: "on \(day: moment) at about \(time: moment)"
        }
    }

    /// As ``at(_:)``, and true whenever it is read: “tomorrow” would move with whoever reads it a day later.
    func kept(_ moment: Instant) -> Text { days(until: moment) == 1 ? "on \(weekday: moment) at \(time: moment)" : at(moment) }

    /// When an order that the kitchen has is ready. A time that has passed would send somebody to the counter for nothing.
    func ready(_ order: Order) -> Text { now > order.promisedAt ? "Takes longer than planned" : "Ready \(about(order.promisedAt))" }

    /// “Monday” for 0, in the reader's language.
    static func weekday(_ number: Int) -> Text {
        // Monday, 5 January 1970, at noon: the same weekday in every time zone that people live in.
        "\(weekday: Instant(milliseconds: (4 + Int64(number)) * 86_400_000 + 43_200_000))"
    }

    func isToday(_ moment: Instant) -> Bool { days(until: moment) == 0 }

    private func days(until moment: Instant) -> Int { Day(moment, in: zone).days(since: Day(now, in: zone)) }
}

extension Site {
    /// By the clock on the wall here.
    var clockWords: ClockWords { clockWords(in: configuration.zone) }

    /// - Parameter zone: of whoever reads it.
    func clockWords(in zone: TimeZone) -> ClockWords { ClockWords(now: clock.now(), zone: zone) }
}
