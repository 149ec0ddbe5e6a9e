/// Reads rules from pieces of text. What it doesn't understand it names, and stops.
struct TimetableParser {
    let tokens: [TimetableToken]
    let words: TimetableWords
    var index = 0

    init(_ text: String) throws(TimetableFault) {
        tokens = try TimetableLexer.tokens(text)
        words = TimetableWords(
            for: Set(tokens.compactMap { if case .word(let word) = $0.kind, !Self.units.contains(word) { word } else { nil } }))
    }

    /// Belong to a number rather than to the language.
    static let units: Set<String> = [
        "am", "pm", "a", "p", "m", "h", "hrs", "stunden", "day", "days", "time", "時", "时", "点", "分", "시", "분", "late", "end",
    ]

    mutating func rules() throws(TimetableFault) -> [TimetableRule] {
        var rules: [TimetableRule] = []
        var kind = TimetableRule.Kind.normal
        while true {
            while take(";") {
                kind = .normal
                _ = take(",")
            }
            guard token != nil else { break }
            guard rules.count < Timetable.mostRules else { throw .tooLong }
            var rule = TimetableRule(kind: kind)
            try read(&rule)
            guard !rule.isEmpty else { throw unexpected }
            rules.append(rule)
            switch token?.kind {
            case nil: break
            case .symbol(";"): kind = .normal
            case .symbol(","):
                index += 1
                kind = .additional
                if token == nil { break }
            case .fallback:
                index += 1
                kind = .fallback
                guard token != nil else { throw unexpected }
            default: throw .missingSeparator(typedHere)
            }
        }
        guard !rules.isEmpty else { throw .empty }
        return rules
    }

    /// Reads selectors, times and what then, until something separates this rule from the next.
    private mutating func read(_ rule: inout TimetableRule) throws(TimetableFault) {
        while let token {
            switch token.kind {
            case .symbol(";"), .fallback: return
            case .symbol(","):
                guard commaContinues(rule) else { return }
                index += 1
            case .symbol(":"), .symbol("."):
                guard rule.hasDays, rule.times.isEmpty else { throw unexpected }
                index += 1
            case .comment(let words):
                guard rule.comment.isEmpty else { throw unexpected }
                rule.comment = words
                index += 1
            case .number, .symbol("("): if try !readNumber(&rule) { return }
            case .word(let word): if try !readWord(word, &rule) { return }
            case .symbol: throw unexpected
            }
        }
    }

    /// Whether what follows a comma belongs to the rule before it.
    private func commaContinues(_ rule: TimetableRule) -> Bool {
        guard let next = tokens.indices.contains(index + 1) ? tokens[index + 1].kind : nil else { return false }
        let isOpen = rule.times.isEmpty && rule.state == nil && rule.comment.isEmpty
        guard isOpen, rule.hasDays else { return false }
        switch next {
        case .number: return isTime(at: index + 1) || isHour(at: index + 1)
        case .word(let word):
            switch meaning(word) {
            case .state(.closed), .sun: return true
            // `Apr-Sep, Mo-Fr 10:00-17:00`
            case .weekday: return rule.weekdays.isEmpty && rule.holidays.isEmpty
            default: return false
            }
        case .symbol("("): return true
        case .comment: return true
        default: return false
        }
    }

    private mutating func readNumber(_ rule: inout TimetableRule) throws(TimetableFault) -> Bool {
        let allDay = allDayLength
        if allDay > 0 {
            guard rule.times.isEmpty else { throw .missingSeparator(typedHere) }
            index += allDay
            rule.times = [TimeSpan(from: 0, until: Timetable.day)]
            return true
        }
        if isYear(at: index), !rule.hasDays || rule.years.isEmpty && rule.times.isEmpty && rule.dates.isEmpty && !isDateAfterYear(at: index) {
            rule.years = try years()
            return true
        }
        if startsDate(at: index) {
            guard rule.dates.isEmpty else { throw .missingSeparator(typedHere) }
            rule.dates = try dates()
            return true
        }
        guard rule.state == nil, rule.comment.isEmpty || rule.times.isEmpty else { throw .missingSeparator(typedHere) }
        rule.times += try times()
        return true
    }

    private mutating func readWord(_ word: String, _ rule: inout TimetableRule) throws(TimetableFault) -> Bool {
        guard let meaning = meaning(word) else { throw .unknownWord(typedHere) }
        switch meaning {
        case .filler, .daily:
            index += 1
            if meaning == .daily, rule.weekdays.isEmpty { rule.weekdays = [WeekdayRange(first: 0, last: 6)] }
        case .always:
            index += 1
            if rule.times.isEmpty { rule.times = [TimeSpan(from: 0, until: Timetable.day)] }
        case .state(let state):
            guard rule.state == nil else { throw .missingSeparator(typedHere) }
            index += 1
            rule.state = state
        case .week:
            guard rule.weeks.isEmpty else { throw .missingSeparator(typedHere) }
            rule.weeks = try weeks()
        case .month, .easter:
            guard rule.dates.isEmpty else { throw .missingSeparator(typedHere) }
            rule.dates = try dates()
        case .weekday, .weekdays, .publicHoliday, .schoolHoliday: try readDays(&rule)
        case .sun:
            guard rule.times.isEmpty else { throw .missingSeparator(typedHere) }
            rule.times = try times()
        case .to: throw unexpected
        }
        return true
    }

    private mutating func readDays(_ rule: inout TimetableRule) throws(TimetableFault) {
        let typed = typedHere
        let (days, holidays) = try weekdays()
        // `PH Mo-Fr` are holidays that are such days; after times it is the next rule, whose separator was forgotten.
        guard rule.times.isEmpty || !(rule.hasDays) else { throw .missingSeparator(typed) }
        if !rule.weekdays.isEmpty || !rule.holidays.isEmpty {
            guard rule.weekdays.isEmpty && !days.isEmpty && holidays.isEmpty || rule.holidays.isEmpty && !holidays.isEmpty && days.isEmpty else {
                throw .missingSeparator(typed)
            }
            rule.needsHolidayAndWeekday = true
        }
        rule.weekdays += days
        rule.holidays += holidays
    }
}
