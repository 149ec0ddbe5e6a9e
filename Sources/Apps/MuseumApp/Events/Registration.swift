import Core
import Database

/// Somebody's place at an event, or in the line of those who wait for one.
struct Registration: Sendable, Equatable {
    let person: PersonID
    let status: RegistrationStatus
    let askedAt: Instant
    let name: String
    let email: String
}

extension Registration: SQLRow {
    init(row: inout RowReader) throws {
        person = try row.next()
        status = RegistrationStatus(rawValue: try row.next()) ?? .cancelled
        askedAt = try row.next()
        name = try row.next()
        email = try row.next()
    }
}

extension Query where Row == Registration {
    /// Those with a place, then those who wait; both in the order in which they asked, which is the one in which places are given.
    static func registrations(at event: EventID, limit: Int = 5_000) -> Self {
        """
        SELECT g.person_id, g.status, g.asked_at, p.name, p.email FROM museum_registration g JOIN account_person p ON p.id = g.person_id
        WHERE g.event_id = \(event) AND g.status <> 'cancelled'
        ORDER BY CASE g.status WHEN 'registered' THEN 0 ELSE 1 END, g.asked_at, g.id LIMIT \(limit)
        """
    }
}

/// The form by which staff give a place by hand.
struct RegistrationForm: Decodable, Sendable {
    var email: String?
}
