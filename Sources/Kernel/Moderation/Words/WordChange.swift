import Audit
import Core
import Database
import Platform

/// Which state the changes of the lists are in.
typealias WordRevision = Row2<Int64, Int64>

/// One thing that an administrator said about a word.
struct WordChange: SQLRow {
    let list: String
    let word: String
    /// Empty: every language.
    let language: String
    /// Empty: every app.
    let app: String
    let isListed: Bool

    init(row: inout RowReader) throws {
        list = try row.next()
        word = try row.next()
        language = try row.next()
        app = try row.next()
        isListed = try row.next()
    }

    var entry: WordLists.Entry? {
        guard let list = WordLists.List(rawValue: list), let pattern = try? WordPattern(word) else { return nil }
        return WordLists.Entry(list, pattern, language: language.isEmpty ? nil : Language(language), app: app.isEmpty ? nil : app)
    }
}

extension Query where Row == WordChange {
    /// Everything that administrators changed.
    static var wordChanges: Self { "SELECT list, word, language, app, is_listed FROM moderation_word ORDER BY id LIMIT 20000" }
}

extension Query where Row == WordRevision {
    /// Rises with every change.
    static var wordRevision: Self {
        "SELECT CAST(coalesce(max(changed_at), 0) AS BIGINT), CAST(coalesce(sum(is_listed + 2), 0) AS BIGINT) FROM moderation_word"
    }
}

extension WordListCache {
    /// Notes what an administrator says about a word: that it is on a list, or that it is not, whatever came with Stoa.
    static func say(_ entry: WordLists.Entry, isListed: Bool, by person: PersonID, on site: Site, in write: Write) throws {
        let (list, word, language, app) = (entry.list.rawValue, entry.pattern.text, entry.language?.rawValue ?? "", entry.app ?? "")
        try write.run(
            """
            INSERT INTO moderation_word (list, word, language, app, is_listed, changed_at, changed_by)
            VALUES (\(list), \(word), \(language), \(app), \(isListed), \(site.clock.now()), \(person))
            ON CONFLICT (list, word, language, app) DO UPDATE SET is_listed = excluded.is_listed, changed_at = excluded.changed_at,
                changed_by = excluded.changed_by
            """)
        try write.audit(isListed ? .create : .delete, AuditName("moderation.word", word), ["list": list, "language": language, "app": app])
    }
}
