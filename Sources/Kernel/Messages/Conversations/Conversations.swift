import Accounts
import Analytics
import Audit
import Core
import Database
import Events
import Moderation
import Notifications
import Platform

/// Private conversations between two people.
public struct Conversations: Sendable {
    let site: Site
    let bans: Bans
    let moderation: Moderation
    let notifier: Notifier

    /// Most characters of a message.
    public static let longestMessage = 4000
    /// Most characters of a title; what is longer is cut.
    static let longestTitle = 200

    /// Opens the conversation of two people about something, or finds the one they have. `a`, who opens it, is back in it
    /// after leaving it; `b` is not, so nobody is drawn into what they left.
    /// - Throws: ``MessageRefusal/closed`` when one has blocked the other.
    public func open(
        between a: PersonID, and b: PersonID, about subject: SubjectKey?, title: String, in write: Write
    ) throws -> ConversationID {
        guard a != b else { throw MessageRefusal.yourself }
        guard try !isBlocked(a, b, in: write) else { throw MessageRefusal.closed }
        let (first, second) = a < b ? (a, b) : (b, a)
        let now = write.now
        if let known = try write.first(.between(first, second, about: subject)) {
            let isBack = try write.run(
                """
                UPDATE message_participant SET left_at = NULL, changed_at = \(now)
                WHERE conversation_id = \(known) AND person_id = \(a) AND left_at IS NOT NULL
                """)
            if isBack > 0 {
                try write.audit(.update, AuditName("messages.conversation", known), ["left": false])
            }
            return known
        }
        let id = ConversationID(
            try write.insert(
                """
                INSERT INTO message_conversation (title, subject_kind, subject_id, first_person, second_person, last_at, changed_at, changed_by)
                VALUES (\(String(title.prefix(Self.longestTitle))), \(subject?.kind), \(subject?.id), \(first), \(second), \(now), \(now), \(a))
                """))
        for person in [first, second] {
            try write.run(
                """
                INSERT INTO message_participant (conversation_id, person_id, changed_at, changed_by) VALUES (\(id), \(person), \(now), \(a))
                """)
        }
        try write.audit(.create, AuditName("messages.conversation", id), ["with": b.number])
        return id
    }

    /// Says something. The filter reads it first: what it stops is seen by its author alone, with the reason.
    /// - Parameter undelivered: what the author said before, which was stopped and is said otherwise now: it goes.
    /// - Throws: ``MessageRefusal``; the problem of a ban from the app that the conversation is about something of.
    @discardableResult
    public func post(
        _ text: String, by author: PersonID, to conversation: ConversationID, replacing undelivered: MessageID? = nil, language: Language,
        in write: Write
    ) throws -> MessageID {
        let words = text.tidiedLines()
        guard !words.isEmpty else { throw MessageRefusal.empty }
        guard words.length <= Self.longestMessage else { throw MessageRefusal.tooLong }
        let found = try find(conversation, of: author, in: write)
        guard found.leftAt == nil, let other = found.other, try !isBlocked(author, other, in: write), try isIn(conversation, other, in: write) else {
            throw MessageRefusal.closed
        }
        let context = try context(of: found, in: write)
        if let ban = try ban(of: author, in: context, write) { throw bans.problem(ban) }
        // Whoever waits for an answer is told that none can come; why is nobody else's business.
        guard try ban(of: other, in: context, write) == nil else { throw MessageRefusal.cannotAnswer }
        if let undelivered { try takeBack(undelivered, by: author, in: write) }
        let now = write.now
        let id = MessageID(
            try write.insert(
                """
                INSERT INTO message_post (conversation_id, author_id, words, changed_at, changed_by)
                VALUES (\(conversation), \(author), \(words), \(now), \(author))
                """))
        try moderation.submit(
            SubjectKey(kind: MessageSubject.subjectKind, id: id.number), author: author, text: [words], language: language, in: write)
        try write.run(
            "UPDATE message_participant SET read_to = \(id.number), changed_at = \(now) WHERE conversation_id = \(conversation) AND person_id = \(author)"
        )
        try announce(conversation, to: author, in: write)
        return id
    }

    /// Takes a message of the author's that was stopped out of the conversation. What was decided about it stays on record.
    private func takeBack(_ id: MessageID, by author: PersonID, in write: Write) throws {
        guard try write.run("DELETE FROM message_post WHERE id = \(id) AND author_id = \(author) AND is_shown = 0 AND delivered_at IS NULL") > 0
        else { return }
        try moderation.withdraw(SubjectKey(kind: MessageSubject.subjectKind, id: id.number), in: write)
    }

    /// One conversation of a person.
    /// - Throws: ``MessageRefusal/unknownConversation``, also when it is other people's.
    public func find(_ id: ConversationID, of person: PersonID, in db: any Connection) throws -> Conversation {
        guard let found = try db.first(Conversation.query(of: person, "AND c.id = \(id)")) else { throw MessageRefusal.unknownConversation }
        return found
    }

    /// How many conversations have something that a person has not read; one that is just being opened does not count.
    public func unread(of person: PersonID, besides opened: ConversationID? = nil, in db: any Connection) throws -> Int {
        try db.one(
            """
            SELECT CAST(count(*) AS BIGINT) FROM message_participant p
            WHERE p.person_id = \(person) AND p.left_at IS NULL AND p.conversation_id <> \(opened ?? ConversationID(0)) AND EXISTS (
                SELECT 1 FROM message_post m WHERE m.conversation_id = p.conversation_id AND m.id > p.read_to AND m.is_shown = 1
                    AND (m.author_id IS NULL OR m.author_id <> \(person)))
            """)
    }

    /// Screens of a person follow this.
    static func topic(_ conversation: ConversationID) -> String { "messages.conversation:\(conversation)" }
    static let listTopic = "messages"

    func announce(_ conversation: ConversationID, to person: PersonID, in write: Write) throws {
        for topic in [Self.topic(conversation), Self.listTopic] {
            try write.emit(topic, to: .person(person), kind: "changed", ["conversation": conversation.number])
        }
    }

    func isBlocked(_ a: PersonID, _ b: PersonID, in db: any Connection) throws -> Bool {
        try db.first(
            """
            SELECT id FROM message_block WHERE person_id = \(a) AND blocked_id = \(b) OR person_id = \(b) AND blocked_id = \(a)
            ORDER BY id LIMIT 1
            """ as Query<Int64>) != nil
    }

    private func isIn(_ conversation: ConversationID, _ person: PersonID, in db: any Connection) throws -> Bool {
        try db.first(
            "SELECT id FROM message_participant WHERE conversation_id = \(conversation) AND person_id = \(person) AND left_at IS NULL" as Query<Int64>
        )
            != nil
    }
}

extension Query where Row == ConversationID {
    /// The conversation that two people have about something already.
    fileprivate static func between(_ first: PersonID, _ second: PersonID, about subject: SubjectKey?) -> Self {
        """
        SELECT id FROM message_conversation WHERE first_person = \(first) AND second_person = \(second)
            AND coalesce(subject_kind, '') = \(subject?.kind ?? "") AND coalesce(subject_id, 0) = \(subject?.id ?? 0)
        ORDER BY id LIMIT 1
        """
    }
}
