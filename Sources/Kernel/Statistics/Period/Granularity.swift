public import Core

/// How long one step of a chart or a line of a table is.
public enum Granularity: String, CaseIterable, Sendable {
    case day, week, month

    /// “Day”, “Week”, “Month”.
    public var name: Text {
        switch self {
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        }
    }

    /// What suits a period: neither a handful of steps nor hundreds.
    public static func suiting(_ period: Period) -> Granularity {
        switch period.length {
        case ...62: .day
        case ...300: .week
        default: .month
        }
    }

    /// The first day of the step in which a day lies. Weeks begin on Monday (ISO 8601).
    public func start(of day: Day) -> Day {
        switch self {
        case .day: day
        case .week: day.monday
        case .month: day.firstOfMonth
        }
    }

    /// The steps of a period; the first and the last may be cut by its ends.
    public func steps(of period: Period) -> [Step] {
        var steps: [Step] = []
        var from = period.from
        while from <= period.through {
            let last = min(end(of: from), period.through)
            steps.append(Step(granularity: self, from: from, through: last))
            from = last.adding(1)
        }
        return steps
    }

    private func end(of day: Day) -> Day {
        switch self {
        case .day: day
        case .week: day.monday.adding(6)
        case .month: day.firstOfMonth.adding(31).firstOfMonth.adding(-1)
        }
    }
}

/// A day, a week or a month, as far as it lies in the period.
public struct Step: Sendable, Equatable {
    let granularity: Granularity
    /// Its first day.
    public let from: Day
    /// Its last day.
    public let through: Day

    /// What people read.
    public var name: Text {
        switch granularity {
        case .day: "\(from)"
        case .week: "Week from \(from)"
        case .month: .verbatim(String(from.description.prefix(7)))
        }
    }
}
