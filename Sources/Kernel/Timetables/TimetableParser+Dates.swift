/// Years, weeks and dates.
extension TimetableParser {
    mutating func years() throws(TimetableFault) -> [YearRange] {
        var found: [YearRange] = []
        repeat {
            guard isYear(at: index), let first = number(at: index)?.value else { throw unexpected }
            index += 1
            var range = YearRange(first: first, last: first)
            if take("+") {
                range.last = 9999
            } else if isYear(at: index + 1), takeDash(), let last = number(at: index)?.value {
                guard last >= first else { throw .impossible("\(first)-\(last)") }
                range.last = last
                index += 1
            }
            if let step = try step() {
                if range.last == first { range.last = 9999 }
                range.step = step
            }
            found.append(range)
        } while isYear(at: index + 1) && take(",")
        return found
    }

    mutating func weeks() throws(TimetableFault) -> [WeekRange] {
        index += 1
        var found: [WeekRange] = []
        repeat {
            if case .week? = meaning(at: index) { index += 1 }
            let first = try week()
            var range = WeekRange(first: first, last: first)
            if takeDash() { range.last = try week() }
            if let step = try step() { range.step = step }
            found.append(range)
        } while isWeek(at: index + 1) && take(",")
        return found
    }

    private func isWeek(at position: Int) -> Bool {
        if case .week? = meaning(at: position) { return true }
        return number(at: position) != nil && !isTime(at: position)
    }

    private mutating func week() throws(TimetableFault) -> Int {
        guard let week = number(at: index) else { throw unexpected }
        guard (1...53).contains(week.value) else { throw .impossible(typedHere) }
        index += 1
        return week.value
    }

    /// `/2`: every second one.
    private mutating func step() throws(TimetableFault) -> Int? {
        guard symbol(at: index) == "/", let step = number(at: index + 1) else { return nil }
        guard step.value > 0 else { throw .impossible("/\(step.value)") }
        index += 2
        return step.value
    }

    mutating func dates() throws(TimetableFault) -> [DateRange] {
        var found: [DateRange] = []
        var month: Int?
        repeat {
            let first = try datePoint(in: month)
            var range = DateRange(first: first, last: first)
            if case .day(let number, _) = first.base { month = number }
            if case .month(let number) = first.base { month = number }
            if take("+") {
                range.last = DatePoint(year: first.year.map { _ in 9999 }, base: .day(month: 12, day: 31))
            } else if startsEnd {
                guard takeDash() else { throw unexpected }
                range.last = try datePoint(in: month)
                if case .day(let number, _) = range.last.base { month = number }
                if first.year != nil, range.last.year == nil { range.last.year = first.year }
                // `2013 Dec 31-Jan 02`
                if let year = first.year, range.last.year == year, let from = first.day(in: year, isEnd: false),
                    let until = range.last.day(in: year, isEnd: true), until < from
                {
                    range.last.year = year + 1
                }
            }
            if let step = try step() { range.step = step }
            found.append(range)
        } while continuesDates && take(",")
        return found
    }

    /// Whether a dash leads to the end of a range of dates rather than to a time.
    private var startsEnd: Bool {
        guard symbol(at: index) == "-" || meaning(at: index) == .to else { return false }
        if number(at: index + 1) != nil { return !isTime(at: index + 1) }
        switch meaning(at: index + 1) {
        case .month, .easter: return true
        default: return false
        }
    }

    private var continuesDates: Bool {
        guard symbol(at: index) == "," else { return false }
        if let day = number(at: index + 1) {
            return !isTime(at: index + 1) && (isDateAfterYear(at: index + 1) || day.digits <= 2 && !hasMonth)
        }
        switch meaning(at: index + 1) {
        case .month, .easter: return true
        default: return false
        }
    }

    /// Whether what stands before this is a month alone, after which a number is no day.
    private var hasMonth: Bool {
        if case .month? = meaning(at: index - 1) { return number(at: index - 2) == nil || number(at: index - 2)?.digits == 4 }
        return false
    }

    private mutating func datePoint(in month: Int?) throws(TimetableFault) -> DatePoint {
        var year: Int?
        if isYear(at: index) {
            year = number(at: index)?.value
            index += 1
        }
        if case .easter? = meaning(at: index) {
            index += 1
            return DatePoint(year: year, base: .easter, offset: try dayOffset())
        }
        if let day = number(at: index) {
            let typed = typedHere
            index += 1
            let next = symbol(at: index) == "." ? index + 1 : index
            if case .month(let month)? = meaning(at: next) {
                index = next + 1
                return DatePoint(year: year, base: try base(month, day.value, typed))
            }
            guard let month, day.digits <= 2 else { throw .unexpected(typed) }
            return DatePoint(year: year, base: try base(month, day.value, typed))
        }
        guard case .month(let month)? = meaning(at: index) else { throw unexpected }
        index += 1
        if symbol(at: index) == ".", tokens[index].follows { index += 1 }
        if case .weekday(let weekday)? = meaning(at: index), symbol(at: index + 1) == "[" {
            index += 1
            let nth = try occurrences()
            guard nth.count == 1 else { throw unexpected }
            return DatePoint(year: year, base: .weekday(month: month, weekday: weekday, nth: nth[0]), offset: try dayOffset())
        }
        guard let day = number(at: index), day.digits <= 2, !isTime(at: index) else { return DatePoint(year: year, base: .month(month)) }
        let typed = typedHere
        index += 1
        return DatePoint(year: year, base: try base(month, day.value, typed), offset: try dayOffset())
    }

    private func base(_ month: Int, _ day: Int, _ typed: String) throws(TimetableFault) -> DatePoint.Base {
        // A leap year, so that 29 February is a day.
        guard day > 0, day <= ([2: 29, 4: 30, 6: 30, 9: 30, 11: 30][month] ?? 31) else { throw .impossible(typed) }
        return .day(month: month, day: day)
    }

    /// `+2 days`, `-1 day`; nothing is 0.
    mutating func dayOffset() throws(TimetableFault) -> Int {
        guard let sign = symbol(at: index), sign == "+" || sign == "-", let days = number(at: index + 1),
            word(at: index + 2) == "day" || word(at: index + 2) == "days"
        else { return 0 }
        guard days.value <= 366 else { throw .impossible("\(days.value)") }
        index += 3
        return sign == "+" ? days.value : -days.value
    }
}
