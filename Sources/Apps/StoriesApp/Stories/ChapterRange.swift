import Core
import Interface
import Markup
import Web

/// Some chapters of a story in a row: long stories are listed so many at a time.
struct ChapterRange: Sendable, Equatable {
    /// How many are listed at once.
    static let size = 100
    /// How many ranges are offered before and after the one that is shown.
    private static let near = 1

    /// Of all chapters that readers see.
    let count: Int
    private let index: Int

    /// The range with a chapter, counted from 1; the nearest where there is no such chapter.
    init(holding chapter: Int, of count: Int) {
        self.init(index: (min(max(chapter, 1), max(count, 1)) - 1) / Self.size, count: count)
    }

    private init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    private var last: Int { max(count - 1, 0) / Self.size }

    /// Its chapters, counted from 0 as sections are.
    var numbers: Range<Int> { (index * Self.size)..<max(min((index + 1) * Self.size, count), index * Self.size) }

    var previous: Self? { index > 0 ? Self(index: index - 1, count: count) : nil }
    var next: Self? { index < last ? Self(index: index + 1, count: count) : nil }

    func address(of story: Story) -> String {
        let page = StoriesPaths.story(story.id)
        return (index == 0 ? page : link(page, query: ["chapter": String(numbers.lowerBound + 1)])) + "#chapters"
    }

    /// The first range, the last, and those around this one; nothing where one page holds all.
    @HTMLBuilder func chips(of story: Story) -> Node {
        if last > 0 {
            ChipRow("Chapters") {
                for index in Set([0, last] + Array(max(0, index - Self.near)...min(last, index + Self.near))).sorted() {
                    let range = Self(index: index, count: count)
                    Chip(
                        .verbatim("\(range.numbers.lowerBound + 1)–\(range.numbers.upperBound)"), href: range.address(of: story),
                        isSelected: index == self.index)
                }
            }
        }
    }
}
