/// Looking at the pieces of a text.
extension TimetableParser {
    var token: TimetableToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    var typedHere: String { token?.typed ?? "" }

    var unexpected: TimetableFault { .unexpected(typedHere) }

    func meaning(_ word: String) -> TimetableWords.Meaning? { words[word] }

    func meaning(at position: Int) -> TimetableWords.Meaning? {
        guard tokens.indices.contains(position), case .word(let word) = tokens[position].kind else { return nil }
        return words[word]
    }

    func symbol(at position: Int) -> Character? {
        guard tokens.indices.contains(position), case .symbol(let symbol) = tokens[position].kind else { return nil }
        return symbol
    }

    func number(at position: Int) -> (value: Int, digits: Int)? {
        guard tokens.indices.contains(position), case .number(let value, let digits) = tokens[position].kind else { return nil }
        return (value, digits)
    }

    func word(at position: Int) -> String? {
        guard tokens.indices.contains(position), case .word(let word) = tokens[position].kind else { return nil }
        return word
    }

    mutating func take(_ symbol: Character) -> Bool {
        guard self.symbol(at: index) == symbol else { return false }
        index += 1
        return true
    }

    /// A dash, or a word for it.
    mutating func takeDash() -> Bool {
        if take("-") { return true }
        guard case .to? = meaning(at: index) else { return false }
        index += 1
        return true
    }

    /// `8:00`, `8.00`, `8h`, `8am`: a number that can only be a time.
    func isTime(at position: Int) -> Bool {
        guard let hour = number(at: position) else { return false }
        if hour.digits >= 3, symbol(at: position + 1) != ":" { return hour.value < 1900 || hour.digits == 3 }
        if let next = symbol(at: position + 1), next == ":" || next == ".", tokens[position + 1].follows, let minute = number(at: position + 2),
            tokens[position + 2].follows
        {
            return minute.digits == 2 || next == ":"
        }
        guard let unit = word(at: position + 1) else { return false }
        return ["h", "am", "pm", "時", "时", "点", "시"].contains(unit) || (unit == "a" || unit == "p") && isHalfDay(at: position + 1)
    }

    /// `a.m.` and `p m`.
    func isHalfDay(at position: Int) -> Bool {
        word(at: position + 1) == "m" || symbol(at: position + 1) == "." && word(at: position + 2) == "m"
    }

    /// `10-18`: hours without minutes.
    func isHour(at position: Int) -> Bool {
        guard let hour = number(at: position), hour.digits <= 2, hour.value <= 24 else { return false }
        return symbol(at: position + 1) == "-" && number(at: position + 2) != nil || symbol(at: position + 1) == "+"
    }

    /// How many pieces `24/7`, `24h` or `24 hours` takes here; 0 where it is something else.
    var allDayLength: Int {
        guard number(at: index)?.value == 24 else { return 0 }
        if symbol(at: index + 1) == "/", number(at: index + 2)?.value == 7 { return 3 }
        guard let unit = word(at: index + 1), ["h", "hours", "hrs", "stunden"].contains(unit), symbol(at: index + 2) != "-" else { return 0 }
        return 2
    }

    func isYear(at position: Int) -> Bool {
        guard let year = number(at: position), year.digits == 4, (1900...2200).contains(year.value) else { return false }
        return symbol(at: position + 1) != ":"
    }

    /// `2013 Dec 31`, whose year belongs to the date.
    func isDateAfterYear(at position: Int) -> Bool {
        guard isYear(at: position) else { return false }
        switch meaning(at: position + 1) {
        case .month, .easter: return true
        default: return false
        }
    }

    /// `24 Dec`, `24. Dec`, `2013 Dec`.
    func startsDate(at position: Int) -> Bool {
        if isDateAfterYear(at: position) { return true }
        guard let day = number(at: position), day.digits <= 2, !isTime(at: position) else { return false }
        let next = symbol(at: position + 1) == "." ? position + 2 : position + 1
        if case .month? = meaning(at: next) { return true }
        return false
    }
}
