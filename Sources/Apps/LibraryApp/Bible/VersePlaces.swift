/// Where the verses of a chapter stand in the plain text of its section, in code points. Verses repeat one another's words, so each line is taken
/// for the next verse that has them.
struct VersePlaces {
    private let places: [(verse: Int, range: Range<Int>)]

    /// - Parameter verses: all verses of the chapter, in order.
    init(_ text: String, verses: [ScriptureVerse]) {
        var places: [(verse: Int, range: Range<Int>)] = []
        var rest = verses[...]
        var start = 0
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            if let index = rest.firstIndex(where: { $0.text == String(line) }) {
                places.append((rest[index].verse, start..<start + line.count))
                rest = rest[(index + 1)...]
            }
            start += line.count + 1
        }
        self.places = places
    }

    /// From the beginning of one verse to the end of another; nil where one of them has no place.
    func range(from first: Int, to last: Int) -> Range<Int>? {
        guard let start = places.first(where: { $0.verse == first })?.range.lowerBound,
            let end = places.first(where: { $0.verse == last })?.range.upperBound, start <= end
        else { return nil }
        return start..<end
    }

    /// The first and the last verse of which a range has something.
    func verses(in range: Range<Int>) -> (first: Int, last: Int)? {
        let touched = places.filter { $0.range.lowerBound < max(range.upperBound, range.lowerBound + 1) && range.lowerBound < $0.range.upperBound }
        guard let first = touched.first, let last = touched.last else { return nil }
        return (first.verse, last.verse)
    }

    /// The verses that a range has from beginning to end.
    func whole(in range: Range<Int>) -> ClosedRange<Int>? {
        let whole = places.filter { range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= range.upperBound }
        guard let first = whole.first?.verse, let last = whole.last?.verse, first <= last else { return nil }
        return first...last
    }
}
