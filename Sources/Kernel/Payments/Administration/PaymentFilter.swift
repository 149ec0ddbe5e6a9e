import Core
import Foundation
import Web

/// What the form above the payments asks for, as people write it.
struct PaymentFilter: Sendable, Equatable {
    /// Days that are one tap away.
    enum Period: String, Sendable, CaseIterable {
        case today, yesterday, week, sevenDays = "7d", month

        var name: Text {
            switch self {
            case .today: "Today"
            case .yesterday: "Yesterday"
            case .week: "This week"
            case .sevenDays: "7 days"
            case .month: "This month"
            }
        }

        /// Its days, up to today.
        func days(today: Day) -> ClosedRange<Day> {
            switch self {
            case .today: today...today
            case .yesterday: today.adding(-1)...today.adding(-1)
            case .week: today.monday...today
            case .sevenDays: today.adding(-6)...today
            case .month: today.firstOfMonth...today
            }
        }
    }

    static let longestWords = 100

    /// Nil where nobody chose: what somebody has to see to comes first then.
    var show: PaymentListFilter?
    var words = ""
    var period: Period?
    /// The first and the last day as they were typed, in the site's time zone. They count more than the period.
    var from: String?
    var until: String?

    /// Reads the query of the address.
    init(_ query: QueryItems) {
        show = query["show"].flatMap(PaymentListFilter.init)
        words = String((query["q"] ?? "").tidied().prefix(Self.longestWords))
        from = query.chosen("from")
        until = query.chosen("until")
        if from == nil, until == nil { period = query["period"].flatMap(Period.init) }
    }

    /// The same as a query.
    var query: QueryItems {
        var items = QueryItems()
        let all = [("show", show?.rawValue), ("q", words.isEmpty ? nil : words), ("period", period?.rawValue), ("from", from), ("until", until)]
        for (name, value) in all { if let value { items.add(name, value) } }
        return items
    }

    var hasDates: Bool { period != nil || from != nil || until != nil }
    /// Whether anything is asked for besides the tab.
    var isNarrowed: Bool { hasDates || !words.isEmpty }

    /// The same list in one of its tabs.
    func showing(_ show: PaymentListFilter) -> PaymentFilter {
        var other = self
        other.show = show
        return other
    }

    /// The same list on other days.
    func on(_ period: Period?) -> PaymentFilter {
        var other = self
        (other.period, other.from, other.until) = (period, nil, nil)
        return other
    }

    /// The same list whatever the words.
    var withoutWords: PaymentFilter {
        var other = self
        other.words = ""
        return other
    }

    /// What the database is asked for.
    /// - Throws: a ``Problem`` that names the field of a day that is none.
    func selection(today: Day, in zone: TimeZone) throws(Problem) -> PaymentSelection {
        var selection = PaymentSelection(show: show ?? .all, words: words)
        if let period {
            let days = period.days(today: today)
            selection.from = days.lowerBound.start(in: zone)
            selection.until = days.upperBound.start(in: zone, after: 1)
        } else {
            selection.from = try Self.day(from, "from")?.start(in: zone)
            selection.until = try Self.day(until, "until")?.start(in: zone, after: 1)
        }
        return selection
    }

    private static func day(_ typed: String?, _ field: String) throws(Problem) -> Day? {
        guard let typed else { return nil }
        guard let day = Day(typed) else { throw .wrongField(field, "Enter a date.") }
        return day
    }
}
