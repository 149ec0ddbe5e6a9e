import Audit
import Core
import Database
import Events
import Jobs
import Notifications
import Platform
import Web

/// Places at events: who has one, who waits, and who is told.
struct MuseumEvents: Sendable {
    static let kind = NotificationKind(
        "museum.event", "Events", hint: "Events you registered for: reminders, a free place, changes and cancellations.",
        channels: [.inbox, .push, .email])
    /// Reminds those who have a place.
    static let reminder = Job<Payload>("museum.reminder")
    /// How long before the start.
    static let remindedBefore = Duration.days(1)

    struct Payload: Codable, Sendable {
        let event: EventID
    }

    let site: Site
    let memberships: Memberships
    let notifier: Notifier

    func find(_ id: EventID, in db: any Connection) throws -> Event {
        guard let event = try db.first(.event(id)) else { throw Problem.notFound }
        return event
    }

    /// What somebody has of an event; nil for nothing.
    func status(of person: PersonID, at event: EventID, in db: any Connection) throws -> RegistrationStatus? {
        let status = try db.first(
            "SELECT status FROM museum_registration WHERE event_id = \(event) AND person_id = \(person)" as Query<String>)
        return status.flatMap { RegistrationStatus(rawValue: $0) }.flatMap { $0 == .cancelled ? nil : $0 }
    }

    /// What somebody has of which events, the latest first.
    static func registrations(of person: PersonID, in db: any Connection) throws -> [(event: Event, status: RegistrationStatus)] {
        let rows = try db.all(
            """
            SELECT event_id, status FROM museum_registration WHERE person_id = \(person) AND status <> 'cancelled' ORDER BY id DESC LIMIT 10000
            """ as Query<Row2<EventID, String>>)
        return try rows.compactMap { row in
            guard let event = try db.first(.event(row.first)), let status = RegistrationStatus(rawValue: row.second) else { return nil }
            return (event, status)
        }
    }

    /// What somebody has of the events that aren't over.
    static func standings(of person: PersonID, at moment: Instant, in db: any Connection) throws -> [EventID: RegistrationStatus] {
        let rows = try db.all(
            """
            SELECT g.event_id, g.status FROM museum_registration g JOIN museum_event v ON v.id = g.event_id
            WHERE g.person_id = \(person) AND g.status <> 'cancelled' AND v.ends_at > \(moment) ORDER BY g.event_id LIMIT 1000
            """ as Query<Row2<EventID, String>>)
        return Dictionary(rows.compactMap { row in RegistrationStatus(rawValue: row.second).map { (row.first, $0) } }) { first, _ in first }
    }

    /// Takes a place, or one in the line of those who wait. Asking again changes nothing.
    /// - Throws: ``EventRefusal``.
    @discardableResult
    func register(_ person: PersonID, for id: EventID, in write: Write) throws -> RegistrationStatus {
        let event = try find(id, in: write)
        guard !event.isCancelled else { throw EventRefusal.cancelled }
        guard write.now < event.startsAt else { throw EventRefusal.begun }
        guard event.places != nil else { throw EventRefusal.noRegistration }
        if event.level > 0 {
            guard let current = try memberships.current(of: person, in: write), current.tier.level >= event.level else {
                throw EventRefusal.membersOnly
            }
        }
        if let known = try status(of: person, at: id, in: write) { return known }
        // Whoever waits was there first, also when a place is free for a moment.
        let status: RegistrationStatus = event.free ?? 1 > 0 && event.waiting == 0 ? .registered : .waiting
        try write.run(
            """
            INSERT INTO museum_registration (event_id, person_id, status, asked_at, changed_at, changed_by)
            VALUES (\(id), \(person), \(status.rawValue), \(write.now), \(write.now), \(write.actor))
            ON CONFLICT (event_id, person_id) DO UPDATE SET status = excluded.status, asked_at = excluded.asked_at,
                changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
        return status
    }

    /// Gives a place back; whoever has waited longest gets it.
    func cancel(_ person: PersonID, at id: EventID, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_registration SET status = 'cancelled', changed_at = \(write.now), changed_by = \(write.actor)
            WHERE event_id = \(id) AND person_id = \(person)
            """)
        try fill(id, in: write)
    }

    /// Gives free places to those who wait, in the order in which they asked.
    func fill(_ id: EventID, in write: Write) throws {
        let event = try find(id, in: write)
        guard !event.isCancelled, write.now < event.startsAt, event.waiting > 0 else { return }
        let free = event.free ?? event.waiting
        guard free > 0 else { return }
        let next = try write.all(
            """
            SELECT person_id FROM museum_registration WHERE event_id = \(id) AND status = 'waiting' ORDER BY asked_at, id LIMIT \(free)
            """ as Query<PersonID>)
        for person in next {
            try write.run(
                """
                UPDATE museum_registration SET status = 'registered', changed_at = \(write.now), changed_by = \(write.actor)
                WHERE event_id = \(id) AND person_id = \(person)
                """)
            try tell(person, "You have a place: \(event.title)", "A place became free. Cancel if you can’t come.", event, in: write)
        }
    }

    private func people(of id: EventID, _ statuses: [RegistrationStatus], in db: any Connection) throws -> [PersonID] {
        try db.all(
            """
            SELECT person_id FROM museum_registration WHERE event_id = \(id) AND status IN \(list: statuses.map(\.rawValue)) ORDER BY id LIMIT 100000
            """ as Query<PersonID>)
    }

    func tell(_ person: PersonID, _ title: Text, _ body: Text, _ event: Event, in write: Write) throws {
        try notifier.send(
            Notification(kind: Self.kind.id, title: title, body: body, link: MuseumPaths.event(event.id), actor: write.actor), to: person, in: write)
    }

    // MARK: For those who plan events

    /// Adds an event, or changes one; those who registered learn of another time or place.
    @discardableResult
    func save(_ draft: EventDraft, _ words: Translations = [:], as id: EventID?, in write: Write) throws -> EventID {
        let event: EventID
        if let id {
            let before = try find(id, in: write)
            let isMoved = before.startsAt != draft.startsAt || before.endsAt != draft.endsAt || before.place != draft.place
            try write.run(
                """
                UPDATE museum_event SET title = \(draft.title), text = \(draft.text), place = \(draft.place), starts_at = \(draft.startsAt),
                    ends_at = \(draft.endsAt), places = \(draft.places), level = \(draft.level), price = \(draft.price?.minor),
                    currency = \(draft.price?.currency), alt = \(draft.alt), sequence = sequence + \(isMoved ? 1 : 0),
                    changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(id)
                """)
            event = id
            if before.startsAt != draft.startsAt || before.place != draft.place, !before.isCancelled {
                let after = try find(id, in: write)
                for person in try people(of: id, [.registered, .waiting], in: write) {
                    try tell(person, "Changed: \(after.title)", "It’s now \(moment: after.startsAt), \(place(of: after)).", after, in: write)
                }
            }
            try fill(id, in: write)
        } else {
            event = try write.insert(
                """
                INSERT INTO museum_event (title, text, place, starts_at, ends_at, places, level, price, currency, alt, changed_at, changed_by)
                VALUES (\(draft.title), \(draft.text), \(draft.place), \(draft.startsAt), \(draft.endsAt), \(draft.places), \(draft.level),
                    \(draft.price?.minor), \(draft.price?.currency), \(draft.alt), \(write.now), \(write.actor))
                """)
        }
        try write.withdraw(Self.reminder, key: event.description)
        if draft.startsAt - Self.remindedBefore > write.now {
            try write.enqueue(Self.reminder, Payload(event: event), at: draft.startsAt - Self.remindedBefore, key: event.description)
        }
        try words.save(as: .event, of: event.number, in: write)
        try write.audit(id == nil ? .create : .update, event, ["name": draft.title])
        return event
    }

    /// Calls an event off; those who registered are told.
    func callOff(_ id: EventID, in write: Write) throws {
        let event = try find(id, in: write)
        guard !event.isCancelled else { return }
        try write.run(
            """
            UPDATE museum_event SET is_cancelled = \(true), sequence = sequence + 1, changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(id)
            """)
        try write.withdraw(Self.reminder, key: id.description)
        for person in try people(of: id, [.registered, .waiting], in: write) {
            try tell(person, "Cancelled: \(event.title)", "The event on \(day: event.startsAt) has been cancelled.", event, in: write)
        }
        try write.audit(.delete, id, ["name": event.title])
    }

    private func place(of event: Event) -> Text { event.place.isEmpty ? "at the museum" : .verbatim(event.place) }

    /// The work of ``reminder``.
    var reminderJob: JobKind {
        JobKind(Self.reminder) { work, _ in
            try await site.write(by: nil, once: nil) { [self] write in
                let event = try find(work.event, in: write)
                guard !event.isCancelled, event.startsAt > write.now else { return }
                for person in try people(of: event.id, [.registered], in: write) {
                    try tell(person, "Tomorrow: \(event.title)", "It begins at \(time: event.startsAt), \(place(of: event)).", event, in: write)
                }
            }
        }
    }
}
