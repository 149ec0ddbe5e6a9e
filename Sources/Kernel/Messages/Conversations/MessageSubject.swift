import Accounts
import Core
import Database
import Moderation
import Notifications
import Platform
import Web

/// What messages let people be allowed to do.
public enum MessagesPermissions {
    /// Decide on messages that were held or reported; nothing else of a conversation can be read with it.
    public static let moderate: Permission = "messages.moderate"
}

/// Messages as moderators judge them: the reported one with the few before it, never the whole conversation.
struct MessageSubject: ModeratedSubject {
    static let subjectKind = "messages.message"

    let conversations: Conversations
    let kind = Self.subjectKind
    let name: Text = "Message"
    let mention = SubjectMention("a message", titled: "the message")
    let app = "messages"
    let moderators = MessagesPermissions.moderate
    let isPrivate = true
    /// What is said in private harms a person rather than the rules of the place.
    let reasons: [ModerationReason] = [.hate, .provocative, .fraud, .spam, .money, .personalData, .profanity, .other]
    /// Private messages may say where to meet and how to call.
    let filterPolicy = FilterPolicy([.contact: .accept, .link: .accept], guesses: .accept, usualPerHour: 60)

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let message = try db.first(.message(MessageID(id))) else { return nil }
        return SubjectSnapshot(
            author: message.author, title: message.words.beginning(60), text: message.words,
            link: MessagesPaths.conversation(message.conversation), writtenAt: message.at,
            context: try conversations.context(of: message, in: db))
    }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool {
        try db.first(
            """
            SELECT m.id FROM message_post m JOIN message_participant p ON p.conversation_id = m.conversation_id
            WHERE m.id = \(id) AND p.person_id = \(person)
            """ as Query<Int64>) != nil
    }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let message = try write.first(.message(MessageID(id))) else { return }
        let told = try decision.reason.map { try StoredJSON($0) }
        let isShown = decision == .accept
        try write.run("UPDATE message_post SET is_shown = \(isShown), told = \(told) WHERE id = \(id)")
        if isShown, message.deliveredAt == nil { try conversations.deliver(message, in: write) }
        if isShown || message.deliveredAt != nil {
            try tellBoth(of: message.conversation, in: write)
        } else if let author = message.author {
            try conversations.announce(message.conversation, to: author, in: write)
        }
    }

    private func tellBoth(of conversation: ConversationID, in write: Write) throws {
        let people = try write.all(
            "SELECT person_id FROM message_participant WHERE conversation_id = \(conversation) ORDER BY id LIMIT 2" as Query<PersonID>)
        for person in people { try conversations.announce(conversation, to: person, in: write) }
    }

    private struct Memento: Codable, Sendable {
        let isShown: Bool
        let told: Text?
    }

    func memento(of id: Int64, in db: any Connection) throws -> String? {
        try db.first(.message(MessageID(id))).map { try StoredJSON(Memento(isShown: $0.isShown, told: $0.told)).text }
    }

    func restore(_ memento: String, to id: Int64, in write: Write) throws {
        guard let message = try write.first(.message(MessageID(id))) else { return }
        let earlier = try StoredJSON<Memento>(text: memento).value
        let told = try earlier.told.map { try StoredJSON($0) }
        try write.run("UPDATE message_post SET is_shown = \(earlier.isShown), told = \(told) WHERE id = \(id)")
        try tellBoth(of: message.conversation, in: write)
    }
}

extension Conversations {
    /// Brings a message to the other person, by one notification per unread conversation. Until then nothing in their list moves: that
    /// something was stopped is nobody's business but its author's.
    func deliver(_ message: Message, in write: Write) throws {
        let now = write.now
        try write.run("UPDATE message_post SET delivered_at = \(now) WHERE id = \(message.id)")
        try write.run(
            """
            UPDATE message_conversation SET last_at = \(now), changed_at = \(now), changed_by = \(message.author)
            WHERE id = \(message.conversation)
            """)
        try write.count(.messages)
        guard let recipient = try write.first(.recipient(of: message)) else { return }
        guard !recipient.isMuted else { return }
        let title = try write.one("SELECT title FROM message_conversation WHERE id = \(message.conversation)" as Query<String>)
        let sender = try message.author.flatMap { try People.names(of: [$0], in: write)[$0] } ?? ""
        let opening = try opening(by: message, in: write)
        try notifier.send(
            Notification(
                kind: MessagesModule.notificationKind, title: opening?.news(sender) ?? "\(sender) wrote to you", body: .verbatim(title),
                link: MessagesPaths.conversation(message.conversation), key: "messages:\(message.conversation):\(recipient.visits)",
                actor: message.author),
            to: recipient.person, in: write)
    }
}

extension Conversations {
    /// What the first message that reaches somebody about something is told as, where its app has a word for that.
    private func opening(by message: Message, in db: any Connection) throws -> ConversationOpening? {
        let subject = try db.first(
            """
            SELECT c.subject_kind FROM message_conversation c
            WHERE c.id = \(message.conversation) AND c.subject_kind IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM message_post m WHERE m.conversation_id = c.id AND m.id <> \(message.id) AND m.delivered_at IS NOT NULL)
            """ as Query<String>)
        return site.extensions[.conversationOpenings].first { $0.kind == subject }
    }

    /// Whether a message was stopped for good: its author may say it otherwise. One that waits for a moderator may yet be delivered, and one
    /// that a moderator removed was read already.
    func isRefused(_ message: Message, in db: any Connection) throws -> Bool {
        guard !message.isShown, !message.isRemoved else { return false }
        return try moderation.find(SubjectKey(kind: MessageSubject.subjectKind, id: message.id.number), in: db)?.status != .pending
    }

    /// The words of a message that was stopped, with the cause marked.
    func marks(of message: Message, in db: any Connection) throws -> WritingMarks? {
        try moderation.marks(of: SubjectKey(kind: MessageSubject.subjectKind, id: message.id.number), text: message.words, in: db)
    }

    /// How many messages before one moderators see.
    static let contextLength = 3

    /// What was said just before, with who said it.
    func context(of message: Message, in db: any Connection) throws -> [String] {
        let before = try db.all(
            """
            SELECT \(Message.columns) FROM message_post WHERE conversation_id = \(message.conversation) AND id < \(message.id) AND is_shown = 1
            ORDER BY id DESC LIMIT \(Self.contextLength)
            """ as Query<Message>)
        let names = try People.names(of: Set(before.compactMap(\.author)), in: db)
        return before.reversed().map { one in
            let name = one.author.flatMap { names[$0] } ?? "–"
            return "\(name): \(one.words)"
        }
    }
}

extension Query where Row == Message {
    static func message(_ id: MessageID) -> Self { "SELECT \(Message.columns) FROM message_post WHERE id = \(id)" }
}

/// Who a message is for.
private struct Recipient: SQLRow {
    let person: PersonID
    let isMuted: Bool
    /// How often they have looked into the conversation: each time they did, the next message is worth a notification again.
    let visits: Int

    init(row: inout RowReader) throws {
        person = try row.next()
        isMuted = try row.next()
        visits = try row.next()
    }
}

extension Query where Row == Recipient {
    fileprivate static func recipient(of message: Message) -> Self {
        """
        SELECT person_id, is_muted, notices FROM message_participant
        WHERE conversation_id = \(message.conversation) AND left_at IS NULL AND (person_id <> \(message.author ?? PersonID(0)))
        ORDER BY id LIMIT 1
        """
    }
}

extension String {
    /// Its first words, at most so many characters; an ellipsis stands for the rest.
    func beginning(_ most: Int) -> String {
        guard count > most else { return self }
        let cut = prefix(most)
        let words = cut.lastIndex(where: \.isWhitespace).map { cut[..<$0] } ?? cut
        return words + "…"
    }
}
