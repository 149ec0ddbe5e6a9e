import Core
import Foundation

/// A calendar day as forms send it: `2026-11-21`.
struct Day: Sendable, Equatable, CustomStringConvertible {
    let year: Int
    let month: Int
    let day: Int

    /// The day of a moment in a time zone.
    init(_ moment: Instant, in zone: TimeZone) {
        let parts = Self.calendar(zone).dateComponents([.year, .month, .day], from: moment.date)
        (year, month, day) = (parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
    }

    /// Reads a date field; nil when there is no such day.
    init?(_ text: String) {
        let parts = text.split(separator: "-").map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], (2000...2200).contains(year) else { return nil }
        let components = DateComponents(calendar: Self.calendar(.gmt), year: year, month: month, day: day)
        guard components.isValidDate else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The middle of the day, which is the same day in every neighbouring zone.
    func noon(in zone: TimeZone) -> Instant {
        let date = Self.calendar(zone).date(from: DateComponents(year: year, month: month, day: day, hour: 12)) ?? .distantPast
        return Instant(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }

    var description: String {
        "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
