import Accounts
import Core
import Database
import Localization
import Platform
import Web

/// What the device's worker is told, in its person's language.
struct PushMessage {
    /// With the body.
    let full: [UInt8]
    /// The title alone, for a service that found the whole too long.
    let short: [UInt8]

    private struct Content: Encodable {
        var title: String
        var body: String
        /// Where a touch leads.
        var url: String
        /// The same for a second copy, which then takes the place of the first.
        var tag: String
    }

    init(_ notification: NotificationRecord, for device: SubscriptionID, of recipient: Recipient, site: Site) async throws {
        let person = try await site.database.read { db in
            try db.first("SELECT person_id FROM notification_subscription WHERE id = \(device)" as Query<Int64>).map { PersonID($0) }
        }
        let language = try await recipient.find(person)?.language ?? site.configuration.mainLanguage
        var book = site.messages.phrasebook(language, site.configuration.zone)
        let title = String(book.words(notification.title).prefix(120))
        let content = Content(
            title: title, body: String(book.words(notification.body).prefix(400)), url: NotificationsPaths.open(notification.id),
            tag: "notice-\(notification.id)")
        full = try JSONWriter.encode(content)
        short = try JSONWriter.encode(Content(title: String(title.prefix(60)), body: "", url: content.url, tag: content.tag))
    }
}
