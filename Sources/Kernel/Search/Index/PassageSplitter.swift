extension SearchPassage {
    /// A piece is closed at the first paragraph end after this many words.
    private static let fewestWords = 100
    /// A piece is closed here even in the middle of a paragraph, at the end of a sentence where one is near.
    private static let mostWords = 200

    /// Cuts the plain text of a section (paragraphs end in a line feed) into pieces of roughly 100 to 200 words.
    ///
    /// The pieces in order, put together, are the text without the white space between them.
    public static func split(_ text: String, section: Int) -> [SearchPassage] {
        var pieces: [SearchPassage] = []
        let scalars = text.unicodeScalars
        var piece = Piece(start: scalars.startIndex, offset: 0)
        var offset = 0
        var wasSpace = true
        var wasSentenceEnd = false
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let isSpace = scalar.properties.isWhitespace
            if isSpace {
                let isParagraphEnd = scalar == "\n" && piece.words >= fewestWords
                let isSentenceEnd = wasSentenceEnd && piece.words >= mostWords - 40
                if isParagraphEnd || isSentenceEnd || piece.words >= mostWords {
                    pieces.append(contentsOf: piece.closed(at: index, in: scalars, section: section))
                    piece = Piece(start: index, offset: offset)
                }
            } else {
                if piece.words == 0, wasSpace { piece = Piece(start: index, offset: offset) }
                // Scripts without spaces have no words to count; six of their characters stand for one.
                if wasSpace { piece.words += 1 }
                piece.length += 1
                if scalar.value >= 0x2E80, piece.length % 6 == 0 { piece.words += 1 }
                // Where no spaces are written, any place will do; and no piece may grow without end.
                if (scalar.value >= 0x2E80 && piece.words >= mostWords) || piece.length >= 4000 {
                    let next = scalars.index(after: index)
                    pieces.append(contentsOf: piece.closed(at: next, in: scalars, section: section))
                    piece = Piece(start: next, offset: offset + 1)
                }
            }
            wasSentenceEnd = scalar == "." || scalar == "!" || scalar == "?" || scalar == "。"
            wasSpace = isSpace
            index = scalars.index(after: index)
            offset += 1
        }
        pieces.append(contentsOf: piece.closed(at: scalars.endIndex, in: scalars, section: section))
        return pieces
    }

    private struct Piece {
        var start: String.UnicodeScalarView.Index
        var offset: Int
        var words = 0
        var length = 0

        /// The piece as far as `end`, or nothing if no character stands in it.
        func closed(at end: String.UnicodeScalarView.Index, in scalars: String.UnicodeScalarView, section: Int) -> [SearchPassage] {
            guard length > 0, start < end else { return [] }
            return [SearchPassage(section: section, start: offset, text: String(scalars[start..<end]))]
        }
    }
}
