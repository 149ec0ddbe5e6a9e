import Core
import Database
import Foundation
import Platform
import Web

/// When news may disturb a person.
struct DeliveryPreferences: Sendable, Equatable, SQLRow {
    /// How often emails come.
    enum Digest: String, Sendable, CaseIterable, Codable, SQLConvertible {
        case atOnce = "at-once"
        /// In the morning.
        case daily
        /// On Monday mornings.
        case weekly
    }

    var digest: Digest
    /// Hours of the day between which neither emails nor devices disturb: from 22 until 7, say. nil: none.
    var quiet: QuietHours?

    /// Of a person who never chose.
    static let usual = DeliveryPreferences(digest: .atOnce, quiet: nil)
    private static let morning = 7

    init(digest: Digest, quiet: QuietHours?) {
        self.digest = digest
        self.quiet = quiet
    }

    init(row: inout RowReader) throws {
        digest = try row.next()
        quiet = QuietHours(from: try row.next() as Int?, until: try row.next() as Int?)
    }

    /// When the next email may leave.
    func nextEmail(after now: Instant, in zone: TimeZone) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        switch digest {
        case .atOnce: return nextMoment(after: now, in: zone)
        case .daily: return Self.next(DateComponents(hour: Self.morning, minute: 0), after: now, calendar)
        case .weekly: return Self.next(DateComponents(hour: Self.morning, minute: 0, weekday: 2), after: now, calendar)
        }
    }

    /// When a device may be woken: now, or when the quiet hours end.
    func nextMoment(after now: Instant, in zone: TimeZone) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        guard let quiet, quiet.contains(calendar.component(.hour, from: now.date)) else { return now }
        return Self.next(DateComponents(hour: quiet.until, minute: 0), after: now, calendar)
    }

    private static func next(_ components: DateComponents, after now: Instant, _ calendar: Calendar) -> Instant {
        calendar.nextDate(after: now.date, matching: components, matchingPolicy: .nextTime).map { Instant($0) } ?? now
    }
}

/// Hours of a day, over midnight if need be.
struct QuietHours: Sendable, Equatable, Codable {
    let from: Int
    let until: Int

    /// nil unless both are hours and differ.
    init?(from: Int?, until: Int?) {
        guard let from, let until, (0...23).contains(from), (0...23).contains(until), from != until else { return nil }
        self.from = from
        self.until = until
    }

    func contains(_ hour: Int) -> Bool { from < until ? (from..<until).contains(hour) : hour >= from || hour < until }
}

extension QuietHours: LimitedMembers {
    static var limits: [String: Schema] { ["from": .integer(0...23), "until": .integer(0...23)] }
}

extension NotificationChoices {
    func preferences(of person: PersonID, in db: any Connection) throws -> DeliveryPreferences {
        try db.first("SELECT digest, quiet_from, quiet_until FROM notification_rhythm WHERE person_id = \(person)") ?? .usual
    }

    func choose(_ preferences: DeliveryPreferences, of person: PersonID, in write: Write) throws {
        let now = write.now
        let (from, until) = (preferences.quiet?.from, preferences.quiet?.until)
        try write.run(
            """
            INSERT INTO notification_rhythm (person_id, digest, quiet_from, quiet_until, changed_at, changed_by)
            VALUES (\(person), \(preferences.digest), \(from), \(until), \(now), \(person))
            ON CONFLICT (person_id) DO UPDATE SET digest = \(preferences.digest), quiet_from = \(from), quiet_until = \(until),
                changed_at = \(now), changed_by = \(person)
            """)
    }
}
