import Core

/// The plain text of one section, ready for describing passages and for finding them again.
struct SectionText: Sendable {
    /// How many code points of the surroundings a quote carries on each side.
    static let context = 32

    /// The text as code points.
    let scalars: [Unicode.Scalar]
    /// The text without white space.
    let spacing: FoldedText
    /// The text's letters and digits.
    let wording: FoldedText

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
        spacing = FoldedText(text, .spacing)
        wording = FoldedText(text, .wording)
    }

    /// The passage at `range`, in code points; what lies outside the text is cut off.
    func passage(at range: Range<Int>, section: Int) -> Passage {
        let start = min(max(range.lowerBound, 0), scalars.count)
        let end = min(max(range.upperBound, start), scalars.count)
        return Passage(
            section: section,
            quote: TextQuote(
                exact: words(start..<end),
                prefix: words(max(0, start - Self.context)..<start),
                suffix: words(end..<min(scalars.count, end + Self.context))),
            position: TextPosition(start: start, end: end))
    }

    private func words(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    func folded(_ folding: FoldedText.Folding) -> FoldedText { folding == .spacing ? spacing : wording }
}
