import Core
import Database
import Web

/// Which of one's own marks are wanted: what the form above the list sends, and what its addresses keep.
struct NotebookFilter: Sendable, Equatable {
    enum Colour: Sendable, Equatable {
        case any
        case without
        case only(String)

        init(_ value: String?) {
            switch value ?? "" {
            case "": self = .any
            case "none": self = .without
            case let hex: self = .only(hex.uppercased())
            }
        }

        /// The colour where only one is wanted.
        var hex: String? {
            if case .only(let hex) = self { hex } else { nil }
        }

        var value: String? {
            switch self {
            case .any: nil
            case .without: "none"
            case .only(let hex): hex
            }
        }
    }

    private static let mostWords = 200

    let words: String
    let colour: Colour
    let publication: PublicationID?

    init(_ query: QueryItems) throws(Problem) {
        words = String((query["q"] ?? "").trimmed.prefix(Self.mostWords))
        colour = Colour(query.chosen("colour"))
        publication = try query.int("title").map { PublicationID(Int64($0)) }
    }

    var isNarrowed: Bool { !words.isEmpty || colour != .any || publication != nil }

    /// An address with the same choices.
    func address(_ path: String, after cursor: String? = nil) -> String {
        link(
            path,
            query: [
                "q": words.isEmpty ? nil : words, "colour": colour.value, "title": publication.map { "\($0)" }, "after": cursor,
            ])
    }

    /// What an annotation `a` has to fulfil.
    var ofAnnotations: SQL {
        var all: [SQL] = []
        if !words.isEmpty { all.append(.containsEach(words, in: "(a.quote_exact || ' ' || COALESCE(a.note, ''))")) }
        switch colour {
        case .any: break
        case .without: all.append("a.colour IS NULL")
        case .only(let hex): all.append("a.colour = \(hex)")
        }
        if let publication { all.append("a.publication_id = \(publication)") }
        return all.isEmpty ? "1 = 1" : all.joined(by: " AND ")
    }

    /// What a bookmark `b` in the publication `p` has to fulfil. Bookmarks have no colour.
    var ofBookmarks: SQL {
        var all: [SQL] = []
        if !words.isEmpty {
            all.append(
                .containsEach(words, in: "(p.title || ' ' || CASE WHEN b.quote_exact = '' THEN b.quote_suffix ELSE b.quote_exact END)"))
        }
        if colour != .any { all.append("1 = 0") }
        if let publication { all.append("b.publication_id = \(publication)") }
        return all.isEmpty ? "1 = 1" : all.joined(by: " AND ")
    }
}
