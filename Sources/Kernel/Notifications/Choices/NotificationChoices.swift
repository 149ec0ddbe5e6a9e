import Accounts
import Audit
import Core
import Database
import Platform
import Web

/// Which kinds of news reach a person where (CORE-023).
struct NotificationChoices: Sendable {
    let site: Site

    /// The channels of one kind: what the person chose, or what the kind declares.
    func channels(for kind: NotificationKind, of person: PersonID, in db: any Connection) throws -> Set<NotificationChannel> {
        let chosen = try db.first("SELECT channels FROM notification_choice WHERE person_id = \(person) AND kind = \(kind.id)" as Query<String>)
        return Self.channels(chosen, of: kind)
    }

    /// The kinds that somebody is ever sent.
    func kinds(for member: Member) -> [NotificationKind] {
        kinds.filter { ($0.permission.map(member.may) ?? true) && (!$0.isForStaff || member.identity.isStaff) }
    }

    private var kinds: [NotificationKind] { site.manifests.flatMap(\.notifications) }

    /// The same for every kind of the site.
    func all(of person: PersonID, in db: any Connection) throws -> [(kind: NotificationKind, channels: Set<NotificationChannel>)] {
        let rows = try db.all(
            "SELECT kind, channels FROM notification_choice WHERE person_id = \(person) ORDER BY kind LIMIT 1000" as Query<Row2<String, String>>)
        let chosen = Dictionary(rows.map { ($0.first, $0.second) }) { $1 }
        return kinds.map { ($0, Self.channels(chosen[$0.id], of: $0)) }
    }

    /// The same for programs: channels by the id of the kind.
    func byKind(of person: PersonID, in db: any Connection) throws -> [String: [NotificationChannel]] {
        Dictionary(try all(of: person, in: db).map { ($0.kind.id, $0.channels.inOrder) }) { $1 }
    }

    /// Ends emails of every kind, for somebody who still has an account; what waited for the next email goes too.
    func stopEmails(to person: PersonID, in write: Write) throws {
        guard try People.names(of: [person], in: write)[person] != nil else { return }
        for (kind, channels) in try all(of: person, in: write) where channels.contains(.email) {
            try choose(channels.subtracting([.email]), for: kind, of: person, in: write)
        }
        try write.run("DELETE FROM notification_letter_item WHERE person_id = \(person)")
        try write.audit(.update, AuditName("notifications.choices", person), ["letters": "stopped"])
    }

    func choose(_ channels: Set<NotificationChannel>, for kind: NotificationKind, of person: PersonID, in write: Write) throws {
        let now = write.now
        let written = channels.inOrder.map(\.rawValue).joined(separator: " ")
        try write.run(
            """
            INSERT INTO notification_choice (person_id, kind, channels, changed_at, changed_by)
            VALUES (\(person), \(kind.id), \(written), \(now), \(person))
            ON CONFLICT (person_id, kind) DO UPDATE SET channels = \(written), changed_at = \(now), changed_by = \(person)
            """)
    }

    /// What has to be known is always in the inbox.
    private static func channels(_ chosen: String?, of kind: NotificationKind) -> Set<NotificationChannel> {
        let channels = chosen.map { Set($0.split(separator: " ").compactMap { NotificationChannel(rawValue: String($0)) }) } ?? kind.channels
        return kind.isEssential ? channels.union([.inbox]) : channels
    }
}

extension Set<NotificationChannel> {
    /// In the order in which people are offered them.
    var inOrder: [NotificationChannel] { NotificationChannel.allCases.filter(contains) }
}
