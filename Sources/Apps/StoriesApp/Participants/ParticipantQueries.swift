import Accounts
import Core
import Database

extension Coauthor: SQLRow {
    static let columns: SQL = "story_id, person_id, invited_at, accepted_at, declined_at"

    init(row: inout RowReader) throws {
        story = try row.next()
        person = try row.next()
        invitedAt = try row.next()
        acceptedAt = try row.next()
        declinedAt = try row.next()
    }
}

extension Query where Row == Coauthor {
    /// Everybody who was invited to a story: those who accepted, then those who haven't answered, then those who declined.
    static func coauthors(of story: StoryID) -> Self {
        """
        SELECT \(Coauthor.columns) FROM stories_coauthor WHERE story_id = \(story)
        ORDER BY CASE WHEN accepted_at IS NOT NULL THEN 0 WHEN declined_at IS NULL THEN 1 ELSE 2 END, accepted_at, invited_at, person_id LIMIT 500
        """
    }

    static func coauthor(_ person: PersonID, of story: StoryID) -> Self {
        "SELECT \(Coauthor.columns) FROM stories_coauthor WHERE story_id = \(story) AND person_id = \(person)"
    }

    /// Where somebody writes with others, or was asked to.
    static func coauthorships(of person: PersonID, limit: Int) -> Self {
        "SELECT \(Coauthor.columns) FROM stories_coauthor WHERE person_id = \(person) ORDER BY invited_at, story_id LIMIT \(limit)"
    }
}

extension Query where Row == Int {
    /// How many have yet to answer an invitation of somebody's.
    static func openInvitations(by author: PersonID) -> Self {
        """
        SELECT count(*) FROM stories_coauthor WHERE accepted_at IS NULL AND declined_at IS NULL
            AND story_id IN (SELECT id FROM stories_story WHERE author_id = \(author))
        """
    }
}

extension Query where Row == Story {
    /// The stories that somebody is invited to write, the latest invitation first; those of people they muted are as if never sent.
    static func invitations(to person: PersonID, story: StoryID? = nil, limit: Int = 100) -> Self {
        let one: SQL = story.map { "AND story_id = \($0)" } ?? ""
        return """
            SELECT \(Story.columns) FROM stories_story s JOIN (
                SELECT story_id, invited_at FROM stories_coauthor
                WHERE person_id = \(person) AND accepted_at IS NULL AND declined_at IS NULL \(sql: one)) AS i ON i.story_id = s.id
            WHERE \(sql: Mutes.shows("s.author_id", to: person)) ORDER BY invited_at DESC, id DESC LIMIT \(limit)
            """
    }
}

extension Query where Row == Row2<StoryID, PersonID> {
    /// Who accepted to write some stories, in the order in which they did.
    static func accepted(for stories: [StoryID]) -> Self {
        """
        SELECT story_id, person_id FROM stories_coauthor WHERE story_id IN \(list: stories) AND accepted_at IS NOT NULL
        ORDER BY story_id, accepted_at, person_id LIMIT \(stories.count * Coauthor.most)
        """
    }
}

extension Query where Row == PersonID {
    /// Everybody who writes a story: whoever began it, then who accepted to, in the order in which they did.
    static func authors(of story: StoryID) -> Self {
        """
        SELECT author_id FROM (
            SELECT author_id, -1 AS place FROM stories_story WHERE id = \(story)
            UNION ALL SELECT person_id, accepted_at FROM stories_coauthor WHERE story_id = \(story) AND accepted_at IS NOT NULL) AS everybody
        ORDER BY place, author_id LIMIT \(1 + Coauthor.most)
        """
    }
}

extension Query where Row == Row2<PersonID, String> {
    /// People with these words in their name, of those whom others see here.
    static func shownPeople(named words: String, limit: Int) -> Self {
        """
        SELECT p.id, p.name FROM account_person p
        WHERE p.status = 'active' AND \(sql: PersonRecord.isNamed(words)) AND \(sql: Authors.isShown("p.id")) ORDER BY p.name, p.id LIMIT \(limit)
        """
    }
}
