import Accounts
import Core
import Crypto
import Database
import Foundation
import Localization
import Outbound
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

    init(_ notice: NoticeRecord, for device: SubscriptionID, site: Site) async throws {
        let person = try await site.database.read { db in
            try db.first("SELECT person_id FROM notification_subscription WHERE id = \(device)" as Query<Int64>).map { PersonID($0) }
        }
        let language = try await Receiver(site: site).find(person)?.language ?? site.configuration.mainLanguage
        var book = site.messages.phrasebook(language, site.configuration.zone)
        let title = String(book.words(notice.title).prefix(120))
        let content = Content(
            title: title, body: String(book.words(notice.body).prefix(400)), url: NotificationsPaths.open(notice.id), tag: "notice-\(notice.id)")
        full = Self.json(content)
        short = Self.json(Content(title: String(title.prefix(60)), body: "", url: content.url, tag: content.tag))
    }

    private static func json(_ content: Content) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(content)).map { Array($0) } ?? []
    }
}

/// Finds out who a person is when a job needs their language and address.
struct Receiver: Sendable {
    let site: Site

    func find(_ person: PersonID?) async throws -> PersonRecord? {
        guard let person, let people else { return nil }
        return try? await people.find(person)
    }

    func hasConfirmedAddress(_ person: PersonID, in db: any Connection) throws -> Bool {
        try people?.isVerified(person, in: db) ?? false
    }

    private var people: People? { site.members.lazy.compactMap { $0 as? AccountsPart }.first?.people }
}

/// One request to a push service (RFC 8030).
struct PushRequest {
    let subscription: PushSubscription
    let origin: String
    let encryption: PushEncryption
    let notice: NoticeRecord

    /// nil for a message that is too long. Keys and salt are made anew each time.
    func outbound(_ message: [UInt8], authorization: String) throws -> OutboundRequest? {
        guard let body = encryption.encrypt(message, ephemeral: try P256PrivateKey(), salt: randomBytes(16)) else { return nil }
        return OutboundRequest(
            "POST", subscription.endpoint,
            headers: [
                ("TTL", String(PushDelivery.life)), ("Urgency", "normal"), ("Topic", "notice-\(notice.id)"), ("Content-Encoding", "aes128gcm"),
                ("Content-Type", "application/octet-stream"), ("Authorization", authorization),
            ], body: body)
    }
}

/// `Retry-After` in either of its forms (RFC 9110, 10.2.3), an hour at most and a second at least.
enum RetryAfter {
    static func moment(_ header: String?, now: Instant) -> Instant? {
        guard let header else { return nil }
        let wait: Duration
        if let seconds = Int(header) {
            wait = .seconds(min(max(1, seconds), 3600))
        } else {
            let style = Date.ParseStrategy(
                format:
                    "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
            guard header.hasSuffix(" GMT"), let date = try? Date(String(header.dropLast(4)), strategy: style) else { return nil }
            wait = min(max(.seconds(1), Instant(date) - now), .seconds(3600))
        }
        return now + wait
    }
}
