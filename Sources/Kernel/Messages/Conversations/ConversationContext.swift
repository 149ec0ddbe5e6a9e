import Accounts
import Core
import Database
import Moderation
import Platform
import Web

/// Where a conversation belongs: what it is about, and the app that this is part of.
struct ConversationContext: Sendable {
    /// The app whose frame its page wears.
    var app: String?
    /// What people call what it is about: “Request”.
    var kind: Text = ""
    /// Where what it is about can be seen, while it is there.
    var subject: String?
    /// How that stands, where the two should know: that it is closed.
    var standing: Text?
    /// Whether what it is about was deleted.
    var isGone = false
    /// Where the other person is shown.
    var profile: String?

    /// The list that its arrow leads to.
    var list: String { link(MessagesPaths.list(), query: ["app": app]) }
}

extension Conversations {
    /// What surrounds a conversation.
    func context(of conversation: Conversation, in db: any Connection) throws -> ConversationContext {
        guard let key = conversation.subject else { return ConversationContext() }
        let extensions = site.extensions
        guard let declared = extensions[.moderatedSubjects].first(where: { $0.kind == key.kind }) else { return ConversationContext() }
        let subject = try declared.snapshot(of: key.id, in: db)
        let pages = extensions.entries(at: .profilePages).first { $0.module == declared.app }?.value
        return ConversationContext(
            app: declared.app, kind: declared.name, subject: subject?.link, standing: subject?.standing, isGone: subject == nil,
            profile: conversation.other.flatMap { pages?.path($0) })
    }

    /// The conversations of a person about something, the latest first: those they have left are not among them.
    /// - Parameter onlyAddressed: leaves out those in which the other person has said nothing that can be read (any more).
    public func about(
        _ subject: SubjectKey, of person: PersonID, onlyAddressed: Bool = false, in db: any Connection
    ) throws -> [Conversation] {
        let addressed: SQL = onlyAddressed ? Self.isAddressed(to: person) : ""
        return try db.all(
            Conversation.query(
                of: person,
                """
                AND p.left_at IS NULL AND c.subject_kind = \(subject.kind) AND c.subject_id = \(subject.id) \(addressed)
                ORDER BY c.last_at DESC, c.id DESC LIMIT \(Self.pageSize)
                """))
    }

    /// A person's conversations about things of one kind, the latest first: those they have left are not among them.
    /// - Parameter onlyAddressed: leaves out those in which the other person has said nothing that can be read (any more).
    public func about(kind: String, of person: PersonID, onlyAddressed: Bool = false, in db: any Connection) throws -> [Conversation] {
        let addressed: SQL = onlyAddressed ? Self.isAddressed(to: person) : ""
        return try db.all(
            Conversation.query(
                of: person,
                "AND p.left_at IS NULL AND c.subject_kind = \(kind) \(addressed) ORDER BY c.last_at DESC, c.id DESC LIMIT \(Self.mostOfKind)"))
    }

    private static let mostOfKind = 200

    private static func isAddressed(to person: PersonID) -> SQL {
        """
        AND EXISTS (SELECT 1 FROM message_post m WHERE m.conversation_id = c.id AND m.is_shown = 1 AND m.author_id <> \(person))
        """
    }

    /// About how many of some things of a kind there are conversations in which something can be read, and how many of each.
    public static func counts(about kind: String, _ ids: [Int64], in db: any Connection) throws -> [Int64: Int] {
        let counts: Query<Row2<Int64, Int>> = """
            SELECT c.subject_id, CAST(count(*) AS BIGINT) FROM message_conversation c WHERE c.subject_kind = \(kind) AND c.subject_id IN \(list: ids)
                AND EXISTS (SELECT 1 FROM message_post m WHERE m.conversation_id = c.id AND m.is_shown = 1)
            GROUP BY c.subject_id ORDER BY c.subject_id LIMIT \(ids.count)
            """
        return Dictionary(try db.all(counts).map { ($0.first, $0.second) }) { first, _ in first }
    }

    /// The ban that keeps a person from writing in a conversation: from the app that it is about something of, or from messages.
    func ban(of person: PersonID, in context: ConversationContext, _ db: any Connection) throws -> Ban? {
        try bans.active(of: person, in: db).first { [context.app, MessagesModule.manifest.id].contains($0.app) }
    }

    /// The people with whom a person talks about something, for telling them what became of it: nobody who left, wants no notifications of it
    /// or parted from the person by a block.
    public func partners(of person: PersonID, about subject: SubjectKey, in db: any Connection) throws -> [PersonID] {
        let people = try db.all(
            """
            SELECT other.person_id FROM message_participant own JOIN message_conversation c ON c.id = own.conversation_id
            JOIN message_participant other ON other.conversation_id = c.id AND other.person_id <> own.person_id
            WHERE own.person_id = \(person) AND c.subject_kind = \(subject.kind) AND c.subject_id = \(subject.id)
                AND other.left_at IS NULL AND other.is_muted = 0
            ORDER BY other.person_id LIMIT 500
            """ as Query<PersonID>)
        return try people.filter { try !isBlocked(person, $0, in: db) }
    }
}
