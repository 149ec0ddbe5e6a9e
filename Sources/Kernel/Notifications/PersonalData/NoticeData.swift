import Accounts
import Core
import Database
import Localization
import Platform

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
        let choices = NoticeChoices(site: site)
        let exported = try await site.database.read { db in
            Exported(
                notices: try Inbox(site: site).page(of: person, before: nil, limit: 10_000, in: db).map { notice in
                    NoticeAnswer(notice) { site.messages.render($0, in: language, timeZone: site.configuration.zone) }
                },
                choices: try choices.byKind(of: person, in: db), digest: try choices.rhythm(of: person, in: db).digest.rawValue,
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
