public import Core

/// Opening hours as OpenStreetMap writes them, such as `Mo-Fr 10:00-17:00; Sa 11:00-16:00; PH off`.
///
/// The grammar is that of the specification of `opening_hours`. What is written differently and can mean one thing only is
/// understood as well: `9am-5pm`, `Monday to Friday`, `8.00–12.00`, weekdays in several languages.
/// Times are those of a wall clock; the caller says of which time zone.
public struct Timetable: Sendable, Equatable {
    /// What holds at a time.
    public enum State: String, Sendable, Equatable {
        case open, closed
        /// The text doesn't say: by appointment, an open end, a time that follows the sun.
        case unknown
    }

    /// Some minutes of a day in one state.
    public struct Stretch: Sendable, Equatable {
        /// In minutes since midnight.
        public var from: Int
        /// Not included; at most 1,440.
        public var until: Int
        /// Open or unknown; what is closed is no stretch.
        public let state: State
        /// What the text says about it; empty where it says nothing.
        public let comment: String
    }

    /// The longest text that is read, in characters.
    public static let longestText = 2000
    static let mostRules = 200
    static let day = 1440

    let rules: [TimetableRule]

    /// Reads a text.
    /// - Throws: ``TimetableFault``, which says where it stopped making sense.
    public init(_ text: String) throws(TimetableFault) {
        guard text.count <= Self.longestText else { throw .tooLong }
        var parser = try TimetableParser(text)
        rules = try parser.rules()
    }

    /// What is open or unknown on a day, in order and without overlap, with what reaches into it from the day before.
    public func stretches(on day: Day, holidays: HolidayCalendar = .none) -> [Stretch] {
        let before = DayPlan(rules, on: day.adding(-1), holidays)
        let today = DayPlan(rules, on: day, holidays)
        return today.stretches(after: before)
    }

    /// The state at a minute of a day.
    public func state(on day: Day, atMinute minute: Int, holidays: HolidayCalendar = .none) -> State {
        stretches(on: day, holidays: holidays).first { $0.from <= minute && minute < $0.until }?.state ?? .closed
    }
}

/// Why a text is no opening hours, with the part of it that wasn't understood.
public enum TimetableFault: Error, Equatable, Sendable {
    case empty
    case tooLong
    /// A word that names no day, month or state.
    case unknownWord(String)
    /// A time or a date that doesn't exist, such as 25:70 or 31 February.
    case impossible(String)
    /// Two rules without anything between them; the second begins here.
    case missingSeparator(String)
    /// Something else that isn't expected here; nothing where the text ends too early.
    case unexpected(String)
}
