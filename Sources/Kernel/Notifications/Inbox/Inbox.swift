import Core
import Database
import Events
import Platform

/// What has been said to a person on this site.
struct Inbox: UnreadCounter {
    let site: Site
    /// The topic that open screens follow.
    static let topic = "notices"

    /// The newest first.
    func page(of person: PersonID, before: NotificationID?, limit: Int, in db: any Connection) throws -> [NotificationRecord] {
        try db.all(
            """
            SELECT \(NotificationRecord.columns) FROM notification_notice n
            WHERE n.person_id = \(person) AND n.in_inbox = 1 AND n.id < \(before ?? NotificationID(.max))
            ORDER BY n.id DESC LIMIT \(limit)
            """)
    }

    func unread(of person: PersonID, opening path: String) async throws -> Int {
        // A link may lead to a place in a page; the page is what is opened.
        let length: SQL = "\(raw: String(path.unicodeScalars.count + 1))"
        let leadsHere: SQL = "(link = \(path) OR substr(link, 1, \(length)) IN (\(path + "#"), \(path + "?")))"
        let counts = try await site.database.read { db in
            try db.one(
                """
                SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN \(leadsHere) THEN 1 ELSE 0 END), 0) AS BIGINT)
                FROM notification_notice WHERE person_id = \(person) AND in_inbox = 1 AND read_at IS NULL
                """ as Query<Row2<Int, Int>>)
        }
        guard counts.second > 0, !path.isEmpty else { return counts.first }
        try await site.write(by: person) { try markRead(leadsHere, of: person, in: $0) }
        return counts.first - counts.second
    }

    func unread(of person: PersonID, in db: any Connection) throws -> Int {
        try db.one("SELECT COUNT(*) FROM notification_notice WHERE person_id = \(person) AND in_inbox = 1 AND read_at IS NULL")
    }

    /// Notes that one was read, and answers where it leads; nil when the person has no such notification.
    func read(_ id: NotificationID, of person: PersonID, in write: Write) throws -> NotificationRecord? {
        let own: SQL = "id = \(id) AND person_id = \(person) AND in_inbox = 1"
        guard
            let notification = try write.first(
                "SELECT \(NotificationRecord.columns) FROM notification_notice n WHERE \(own)" as Query<NotificationRecord>)
        else {
            return nil
        }
        if notification.readAt == nil { try markRead("id = \(id)", of: person, in: write) }
        return notification
    }

    func readAll(of person: PersonID, in write: Write) throws { try markRead("1 = 1", of: person, in: write) }

    /// Puts a notification in the place of one of its kind with the same link that was not read; false where there is none.
    func replaceUnread(with new: Notification, of person: PersonID, in write: Write) throws -> Bool {
        try write.run(
            """
            UPDATE notification_notice SET title = \(try StoredJSON(new.title)), body = \(try StoredJSON(new.body)), changed_at = \(write.now)
            WHERE person_id = \(person) AND kind = \(new.kind) AND link = \(new.link) AND in_inbox = 1 AND read_at IS NULL
            """) > 0
    }

    /// Marks read what asks for something that is done.
    func settle(_ kind: String, leadingTo link: String, for person: PersonID, in write: Write) throws {
        try markRead("kind = \(kind) AND link = \(link)", of: person, in: write)
    }

    /// Tells the person's open screens how many they have not read.
    func announce(to person: PersonID, kind: String, in write: Write) throws {
        let count = InboxCount(unread: try unread(of: person, in: write))
        try write.emit(Self.topic, to: .person(person), kind: kind, count)
    }

    private func markRead(_ which: SQL, of person: PersonID, in write: Write) throws {
        let now = write.now
        let changed = try write.run(
            """
            UPDATE notification_notice SET read_at = \(now), changed_at = \(now), changed_by = \(write.actor)
            WHERE person_id = \(person) AND in_inbox = 1 AND read_at IS NULL AND \(which)
            """)
        if changed > 0 { try announce(to: person, kind: "read", in: write) }
    }
}

/// What an event about the inbox carries.
struct InboxCount: Codable, Sendable {
    var unread: Int
}
