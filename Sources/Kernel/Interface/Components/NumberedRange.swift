import Core
import Markup
import Web

/// Some lines of a long list: it is shown so many at a time, and a page has a link to each part. Lines are counted from 0 here, and from 1 in addresses and
/// on the screen.
public struct NumberedRange: Sendable, Equatable {
    /// How many lines are shown at once.
    public static let size = 100
    /// How many ranges are offered before and after the one that is shown.
    private static let near = 1

    /// Of the whole list.
    public let count: Int
    private let index: Int

    /// The range with a line, counted from 1; the nearest where there is no such line.
    public init(holding line: Int, of count: Int) {
        self.init(index: (min(max(line, 1), max(count, 1)) - 1) / Self.size, count: count)
    }

    private init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    private var last: Int { max(count - 1, 0) / Self.size }

    /// Its lines.
    public var numbers: Range<Int> { (index * Self.size)..<max(min((index + 1) * Self.size, count), index * Self.size) }

    /// Whether it is all of the list.
    public var isWhole: Bool { last == 0 }

    private var previous: Self? { index > 0 ? Self(index: index - 1, count: count) : nil }
    private var next: Self? { index < last ? Self(index: index + 1, count: count) : nil }

    /// The address of a page where it shows a line, counted from 1; the page's may have a query.
    public static func address(of line: Int, on page: String, as name: String) -> String {
        guard line > size else { return page }
        return page.contains("?") ? "\(page)&\(name)=\(line)" : link(page, query: [name: String(line)])
    }

    private func address(on page: String, as name: String, _ place: String) -> String {
        Self.address(of: numbers.lowerBound + 1, on: page, as: name) + "#" + place
    }

    /// Links to the first range, the last, and those around this one; nothing where one page shows all.
    /// - Parameters:
    ///   - name: of the parameter with the number of a line.
    ///   - place: the id of the list on the page.
    @HTMLBuilder public func chips(_ label: Text, on page: String, as name: String, place: String) -> Node {
        if last > 0 {
            ChipRow(label) {
                for index in Set([0, last] + Array(max(0, index - Self.near)...min(last, index + Self.near))).sorted() {
                    let range = Self(index: index, count: count)
                    Chip(
                        .verbatim("\(range.numbers.lowerBound + 1)–\(range.numbers.upperBound)"), href: range.address(on: page, as: name, place),
                        isSelected: index == self.index)
                }
            }
        }
    }

    /// Links to the ranges before and after it.
    public func pagination(on page: String, as name: String, place: String) -> Pagination {
        Pagination(previous: previous?.address(on: page, as: name, place), next: next?.address(on: page, as: name, place))
    }
}
