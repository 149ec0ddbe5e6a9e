public import Core
public import Database

/// Everything that can be found, on either engine. Each call works inside the caller's transaction, so a record and its
/// entry appear together.
public struct SearchIndex: Sendable {
    let tokenizer: SearchTokenizer
    let clock: SiteClock
    var weights: WordWeights { tokenizer.weights }

    /// What the index keeps of a document today. Raise it when it learns to keep more.
    static let revision = 1

    /// The index of a site whose database was opened with ``SearchTokenizer/fullText``.
    public init(clock: SiteClock = .wall) {
        tokenizer = SearchTokenizer()
        self.clock = clock
    }

    /// Enters a document, or replaces what is known of it: nothing of the old record, and of the old text where new
    /// passages come, can be found afterwards.
    ///
    /// A book of 100,000 words takes about half a second, so it belongs in a job.
    public func put(_ document: SearchDocument, in db: any Connection, by person: PersonID? = nil) throws {
        let record = Record(document)
        let known = try db.first(.id(source: document.source, subject: document.subject))
        let isOutdated = try known.map { try db.one(.revision(of: $0)) < Self.revision } ?? false
        let store = IndexStore(db: db, tokenizer: tokenizer)
        let id: Int64
        if let known {
            try store.forgetRecord(known)
            if document.passages != nil { try store.forgetPassages(of: known) }
            if document.passages != nil || document.headings != nil { try store.forgetHeadings(of: known) }
            try db.run(
                """
                UPDATE search_document SET audience = \(document.audience), kind = \(document.kind), language = \(document.language?.base),
                    year = \(document.year), popularity = \(document.popularity), facets = \(record.facets), title = \(record.title), title_key = \(record.titleKey),
                    authors = \(record.authors), topics = \(record.topics), notes = \(record.notes),
                    revision = \(Self.revision), changed_at = \(clock.now()), changed_by = \(person)
                WHERE id = \(known)
                """)
            id = known
        } else {
            id = try db.insert(
                """
                INSERT INTO search_document (source, subject, audience, kind, language, year, popularity, passages, facets, title, title_key,
                    authors, topics, notes, revision, changed_at, changed_by)
                VALUES (\(document.source), \(document.subject), \(document.audience), \(document.kind), \(document.language?.base),
                    \(document.year), \(document.popularity), 0, \(record.facets), \(record.title), \(record.titleKey),
                    \(record.authors), \(record.topics), \(record.notes), \(Self.revision), \(clock.now()), \(person))
                """)
        }
        for (name, values) in document.facets { try store.enterFacet(name, values, of: id) }
        if let passages = document.passages { try store.enter(passages, of: id) }
        if let headings = document.headings { try store.enter(headings, of: id) }
        try store.enterRecord(id)
        try store.enterWords(of: id, record, document.headings ?? [], withText: document.passages != nil || isOutdated)
    }

    /// Adds passages behind those that a document has: a long text is entered in parts, and one that grows costs what is new.
    /// - Returns: whether the document is there; if not, nothing happens.
    public func append(_ passages: [SearchPassage], source: String, subject: Int64, in db: any Connection) throws -> Bool {
        guard let id = try db.first(.id(source: source, subject: subject)) else { return false }
        try IndexStore(db: db, tokenizer: tokenizer).append(passages, to: id)
        return true
    }

    /// Takes a document out, with all its text; nothing happens when it is not there.
    public func remove(source: String, subject: Int64, in db: any Connection) throws {
        guard let id = try db.first(.id(source: source, subject: subject)) else { return }
        let store = IndexStore(db: db, tokenizer: tokenizer)
        try store.forgetRecord(id)
        try store.forgetHeadings(of: id)
        try store.forgetPassages(of: id)
        try db.run("DELETE FROM search_document WHERE id = \(id)")
    }

    /// Sets one facet, such as availability, without touching the text; nothing happens when the document is not there.
    public func setFacet(_ name: String, to values: [String], source: String, subject: Int64, in db: any Connection) throws {
        guard let id = try db.first(.id(source: source, subject: subject)) else { return }
        try db.run("DELETE FROM search_facet WHERE document_id = \(id) AND name = \(name)")
        try IndexStore(db: db, tokenizer: tokenizer).enterFacet(name, values, of: id)
        let facets = try db.all(
            "SELECT name, value FROM search_facet WHERE document_id = \(id) ORDER BY name, value" as Query<Row2<String, String>>)
        let lines = Record.facetLines(facets.map { ($0.first, $0.second) })
        try db.run("UPDATE search_document SET facets = \(lines), changed_at = \(clock.now()) WHERE id = \(id)")
    }

    /// Sets how often a document is used; nothing happens when it is not there.
    public func setPopularity(_ popularity: Int, source: String, subject: Int64, in db: any Connection) throws {
        try db.run(
            """
            UPDATE search_document SET popularity = \(popularity), changed_at = \(clock.now())
            WHERE source = \(source) AND subject = \(subject)
            """)
    }

    /// Documents that were entered before the index kept what it keeps today, by the rows of their source, at most `limit`: their owner enters
    /// them again.
    public func outdated(source: String, limit: Int, in db: any Connection) throws -> [Int64] {
        try db.all("SELECT subject FROM search_document WHERE source = \(source) AND revision < \(Self.revision) ORDER BY id LIMIT \(limit)")
    }

    /// Merges what many writes have left apart (SQLite): a question is asked of every part, so fewer parts answer sooner.
    ///
    /// Each step is a transaction of its own that holds the writer for a moment, so others write in between. For a schedule at
    /// night and for the end of a large import.
    public func tidy(_ database: Database) async throws {
        guard database.dialect == .sqlite else { return }
        for table in ["search_document_fts", "search_passage_fts", "search_heading_fts"] {
            var isFirst = true
            for _ in 0..<Self.mostSteps {
                // FTS5: a negative number begins to merge everything into one, a positive one goes on with it.
                let pages = isFirst ? -Self.pagesPerStep : Self.pagesPerStep
                isFirst = false
                let changes = try await database.write { db in
                    let before: Int = try db.one("SELECT total_changes()")
                    try db.run("INSERT INTO \(raw: table) (\(raw: table), rank) VALUES ('merge', \(pages))")
                    return try db.one("SELECT total_changes()") - before
                }
                // Less than two: there was nothing left to do.
                if changes < 2 { break }
            }
        }
    }

    private static let pagesPerStep = 500
    /// Far more than any index needs; an end all the same.
    private static let mostSteps = 20_000
}

extension Query where Row == Int {
    static func revision(of document: Int64) -> Self { "SELECT revision FROM search_document WHERE id = \(document)" }
}

extension Query where Row == Int64 {
    /// The number of a document in the index.
    static func id(source: String, subject: Int64) -> Self {
        "SELECT id FROM search_document WHERE source = \(source) AND subject = \(subject)"
    }
}

/// The parts of a record as its row holds them.
struct Record {
    let title: String
    /// The folded words of the title, for finding what it begins with.
    let titleKey: String
    let authors: String
    let topics: String
    let notes: String
    let facets: String

    init(_ document: SearchDocument) {
        title = Self.line(document.title)
        titleKey = Self.key(SearchTokenizer.words(of: title))
        authors = document.authors.map(Self.line).joined(separator: "\n")
        topics = document.topics.map(Self.line).joined(separator: "\n")
        notes = document.notes.replacing("\0", with: " ")
        facets = Self.facetLines(document.facets.flatMap { name, values in values.map { (name, $0) } })
    }

    static func key(_ words: [String]) -> String { words.joined(separator: " ") }

    /// Lists are kept one entry a line; U+0000 ends a text for PostgreSQL and for FTS5.
    static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\0" ? " " : $0 }))
    }

    /// `name=value` lines, in order.
    static func facetLines(_ facets: [(String, String)]) -> String {
        facets.map { line("\($0)=\($1)") }.sorted().joined(separator: "\n")
    }
}
