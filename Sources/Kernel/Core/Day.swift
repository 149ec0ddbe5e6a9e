import Foundation

/// A calendar day as forms send it: `2026-11-21`.
public struct Day: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The year, month and day of the Gregorian calendar.
    public let year: Int, month: Int, day: Int

    /// The day of a moment in a time zone.
    public init(_ moment: Instant, in zone: TimeZone) {
        let parts = Self.calendar(zone).dateComponents([.year, .month, .day], from: moment.date)
        (year, month, day) = (parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1)
    }

    /// Reads a date field; nil when there is no such day.
    public init?(_ text: String) {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard text.utf8.count == 10, parts.count == 3 else { return nil }
        (year, month, day) = (parts[0], parts[1], parts[2])
        guard DateComponents(calendar: Self.calendar(.gmt), year: year, month: month, day: day).isValidDate else { return nil }
    }

    /// When the day begins in a time zone, or the one so many days later.
    public func start(in zone: TimeZone, after days: Int = 0) -> Instant { moment(in: zone, hour: 0, after: days) }

    /// The middle of the day, which is the same day in every neighbouring zone.
    public func noon(in zone: TimeZone) -> Instant { moment(in: zone, hour: 12, after: 0) }

    /// Earlier is less.
    public static func < (left: Self, right: Self) -> Bool { (left.year, left.month, left.day) < (right.year, right.month, right.day) }

    /// The day so many days later, or earlier.
    public func adding(_ days: Int) -> Day { Day(moment(in: .gmt, hour: 12, after: days), in: .gmt) }

    /// How many days later than another it is.
    public func days(since other: Day) -> Int { Int((noon(in: .gmt) - other.noon(in: .gmt)).components.seconds / 86_400) }

    /// The Monday of its week (ISO 8601).
    public var monday: Day {
        // 1 January 1970 was a Thursday.
        let number = days(since: Day(Instant(milliseconds: 0), in: .gmt)) + 3
        return adding(-(((number % 7) + 7) % 7))
    }

    /// The first of its month.
    public var firstOfMonth: Day { adding(1 - day) }

    /// `2026-11-21`.
    public var description: String {
        "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    private func moment(in zone: TimeZone, hour: Int, after days: Int) -> Instant {
        let wanted = DateComponents(year: year, month: month, day: day + days, hour: hour)
        return Instant(Self.calendar(zone).date(from: wanted) ?? .distantPast)
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
