import Database

/// Writes the engine's own part of the index.
///
/// FTS5 must be told the old text to forget it, so entries are always forgotten before their rows change.
struct IndexStore {
    let db: any Connection
    let tokenizer: SearchTokenizer

    /// Passages are numbered inside their document, so those of one document are neighbours, whenever they were written.
    private static let passageBits: Int64 = 20
    /// The same for statements.
    static let passageShift = "20"

    /// The numbers that the passages of a document may have.
    static func passageIDs(of document: Int64) -> ClosedRange<Int64> {
        (document << passageBits)...(document << passageBits | (1 << passageBits - 1))
    }

    /// The document that a passage belongs to.
    static func document(ofPassage id: Int64) -> Int64 { id >> passageBits }

    // MARK: Records

    /// Enters the record and the word list of a document, as they stand.
    func enterRecord(_ id: Int64) throws {
        switch db.dialect {
        case .sqlite: try db.run(Self.entry(command: "", id))
        case .postgres:
            guard let row = try db.first(.record(id)) else { return }
            var tokens = LexemeList()
            tokenizer.withStemmer { stemmer in
                tokens.add(row.title, weight: "A", at: 1, stemmer)
                tokens.add(row.authors, weight: "B", at: 2, stemmer)
                tokens.add(row.topics, weight: "C", at: 3, stemmer)
                tokens.add(row.notes, weight: "", at: 4, stemmer)
                tokens.add(row.words, weight: "", at: 5, stemmer)
            }
            try db.run("UPDATE search_document SET tokens = CAST(\(tokens.text) AS tsvector) WHERE id = \(id)")
        }
    }

    /// Forgets the record of a document; its row stays for now.
    func forgetRecord(_ id: Int64) throws {
        if db.dialect == .sqlite { try db.run(Self.entry(command: "delete", id)) }
        try db.run("DELETE FROM search_facet WHERE document_id = \(id)")
    }

    /// Enters the values of one facet of a document that has none of that name.
    func enterFacet(_ name: String, _ values: [String], of id: Int64) throws {
        for value in Set(values.map(Record.line)) {
            try db.run("INSERT INTO search_facet (document_id, name, value) VALUES (\(id), \(Record.line(name)), \(value))")
        }
    }

    private static func entry(command: String, _ id: Int64) -> SQL {
        let name: SQL = command.isEmpty ? "" : "search_document_fts, "
        let value: SQL = command.isEmpty ? "" : "'\(raw: command)', "
        return """
            INSERT INTO search_document_fts (\(sql: name)rowid, title, authors, topics, notes, words)
            SELECT \(sql: value)d.id, d.title, d.authors, d.topics, d.notes, coalesce(w.words, '')
            FROM search_document d LEFT JOIN search_words w ON w.document_id = d.id WHERE d.id = \(id)
            """
    }

    // MARK: Passages

    /// Enters the passages of a document that has none.
    func enter(_ passages: [SearchPassage], of document: Int64) throws {
        let ids = Self.passageIDs(of: document)
        let passages = passages.prefix(ids.count).map(Self.storable)
        for (id, passage) in zip(ids, passages) { try enter(passage, id) }
        try db.run(
            "INSERT INTO search_words (document_id, words) VALUES (\(document), \(WordList(of: passages).text))")
        try db.run("UPDATE search_document SET passages = \(passages.count) WHERE id = \(document)")
    }

    /// Enters further passages of a document behind those that it has, and its words anew.
    func append(_ passages: [SearchPassage], to document: Int64) throws {
        let ids = Self.passageIDs(of: document)
        let count = try db.one("SELECT passages FROM search_document WHERE id = \(document)" as Query<Int>)
        let passages = passages.prefix(ids.count - count).map(Self.storable)
        guard !passages.isEmpty else { return }
        for (id, passage) in zip(ids.dropFirst(count), passages) { try enter(passage, id) }
        if db.dialect == .sqlite { try db.run(Self.entry(command: "delete", document)) }
        let known = try db.first("SELECT words FROM search_words WHERE document_id = \(document)" as Query<String>)
        try db.run(
            """
            INSERT INTO search_words (document_id, words) VALUES (\(document), \(WordList(of: passages, and: known ?? "").text))
            ON CONFLICT (document_id) DO UPDATE SET words = excluded.words
            """)
        try db.run("UPDATE search_document SET passages = \(count + passages.count) WHERE id = \(document)")
        try enterRecord(document)
    }

    private static func storable(_ passage: SearchPassage) -> SearchPassage {
        var passage = passage
        // U+0000 would end the text for both engines; another separator keeps all offsets.
        passage.label = Record.line(passage.label)
        if passage.text.utf8.contains(0) { passage.text = passage.text.replacing("\0", with: "\u{1}") }
        return passage
    }

    private func enter(_ passage: SearchPassage, _ id: Int64) throws {
        switch db.dialect {
        case .sqlite:
            try db.run(
                """
                INSERT INTO search_passage (id, section, start, label, text)
                VALUES (\(id), \(passage.section), \(passage.start), \(passage.label), \(passage.text))
                """)
            try db.run("INSERT INTO search_passage_fts (rowid, text) VALUES (\(id), \(passage.text))")
        case .postgres:
            var tokens = LexemeList()
            tokenizer.withStemmer { tokens.add(passage.text, weight: "", at: nil, $0) }
            try db.run(
                """
                INSERT INTO search_passage (id, section, start, label, text, tokens)
                VALUES (\(id), \(passage.section), \(passage.start), \(passage.label), \(passage.text), CAST(\(tokens.text) AS tsvector))
                """)
        }
    }

    /// Removes the passages of a document, and its word list.
    func forgetPassages(of document: Int64) throws {
        let ids = Self.passageIDs(of: document)
        if db.dialect == .sqlite {
            try db.run(
                """
                INSERT INTO search_passage_fts (search_passage_fts, rowid, text)
                SELECT 'delete', id, text FROM search_passage WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)
                """)
        }
        try db.run("DELETE FROM search_passage WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)")
        try db.run("DELETE FROM search_words WHERE document_id = \(document)")
        try db.run("UPDATE search_document SET passages = 0 WHERE id = \(document)")
    }
}

/// What the record entry of PostgreSQL is made from.
struct RecordText: SQLRow {
    let title: String
    let authors: String
    let topics: String
    let notes: String
    let words: String

    init(row: inout RowReader) throws {
        title = try row.next()
        authors = try row.next()
        topics = try row.next()
        notes = try row.next()
        words = try row.next()
    }
}

extension Query where Row == RecordText {
    static func record(_ id: Int64) -> Self {
        """
        SELECT d.title, d.authors, d.topics, d.notes, coalesce(w.words, '')
        FROM search_document d LEFT JOIN search_words w ON w.document_id = d.id WHERE d.id = \(id)
        """
    }
}
