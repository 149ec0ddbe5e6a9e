public import Core
public import Web

/// The days that somebody asks about, both ends included.
public struct Period: Sendable, Equatable {
    /// The ways to say them.
    public enum Choice: String, CaseIterable, Sendable {
        case today, yesterday
        case lastWeek = "last-week"
        case week = "7d"
        case thisMonth = "this-month"
        case month = "30d"
        case year = "12m"
        case own

        var name: Text {
            switch self {
            case .today: "Today"
            case .yesterday: "Yesterday"
            case .lastWeek: "Last week"
            case .week: "7 days"
            case .thisMonth: "This month"
            case .month: "30 days"
            case .year: "12 months"
            case .own: "Custom dates"
            }
        }
    }

    /// Ten years: more is no question about how things go.
    static let mostDays = 3660

    /// How it was said.
    public let choice: Choice
    /// The first day.
    public let from: Day
    /// The last day.
    public let through: Day

    /// A period that is told by today. Weeks begin on Monday.
    public init(_ choice: Choice, today: Day) {
        self.choice = choice
        through =
            switch choice {
            case .yesterday: today.adding(-1)
            case .lastWeek: today.monday.adding(-1)
            case .today, .week, .thisMonth, .month, .year, .own: today
            }
        from =
            switch choice {
            case .today: today
            case .yesterday: today.adding(-1)
            case .lastWeek: today.monday.adding(-7)
            case .thisMonth: today.firstOfMonth
            case .week: today.adding(-6)
            case .month, .own: today.adding(-29)
            // Eleven whole months and the present one: from the first of the month that is eleven back.
            case .year: (0..<11).reduce(today.firstOfMonth) { first, _ in first.adding(-1).firstOfMonth }
            }
    }

    /// Reads `period=7d|30d|12m|own` with `from` and `through`.
    /// - Throws: a ``Problem`` that names the field of a day that is none, or comes too early or too late.
    public init(_ query: QueryItems, today: Day) throws(Problem) {
        let given = query["period"].flatMap(Choice.init(rawValue:)) ?? (query["from"] == nil ? .month : .own)
        guard given == .own else {
            self.init(given, today: today)
            return
        }
        let through = try Self.day(query, "through") ?? today
        let from = try Self.day(query, "from") ?? through.adding(-29)
        guard from <= through else { throw .wrongField("through", "The last day comes before the first.") }
        guard through.days(since: from) < Self.mostDays else { throw .wrongField("from", "At most ten years can be shown at once.") }
        self.init(from: from, through: through)
    }

    private init(from: Day, through: Day) {
        choice = .own
        (self.from, self.through) = (from, through)
    }

    /// How many days it has.
    public var length: Int { through.days(since: from) + 1 }

    /// As many days directly before.
    public var before: Period { Period(from: from.adding(-length), through: from.adding(-1)) }

    /// The same as a query.
    public var query: [(String, String)] {
        choice == .own
            ? [("period", choice.rawValue), ("from", from.description), ("through", through.description)] : [("period", choice.rawValue)]
    }

    private static func day(_ query: QueryItems, _ field: String) throws(Problem) -> Day? {
        guard let text = query[field], !text.isEmpty else { return nil }
        guard let day = Day(text), day.year >= 1900 else { throw .wrongField(field, "This must be a day, written like 2026-11-20.") }
        return day
    }
}
