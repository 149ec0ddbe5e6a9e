import Documents

/// Finds references to the Bible in running text, English and Swedish: “Psalm 104:10-28”, “Joh 3:16”, “1 Kor. 13:4–7”, “Psaltaren 23”.
///
/// Where a name could as well be an everyday word or a person (“Mark 5”, “So 3:15”), it counts only with a verse, or not at all.
struct ReferenceScanner {
    struct Found: Equatable {
        /// In code points of the text.
        let range: Range<Int>
        let reference: BibleReference
    }

    private let scalars: [Unicode.Scalar]
    /// Where the reference before ends.
    private var floor = 0

    /// All references of a text, in its order.
    static func scan(_ text: some StringProtocol) -> [Found] {
        var scanner = ReferenceScanner(scalars: Array(text.unicodeScalars))
        return scanner.all()
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private mutating func all() -> [Found] {
        var found: [Found] = []
        var place = 0
        while place < scalars.count {
            guard isDigit(place) else {
                place += 1
                continue
            }
            if let one = reference(numbersAt: place) {
                found.append(one)
                floor = one.range.upperBound
                place = floor
            } else {
                while isDigit(place) { place += 1 }
            }
        }
        return found
    }

    // MARK: Numbers

    private struct Numbers {
        var chapter = 0
        var verse: Int?
        var lastChapter: Int?
        var lastVerse: Int?
        var end = 0
    }

    private func reference(numbersAt place: Int) -> Found? {
        guard place > floor, scalars[place - 1].properties.isWhitespace, let numbers = numbers(at: place) else { return nil }
        for (start, name) in names(before: place - 1) {
            guard let book = BibleBooks.find(name), numbers.chapter <= book.chapters, numbers.lastChapter ?? 0 <= book.chapters else { continue }
            guard numbers.verse != nil ? Self.isTelling(name) : isTellingAlone(name, book) else { continue }
            let reference = BibleReference(
                book: book.code, chapter: numbers.chapter, verse: numbers.verse, lastChapter: numbers.lastChapter, lastVerse: numbers.lastVerse)
            return Found(range: start..<numbers.end, reference: reference)
        }
        return nil
    }

    /// `3:16`, `3:16-18`, `3:16–4:2`, `3,16`, `23`, `1-2`; nil where the digits continue as no reference does.
    private func numbers(at place: Int) -> Numbers? {
        guard let (chapter, afterChapter) = number(at: place) else { return nil }
        var numbers = Numbers(chapter: chapter, end: afterChapter)
        if let (verse, end) = behind(":.,", at: numbers.end) {
            (numbers.verse, numbers.end) = (verse, end)
        }
        if let (last, end) = lastNumber(at: numbers.end) {
            numbers.end = end
            if numbers.verse == nil {
                guard last > chapter else { return nil }
                numbers.lastChapter = last
            } else if let (verse, end) = behind(":", at: end) {
                guard last > chapter else { return nil }
                (numbers.lastChapter, numbers.lastVerse, numbers.end) = (last, verse, end)
            } else {
                guard last >= numbers.verse ?? 0 else { return nil }
                numbers.lastVerse = last == numbers.verse ? nil : last
            }
        }
        return continues(at: numbers.end) ? nil : numbers
    }

    /// A clock, a longer number, or a word that is more than the `f` or `b` of a verse.
    private func continues(at place: Int) -> Bool {
        guard place < scalars.count else { return false }
        if behind(":", at: place) != nil { return true }
        guard scalars[place].properties.isAlphabetic else { return isDigit(place) }
        return !"abcf".unicodeScalars.contains(scalars[place])
            || place + 1 < scalars.count && scalars[place + 1].properties.isAlphabetic && scalars[place + 1] != "f"
    }

    private func number(at place: Int) -> (Int, Int)? {
        var (value, end) = (0, place)
        while isDigit(end), end - place < 4 {
            value = value * 10 + Int(scalars[end].value - 48)
            end += 1
        }
        return end > place && (1...176).contains(value) ? (value, end) : nil
    }

    private func behind(_ marks: String, at place: Int) -> (Int, Int)? {
        guard place < scalars.count, marks.unicodeScalars.contains(scalars[place]) else { return nil }
        return number(at: place + 1)
    }

    private func lastNumber(at place: Int) -> (Int, Int)? {
        var place = place
        if place < scalars.count, scalars[place] == " " { place += 1 }
        guard place < scalars.count, "-–—".unicodeScalars.contains(scalars[place]) else { return nil }
        place += 1
        if place < scalars.count, scalars[place] == " " { place += 1 }
        return number(at: place)
    }

    private func isDigit(_ place: Int) -> Bool { place < scalars.count && (48...57).contains(scalars[place].value) }

    // MARK: Names

    /// The words before a number, the most first: “Song of Solomon”, “of Solomon”, “Solomon”.
    private func names(before space: Int) -> [(start: Int, name: String)] {
        var names: [(start: Int, name: String)] = []
        var end = space
        for _ in 0..<4 {
            var start = end
            while start > floor, isInName(scalars[start - 1]) { start -= 1 }
            guard start < end else { break }
            let name = String(String.UnicodeScalarView(scalars[start..<space]))
            if let first = name.unicodeScalars.first, first.properties.isUppercase || (49...53).contains(first.value) { names.append((start, name)) }
            guard start > floor, scalars[start - 1].properties.isWhitespace, scalars[start - 1] != "\n" else { break }
            end = start - 1
        }
        return names.reversed()
    }

    private func isInName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber || scalar == "."
    }

    /// Two letters are a name only where people write them so.
    private static func isTelling(_ name: String) -> Bool {
        let letters = name.lowercased().filter(\.isLetter)
        return letters.count > 2 || name.first?.isNumber == true || shortest.contains(letters)
    }

    private static let shortest: Set<String> = ["ps", "jn", "mt", "mk", "lk", "ex", "gn", "dt", "lv", "ef", "ro"]

    /// Whether a name says enough with a chapter alone.
    private func isTellingAlone(_ name: String, _ book: BibleBookName) -> Bool {
        let letters = name.split(separator: " ").last?.filter(\.isLetter).count ?? 0
        return name.first?.isNumber == true ? letters >= 3 : letters >= 5 && Self.unmistakable.contains(book.code)
    }

    private static let unmistakable: Set<String> = [
        "GEN", "EXO", "LEV", "DEU", "PSA", "PRO", "ECC", "SNG", "ISA", "JER", "LAM", "EZK", "ROM", "1CO", "2CO", "GAL", "EPH", "PHP", "COL", "1TH",
        "2TH", "HEB", "REV",
    ]
}
