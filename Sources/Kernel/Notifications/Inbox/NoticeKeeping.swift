import Accounts
import Core
import Database
import Foundation
import Jobs
import Localization
import Platform

/// Forgets old notices at night, those that were read earlier than the rest.
struct NoticeKeeping: Sendable {
    static let id = "notifications.keeping"
    static let read = Retention("notifications.read-days", "Notifications that were read", hint: "Days in people's inboxes.", days: 182)
    static let all = Retention("notifications.days", "All other notifications", hint: "Days in people's inboxes.", days: 365)
    static let settings = [read.declaration, all.declaration]

    let site: Site

    var kind: JobKind { JobKind(Self.id, limit: 1) { (_: NoPayload, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.id, .daily(hour: 3, minute: 45, timeZone: site.configuration.zone), kind: Self.id) }

    private func run() async throws {
        let (read, all) = (site.limit(of: Self.read), site.limit(of: Self.all))
        try await site.database.write { db in
            try db.run(
                """
                DELETE FROM notification_notice WHERE created_at < \(all)
                    OR (created_at < \(read) AND (read_at IS NOT NULL OR in_inbox = 0))
                """)
        }
    }
}

/// What the part keeps about a person, for their export and their erasure.
struct NoticeData: PersonalData {
    let site: Site

    let folder = "notices"
    var title: Text { "Notifications" }

    private struct Exported: Encodable {
        struct Device: Encodable {
            let name: String
            let since: Instant
        }

        let notices: [NoticeAnswer]
        let choices: [String: [NoticeChannel]]
        let digest: String
        let devices: [Device]
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let language = try await Receiver(site: site).find(person)?.language ?? .english
        let devices = try await Subscriptions(site: site).list(of: person)
        let (choices, inbox, site) = (NoticeChoices(site: site), Inbox(site: site), site)
        let exported = try await site.database.read { db in
            Exported(
                notices: try inbox.page(of: person, before: nil, limit: 10_000, in: db).map { notice in
                    NoticeAnswer(notice) { site.messages.render($0, in: language, timeZone: site.configuration.zone) }
                },
                choices: Dictionary(try choices.all(of: person, in: db).map { ($0.kind.id, NoticeChannel.allCases.filter($0.channels.contains)) }) {
                    $1
                },
                digest: try choices.rhythm(of: person, in: db).digest.rawValue,
                devices: devices.map { Exported.Device(name: $0.label, since: $0.createdAt) })
        }
        try export.add(exported, as: "notices.json", "Your notices")
    }

    /// Others keep their notices about what the person did, without a reference to them.
    func erase(_ person: PersonID, in db: any Connection) throws {
        for table in ["notification_letter_item", "notification_notice", "notification_choice", "notification_rhythm", "notification_subscription"] {
            try db.run("DELETE FROM \(raw: table) WHERE person_id = \(person)")
        }
        try db.run("UPDATE notification_notice SET actor_id = NULL, changed_by = NULL WHERE actor_id = \(person)")
    }
}
