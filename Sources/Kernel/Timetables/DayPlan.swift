import Core

/// What the rules say about one day, before the day that precedes it is looked at. Minutes go on past midnight.
struct DayPlan {
    private struct Part {
        var from: Int
        var until: Int
        let state: Timetable.State
        let comment: String
    }

    /// Later ones go before earlier ones.
    private var parts: [Part] = []

    init(_ rules: [TimetableRule], on day: Day, _ calendar: HolidayCalendar) {
        for rule in rules where rule.matches(day, calendar) {
            let new = Self.parts(of: rule)
            switch rule.kind {
            case .normal:
                // What closes some hours leaves the others of the day as they were.
                if rule.effectiveState == .closed, !rule.times.isEmpty { add(new) } else { parts = new }
            case .additional: add(new)
            case .fallback: for part in new { fill(part) }
            }
        }
    }

    private static func parts(of rule: TimetableRule) -> [Part] {
        let state = rule.effectiveState
        guard !rule.times.isEmpty else { return [Part(from: 0, until: Timetable.day, state: state, comment: rule.comment)] }
        return rule.times.flatMap { span -> [Part] in
            guard span.isVague, state == .open else { return [Part(from: span.from, until: span.until, state: state, comment: rule.comment)] }
            guard let certain = span.vagueFrom else {
                return [Part(from: span.from, until: span.until, state: .unknown, comment: rule.comment)]
            }
            return [
                Part(from: span.from, until: certain, state: state, comment: rule.comment),
                Part(from: certain, until: span.until, state: .unknown, comment: rule.comment),
            ]
        }
    }

    private mutating func add(_ new: [Part]) {
        for part in new {
            // An open end gives way to what is said with certainty.
            if part.state == .unknown, parts.contains(where: { $0.state == .open && $0.from < part.until && part.from < $0.until }) {
                parts.insert(part, at: 0)
            } else {
                parts.append(part)
            }
        }
    }

    /// Adds a part where nothing has been said.
    private mutating func fill(_ part: Part) {
        var from = part.from
        for taken in parts.sorted(by: { $0.from < $1.from }) where taken.until > from && taken.from < part.until {
            if taken.from > from { parts.append(Part(from: from, until: taken.from, state: part.state, comment: part.comment)) }
            from = max(from, taken.until)
        }
        if from < part.until { parts.append(Part(from: from, until: part.until, state: part.state, comment: part.comment)) }
    }

    /// The day from midnight to midnight, with the rest of the night before.
    func stretches(after before: DayPlan) -> [Timetable.Stretch] {
        let rest = before.parts.filter { $0.until > Timetable.day }.map {
            Part(from: max(0, $0.from - Timetable.day), until: $0.until - Timetable.day, state: $0.state, comment: $0.comment)
        }
        // All day closed closes the day's own hours; the night before goes on into it.
        let own = parts.filter { !($0.state == .closed && $0.from == 0 && $0.until == Timetable.day) }
        let all = (rest + own).map { Part(from: $0.from, until: min($0.until, Timetable.day), state: $0.state, comment: $0.comment) }
        let edges = Set(all.flatMap { [$0.from, $0.until] }).sorted()
        var found: [Timetable.Stretch] = []
        for (from, until) in zip(edges, edges.dropFirst()) {
            guard let part = all.last(where: { $0.from <= from && until <= $0.until }), part.state != .closed else { continue }
            if let last = found.last, last.until == from, last.state == part.state, last.comment == part.comment {
                found[found.count - 1].until = until
            } else {
                found.append(Timetable.Stretch(from: from, until: until, state: part.state, comment: part.comment))
            }
        }
        return found
    }
}
