import Accounts
import Core
import Database
import Platform
import Search
import Web

extension StorySearch {
    /// Tags and people on the first page, each.
    static let mostOthers = 5

    /// Tags and people: those who are called so come before the stories, those whose name only begins so come after.
    func others(
        _ words: String, _ browse: BrowseTags, isOfAge: Bool, _ language: Language, in db: any Connection
    ) throws -> (exact: [Line], further: [Line]) {
        let sought = StoryTag.key(of: words)
        guard !sought.isEmpty else { return ([], []) }
        let tags = try tags(sought, browse, isOfAge: isOfAge, language, in: db)
        let people = try people(words, isOfAge: isOfAge, in: db)
        let named = people.filter { Self.isNamed($0.name, words) }
        let others = people.filter { !Self.isNamed($0.name, words) }
        let exact = tags.filter(\.isExact).map(\.line) + named.map(\.line)
        return (exact, others.map(\.line) + tags.filter { !$0.isExact }.map(\.line))
    }

    /// Whether every word that was typed is one of a name, not only the beginning of one.
    private static func isNamed(_ name: String, _ words: String) -> Bool {
        func keys(_ text: String) -> Set<String> { Set(text.split(separator: " ").map { StoryTag.key(of: String($0)) }) }
        return keys(words).isSubset(of: keys(name))
    }

    func tags(
        _ sought: String, _ browse: BrowseTags, isOfAge: Bool, _ language: Language, most: Int = mostOthers, in db: any Connection
    ) throws -> [(line: Line, isExact: Bool)] {
        // What begins as typed: U+10FFFF sorts behind every word. A synonym is found by its own words and shown as what it counts as.
        let written = try db.all(
            """
            SELECT DISTINCT tag FROM stories_story_tag
            WHERE (tag >= \(sought) AND tag < \(sought + "\u{10FFFF}") OR written >= \(sought) AND written < \(sought + "\u{10FFFF}"))
                AND is_mature <= \(isOfAge ? 1 : 0) ORDER BY tag LIMIT 200
            """ as Query<String>)
        guard !written.isEmpty else { return [] }
        let known = StoryTag(sought).map { browse.key(of: $0) } ?? sought
        let counts = try db.all(.storiesPerTag(written, includingMature: isOfAge))
        let ranked = counts.sorted { ($0.first == known ? 0 : 1, -$0.second, $0.first) < ($1.first == known ? 0 : 1, -$1.second, $1.first) }
        return try ranked.prefix(most).compactMap { row in
            let name = try db.first(
                "SELECT name FROM stories_story_tag WHERE tag = \(row.first) AND written = \(row.first) ORDER BY story_id LIMIT 1" as Query<String>)
            guard let tag = StoryTag(name ?? row.first) else { return nil }
            return (.tag(tag, name: browse.name(of: tag, in: language), stories: row.second), row.first == known)
        }
    }

    private func people(_ words: String, isOfAge: Bool, in db: any Connection) throws -> [(line: Line, name: String)] {
        let filter = SearchFilter(audiences: Self.audiences(isOfAge: isOfAge), sources: [StoryIndex.authors])
        let found = try index.subjects(SearchRequest(words, isTyping: true, filter: filter, wantsFacets: false), in: db).subjects
        let ids = found.prefix(Self.mostOthers).map { PersonID($0) }
        guard !ids.isEmpty else { return [] }
        let names = try People.names(of: Set(ids), in: db)
        let rows = try db.all(
            """
            SELECT person, count(*) FROM stories_story JOIN (
                SELECT author_id AS person, id AS written FROM stories_story WHERE author_id IN \(list: ids)
                UNION ALL SELECT person_id, story_id FROM stories_participant
                WHERE person_id IN \(list: ids) AND role = 'author' AND accepted_at IS NOT NULL
            ) AS works ON written = id
            WHERE \(Story.isShown) AND \(isOfAge ? "1 = 1" : "rating <> \(StoryRating.mature)" as SQL)
            GROUP BY person ORDER BY person LIMIT \(ids.count)
            """ as Query<Row2<PersonID, Int>>)
        let counts = Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
        return ids.compactMap { id in
            guard let name = names[id], let count = counts[id] else { return nil }
            return (.person(id, name: name, stories: count), name)
        }
    }
}
