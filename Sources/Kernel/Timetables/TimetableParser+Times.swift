/// Times of the day.
extension TimetableParser {
    /// A time as it was typed.
    private struct Clock {
        var minutes: Int
        enum Half { case morning, afternoon }
        /// nil on a clock of 24 hours.
        var half: Half?
        var followsSun = false
        var typed: String
    }

    /// `10:00-12:00,13:00-17:00`, with a comma, a space or `and` between.
    mutating func times() throws(TimetableFault) -> [TimeSpan] {
        var found: [TimeSpan] = []
        repeat {
            found += try span()
            if case .filler? = meaning(at: index) { index += 1 }
        } while takeTimeSeparator()
        return found
    }

    private func startsTime(at position: Int) -> Bool {
        if symbol(at: position) == "(" || meaning(at: position) == .sun { return true }
        return isTime(at: position) || isHour(at: position) && !startsDate(at: position)
    }

    private mutating func takeTimeSeparator() -> Bool {
        if startsTime(at: index) { return true }
        return startsTime(at: index + 1) && take(",")
    }

    private mutating func span() throws(TimetableFault) -> [TimeSpan] {
        let first = try clock()
        if symbol(at: index) == "+" {
            index += 1
            return [TimeSpan(from: first.minutes, until: Timetable.day, isVague: true)]
        }
        guard takeDash() else {
            // A moment at which something begins, such as a service; nobody knows how long it lasts.
            return [TimeSpan(from: first.minutes, until: Swift.min(first.minutes + 1, 2 * Timetable.day), isVague: true)]
        }
        if isOpenEnd { return [TimeSpan(from: first.minutes, until: Timetable.day, isVague: true)] }
        let last = try clock()
        var span = try Self.span(first, last)
        if first.followsSun || last.followsSun { span.isVague = true }
        if take("+") {
            if !span.isVague { span.vagueFrom = span.until }
            span.isVague = true
            span.until = Swift.max(span.until + 60, Timetable.day)
        }
        // `/90` and `/01:30`: an interval of a bus, not of hours.
        if symbol(at: index) == "/", number(at: index + 1) != nil {
            index += 1
            guard number(at: index)?.digits ?? 0 <= 3 else { throw unexpected }
            index += isTime(at: index) ? 3 : 1
        }
        return [span]
    }

    /// Nothing after the dash, or `late`, `open end`.
    private mutating func takeWords(_ words: String...) -> Bool {
        for (offset, word) in words.enumerated() where self.word(at: index + offset) != word { return false }
        index += words.count
        return true
    }

    private var isOpenEnd: Bool {
        mutating get {
            if takeWords("late") || takeWords("open", "end") { return true }
            switch token?.kind {
            case nil, .symbol(";"), .symbol(","), .fallback: return true
            default: return false
            }
        }
    }

    private static func span(_ first: Clock, _ last: Clock) throws(TimetableFault) -> TimeSpan {
        var (from, until) = (first.minutes, last.minutes)
        if first.half == nil, last.half == .afternoon, from <= 12 * 60 {
            // `4-10 pm` are both in the afternoon, `9-5 pm` aren't.
            if from < until - 12 * 60 || from >= 12 * 60 { from = from % (12 * 60) + 12 * 60 }
        }
        if until <= from { until += Timetable.day }
        guard from < Timetable.day, until <= 2 * Timetable.day else { throw .impossible("\(first.typed)-\(last.typed)") }
        return TimeSpan(from: from, until: until)
    }

    private mutating func clock() throws(TimetableFault) -> Clock {
        if take("(") {
            var found = try sun()
            guard let sign = symbol(at: index), sign == "+" || sign == "-" else { throw unexpected }
            index += 1
            let offset = try clock()
            guard take(")") else { throw unexpected }
            found.minutes += sign == "+" ? offset.minutes : -offset.minutes
            found.minutes = Swift.min(Swift.max(found.minutes, 0), Timetable.day)
            return found
        }
        if case .sun? = meaning(at: index) { return try sun() }
        guard let hour = number(at: index) else {
            if let word = word(at: index), meaning(word) == nil { throw .unknownWord(typedHere) }
            throw unexpected
        }
        var typed = typedHere
        index += 1
        var (hours, minutes) = (hour.value, 0)
        if hour.digits >= 3, symbol(at: index) != ":" || hour.value > 24 {
            (hours, minutes) = hour.value.quotientAndRemainder(dividingBy: 100)
        } else if let next = symbol(at: index), next == ":" || next == ".", tokens[index].follows, let minute = number(at: index + 1) {
            guard minute.digits <= 2 else { throw .impossible("\(typed)\(next)\(tokens[index + 1].typed)") }
            typed += "\(next)\(tokens[index + 1].typed)"
            minutes = minute.value
            index += 2
        }
        if takeUnit("h") || takeUnit("時") || takeUnit("时") || takeUnit("点") || takeUnit("시") {
            if let minute = number(at: index), tokens[index].follows || ["分", "분"].contains(word(at: index + 1)), hour.digits <= 2, minutes == 0 {
                minutes = minute.value
                index += 1
            }
            if !takeUnit("分") { _ = takeUnit("분") }
        }
        let half = takeHalf()
        if let half {
            // `13:00 pm` says the same twice.
            guard hours <= 12 || half == .afternoon && hours <= 24 else { throw .impossible(typed) }
            if hours <= 12 { hours = hours % 12 + (half == .afternoon ? 12 : 0) }
        }
        guard minutes < 60, hours < 48 || hours == 48 && minutes == 0 else { throw .impossible(typed) }
        return Clock(minutes: hours * 60 + minutes, half: half, typed: typed)
    }

    private mutating func takeUnit(_ unit: String) -> Bool { takeWords(unit) }

    private mutating func takeHalf() -> Clock.Half? {
        guard let word = word(at: index) else { return nil }
        let half: Clock.Half
        switch word {
        case "am", "pm":
            half = word == "am" ? .morning : .afternoon
            index += 1
        case "a", "p":
            guard isHalfDay(at: index) else { return nil }
            half = word == "a" ? .morning : .afternoon
            index += symbol(at: index + 1) == "." ? 3 : 2
        default: return nil
        }
        _ = take(".")
        return half
    }

    /// Without a place on earth these are the times that other programs assume too; they are never certain.
    private mutating func sun() throws(TimetableFault) -> Clock {
        guard let word = word(at: index), meaning(word) == .sun else { throw unexpected }
        let typed = typedHere
        index += 1
        let minutes = ["dawn": 330, "sunrise": 360, "sunset": 1080, "sundown": 1080, "dusk": 1110][word] ?? 360
        return Clock(minutes: minutes, followsSun: true, typed: typed)
    }
}
