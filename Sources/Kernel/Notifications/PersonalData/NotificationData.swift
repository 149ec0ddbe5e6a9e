import Accounts
import Core
import Database
import Localization
import Platform

/// What the part keeps about a person, for their export and their erasure.
struct NotificationData: PersonalData {
    let site: Site
    let recipient: Recipient
    let subscriptions: Subscriptions
    let choices: NotificationChoices
    let inbox: Inbox

    let folder = "notices"
    var title: Text { "Notifications" }

    private struct Exported: Encodable {
        struct Device: Encodable {
            let name: String
            let since: Instant
        }

        let notifications: [NotificationAnswer]
        let choices: [String: [NotificationChannel]]
        let digest: String
        let devices: [Device]
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let language = try await recipient.find(person)?.language ?? .english
        let devices = try await subscriptions.list(of: person)
        let exported = try await site.database.read { db in
            Exported(
                notifications: try inbox.page(of: person, before: nil, limit: 10_000, in: db).map { notification in
                    NotificationAnswer(notification) { site.messages.render($0, in: language, timeZone: site.configuration.zone) }
                },
                choices: try choices.byKind(of: person, in: db), digest: try choices.preferences(of: person, in: db).digest.rawValue,
                devices: devices.map { Exported.Device(name: $0.label, since: $0.createdAt) })
        }
        try export.add(exported, as: "notices.json", "Your notices")
    }

    /// What others were told because of the person goes too, for it has their name and their words. Only decisions stay, without the name.
    func erase(_ person: PersonID, in write: Write) throws {
        for table in ["notification_letter_item", "notification_notice", "notification_choice", "notification_rhythm", "notification_subscription"] {
            try write.run("DELETE FROM \(raw: table) WHERE person_id = \(person)")
        }
        let lasting = site.manifests.flatMap(\.notifications).filter(\.isEssential).map(\.id)
        try write.run("DELETE FROM notification_notice WHERE actor_id = \(person) AND kind NOT IN \(list: lasting + [""])")
        if let name = try People.names(of: [person], in: write)[person] {
            let decisions = try write.all(
                "SELECT id, title, body FROM notification_notice WHERE actor_id = \(person) ORDER BY id LIMIT 20000"
                    as Query<Row3<NotificationID, StoredJSON<Text>, StoredJSON<Text>>>)
            for decision in decisions {
                let (title, body) = (decision.second.value.forgetting(name), decision.third.value.forgetting(name))
                try write.run(
                    "UPDATE notification_notice SET title = \(try StoredJSON(title)), body = \(try StoredJSON(body)) WHERE id = \(decision.first)")
            }
        }
        try write.run("UPDATE notification_notice SET actor_id = NULL, changed_by = NULL WHERE actor_id = \(person)")
    }
}

extension Text {
    /// The same with nobody's name where a person's stood.
    fileprivate func forgetting(_ name: String) -> Text {
        Text(key: key, arguments: arguments.map { $0 == .string(name) ? .text(.person(named: nil)) : $0 })
    }
}
