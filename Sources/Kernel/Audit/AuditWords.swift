import Core
import Database

/// The index of words over the log: the words of each entry, and marks for who did what to what kind of thing.
///
/// The engines keep it themselves (triggers on SQLite, a generated column on PostgreSQL), so no writer can forget it. Words
/// are kept in their English stem. It holds no positions, which keeps it at about a third of the size of the log.
struct AuditWords {
    /// Each is a list of alternatives; all lists have to be met.
    private var marks: [[String]] = []
    private var words: [String] = []
    /// Things and people of whom one has to be told, in place of the words.
    private var named: [AuditNamed] = []

    init(_ filter: AuditFilter, of named: [AuditNamed]) {
        var rest = filter
        rest.words = nil
        self.init(rest)
        self.named = named
    }

    init(_ filter: AuditFilter) {
        if let actors = filter.actors { marks.append(actors.map { Self.mark("by", $0?.description ?? "system") }) }
        if let action = filter.action { marks.append([Self.mark("do", action.rawValue)]) }
        if let entity = filter.entity { marks.append([Self.mark("on", entity)]) }
        words = Self.split(filter.words ?? "") + Self.split(filter.entityID ?? "")
    }

    /// Of an entry's `details`, so many characters are indexed.
    private static let longest = 8000

    /// The condition on the index; empty when any entry will do.
    func condition(_ dialect: Dialect) -> SQL {
        switch dialect {
        case .sqlite:
            let clauses = marks.map { "(" + $0.map { "\"\($0)\"" }.joined(separator: " OR ") + ")" }
            var pieces: [SQL] = clauses.isEmpty ? [] : ["\(clauses.joined(separator: " AND "))"]
            if !words.isEmpty { pieces.append(Self.sought(words)) }
            if !named.isEmpty {
                let each = named.flatMap(\.searches).map { search -> SQL in
                    switch search {
                    case .mark(let mark): "\("\"\(mark)\"")"
                    case .words(let words): "'(' || \(sql: Self.sought(words)) || ')'"
                    }
                }
                pieces.append("'(' || \(sql: each.joined(by: " || ' OR ' || ")) || ')'")
            }
            return pieces.isEmpty ? "" : "audit_word MATCH (\(sql: pieces.joined(by: " || ' AND ' || ")))"
        case .postgres:
            let clauses = marks.map { "(" + $0.map { "'\($0)'" }.joined(separator: " | ") + ")" }
            var pieces: [SQL] = []
            if !clauses.isEmpty { pieces.append("CAST(\(clauses.joined(separator: " & ")) AS tsquery)") }
            if !words.isEmpty { pieces.append(Self.query(words)) }
            if !named.isEmpty {
                let each = named.flatMap(\.searches).map { search -> SQL in
                    switch search {
                    case .mark(let mark): "CAST(\("'\(mark)'") AS tsquery)"
                    case .words(let words): Self.query(words)
                    }
                }
                pieces.append("(\(sql: each.joined(by: " || ")))")
            }
            return pieces.isEmpty ? "" : "audit_entry.words @@ (\(pieces.joined(by: " && ")))"
        }
    }

    /// The words as an expression of SQLite's index, whose own tokenizer says what a word is; it knows other characters than Swift does.
    private static func sought(_ words: [String]) -> SQL { "full_text_words(\(letters), \(words.joined(separator: " ")))" }

    private static func query(_ words: [String]) -> SQL { "plainto_tsquery('audit_words', \(words.joined(separator: " ")))" }

    /// A mark: lower case, and `:` for whatever is neither letter nor digit of ASCII, so that the tokenizers of both engines see one word.
    /// No name is longer than what is kept of it.
    fileprivate static func mark(_ kind: String, _ value: String) -> String {
        let letters = value.lowercased().unicodeScalars.prefix(100)
        return kind + ":" + String(letters.map { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) ? Character($0) : ":" })
    }

    /// What a letter is in the index of SQLite; the words are then stemmed.
    private static let letters = "unicode61 remove_diacritics 2 tokenchars ':'"

    /// At most 16 words of what somebody typed.
    fileprivate static func split(_ text: String) -> [String] {
        String(text.unicodeScalars.prefix(200)).split { !$0.isLetter && !$0.isNumber }.prefix(16).map(String.init)
    }

    /// The statements that make the index and fill it. No words are left out for being common: somebody may look for them.
    static func index(_ dialect: Dialect) -> String {
        switch dialect {
        case .sqlite:
            """
            CREATE VIRTUAL TABLE audit_word USING fts5 (
                words, content='', columnsize=0, detail=none, tokenize="porter unicode61 remove_diacritics 2 tokenchars ':'"
            );
            INSERT INTO audit_word (audit_word, rank) VALUES ('automerge', 8);
            INSERT INTO audit_word (rowid, words) SELECT id, \(sqliteWords("audit_entry")) FROM audit_entry;
            CREATE TRIGGER audit_entry_words AFTER INSERT ON audit_entry
            BEGIN INSERT INTO audit_word (rowid, words) VALUES (new.id, \(sqliteWords("new"))); END;
            CREATE TRIGGER audit_entry_words_gone AFTER DELETE ON audit_entry
            BEGIN INSERT INTO audit_word (audit_word, rowid, words) VALUES ('delete', old.id, \(sqliteWords("old"))); END;
            """
        case .postgres:
            """
            CREATE TEXT SEARCH DICTIONARY audit_stem (TEMPLATE = snowball, LANGUAGE = english);
            CREATE TEXT SEARCH CONFIGURATION audit_words (COPY = simple);
            ALTER TEXT SEARCH CONFIGURATION audit_words ALTER MAPPING FOR asciiword, word, hword, hword_part, asciihword, hword_asciipart
            WITH audit_stem;
            ALTER TABLE audit_entry ADD COLUMN words tsvector GENERATED ALWAYS AS (
                array_to_tsvector(ARRAY[
                    'by:' || coalesce(CAST(changed_by AS text), 'system'),
                    'do:' || translate(lower(action), '._-', ':::'), 'on:' || translate(lower(entity), '._-', ':::')])
                || to_tsvector('audit_words', translate(
                    action || ' ' || entity || ' ' || entity_id || ' ' || left(details, \(longest)),
                    '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 31)))
            ) STORED;
            CREATE INDEX audit_entry_words ON audit_entry USING gin (words);
            """
        }
    }

    private static func sqliteWords(_ row: String) -> String {
        """
        'by:' || coalesce(\(row).changed_by, 'system') \
        || ' do:' || replace(lower(\(row).action), '_', ':') \
        || ' on:' || replace(replace(replace(lower(\(row).entity), '.', ':'), '_', ':'), '-', ':') \
        || ' ' || \(row).action || ' ' || \(row).entity || ' ' || replace(\(row).entity_id, ':', ' ') \
        || ' ' || replace(substr(\(row).details, 1, \(longest)), ':', ' ')
        """
    }
}

/// One way to find entries in the index: by a mark, or by words that all are there.
private enum AuditSearch {
    case mark(String)
    case words([String])
}

extension AuditNamed {
    /// Where the index may know it; ``condition`` says whether it does.
    fileprivate var searches: [AuditSearch] {
        switch self {
        case .person(let id): [.mark(AuditWords.mark("by", id.description)), .words(["person", id.description]), .words(["with", id.description])]
        case .thing(let kind, let id): [.words(AuditWords.split(kind) + [String(id)])]
        }
    }
}
