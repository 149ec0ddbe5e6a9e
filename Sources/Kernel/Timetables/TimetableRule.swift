import Core

/// One rule of a timetable: on which days, at which times, and what then.
struct TimetableRule: Sendable, Equatable {
    enum Kind: Sendable { case normal, additional, fallback }

    var kind: Kind
    var years: [YearRange] = []
    var dates: [DateRange] = []
    var weeks: [WeekRange] = []
    var weekdays: [WeekdayRange] = []
    var holidays: [Holiday] = []
    /// `PH Mo` is a holiday that is a Monday; `PH,Mo` is either.
    var needsHolidayAndWeekday = false
    var times: [TimeSpan] = []
    /// nil where no word says so.
    var state: Timetable.State?
    var comment = ""

    var isEmpty: Bool { times.isEmpty && state == nil && comment.isEmpty && !hasDays }
    var hasDays: Bool { !(years.isEmpty && dates.isEmpty && weeks.isEmpty && weekdays.isEmpty && holidays.isEmpty) }

    /// What a rule says of its times. A comment alone says that one has to ask.
    var effectiveState: Timetable.State { state ?? (comment.isEmpty ? .open : .unknown) }

    func matches(_ day: Day, _ calendar: HolidayCalendar) -> Bool {
        guard years.isEmpty || years.contains(where: { $0.contains(day.year) }) else { return false }
        guard dates.isEmpty || dates.contains(where: { $0.contains(day) }) else { return false }
        guard weeks.isEmpty || weeks.contains(where: { $0.contains(day.isoWeek) }) else { return false }
        let isWeekday = weekdays.contains { $0.contains(day) }
        let isHoliday = holidays.contains { $0.contains(day, calendar) }
        if weekdays.isEmpty { return holidays.isEmpty || isHoliday }
        if holidays.isEmpty { return isWeekday }
        return needsHolidayAndWeekday ? isWeekday && isHoliday : isWeekday || isHoliday
    }
}

struct YearRange: Sendable, Equatable {
    var first: Int
    var last: Int
    var step = 1

    func contains(_ year: Int) -> Bool { first <= year && year <= last && (year - first) % step == 0 }
}

/// Weeks by their ISO number; a range may go on past the end of the year.
struct WeekRange: Sendable, Equatable {
    var first: Int
    var last: Int
    var step = 1

    func contains(_ week: Int) -> Bool {
        if first <= last { return first <= week && week <= last && (week - first) % step == 0 }
        return week >= first || week <= last
    }
}

struct WeekdayRange: Sendable, Equatable {
    var first: Int
    var last: Int
    /// The first, the second … of the month; below zero from its end. Empty is every one.
    var nth: [Int] = []
    /// Days after it.
    var offset = 0

    func contains(_ day: Day) -> Bool {
        let base = day.adding(-offset)
        let weekday = base.weekday
        guard first <= last ? first <= weekday && weekday <= last : weekday >= first || weekday <= last else { return false }
        if nth.isEmpty { return true }
        return nth.contains((base.day - 1) / 7 + 1) || nth.contains(-((base.daysInMonth - base.day) / 7 + 1))
    }
}

struct Holiday: Sendable, Equatable {
    var isPublic: Bool
    var offset = 0

    func contains(_ day: Day, _ calendar: HolidayCalendar) -> Bool {
        isPublic ? calendar.isPublicHoliday(day.adding(-offset)) : calendar.schoolHolidays.contains(day.adding(-offset))
    }
}

/// One end of a range of dates.
struct DatePoint: Sendable, Equatable {
    enum Base: Sendable, Equatable {
        case day(month: Int, day: Int)
        /// A month as a whole: its first day, or its last.
        case month(Int)
        case easter
        /// The first (1) to last (-1) of a weekday in a month.
        case weekday(month: Int, weekday: Int, nth: Int)
    }

    var year: Int?
    var base: Base
    var offset = 0

    func day(in year: Int, isEnd: Bool) -> Day? {
        let found: Day? =
            switch base {
            case .day(let month, let day):
                // 29 February is the last of the month in other years.
                Day(year: year, month: month, day: min(day, Day.lastDay(ofMonth: month, year: year)))
            case .month(let month): Day(year: year, month: month, day: isEnd ? Day.lastDay(ofMonth: month, year: year) : 1)
            case .easter: Easter.sunday(year)
            case .weekday(let month, let weekday, let nth): Self.weekday(weekday, nth, month, year)
            }
        return found?.adding(offset)
    }

    private static func weekday(_ weekday: Int, _ nth: Int, _ month: Int, _ year: Int) -> Day? {
        let length = Day.lastDay(ofMonth: month, year: year)
        guard let first = Day(year: year, month: month, day: 1) else { return nil }
        let firstOne = (weekday - first.weekday + 7) % 7
        let day = nth > 0 ? firstOne + 7 * (nth - 1) : firstOne + 7 * ((length - 1 - firstOne) / 7 + 1 + nth)
        return (0..<length).contains(day) ? first.adding(day) : nil
    }
}

struct DateRange: Sendable, Equatable {
    var first: DatePoint
    var last: DatePoint
    var step = 1

    func contains(_ day: Day) -> Bool {
        if let year = first.year { return contains(day, from: year) }
        return (day.year - 1...day.year + 1).contains { contains(day, from: $0) }
    }

    private func contains(_ day: Day, from year: Int) -> Bool {
        guard let start = first.day(in: year, isEnd: false), var end = last.day(in: last.year ?? year, isEnd: true) else { return false }
        if end < start, last.year == nil, let later = last.day(in: year + 1, isEnd: true) { end = later }
        return start <= day && day <= end && day.days(since: start) % step == 0
    }
}

/// Times of a day, in minutes since its midnight; what ends after midnight is above 1,440.
struct TimeSpan: Sendable, Equatable {
    var from: Int
    var until: Int
    /// Whether the end, or all of it, isn't known: `10:00+`, `sunrise-sunset`.
    var isVague = false
    /// From when on it is vague; `10:00-14:00+` is certain until 14:00.
    var vagueFrom: Int?
}
