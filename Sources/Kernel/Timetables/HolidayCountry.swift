public import Core

/// Countries whose public holidays follow rules that are known here: days that are the same every year, or counted from Easter or a weekday.
///
/// A day that a government proclaims, or that follows the moon, isn't among them; nor are those of regions.
public enum HolidayCountry: String, Sendable, CaseIterable {
    case unitedKingdom = "GB"
    case kenya = "KE"
    case sweden = "SE"
    case unitedStates = "US"

    /// Whether a day is a public holiday, or the day off in its place.
    public func isHoliday(_ day: Day) -> Bool {
        switch self {
        case .sweden: Self.swedish(day)
        case .kenya: Self.kenyan(day)
        case .unitedStates: Self.american(day)
        case .unitedKingdom: Self.british(day)
        }
    }

    /// With the eves that are days off by custom.
    private static func swedish(_ day: Day) -> Bool {
        if isOn(day, [(1, 1), (1, 6), (5, 1), (6, 6), (12, 24), (12, 25), (12, 26), (12, 31)]) { return true }
        if isFromEaster(day, [-2, 0, 1, 39, 49]) { return true }
        // Midsummer's eve and day, and All Saints' Day: Saturdays between two dates.
        let isMidsummer = day.month == 6 && (day.weekday == 4 && (19...25).contains(day.day) || day.weekday == 5 && (20...26).contains(day.day))
        let isAllSaints = day.weekday == 5 && (day.month == 10 && day.day == 31 || day.month == 11 && day.day <= 6)
        return isMidsummer || isAllSaints
    }

    /// What falls on a Sunday is taken on Monday, or on Tuesday where Monday is one already.
    private static func kenyan(_ day: Day) -> Bool {
        let fixed = [(1, 1), (5, 1), (6, 1), (10, 10), (10, 20), (12, 12), (12, 25), (12, 26)]
        if isOn(day, fixed) || isFromEaster(day, [-2, 1]) || day.weekday == 0 && isOn(day.adding(-1), fixed) { return true }
        return day.weekday == 1 && isOn(day.adding(-1), fixed) && isOn(day.adding(-2), fixed)
    }

    /// Of the federation; what falls on a Saturday is taken on Friday, what falls on a Sunday on Monday.
    private static func american(_ day: Day) -> Bool {
        let fixed = [(1, 1), (6, 19), (7, 4), (11, 11), (12, 25)]
        if isOn(day, fixed) || day.weekday == 4 && isOn(day.adding(1), fixed) || day.weekday == 0 && isOn(day.adding(-1), fixed) { return true }
        return isWeekday(day, 0, 3, of: 1) || isWeekday(day, 0, 3, of: 2) || isWeekday(day, 0, -1, of: 5) || isWeekday(day, 0, 1, of: 9)
            || isWeekday(day, 0, 2, of: 10) || isWeekday(day, 3, 4, of: 11)
    }

    /// Of England and Wales.
    private static func british(_ day: Day) -> Bool {
        if isOn(day, [(1, 1), (12, 25), (12, 26)]) || isFromEaster(day, [-2, 1]) { return true }
        if isWeekday(day, 0, 1, of: 5) || isWeekday(day, 0, -1, of: 5) || isWeekday(day, 0, -1, of: 8) { return true }
        // The next working days after a weekend that had them.
        if day.month == 1 { return day.weekday == 0 && (2...3).contains(day.day) }
        return day.month == 12 && (day.weekday == 0 || day.weekday == 1) && (27...28).contains(day.day)
    }

    private static func isOn(_ day: Day, _ dates: [(month: Int, day: Int)]) -> Bool { dates.contains { $0.month == day.month && $0.day == day.day } }

    private static func isFromEaster(_ day: Day, _ offsets: [Int]) -> Bool {
        guard let easter = Easter.sunday(day.year) else { return false }
        return offsets.contains(day.days(since: easter))
    }

    /// Whether it is the first (1) to last (-1) of a weekday in a month.
    private static func isWeekday(_ day: Day, _ weekday: Int, _ nth: Int, of month: Int) -> Bool {
        day.month == month && WeekdayRange(first: weekday, last: weekday, nth: [nth]).contains(day)
    }
}
