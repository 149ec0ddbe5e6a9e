import Accounts
import Core
import Database

/// Who wrote stories: whoever began each, then those who accepted an invitation, in the order in which they did. Everything that asks whose a
/// story is asks here.
enum Authors {
    static func name(of author: PersonID, in db: any Connection) throws -> String { try People.names(of: [author], in: db)[author] ?? "" }

    /// The authors of stories with their names.
    static func of(_ stories: [Story], in db: any Connection) throws -> StoryAuthors {
        let ids = try ids(of: stories, in: db)
        return StoryAuthors(ids: ids, names: try People.names(of: Set(ids.values.joined()), in: db))
    }

    static func ids(of stories: [Story], in db: any Connection) throws -> [StoryID: [PersonID]] {
        guard !stories.isEmpty else { return [:] }
        var ids = Dictionary(stories.map { ($0.id, [$0.author]) }) { first, _ in first }
        for row in try db.all(.accepted(for: ids.keys.sorted())) { ids[row.first]?.append(row.second) }
        return ids
    }

    static func ids(of story: Story, in db: any Connection) throws -> [PersonID] { try ids(of: [story], in: db)[story.id] ?? [story.author] }

    /// Whether somebody is an author of a story; guests are of none.
    static func isAuthor(_ person: PersonID?, of story: Story, in db: any Connection) throws -> Bool {
        guard let person else { return false }
        guard story.author != person else { return true }
        return try db.first(.participant(person, of: story.id, as: .author))?.hasAccepted ?? false
    }

    /// The ids of the stories that somebody wrote, alone or with others.
    static func stories(by person: SQL) -> SQL {
        """
        SELECT id FROM stories_story WHERE author_id = \(sql: person)
        UNION SELECT story_id FROM stories_participant
        WHERE person_id = \(sql: person) AND role = 'author' AND accepted_at IS NOT NULL
        """
    }

    static func stories(by person: PersonID) -> SQL { stories(by: "\(person)" as SQL) }
}

/// The authors of some stories, by name.
struct StoryAuthors: Sendable {
    struct Author: Sendable, Equatable {
        let id: PersonID
        let name: String
    }

    fileprivate let ids: [StoryID: [PersonID]]
    fileprivate let names: [PersonID: String]

    /// Everybody among them.
    var everybody: [PersonID: String] { names }

    /// Those of one story who still have an account.
    func of(_ story: Story) -> [Author] { ids(of: story).compactMap { id in names[id].map { Author(id: id, name: $0) } } }

    func ids(of story: Story) -> [PersonID] { ids[story.id] ?? [story.author] }

    /// As lists and covers name them.
    func line(of story: Story) -> String { of(story).map(\.name).joined(separator: ", ") }

    /// As a sentence names them.
    func text(of story: Story) -> Text {
        let names = of(story).map(\.name)
        guard let first = names.first, let last = names.last else { return .verbatim("") }
        guard names.count > 1 else { return .verbatim(first) }
        return "\(names.dropFirst().dropLast().reduce(.verbatim(first)) { "\($0), \($1)" as Text }) and \(last)"
    }
}

extension Authors {
    /// Whether others see somebody here: whoever published a story, posted, shows a list or says something about themselves. Of everybody
    /// else the app doesn't admit that they have an account (CORE-022).
    static func isShown(_ person: PersonID, in db: any Connection) throws -> Bool {
        try db.first("SELECT 1 FROM account_person WHERE id = \(person) AND \(sql: isShown("\(person)"))" as Query<Int>) != nil
    }

    /// The same as a condition.
    static func isShown(_ person: SQL) -> SQL {
        """
        (EXISTS (SELECT 1 FROM stories_story WHERE id IN (\(sql: stories(by: person))) AND \(Story.isShown))
            OR EXISTS (SELECT 1 FROM stories_post WHERE author_id = \(sql: person) AND is_shown = 1)
            OR EXISTS (SELECT 1 FROM stories_list WHERE person_id = \(sql: person) AND is_public = 1 AND shown_name IS NOT NULL))
        """
    }
}
