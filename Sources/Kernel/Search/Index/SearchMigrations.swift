public import Database

/// The schema of the index.
///
/// Two levels: one entry per document over its record and its set of distinct words, small enough to answer every
/// keystroke; and one entry per passage with the positions of words, asked only inside documents already found. All of it
/// is derived and can be built again from what the apps hold, so only the document row says who changed it and when.
public enum SearchMigrations {
    /// In the order in which they run.
    public static let all = [
        Migration("search-001-index") { tables($0) + ($0 == .sqlite ? sqliteIndex : postgresIndex($0)) },
        Migration("search-002-composed") { $0 == .sqlite ? composedAgain : "" },
        Migration("search-003-headings", headings),
    ]

    /// What chapters and well-known places are called, and the words of the whole site for those who mistype one. `revision` says what the index
    /// knew to keep when a document was entered: those of an earlier one are entered again by their owners, a few at a time.
    private static func headings(_ dialect: Dialect) -> String {
        """
        ALTER TABLE search_document ADD COLUMN revision \(dialect.integer) NOT NULL DEFAULT 0;
        CREATE INDEX search_document_revision ON search_document (source, revision);
        CREATE TABLE search_heading (
            id \(dialect.integer) PRIMARY KEY,
            document_id \(dialect.integer) NOT NULL REFERENCES search_document (id) ON DELETE CASCADE,
            passage_id \(dialect.integer) NOT NULL,
            section \(dialect.integer) NOT NULL,
            kind \(dialect.integer) NOT NULL,
            label TEXT NOT NULL,
            text TEXT NOT NULL
        );
        CREATE INDEX search_heading_section ON search_heading (document_id, section);
        CREATE TABLE search_word (
            word TEXT\(dialect == .sqlite ? "" : " COLLATE \"C\"") PRIMARY KEY
        )\(dialect == .sqlite ? " WITHOUT ROWID" : "");
        \(dialect == .sqlite ? sqliteHeadings : postgresHeadings)
        """
    }

    private static let sqliteHeadings = """
        CREATE VIRTUAL TABLE search_heading_fts USING fts5 (
            text, content='search_heading', content_rowid='id', columnsize=0, tokenize='stoa'
        );
        INSERT INTO search_heading_fts (search_heading_fts, rank) VALUES ('automerge', 8);
        """

    private static let postgresHeadings = """
        ALTER TABLE search_heading ADD COLUMN tokens tsvector NOT NULL DEFAULT '';
        CREATE INDEX search_heading_tokens ON search_heading USING gin (tokens) WITH (fastupdate = off);
        """

    /// Characters made of several words used to be entered as one, which nothing could find; an index that has met any is built again.
    /// On PostgreSQL, whose lexemes the site makes, a document is entered rightly when it is next indexed.
    private static let composedAgain = {
        let composed = "*[Ŀŀำຳໜໝ\u{F43}\u{F4D}\u{F52}\u{F57}\u{F5C}\u{F69}\u{F73}-\u{F81}\u{F93}-\u{FB9}ဦゟヿ]*"
        return """
            INSERT INTO search_passage_fts (search_passage_fts)
            SELECT 'rebuild' WHERE EXISTS (SELECT 1 FROM search_passage WHERE text GLOB '\(composed)');
            CREATE TEMP TABLE search_met AS SELECT 1 FROM search_document d LEFT JOIN search_words w ON w.document_id = d.id
            WHERE d.title || d.authors || d.topics || d.notes || coalesce(w.words, '') GLOB '\(composed)' LIMIT 1;
            INSERT INTO search_document_fts (search_document_fts) SELECT 'delete-all' FROM search_met;
            INSERT INTO search_document_fts (rowid, title, authors, topics, notes, words)
            SELECT d.id, d.title, d.authors, d.topics, d.notes, coalesce(w.words, '')
            FROM search_document d LEFT JOIN search_words w ON w.document_id = d.id WHERE EXISTS (SELECT 1 FROM search_met);
            DROP TABLE search_met;
            """
    }()

    private static func tables(_ dialect: Dialect) -> String {
        """
        CREATE TABLE search_document (
            id \(dialect.id),
            source TEXT NOT NULL,
            subject \(dialect.integer) NOT NULL,
            audience TEXT NOT NULL,
            kind TEXT NOT NULL,
            language TEXT,
            year \(dialect.integer),
            popularity \(dialect.integer) NOT NULL,
            passages \(dialect.integer) NOT NULL,
            facets TEXT NOT NULL,
            title TEXT NOT NULL,
            title_key TEXT\(dialect == .sqlite ? "" : " COLLATE \"C\"") NOT NULL,
            authors TEXT NOT NULL,
            topics TEXT NOT NULL,
            notes TEXT NOT NULL,
            changed_at \(dialect.integer) NOT NULL,
            changed_by \(dialect.integer),
            UNIQUE (source, subject)
        );
        CREATE INDEX search_document_title_key ON search_document (title_key);
        CREATE TABLE search_facet (
            document_id \(dialect.integer) NOT NULL REFERENCES search_document (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (document_id, name, value)
        )\(dialect == .sqlite ? " WITHOUT ROWID" : "");
        CREATE TABLE search_words (
            document_id \(dialect.integer) PRIMARY KEY REFERENCES search_document (id) ON DELETE CASCADE,
            words TEXT NOT NULL
        );
        CREATE TABLE search_passage (
            id \(dialect.integer) PRIMARY KEY,
            section \(dialect.integer) NOT NULL,
            start \(dialect.integer) NOT NULL,
            label TEXT NOT NULL,
            text TEXT NOT NULL
        );

        """
    }

    /// Contentless for documents, whose parts lie in two tables; over the passages the text is kept once, in their table.
    /// Prefixes are indexed only where entries are few. Eight segments before a merge, not four: a write then costs
    /// about the same at the ten-thousandth document as at the first.
    private static let sqliteIndex = """
        CREATE VIRTUAL TABLE search_document_fts USING fts5 (
            title, authors, topics, notes, words, content='', columnsize=0, detail=column, prefix='1 2 3 4', tokenize='stoa'
        );
        CREATE VIRTUAL TABLE search_passage_fts USING fts5 (
            text, content='search_passage', content_rowid='id', columnsize=0, tokenize='stoa'
        );
        INSERT INTO search_document_fts (search_document_fts, rank) VALUES ('automerge', 8);
        INSERT INTO search_passage_fts (search_passage_fts, rank) VALUES ('automerge', 8);
        """

    private static func postgresIndex(_ dialect: Dialect) -> String {
        """
        ALTER TABLE search_document ADD COLUMN tokens tsvector NOT NULL DEFAULT '';
        ALTER TABLE search_passage ADD COLUMN tokens tsvector NOT NULL DEFAULT '';
        CREATE INDEX search_document_tokens ON search_document USING gin (tokens) WITH (fastupdate = off);
        CREATE INDEX search_passage_tokens ON search_passage USING gin (tokens) WITH (fastupdate = off);
        """
    }
}
