/// Finds where paragraphs of a section's plain text end in its HTML. Both have the same letters in the same order; spaces and tags differ.
struct ParagraphEnds {
    let html: String
    let text: String

    /// Elements in whose text a mark may stand at the end.
    private static let blocks: Set<String> = [
        "p", "li", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "figcaption", "blockquote", "div",
    ]

    /// The HTML cut before the tags that close the paragraphs that end at some places, in order: a piece for each, and the rest.
    /// - Parameter ends: in code points of the text, ascending.
    func cuts(_ ends: [Int]) -> (pieces: [String], rest: String) {
        var wanted = letters(before: ends)[...]
        var pieces: [String] = []
        var (count, begin, place) = (0, html.startIndex, html.startIndex)
        while let next = wanted.first, place < html.endIndex {
            if html.utf8[place] == UInt8(ascii: "<") {
                let end = SectionHTML.endOfTag(html[place...])
                if count >= next, isBlockEnd(html[place..<end]) {
                    pieces.append(String(html[begin..<place]))
                    begin = place
                    wanted.removeFirst()
                }
                place = end
            } else if html.utf8[place] == UInt8(ascii: "&"), let end = html[place...].utf8.firstIndex(of: UInt8(ascii: ";")) {
                let name = html[place..<end]
                if !["&nbsp", "&shy", "&#160", "&#xa0"].contains(name.lowercased()) { count += 1 }
                place = html.utf8.index(after: end)
            } else {
                if isLetter(html.unicodeScalars[place]) { count += 1 }
                place = html.unicodeScalars.index(after: place)
            }
        }
        // What is nowhere in the HTML stands at its end.
        if !wanted.isEmpty {
            pieces.append(String(html[begin...]))
            begin = html.endIndex
            pieces += Array(repeating: "", count: wanted.count - 1)
        }
        return (pieces, String(html[begin...]))
    }

    /// How many letters stand before some places of the text.
    private func letters(before ends: [Int]) -> [Int] {
        var (found, wanted): ([Int], ArraySlice<Int>) = ([], ends[...])
        var count = 0
        for (place, scalar) in text.unicodeScalars.enumerated() {
            while let end = wanted.first, end <= place {
                found.append(count)
                wanted.removeFirst()
            }
            if isLetter(scalar) { count += 1 }
        }
        return found + wanted.map { _ in count }
    }

    private func isLetter(_ scalar: Unicode.Scalar) -> Bool { FoldedText.isVisible(scalar) }

    private func isBlockEnd(_ tag: Substring) -> Bool {
        guard tag.hasPrefix("</") else { return false }
        return Self.blocks.contains(tag.dropFirst(2).prefix { $0.isLetter || $0.isNumber }.lowercased())
    }
}
