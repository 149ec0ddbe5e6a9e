public import Core

/// The days for which `PH` and `SH` stand in a ``Timetable``.
public struct HolidayCalendar: Sendable, Equatable {
    /// Public holidays.
    public var publicHolidays: Set<Day>
    /// Days without school.
    public var schoolHolidays: Set<Day>
    /// Whose public holidays count besides.
    public var country: HolidayCountry?

    /// No holidays are known.
    public static let none = HolidayCalendar()

    /// Holidays by their days.
    public init(public publicHolidays: Set<Day> = [], school schoolHolidays: Set<Day> = [], country: HolidayCountry? = nil) {
        self.publicHolidays = publicHolidays
        self.country = country
        self.schoolHolidays = schoolHolidays
    }

    func isPublicHoliday(_ day: Day) -> Bool { publicHolidays.contains(day) || country?.isHoliday(day) == true }
}

/// Days that are counted from Easter.
public enum Easter {
    /// Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher).
    public static func sunday(_ year: Int) -> Day? {
        let (a, b, c) = (year % 19, year / 100, year % 100)
        let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
        let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
        let m = (a + 11 * h + 22 * l) / 451
        let number = h + l - 7 * m + 114
        return Day(year: year, month: number / 31, day: number % 31 + 1)
    }
}

extension Day {
    /// A day by its numbers; nil where there is none.
    init?(year: Int, month: Int, day: Int) {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        self.init("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
    }

    /// Monday is 0.
    var weekday: Int { days(since: monday) }

    /// The number of its week (ISO 8601).
    var isoWeek: Int {
        let thursday = monday.adding(3)
        guard let first = Day(year: thursday.year, month: 1, day: 1) else { return 1 }
        return thursday.days(since: first) / 7 + 1
    }

    var daysInMonth: Int { Self.lastDay(ofMonth: month, year: year) }

    static func lastDay(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
