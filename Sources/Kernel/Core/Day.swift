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
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        // `Int` alone would take a sign, and years of any length.
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
        // A day that does not exist, such as 31 February, comes back as another.
        guard year > 0, (1...12).contains(month), (1...31).contains(day), Day(number: number) == self else { return nil }
    }

    /// When the day begins in a time zone, or the one so many days later.
    public func start(in zone: TimeZone, after days: Int = 0) -> Instant { moment(in: zone, hour: 0, after: days) }

    /// The middle of the day, which is the same day in every neighbouring zone.
    public func noon(in zone: TimeZone) -> Instant { moment(in: zone, hour: 12, after: 0) }

    /// The moment at which the clock of a zone shows so many minutes after midnight; 1440 is the next midnight. Where summer time skips it, it is
    /// the same as much later.
    public func moment(atMinute minute: Int, in zone: TimeZone) -> Instant { moment(in: zone, hour: minute / 60, minute: minute % 60, after: 0) }

    /// How many minutes after midnight the clock of a zone shows at a moment.
    public static func minute(of moment: Instant, in zone: TimeZone) -> Int {
        let parts = calendar(zone).dateComponents([.hour, .minute], from: moment.date)
        return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }

    /// Earlier is less.
    public static func < (left: Self, right: Self) -> Bool { (left.year, left.month, left.day) < (right.year, right.month, right.day) }

    /// The day so many days later, or earlier.
    public func adding(_ days: Int) -> Day { Day(number: number + days) }

    /// How many days later than another it is.
    public func days(since other: Day) -> Int { number - other.number }

    /// The Monday of its week (ISO 8601).
    public var monday: Day {
        // 1 January 1970 was a Thursday.
        let weekday = (number + 3) % 7
        return adding(weekday < 0 ? -weekday - 7 : -weekday)
    }

    /// The first of its month.
    public var firstOfMonth: Day { adding(1 - day) }

    /// `2026-11-21`.
    public var description: String {
        "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }

    /// Days since 1970. Years are counted from March, so that the leap day is the last of a year; by hand, because statistics read
    /// many thousands of days and the calendar takes microseconds for each.
    private var number: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private init(number: Int) {
        let civil = Instant.civil(Int64(number))
        (year, month, day) = (Int(civil.year), Int(civil.month), Int(civil.day))
    }

    private func moment(in zone: TimeZone, hour: Int, minute: Int = 0, after days: Int) -> Instant {
        let wanted = DateComponents(year: year, month: month, day: day + days, hour: hour, minute: minute)
        return Instant(Self.calendar(zone).date(from: wanted) ?? .distantPast)
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
