import Accounts
import Core
import Database

extension ParticipantRole: SQLConvertible {}

extension Participant: SQLRow {
    static let columns: SQL = "story_id, person_id, role, invited_at, accepted_at, declined_at"

    init(row: inout RowReader) throws {
        story = try row.next()
        person = try row.next()
        role = try row.next()
        invitedAt = try row.next()
        acceptedAt = try row.next()
        declinedAt = try row.next()
    }
}

extension Query where Row == Participant {
    /// Everybody who was invited to a story: those who accepted, then those who haven't answered, then those who declined.
    static func participants(of story: StoryID, as role: ParticipantRole) -> Self {
        """
        SELECT \(Participant.columns) FROM stories_participant WHERE story_id = \(story) AND role = \(role)
        ORDER BY CASE WHEN accepted_at IS NOT NULL THEN 0 WHEN declined_at IS NULL THEN 1 ELSE 2 END, accepted_at, invited_at, person_id LIMIT 500
        """
    }

    static func participant(_ person: PersonID, of story: StoryID, as role: ParticipantRole) -> Self {
        "SELECT \(Participant.columns) FROM stories_participant WHERE story_id = \(story) AND person_id = \(person) AND role = \(role)"
    }

    /// Where somebody takes part, or was asked to.
    static func participations(of person: PersonID, as role: ParticipantRole, limit: Int) -> Self {
        """
        SELECT \(Participant.columns) FROM stories_participant WHERE person_id = \(person) AND role = \(role)
        ORDER BY invited_at, story_id LIMIT \(limit)
        """
    }
}

extension Query where Row == Int {
    /// How many have yet to answer an invitation of somebody's.
    static func openInvitations(by author: PersonID, as role: ParticipantRole) -> Self {
        """
        SELECT count(*) FROM stories_participant WHERE role = \(role) AND accepted_at IS NULL AND declined_at IS NULL
            AND story_id IN (SELECT id FROM stories_story WHERE author_id = \(author))
        """
    }
}

extension Query where Row == Story {
    /// The stories that somebody is invited to, the latest invitation first; those of people they muted are as if never sent.
    static func invitations(to person: PersonID, as role: ParticipantRole, story: StoryID? = nil, limit: Int = 100) -> Self {
        let one: SQL = story.map { "AND story_id = \($0)" } ?? ""
        return """
            SELECT \(Story.columns) FROM stories_story s JOIN (
                SELECT story_id, invited_at FROM stories_participant WHERE person_id = \(person) AND role = \(role)
                    AND accepted_at IS NULL AND declined_at IS NULL \(sql: one)) AS i ON i.story_id = s.id
            WHERE \(sql: Mutes.shows("s.author_id", to: person)) ORDER BY invited_at DESC, id DESC LIMIT \(limit)
            """
    }
}

extension Query where Row == Row2<StoryID, PersonID> {
    /// Who accepted to write some stories, in the order in which they did.
    static func accepted(for stories: [StoryID]) -> Self {
        """
        SELECT story_id, person_id FROM stories_participant
        WHERE story_id IN \(list: stories) AND role = \(ParticipantRole.author) AND accepted_at IS NOT NULL
        ORDER BY story_id, accepted_at, person_id LIMIT \(stories.count * ParticipantRole.author.most)
        """
    }
}

extension Query where Row == PersonID {
    /// Everybody who writes a story: whoever began it, then who accepted to, in the order in which they did.
    static func authors(of story: StoryID) -> Self {
        """
        SELECT author_id FROM (
            SELECT author_id, -1 AS place FROM stories_story WHERE id = \(story)
            UNION ALL SELECT person_id, accepted_at FROM stories_participant
            WHERE story_id = \(story) AND role = \(ParticipantRole.author) AND accepted_at IS NOT NULL) AS everybody
        ORDER BY place, author_id LIMIT \(1 + ParticipantRole.author.most)
        """
    }
}

extension Query where Row == Row2<PersonID, String> {
    /// People with these words in their name, of those whom an author can invite.
    static func people(named words: String, invitableAs role: ParticipantRole, by author: PersonID, limit: Int) -> Self {
        """
        SELECT p.id, p.name FROM account_person p
        WHERE p.status = 'active' AND \(sql: PersonRecord.isNamed(words)) AND \(sql: role.isInvitable("p.id", by: author))
        ORDER BY p.name, p.id LIMIT \(limit)
        """
    }
}

extension ParticipantRole {
    /// Whether an author can find and invite somebody, as a condition: those whom others see here, and as first readers those who said something
    /// about a story of theirs, for everybody to see. Of anybody else the app doesn't admit that they have an account (CORE-022).
    func isInvitable(_ person: SQL, by author: PersonID) -> SQL {
        guard self == .reader else { return Authors.isShown(person) }
        return """
            (\(sql: Authors.isShown(person)) OR EXISTS (
                SELECT 1 FROM stories_comment said WHERE said.author_id = \(sql: person) AND said.is_on_draft = 0
                    AND said.shown_words IS NOT NULL AND said.is_removed = 0 AND said.is_hidden = 0
                    AND said.story_id IN (\(sql: Authors.stories(by: author)))))
            """
    }
}
