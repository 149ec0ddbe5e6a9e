import Analytics
import Core

/// What a measure came to, step by step.
struct Series: Sendable {
    let measure: Measure
    /// The first day that anything is known of.
    let knownFrom: Day?
    /// One amount for each step; nil where nothing is known.
    let steps: [Int?]
    /// The same, part by part, the largest first.
    let parts: [Part]
    /// What the whole period came to.
    let total: Int?
    /// What as many days before came to; nil where they are not known whole.
    let before: Int?

    struct Part: Sendable {
        let id: String
        let steps: [Int?]
        let total: Int?
    }

    /// Whether the time before was not counted, or not whole.
    let isYoung: Bool

    /// Whether there is anything to draw.
    var hasFigures: Bool { steps.contains { $0 ?? 0 != 0 } }

    /// Whether it has a course: one or two points are a figure.
    var isWorthDrawing: Bool { steps.count { $0 != nil } >= 3 }

    /// How much more than before, in per cent; nil where there is nothing to compare with.
    var change: Int? {
        guard let total, let before, before > 0 else { return nil }
        return Int(saturating: (Double(total.subtractingSaturated(before)) / Double(before) * 100).rounded())
    }
}

/// Makes series of the amounts of days.
struct SeriesMaker: Sendable {
    let period: Period
    let steps: [Step]
    let today: Day

    /// - Parameter amounts: those of the measure alone, in the period and as many days before it.
    func series(_ measure: Measure, knownFrom: Day?, _ amounts: [DayAmount]) -> Series {
        let within = amounts.filter { $0.day >= period.from }
        let earlier = period.before
        let parts = Dictionary(grouping: within, by: \.part).map { id, amounts in
            Series.Part(id: id, steps: values(measure, knownFrom, amounts), total: sum(measure, amounts, from: period.from, through: period.through))
        }
        let isComparable = knownFrom.map { $0 <= earlier.from } ?? false
        return Series(
            measure: measure, knownFrom: knownFrom, steps: values(measure, knownFrom, within),
            parts: parts.sorted { ($0.total ?? 0, $1.id) > ($1.total ?? 0, $0.id) },
            total: isKnown(knownFrom, through: period.through) ? sum(measure, within, from: period.from, through: period.through) : nil,
            before: isComparable ? sum(measure, amounts, from: earlier.from, through: earlier.through) : nil,
            isYoung: !isComparable)
    }

    private func values(_ measure: Measure, _ knownFrom: Day?, _ amounts: [DayAmount]) -> [Int?] {
        let byStep = Dictionary(grouping: amounts) { start(of: $0.day) }
        return steps.map { step in
            guard isKnown(knownFrom, through: step.through), step.from <= today else { return nil }
            return sum(measure, byStep[step.from] ?? [], from: step.from, through: step.through)
        }
    }

    /// The first day of the step in which a day of the period lies.
    private func start(of day: Day) -> Day {
        var (low, high) = (0, steps.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if steps[middle].from <= day { low = middle } else { high = middle }
        }
        return steps[low].from
    }

    private func isKnown(_ knownFrom: Day?, through day: Day) -> Bool { knownFrom.map { $0 <= day } ?? false }

    /// Amounts add up; of a level the last day that was noted holds, all its parts together.
    private func sum(_ measure: Measure, _ amounts: [DayAmount], from: Day, through: Day) -> Int? {
        let within = amounts.filter { from <= $0.day && $0.day <= through }
        switch measure.kind {
        case .sum: return within.reduce(0) { $0 + $1.amount }
        case .level:
            guard let last = within.map(\.day).max() else { return nil }
            return within.reduce(0) { $0 + ($1.day == last ? $1.amount : 0) }
        }
    }
}
