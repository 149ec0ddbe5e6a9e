import Core
import Documents

/// What Project Gutenberg puts around a work: a header with the facts, and its licence.
struct GutenbergFrame {
    /// The lines of the work itself.
    let work: ArraySlice<Substring>
    /// What the header says.
    let metadata: DocumentMetadata?

    init(_ lines: [Substring]) {
        let start = lines.prefix(800).firstIndex { Self.isMarker($0, "START OF") }
        guard let start else {
            work = lines[...]
            metadata = nil
            return
        }
        let end = lines[(start + 1)...].firstIndex { Self.isMarker($0, "END OF") } ?? lines.endIndex
        var body = lines[(start + 1)..<end]
        // Older files say it once more in plain words just before the marker.
        if let last = body.suffix(30).lastIndex(where: {
            $0.hasPrefix("End of the Project Gutenberg") || $0.hasPrefix("End of Project Gutenberg")
        }) {
            body = body[..<last]
        }
        while let first = body.first, first.hasPrefix("Produced by") || first.allSatisfy(\.isWhitespace) {
            let wasCredit = first.hasPrefix("Produced by")
            body = body.dropFirst()
            if wasCredit { body = body.drop { !$0.allSatisfy(\.isWhitespace) } }
        }
        work = body
        metadata = Self.read(lines[..<start])
    }

    /// Whether text of an HTML element is such a header or licence.
    static func isFrame(_ text: String) -> Bool {
        guard text.contains("Project Gutenberg") else { return false }
        return text.contains("*** START OF") || text.contains("***START OF") || text.contains("*** END OF") || text.contains("***END OF")
            || text.contains("START: FULL LICENSE") || text.hasPrefix("End of the Project Gutenberg")
    }

    private static func isMarker(_ line: Substring, _ words: String) -> Bool {
        line.hasPrefix("***") && line.contains(words) && line.uppercased().contains("PROJECT GUTENBERG")
    }

    static func read(_ lines: ArraySlice<Substring>) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            guard let value = String(line[line.index(after: colon)...]).catalogued() else { continue }
            switch line[..<colon].lowercased().foldingWhitespace() {
            case "title": metadata.title = metadata.title.isEmpty ? value : metadata.title
            case "author", "authors": metadata.authors.append(value)
            case "language": metadata.language = languages[value.lowercased()]
            default: break
            }
        }
        metadata.publisher = "Project Gutenberg"
        return metadata
    }

    private static let languages: [String: Language] = [
        "english": .english, "swedish": .swedish, "german": Language("de"), "french": Language("fr"), "spanish": Language("es"),
        "finnish": Language("fi"), "danish": Language("da"), "norwegian": Language("no"), "dutch": Language("nl"),
        "italian": Language("it"), "portuguese": Language("pt"), "latin": Language("la"), "greek": Language("el"),
    ]
}
