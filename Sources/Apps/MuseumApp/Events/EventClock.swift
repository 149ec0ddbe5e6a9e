import Core
import Foundation

/// Says when events are, by the museum's clock.
struct EventClock: Sendable {
    let now: Instant
    let zone: TimeZone
    let locale: Locale

    /// “18:30–20:00”, or both days of an event that lasts longer.
    func times(_ event: Event) -> Text {
        if Day(event.startsAt, in: zone) == Day(event.endsAt - .milliseconds(1), in: zone) { return "\(time: event.startsAt)–\(time: event.endsAt)" }
        return "\(moment: event.startsAt) – \(moment: event.endsAt)"
    }

    /// “Tuesday, 18:30–20:00”, beside the leaf with its day.
    func dayAndTimes(_ event: Event) -> Text {
        if Day(event.startsAt, in: zone) == Day(event.endsAt - .milliseconds(1), in: zone) {
            return "\(weekday: event.startsAt), \(time: event.startsAt)–\(time: event.endsAt)"
        }
        return times(event)
    }

    /// “Tuesday 8 December 2026, 18:30–20:00”
    func whole(_ event: Event) -> Text {
        if Day(event.startsAt, in: zone) == Day(event.endsAt - .milliseconds(1), in: zone) {
            return "\(weekday: event.startsAt) \(Day(event.startsAt, in: zone)), \(time: event.startsAt)–\(time: event.endsAt)"
        }
        return times(event)
    }

    func dayNumber(_ moment: Instant) -> String { String(Day(moment, in: zone).day) }

    func month(_ moment: Instant) -> String {
        var style = Date.FormatStyle(locale: locale, timeZone: zone)
        style = style.month(.abbreviated)
        return moment.date.formatted(style).trimmingCharacters(in: CharacterSet(charactersIn: "."))
    }
}

extension Event {
    /// `Free`, `US$12`; nil where nobody said.
    var priceWords: Text? { price.map { $0.minor == 0 ? "Free" : $0.words } }
}
