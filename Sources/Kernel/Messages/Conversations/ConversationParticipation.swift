import Accounts
import Audit
import Core
import Database
import Events
import Moderation
import Platform

/// A page of a conversation.
struct Thread: Sendable {
    let conversation: Conversation
    let otherName: String?
    let otherPicture: String?
    /// Oldest first.
    var messages: [Message]
    /// Those of its messages that wait for a moderator.
    let waiting: Set<MessageID>
    /// Those that the person has reported, and about which nothing was decided yet.
    let reported: Set<MessageID>
    /// Where the page before this one ends.
    let older: MessageID?
    let isBlockedByMe: Bool
    /// Whether nothing more can be written.
    let isClosed: Bool
    let head: Int64

    /// Whether a message of a person's own was stopped, and not only until a moderator has looked at it.
    func isRefused(_ message: Message, of person: PersonID) -> Bool {
        message.author == person && !message.isShown && !message.isRemoved && !waiting.contains(message.id)
    }
}

/// A page of a person's conversations.
struct ConversationList: Sendable {
    let conversations: [Conversation]
    let names: [PersonID: String]
    let pictures: [PersonID: String]
    let head: Int64
}

/// Somebody whom a person has blocked.
struct BlockedPerson: Sendable {
    let id: PersonID
    /// Nil once the account is gone.
    let name: String?
}

extension Conversations {
    static let pageSize = 50

    /// A person's conversations, the latest first; those they left are not shown.
    func list(of person: PersonID, before: Instant?, in db: any Connection) throws -> [Conversation] {
        let until = before ?? Instant(milliseconds: Int64.max)
        return try db.all(
            Conversation.query(of: person, "AND p.left_at IS NULL AND c.last_at < \(until) ORDER BY c.last_at DESC, c.id DESC LIMIT \(Self.pageSize)")
        )
    }

    /// The same with the people's names and pictures.
    func page(of person: PersonID, before: Instant?, in db: any Connection) throws -> ConversationList {
        let found = try list(of: person, before: before, in: db)
        let others = Set(found.compactMap(\.other))
        return ConversationList(
            conversations: found, names: try People.names(of: others, in: db), pictures: try People.pictures(of: others, in: db),
            head: try site.events.head(in: db))
    }

    /// What was said, the latest page or the one before a message; what the filter stopped is seen by its author alone. Of what a moderator
    /// removed, others see that it was there.
    func thread(_ id: ConversationID, of person: PersonID, before: MessageID?, in db: any Connection) throws -> Thread {
        let head = try site.events.head(in: db)
        let found = try find(id, of: person, in: db)
        var messages = try db.all(
            """
            SELECT \(Message.columns) FROM message_post
            WHERE conversation_id = \(id) AND (is_shown = 1 OR delivered_at IS NOT NULL OR author_id = \(person))
                AND id < \(before ?? MessageID(Int64.max))
            ORDER BY id DESC LIMIT \(Self.pageSize + 1)
            """ as Query<Message>)
        let hasMore = messages.count > Self.pageSize
        if hasMore { messages.removeLast() }
        let name = try found.other.flatMap { try People.names(of: [$0], in: db)[$0] }
        let picture = try found.other.flatMap { try People.picture(of: $0, in: db) }
        for index in messages.indices where messages[index].isRemoved && messages[index].author != person {
            (messages[index].words, messages[index].told) = ("", nil)
        }
        let waiting = try messages.filter { try !$0.isShown && !$0.isRemoved && !isRefused($0, in: db) }
        let reported = try moderation.openlyReported(messages.map(\.id.number), of: MessageSubject.subjectKind, by: person, in: db)
        let blocked = try found.other.map { try blocks(person, $0, in: db) } ?? false
        let isClosed = try found.leftAt != nil || found.other == nil || found.other.map { try isBlocked(person, $0, in: db) } ?? true
        return Thread(
            conversation: found, otherName: name, otherPicture: picture, messages: messages.reversed(),
            waiting: Set(waiting.map(\.id)), reported: Set(reported.map { MessageID($0) }), older: hasMore ? messages.last?.id : nil,
            isBlockedByMe: blocked, isClosed: isClosed, head: head)
    }

    /// Remembers that a person has read a conversation up to a message; what comes later is news again.
    func read(_ id: ConversationID, by person: PersonID, upTo message: MessageID, in write: Write) throws {
        let changed = try write.run(
            """
            UPDATE message_participant SET read_to = \(message), notices = notices + 1, changed_at = \(write.now)
            WHERE conversation_id = \(id) AND person_id = \(person) AND read_to < \(message)
            """)
        guard changed > 0 else { return }
        try write.emit(Self.listTopic, to: .person(person), kind: "read", ["conversation": id.number])
    }

    /// Turns the notifications of a conversation off or on.
    func setMuted(_ isMuted: Bool, _ id: ConversationID, by person: PersonID, in write: Write) throws {
        _ = try find(id, of: person, in: write)
        try write.run(
            """
            UPDATE message_participant SET is_muted = \(isMuted), changed_at = \(site.clock.now())
            WHERE conversation_id = \(id) AND person_id = \(person)
            """)
        try record(["muted": isMuted], on: id, by: person, in: write)
    }

    /// Leaves a conversation: nobody writes into it any more, and it is no longer in the person's list.
    func leave(_ id: ConversationID, by person: PersonID, in write: Write) throws {
        _ = try find(id, of: person, in: write)
        let now = site.clock.now()
        try write.run(
            "UPDATE message_participant SET left_at = \(now), changed_at = \(now) WHERE conversation_id = \(id) AND person_id = \(person)")
        try record(["left": true], on: id, by: person, in: write)
        try announce(id, to: person, in: write)
    }

    /// Keeps somebody from writing to a person, in every conversation of the two, or lets them again.
    func setBlocked(_ isBlocked: Bool, in id: ConversationID, by person: PersonID, within write: Write) throws {
        guard let other = try find(id, of: person, in: write).other else { throw MessageRefusal.unknownConversation }
        guard isBlocked else { return try unblock(other, by: person, in: write) }
        try write.run(
            """
            INSERT INTO message_block (person_id, blocked_id, changed_at, changed_by)
            VALUES (\(person), \(other), \(site.clock.now()), \(person)) ON CONFLICT (person_id, blocked_id) DO NOTHING
            """)
        try recordBlock(true, of: other, by: person, in: write)
    }

    /// Lets somebody write to a person again; nothing happens when they were not blocked.
    func unblock(_ other: PersonID, by person: PersonID, in write: Write) throws {
        let freed = try write.run("DELETE FROM message_block WHERE person_id = \(person) AND blocked_id = \(other)")
        if freed > 0 { try recordBlock(false, of: other, by: person, in: write) }
    }

    /// Whom a person has blocked, the latest first.
    func blockedPeople(of person: PersonID, in db: any Connection) throws -> [BlockedPerson] {
        let ids = try db.all(
            "SELECT blocked_id FROM message_block WHERE person_id = \(person) ORDER BY id DESC LIMIT 100" as Query<PersonID>)
        let names = try People.names(of: Set(ids), in: db)
        return ids.map { BlockedPerson(id: $0, name: names[$0]) }
    }

    /// Notes in the log what somebody did to a conversation of theirs.
    func record(_ details: [String: Bool], on id: ConversationID, by person: PersonID, in write: Write) throws {
        try write.audit(.update, AuditName("messages.conversation", id), details)
    }

    private func recordBlock(_ isBlocked: Bool, of other: PersonID, by person: PersonID, in write: Write) throws {
        try write.audit(.update, AuditName("messages.block", other), ["blocked": isBlocked])
    }

    private func blocks(_ person: PersonID, _ other: PersonID, in db: any Connection) throws -> Bool {
        try db.first("SELECT id FROM message_block WHERE person_id = \(person) AND blocked_id = \(other)" as Query<Int64>) != nil
    }
}
