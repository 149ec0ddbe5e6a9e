import Core
import Database
import Platform

extension BrowseTag: SQLRow {
    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        key = try row.next()
        position = try row.next()
    }
}

extension BrowseTags {
    /// Every browse tag with its translations and synonyms: three queries, however many there are.
    static func read(_ db: any Connection) throws -> Self {
        var all = try db.all("SELECT id, name, tag, position FROM stories_browse_tag ORDER BY position, id LIMIT 200" as Query<BrowseTag>)
        let names = try db.all(
            "SELECT browse_tag_id, language, name FROM stories_browse_tag_translation ORDER BY browse_tag_id, language LIMIT 5000"
                as Query<Row3<BrowseTagID, Language, String>>)
        let translations = CategoryNames.translations(names.map { ($0.first, $0.second, CategoryWords(name: $0.third)) })
        let synonyms = Dictionary(
            grouping: try db.all(
                "SELECT browse_tag_id, name FROM stories_tag_synonym ORDER BY browse_tag_id, written LIMIT 10000"
                    as Query<Row2<BrowseTagID, String>>), by: \.first)
        for index in all.indices {
            all[index].translations = translations[all[index].id] ?? [:]
            all[index].synonyms = synonyms[all[index].id]?.map(\.second) ?? []
        }
        return Self(all)
    }
}

extension Query where Row == Row2<String, Int> {
    /// How many stories carry each of some tags.
    static func storiesPerTag(_ keys: [String], includingMature: Bool) -> Self {
        """
        SELECT tag, count(DISTINCT story_id) FROM stories_story_tag
        WHERE tag IN \(list: keys) AND is_mature <= \(includingMature ? 1 : 0) GROUP BY tag ORDER BY tag LIMIT \(keys.count)
        """
    }
}

/// The statements that change browse tags.
struct BrowseTagStatements {
    let db: any Connection
    let now: Instant
    let person: PersonID?

    init(_ write: Write) { (db, now, person) = (write, write.now, write.actor) }

    func insert(_ draft: BrowseTagDraft) throws -> BrowseTagID {
        let id: BrowseTagID = try db.insert(
            """
            INSERT INTO stories_browse_tag (name, tag, position, changed_at, changed_by)
            VALUES (\(draft.name), \(draft.key), \(draft.position), \(now), \(person))
            """)
        try keepWords(of: id, draft)
        return id
    }

    func update(_ id: BrowseTagID, _ draft: BrowseTagDraft) throws {
        try db.run(
            """
            UPDATE stories_browse_tag SET name = \(draft.name), tag = \(draft.key), position = \(draft.position),
                changed_at = \(now), changed_by = \(person) WHERE id = \(id)
            """)
        try keepWords(of: id, draft)
    }

    func delete(_ id: BrowseTagID) throws { try db.run("DELETE FROM stories_browse_tag WHERE id = \(id)") }

    /// What stories carry counts as the browse tag from now on, or no longer: each is what its author wrote, until a word of the tag says else.
    func count(_ keys: [String], as tag: String?) throws {
        if let tag {
            try db.run("UPDATE stories_story_tag SET tag = \(tag), \(sql: stamp) WHERE written IN \(list: keys) AND tag <> \(tag)")
        } else {
            try db.run("UPDATE stories_story_tag SET tag = written, \(sql: stamp) WHERE written IN \(list: keys) AND tag <> written")
        }
    }

    private func keepWords(of id: BrowseTagID, _ draft: BrowseTagDraft) throws {
        for (language, words) in draft.translations.inOrder {
            try db.run("DELETE FROM stories_browse_tag_translation WHERE browse_tag_id = \(id) AND language = \(language)")
            if words.name.isEmpty { continue }
            try db.run(
                """
                INSERT INTO stories_browse_tag_translation (browse_tag_id, language, name, changed_at, changed_by)
                VALUES (\(id), \(language), \(words.name), \(now), \(person))
                """)
        }
        try db.run("DELETE FROM stories_tag_synonym WHERE browse_tag_id = \(id)")
        for synonym in draft.synonyms {
            try db.run(
                """
                INSERT INTO stories_tag_synonym (written, name, browse_tag_id, changed_at, changed_by)
                VALUES (\(synonym.key), \(synonym.name), \(id), \(now), \(person))
                """)
        }
    }

    private var stamp: SQL { "changed_at = \(now), changed_by = \(person)" as SQL }
}
