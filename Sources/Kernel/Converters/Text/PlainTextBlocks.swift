import Documents

/// A run of lines between empty ones.
struct PlainTextBlock {
    enum Shape: Equatable {
        case paragraph
        /// Verse, lists and tables: lines stay lines.
        case lines
        /// A heading; 1 for parts and books, 2 for chapters, 3 for anything below.
        case heading(Int)
    }

    let lines: [Substring]
    var shape: Shape
    /// Empty lines before it.
    let gap: Int

    /// The lines as one.
    var text: String { lines.joined(separator: " ").foldingWhitespace() }
}

enum PlainTextBlocks {
    static func read(_ lines: ArraySlice<Substring>) -> [PlainTextBlock] {
        let isWrapped = looksWrapped(lines)
        var blocks: [PlainTextBlock] = []
        var current: [Substring] = []
        var gap = 2
        func close() {
            guard !current.isEmpty else { return }
            // Without wrapping, every line is a paragraph of its own.
            for (index, part) in (isWrapped ? [current] : current.map { [$0] }).enumerated() {
                blocks.append(PlainTextBlock(lines: part, shape: shape(part, gap: index == 0 ? gap : 0), gap: index == 0 ? gap : 0))
            }
            current = []
            gap = 0
        }
        for line in lines {
            if line.allSatisfy({ $0.isWhitespace || $0 == "\u{FEFF}" }) {
                close()
                gap += 1
            } else if isRule(line) {
                close()
            } else {
                current.append(line)
            }
        }
        close()
        return withoutContentsLists(blocks)
    }

    /// Whether lines end where the page ended rather than where the paragraph does.
    private static func looksWrapped(_ lines: ArraySlice<Substring>) -> Bool {
        let sample = lines.prefix(4000).map(\.count).filter { $0 > 0 }
        let long = sample.count { $0 > 120 }
        return long * 10 < max(1, sample.count)
    }

    /// A line of dashes, stars or the like.
    private static func isRule(_ line: Substring) -> Bool {
        let marks = line.filter { !$0.isWhitespace }
        return marks.count >= 3 && !marks.contains { $0.isLetter || $0.isNumber }
    }

    private static func shape(_ lines: [Substring], gap: Int) -> PlainTextBlock.Shape {
        if let level = PlainTextHeading.level(lines, gap: gap) { return .heading(level) }
        guard lines.count > 1 else { return .paragraph }
        let numbered = lines.count { $0.first { !$0.isWhitespace }.map { $0.isNumber || "•*-–".contains($0) } ?? false }
        if lines.count > 2, numbered * 10 >= lines.count * 7 { return .lines }
        let indented = lines.count { $0.hasPrefix("  ") || $0.hasPrefix("\t") }
        let average = lines.reduce(0) { $0 + $1.count } / lines.count
        let longest = lines.map(\.count).max() ?? 0
        let capitals = lines.count { $0.first { !$0.isWhitespace }?.isUppercase == true }
        if indented == lines.count && average < 60 { return .lines }
        return longest < 55 && average < 45 && capitals * 4 >= lines.count * 3 && lines.count > 2 ? .lines : .paragraph
    }

    /// Headings that follow one another without text between them are a list of contents.
    private static func withoutContentsLists(_ blocks: [PlainTextBlock]) -> [PlainTextBlock] {
        var result = blocks
        for index in result.indices.dropLast() where result[index].shape != .paragraph {
            guard case .heading(let level) = blocks[index].shape, case .heading(let next) = blocks[index + 1].shape else { continue }
            if level == next && level > 1 { result[index].shape = .paragraph }
        }
        return result
    }
}
