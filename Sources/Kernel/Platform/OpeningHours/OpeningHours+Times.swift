public import Core
public import Foundation

extension OpeningHours {
    /// What happens next at the door.
    public enum Change: Sendable, Equatable {
        case opens(at: Instant)
        case closes(at: Instant)
    }

    /// Whether it is open at a moment.
    public func isOpen(at moment: Instant, in zone: TimeZone) -> Bool {
        let minute = Day.minute(of: moment, in: zone)
        return spans(on: Day(moment, in: zone)).contains { $0.from <= minute && minute < $0.until }
    }

    /// When it opens or closes after a moment; nil where it does neither within a week of the last exception. Midnight between two spans
    /// that touch is no change.
    public func nextChange(after moment: Instant, in zone: TimeZone) -> Change? {
        let (today, isOpenNow) = (Day(moment, in: zone), isOpen(at: moment, in: zone))
        let ends = exceptions.map { $0.last.days(since: today) }.filter { $0 >= 0 }
        for offset in 0...(Swift.min(ends.max() ?? 0, Self.farthest) + 8) {
            for candidate in boundaries(of: today.adding(offset), in: zone) where candidate > moment {
                if isOpen(at: candidate, in: zone) != isOpenNow { return isOpenNow ? .closes(at: candidate) : .opens(at: candidate) }
            }
        }
        return nil
    }

    /// The times of a day in which it is open, in order.
    public func openings(on day: Day, in zone: TimeZone) -> [Range<Instant>] {
        spans(on: day).compactMap { span in
            let (first, last) = (day.moment(atMinute: span.from, in: zone), day.moment(atMinute: span.until, in: zone))
            return first < last ? first..<last : nil
        }
    }

    /// How many days ahead exceptions are looked at.
    private static let farthest = 800

    /// Every moment of a day at which a span begins or ends, and at which the clock is changed.
    private func boundaries(of day: Day, in zone: TimeZone) -> [Instant] {
        let start = day.start(in: zone)
        var moments = spans(on: day).flatMap { [$0.from, $0.until] }.map { day.moment(atMinute: $0, in: zone) }
        moments.append(start)
        if let shift = zone.nextDaylightSavingTimeTransition(after: start.date), shift < day.start(in: zone, after: 1).date {
            moments.append(Instant(shift))
        }
        return moments.sorted()
    }
}

extension OpeningHours.Change {
    /// “Opens at 07:00 tomorrow”, as read at `now`.
    public func words(at now: Instant, in zone: TimeZone) -> Text {
        switch self {
        case .opens(let moment):
            let (day, time) = (Day(moment, in: zone), Self.time(moment, in: zone))
            switch day.days(since: Day(now, in: zone)) {
            case 0: return "Opens at \(time) today"
            case 1: return "Opens at \(time) tomorrow"
            case 2..<7: return "Opens on \(weekday: moment) at \(time)"
            default: return "Opens \(day) at \(time)"
            }
        case .closes(let moment):
            let (day, time) = (Day(moment, in: zone), Self.time(moment, in: zone))
            switch day.days(since: Day(now, in: zone)) {
            case 0: return "Open until \(time)"
            case 1: return time == "00:00" ? "Open until midnight" : "Open until \(time) tomorrow"
            default: return "Open until \(time) on \(day)"
            }
        }
    }

    private static func time(_ moment: Instant, in zone: TimeZone) -> String {
        OpeningHours.clock(Day.minute(of: moment, in: zone))
    }
}
