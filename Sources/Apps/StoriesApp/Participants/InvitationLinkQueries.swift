import Core
import Database

extension InvitationLink: SQLRow {
    static let columns: SQL = "id, story_id, role, email, made_at, expires_at, answered_at, accepted_by"

    init(row: inout RowReader) throws {
        id = try row.next()
        story = try row.next()
        role = try row.next()
        email = try row.next()
        madeAt = try row.next()
        expiresAt = try row.next()
        answeredAt = try row.next()
        acceptedBy = try row.next()
    }
}

extension Query where Row == InvitationLink {
    /// The links of a story that nobody accepted, the newest first, until they end.
    static func invitationLinks(to story: StoryID, as role: ParticipantRole, at now: Instant) -> Self {
        """
        SELECT \(InvitationLink.columns) FROM stories_invitation_link
        WHERE story_id = \(story) AND role = \(role) AND expires_at > \(now) AND accepted_by IS NULL ORDER BY id DESC LIMIT 200
        """
    }

    static func invitationLink(hash: [UInt8], at now: Instant) -> Self {
        "SELECT \(InvitationLink.columns) FROM stories_invitation_link WHERE token_hash = \(hash) AND expires_at > \(now)"
    }

    static func invitationLink(_ id: InvitationLinkID, to story: StoryID, as role: ParticipantRole) -> Self {
        "SELECT \(InvitationLink.columns) FROM stories_invitation_link WHERE id = \(id) AND story_id = \(story) AND role = \(role)"
    }

    /// Everything that is kept of links to the stories that somebody began.
    static func invitationLinks(of author: PersonID, limit: Int) -> Self {
        """
        SELECT \(InvitationLink.columns) FROM stories_invitation_link
        WHERE story_id IN (SELECT id FROM stories_story WHERE author_id = \(author)) ORDER BY id LIMIT \(limit)
        """
    }
}

extension Query where Row == Int {
    /// How many links wait for somebody: of one story, or of all that somebody began.
    static func openInvitationLinks(to story: StoryID, as role: ParticipantRole, at now: Instant) -> Self {
        "SELECT count(*) FROM stories_invitation_link WHERE story_id = \(story) AND role = \(role) AND answered_at IS NULL AND expires_at > \(now)"
    }

    static func openInvitationLinks(by author: PersonID, as role: ParticipantRole, at now: Instant) -> Self {
        """
        SELECT count(*) FROM stories_invitation_link WHERE role = \(role) AND answered_at IS NULL AND expires_at > \(now)
            AND story_id IN (SELECT id FROM stories_story WHERE author_id = \(author))
        """
    }
}
