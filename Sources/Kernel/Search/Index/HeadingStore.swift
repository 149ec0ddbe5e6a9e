import Core
import Database

extension IndexStore {
    /// Headings of one document beyond this number are left out: that is no book's list of chapters.
    private static let mostHeadings = 2000

    /// Enters the headings of a document that has none; its passages are there already.
    func enter(_ headings: [SearchHeading], of document: Int64) throws {
        guard !headings.isEmpty else { return }
        let places = try Places(of: document, db)
        var id = Self.passageIDs(of: document).lowerBound
        for heading in headings.prefix(Self.mostHeadings) {
            guard let passage = places.passage(of: heading) else { continue }
            try enter(heading, id, at: passage, of: document)
            id += 1
        }
    }

    private func enter(_ heading: SearchHeading, _ id: Int64, at passage: Int64, of document: Int64) throws {
        let text = Record.line(heading.text)
        let values: SQL = """
            \(id), \(document), \(passage), \(heading.section), \(heading.kind.rawValue), \(Record.line(heading.label)), \(text)
            """
        switch db.dialect {
        case .sqlite:
            try db.run("INSERT INTO search_heading (id, document_id, passage_id, section, kind, label, text) VALUES (\(sql: values))")
            try db.run("INSERT INTO search_heading_fts (rowid, text) VALUES (\(id), \(text))")
        case .postgres:
            var tokens = LexemeList()
            tokenizer.withStemmer { tokens.add(text, weight: "", at: nil, $0) }
            try db.run(
                """
                INSERT INTO search_heading (id, document_id, passage_id, section, kind, label, text, tokens)
                VALUES (\(sql: values), CAST(\(tokens.text) AS tsvector))
                """)
        }
    }

    /// Removes the headings of a document.
    func forgetHeadings(of document: Int64) throws {
        if db.dialect == .sqlite {
            try db.run(
                """
                INSERT INTO search_heading_fts (search_heading_fts, rowid, text)
                SELECT 'delete', id, text FROM search_heading WHERE document_id = \(document)
                """)
        }
        try db.run("DELETE FROM search_heading WHERE document_id = \(document)")
    }

    // MARK: Words

    /// Adds the words of a document to those of the site. Words are never taken away: what is offered is always looked for first.
    func enterWords(of document: Int64, _ record: Record, _ headings: [SearchHeading], withText: Bool) throws {
        var words = Set<String>()
        for text in [record.title, record.authors, record.topics] + headings.map(\.text) { words.formUnion(SearchTokenizer.words(of: text)) }
        if withText, let list = try db.first("SELECT words FROM search_words WHERE document_id = \(document)" as Query<String>) {
            for word in list.split(separator: "\n") { words.insert(String(word)) }
        }
        try enter(words.filter(Misspelling.isWord))
    }

    /// In one order, so that two texts that are entered at once never wait for each other.
    private func enter(_ words: Set<String>) throws {
        var rest = words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }[...]
        while !rest.isEmpty {
            let rows = rest.prefix(200).map { word -> SQL in "(\(word))" }
            rest = rest.dropFirst(200)
            try db.run("INSERT INTO search_word (word) VALUES \(sql: rows.joined(by: ", ")) ON CONFLICT (word) DO NOTHING")
        }
    }
}

/// Where the passages of a document begin.
private struct Places {
    private var first: [Int: Int64] = [:]
    private var labelled: [String: Int64] = [:]

    init(of document: Int64, _ db: any Connection) throws {
        let ids = IndexStore.passageIDs(of: document)
        let rows = try db.all(
            """
            SELECT id, section, label FROM search_passage WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound) ORDER BY id
            """ as Query<Row3<Int64, Int, String>>)
        for row in rows {
            if first[row.second] == nil { first[row.second] = row.first }
            if !row.third.isEmpty, labelled[row.third] == nil { labelled[row.third] = row.first }
        }
    }

    func passage(of heading: SearchHeading) -> Int64? { heading.passage.isEmpty ? first[heading.section] : labelled[heading.passage] }
}
