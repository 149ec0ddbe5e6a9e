import Core
import Database
import Moderation

/// Names a conversation.
public typealias ConversationID = ID<Conversation>

/// Names one message.
public typealias MessageID = ID<Message>

/// Words between two people, about something or about nothing in particular.
public struct Conversation: Sendable, SQLRow {
    /// The identity.
    public let id: ConversationID
    /// What it is about, in a line; empty once that is gone together with whoever wrote it.
    public let title: String
    /// The same for people.
    public var heading: Text { title.isEmpty ? "About something that is gone" : .verbatim(title) }
    /// What it is about.
    public let subject: SubjectKey?
    /// When something was said last.
    public let lastAt: Instant
    /// Its other person, from the side of who asked; nil once the account is gone.
    public let other: PersonID?
    /// Up to which message who asked has read.
    let readTo: Int64
    /// Whether who asked wants no notifications of it.
    public let isMuted: Bool
    /// When who asked left it, if they did.
    let leftAt: Instant?
    /// Messages that who asked has not read.
    public let unread: Int
    /// The beginning of what was said last, as who asked sees it.
    public let lastWords: String?
    /// Whether who asked said that.
    let isLastOwn: Bool
    /// The same for a list, which has the other person's name above it.
    public var lastSaid: Text { isLastOwn ? "You: \(lastWords ?? "")" : .verbatim(lastWords ?? "") }

    /// The conversations of a person in the order of ``init(row:)``; `filter` begins with AND.
    static func query(of person: PersonID, _ filter: SQL) -> Query<Conversation> {
        """
        SELECT c.id, c.title, c.subject_kind, c.subject_id, c.last_at,
            CASE WHEN c.first_person = \(person) THEN c.second_person ELSE c.first_person END,
            p.read_to, p.is_muted, p.left_at,
            (SELECT CAST(count(*) AS BIGINT) FROM message_post m
                WHERE m.conversation_id = c.id AND m.id > p.read_to AND m.is_shown = 1 AND (m.author_id IS NULL OR m.author_id <> \(person))),
            (SELECT substr(m.words, 1, 160) FROM message_post m WHERE m.conversation_id = c.id AND (m.is_shown = 1 OR m.author_id = \(person))
                ORDER BY m.id DESC LIMIT 1),
            CAST(coalesce((SELECT CASE WHEN m.author_id = \(person) THEN 1 ELSE 0 END FROM message_post m
                WHERE m.conversation_id = c.id AND (m.is_shown = 1 OR m.author_id = \(person)) ORDER BY m.id DESC LIMIT 1), 0) AS BIGINT)
        FROM message_participant p JOIN message_conversation c ON c.id = p.conversation_id
        WHERE p.person_id = \(person) \(filter)
        """
    }

    /// Reads the columns of ``query(of:_:)``.
    public init(row: inout RowReader) throws {
        id = try row.next()
        title = try row.next()
        let kind = try row.next(String?.self)
        let number = try row.next(Int64?.self)
        if let kind, let number { subject = SubjectKey(kind: kind, id: number) } else { subject = nil }
        lastAt = try row.next()
        other = try row.next()
        readTo = try row.next()
        isMuted = try row.next()
        leftAt = try row.next()
        unread = try row.next()
        lastWords = try row.next()
        isLastOwn = try row.next()
    }
}

/// One message.
public struct Message: Sendable, SQLRow {
    /// The identity.
    public let id: MessageID
    /// Where it was said.
    public let conversation: ConversationID
    /// Who said it; nil once the account is gone.
    public let author: PersonID?
    /// What was said.
    public internal(set) var words: String
    /// Whether the other person sees it.
    public let isShown: Bool
    /// Why not, for its author.
    public internal(set) var told: Text?
    /// When.
    public let at: Instant
    /// When the other person got it; nil where it was stopped before.
    public let deliveredAt: Instant?

    /// Whether a moderator took it out of the conversation after it was delivered.
    public var isRemoved: Bool { !isShown && deliveredAt != nil }

    static let columns: SQL = "id, conversation_id, author_id, words, is_shown, told, changed_at, delivered_at"

    /// Reads the columns.
    public init(row: inout RowReader) throws {
        id = try row.next()
        conversation = try row.next()
        author = try row.next()
        words = try row.next()
        isShown = try row.next()
        told = (try row.next(StoredJSON<Text>?.self))?.value
        at = try row.next()
        deliveredAt = try row.next()
    }
}
