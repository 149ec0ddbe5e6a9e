public import Core

/// The paragraphs of a section's plain text, and which of them a passage belongs to; an earlier edition may have had other words.
public struct Paragraphs: Sendable {
    private let scalars: [Unicode.Scalar]
    private let finder: PassageFinder

    /// Of a section's plain text, which has a line for each paragraph.
    public init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        finder = PassageFinder(sections: [text])
    }

    /// The paragraph in which a passage ends, in code points of the text; nil where its words are gone.
    public func paragraph(of passage: Passage) -> Range<Int>? {
        let here = Passage(section: 0, quote: passage.quote, position: passage.position)
        guard let place = stands(here) ? here : finder.place(here) else { return nil }
        let last = min(max(place.position.start, place.position.end - 1), scalars.count)
        let start = scalars[..<last].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        let end = scalars[last...].firstIndex(of: "\n") ?? scalars.count
        return start..<max(start, end)
    }

    /// Whether the very words are where they were, as with nearly all.
    private func stands(_ passage: Passage) -> Bool {
        let (start, end) = (passage.position.start, passage.position.end)
        guard start >= 0, start < end, end <= scalars.count else { return false }
        return scalars[start..<end].elementsEqual(passage.quote.exact.unicodeScalars)
    }
}
