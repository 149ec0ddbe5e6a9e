import Core
import Reading

/// How many people have come to a chapter and to its end: numbers, never who.
struct ChapterReaders: Sendable, Equatable {
    let number: Int
    let title: String?
    let opened: ReaderCount
    let finished: ReaderCount
    /// How many of a hundred who opened it have opened the next one, of the last chapter: finished it. Nil where few are in question.
    var continued: Int?
}

/// A number of readers that gives nobody away: below a handful it is only said that there are few. None is few as well, for where the
/// numbers end would tell where a single reader has stopped.
enum ReaderCount: Sendable, Equatable {
    /// The fewest that are counted out.
    static let fewest = 5

    case few
    case exactly(Int)

    init(_ count: Int) { self = count < Self.fewest ? .few : .exactly(count) }

    var text: Text {
        switch self {
        case .few: "Fewer than \(Self.fewest) readers"
        case .exactly(let count): "\(count) readers"
        }
    }

    /// For programs: null is fewer than the fewest.
    var number: Int? {
        switch self {
        case .few: nil
        case .exactly(let count): count
        }
    }
}

enum Readership {
    /// How much of a chapter has been on view when its end is reached: the last lines are seen before the page is turned.
    private static let end = 0.95

    /// Readers by chapter, by how far into the story each has come. Whoever is further on has come through the chapters before.
    static func chapters(_ sections: [SectionSummary], reach: [Reach]) -> [ChapterReaders] {
        let words = sections.last.map { $0.wordsBefore + $0.words } ?? 0
        guard words > 0 else { return [] }
        let sorted = reach.sorted { $0.progress < $1.progress }
        // How many came at least so far, by the place in the sorted list.
        var from = [Int](repeating: 0, count: sorted.count + 1)
        for index in sorted.indices.reversed() { from[index] = from[index + 1] + sorted[index].readers }
        func count(where isBefore: (Double) -> Bool) -> Int {
            var (low, high) = (0, sorted.count)
            while low < high {
                let middle = (low + high) / 2
                if isBefore(sorted[middle].progress) { low = middle + 1 } else { high = middle }
            }
            return from[low]
        }
        let chapters = sections.map { section in
            let start = Double(section.wordsBefore) / Double(words) * 100
            let end = (Double(section.wordsBefore) + Double(section.words) * Self.end) / Double(words) * 100
            return ChapterReaders(
                number: section.number, title: section.title,
                // At the end of one chapter the next has not begun.
                opened: ReaderCount(count { section.number == 0 ? false : $0 <= start }), finished: ReaderCount(count { $0 < end }))
        }
        return chapters.enumerated().map { index, chapter in
            var chapter = chapter
            let after = index + 1 < chapters.count ? chapters[index + 1].opened : chapter.finished
            if let opened = chapter.opened.number, let stayed = after.number { chapter.continued = stayed * 100 / opened }
            return chapter
        }
    }
}
