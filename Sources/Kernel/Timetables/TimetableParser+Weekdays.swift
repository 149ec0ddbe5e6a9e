/// Days of the week and holidays.
extension TimetableParser {
    mutating func weekdays() throws(TimetableFault) -> ([WeekdayRange], [Holiday]) {
        var (days, holidays): ([WeekdayRange], [Holiday]) = ([], [])
        repeat {
            switch meaning(at: index) {
            case .publicHoliday?, .schoolHoliday?:
                let isPublic = meaning(at: index) == .publicHoliday
                index += 1
                holidays.append(Holiday(isPublic: isPublic, offset: try dayOffset()))
            case .weekdays(let first, let last)?:
                index += 1
                days.append(WeekdayRange(first: first, last: last))
            case .weekday(let first)?:
                index += 1
                if symbol(at: index) == ".", tokens[index].follows { index += 1 }
                var range = WeekdayRange(first: first, last: first)
                if symbol(at: index) == "[" {
                    range.nth = try occurrences()
                    range.offset = try dayOffset()
                } else if isDay(at: index + 1), takeDash() {
                    guard case .weekday(let last)? = meaning(at: index) else { throw unexpected }
                    range.last = last
                    index += 1
                    if symbol(at: index) == ".", tokens[index].follows { index += 1 }
                }
                days.append(range)
            default: throw unexpected
            }
        } while takeListSeparator()
        return (days, holidays)
    }

    private func isDay(at position: Int) -> Bool {
        switch meaning(at: position) {
        case .weekday, .weekdays, .publicHoliday, .schoolHoliday: true
        default: false
        }
    }

    /// A comma, `and`, or `/` between days.
    private mutating func takeListSeparator() -> Bool {
        if symbol(at: index) == ",", meaning(at: index + 1) == .filler, isDay(at: index + 2) {
            index += 2
            return true
        }
        guard isDay(at: index + 1) else { return false }
        if take(",") || take("/") || take("+") { return true }
        guard case .filler? = meaning(at: index) else { return false }
        index += 1
        return true
    }

    /// `[1]`, `[1,3]`, `[2-4]`, `[-1]`.
    mutating func occurrences() throws(TimetableFault) -> [Int] {
        guard take("[") else { throw unexpected }
        var found: [Int] = []
        repeat {
            let isFromEnd = take("-")
            guard let first = number(at: index)?.value else { throw unexpected }
            guard (1...5).contains(first) else { throw .impossible(typedHere) }
            index += 1
            if !isFromEnd, take("-") {
                guard let last = number(at: index)?.value else { throw unexpected }
                guard (first...5).contains(max(first, last)), last >= first else { throw .impossible(typedHere) }
                index += 1
                found += Array(first...last)
            } else {
                found.append(isFromEnd ? -first : first)
            }
        } while take(",")
        guard take("]") else { throw unexpected }
        return found
    }
}
