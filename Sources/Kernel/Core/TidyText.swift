import Foundation

extension StringProtocol {
    /// Without white space at either end.
    public var trimmed: String {
        var rest = String(self)[...].unicodeScalars
        while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
        while rest.last?.properties.isWhitespace == true { rest.removeLast() }
        return String(Substring(rest))
    }
}

extension String {
    /// Without control characters and outer white space; runs of white space become one space. Longer text is cut at a
    /// word, with an ellipsis.
    public func tidied(limit: Int = .max) -> String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(scalar.properties.generalCategory == .control ? " " : scalar) }
        // By code points: a space with a mark above it is white space to a character, and the mark would go with it.
        let tidy = scalars.split { $0.properties.isWhitespace }.map { String(UnicodeScalarView($0)) }.joined(separator: " ")
        guard tidy.length > limit else { return tidy }
        let cut = String(tidy.unicodeScalars.prefix(limit - 1))
        let atWord = cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? cut
        return (atWord.length > limit / 2 ? atWord : cut) + "…"
    }

    /// The same for several lines: each is tidied, and there is never more than one empty line between two.
    public func tidiedLines() -> String {
        let lines = replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map { String($0).tidied() }
        var kept: [String] = []
        for line in lines where !(line.isEmpty && (kept.last ?? "").isEmpty) { kept.append(line) }
        if kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }

    /// How long the text is as the schema counts: in Unicode code points.
    public var length: Int { unicodeScalars.count }

    /// The form by which titles and names are put in order: without case, accents and leading articles or marks.
    public var sortKey: String {
        let folded = folding(options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "en"))
            .drop { !$0.isLetter && !$0.isNumber }
        for article in ["the ", "a ", "an "] where folded.hasPrefix(article) { return String(folded.dropFirst(article.count)) }
        return String(folded.prefix(120))
    }
}
