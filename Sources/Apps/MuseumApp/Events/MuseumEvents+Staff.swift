import Accounts
import Audit
import Core
import Database
import Platform
import Web

/// Places that staff give and take. Whoever has one by hand needs no membership, and may be one more than there are places: staff know the room.
extension MuseumEvents {
    /// Gives a place to whoever has an account with an address.
    /// - Returns: their name.
    /// - Throws: ``EventRefusal``, or the refusal at the field where nobody has the address.
    func give(to email: String, at id: EventID, in write: Write) throws -> String {
        guard let person = try EmailAddress(email.trimmed).flatMap({ try write.first(.person($0)) }) else {
            throw Problem(
                .invalid, "museum.registration-nobody", "Nobody was registered.", remedy: "Correct what is marked and try again.",
                fields: ["email": "No account has this email address."])
        }
        try give(to: person.id, at: id, in: write)
        return person.name
    }

    /// Gives a place to somebody, out of turn where they wait.
    func give(to person: PersonID, at id: EventID, in write: Write) throws {
        let event = try find(id, in: write)
        guard !event.isCancelled else { throw EventRefusal.cancelled }
        guard event.places != nil else { throw EventRefusal.noRegistration }
        guard try status(of: person, at: id, in: write) != .registered else { return }
        try write.run(
            """
            INSERT INTO museum_registration (event_id, person_id, status, asked_at, changed_at, changed_by)
            VALUES (\(id), \(person), 'registered', \(write.now), \(write.now), \(write.actor))
            ON CONFLICT (event_id, person_id) DO UPDATE SET status = excluded.status, changed_at = excluded.changed_at,
                changed_by = excluded.changed_by
            """)
        try write.audit(.update, id, ["name": event.title, "given": person.description])
        if write.now < event.startsAt {
            try tell(person, "You have a place: \(event.title)", "The museum registered you. Cancel if you can’t come.", event, in: write)
        }
    }

    /// Takes somebody off the list; whoever has waited longest gets a place that becomes free.
    func remove(_ person: PersonID, from id: EventID, in write: Write) throws {
        let event = try find(id, in: write)
        guard let known = try status(of: person, at: id, in: write) else { return }
        try cancel(person, at: id, in: write)
        try write.audit(.update, id, ["name": event.title, "taken": person.description])
        guard write.now < event.startsAt, !event.isCancelled else { return }
        try tell(
            person, known == .registered ? "Your place was cancelled: \(event.title)" : "You’re off the waiting list: \(event.title)",
            "Ask the museum if you think that’s a mistake.", event, in: write)
    }
}
