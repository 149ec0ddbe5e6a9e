/// Numbers to call: with a leading 0 or +, or in the three groups of a North American number. Dates, times, prices and distances are none.
enum PhoneNumbers {
    /// What was read of a number so far.
    private struct Reading {
        var digits: [Unicode.Scalar] = []
        var groups = [0]
        var end = 0
        /// Signs stand between the digits that nobody writes a number with who does not hide it.
        var isLoose = false
        var hasPoint = false
    }

    static func all(in glyphs: [Glyph]) -> [Place] {
        var places: [Place] = []
        var index = 0
        while index < glyphs.count {
            guard digit(glyphs, index) != nil || glyphs[index].scalar == "+", index == 0 || glyphs[index - 1].role != .letter else {
                index += 1
                continue
            }
            let number = read(glyphs, from: index)
            if isNumber(number, startsWithPlus: glyphs[index].scalar == "+") {
                places.append(Place(kind: .phone, range: index..<number.end))
            }
            index = max(number.end, index + 1)
        }
        return places
    }

    private static func read(_ glyphs: [Glyph], from start: Int) -> Reading {
        var number = Reading()
        number.end = start
        var at = start
        while at < glyphs.count {
            let scalar = glyphs[at].scalar
            if let digit = digit(glyphs, at) {
                number.digits.append(digit)
                number.groups[number.groups.count - 1] += 1
                number.end = at + 1
            } else if usual.contains(scalar) || hiding.contains(scalar), at - number.end < 3, !number.digits.isEmpty {
                // The signs behind the last digit belong to the sentence.
                if hiding.contains(scalar), at + 1 < glyphs.count { number.isLoose = true }
                if scalar == "." { number.hasPoint = true }
                if number.groups[number.groups.count - 1] > 0 { number.groups.append(0) }
            } else if scalar != "+" || at != start {
                break
            }
            at += 1
        }
        return number
    }

    private static func isNumber(_ number: Reading, startsWithPlus: Bool) -> Bool {
        let (digits, groups) = (number.digits, number.groups.filter { $0 > 0 })
        guard digits.count <= 15, !isTimes(digits, groups, number) else { return false }
        if startsWithPlus || digits.starts(with: ["0", "0"]) { return digits.count >= 8 }
        if digits.first == "0" { return digits.count >= (number.isLoose ? 9 : 8) }
        guard !number.isLoose else { return false }
        return groups == [3, 3, 4] || groups.count == 1 && digits.count == 10 || digits.count == 11
    }

    /// From 07.00 to 16.30.
    private static func isTimes(_ digits: [Unicode.Scalar], _ groups: [Int], _ number: Reading) -> Bool {
        guard number.hasPoint, groups == [2, 2, 2, 2] else { return false }
        let pairs = stride(from: 0, to: 8, by: 2).map { (digits[$0].value - 48) * 10 + digits[$0 + 1].value - 48 }
        return pairs[0] <= 24 && pairs[1] < 60 && pairs[2] <= 24 && pairs[3] < 60
    }

    /// The digit at a place; an O between digits is a zero.
    private static func digit(_ glyphs: [Glyph], _ index: Int) -> Unicode.Scalar? {
        let glyph = glyphs[index]
        if glyph.role == .digit { return glyph.scalar }
        guard glyph.scalar == "o" else { return nil }
        let before = index > 0 && glyphs[index - 1].role == .digit
        let after = index + 1 < glyphs.count && glyphs[index + 1].role == .digit
        return before || after ? "0" : nil
    }

    private static let usual = Set("-()/. \u{A0}–—‐‑−".unicodeScalars)
    private static let hiding = Set(",;*_~|\\•·'".unicodeScalars)
}
