import Core
import Database
import Platform

/// What somebody filled in at the checkout and hasn't ordered with yet: it is there when they come back from the cart, from the summary or on
/// another device.
enum CheckoutDraft {
    /// How long it is kept.
    private static let lifetime = Duration.days(1)
    /// How long a time of pickup that was chosen means anything.
    private static let pickupLifetime = Duration.seconds(3600)

    /// What is there; an empty form where nothing is.
    static func read(of person: PersonID, at now: Instant, in db: any Connection) throws -> CheckoutForm {
        let row = try db.first(
            "SELECT form, changed_at FROM cafeteria_checkout WHERE person_id = \(person) AND changed_at > \(now - lifetime)"
                as Query<Row2<StoredJSON<CheckoutForm>, Instant>>)
        guard let row else { return CheckoutForm() }
        var form = row.first.value
        if row.second <= now - pickupLifetime { (form.pickup, form.wanted, form.time) = (nil, nil, nil) }
        return form
    }

    /// Keeps a form in the place of the one before. What nobody ordered with in time goes.
    static func keep(_ form: CheckoutForm, of person: PersonID, in write: Write) throws {
        var kept = form
        (kept.moment, kept.drawn, kept.shown, kept.digest) = (nil, nil, nil, nil)
        kept.instructions = form.instructions.map { String($0.prefix(2 * Order.longestInstructions)) }
        kept.phone = form.phone.map { String($0.prefix(40)) }
        try write.run("DELETE FROM cafeteria_checkout WHERE changed_at <= \(write.now - lifetime)")
        try write.run(
            """
            INSERT INTO cafeteria_checkout (person_id, form, changed_at, changed_by)
            VALUES (\(person), \(try StoredJSON(kept)), \(write.now), \(write.actor))
            ON CONFLICT (person_id) DO UPDATE SET form = excluded.form, changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
    }

    /// Adds the instructions of an earlier order to what is there.
    static func add(_ instructions: String, of person: PersonID, in write: Write) throws {
        guard !instructions.isEmpty else { return }
        var form = try read(of: person, at: write.now, in: write)
        let own = (form.instructions ?? "").tidiedLines()
        guard !own.contains(instructions) else { return }
        let both = own.isEmpty ? instructions : "\(own)\n\(instructions)"
        // What somebody typed just now isn't cut for what they typed another day.
        guard both.count <= Order.longestInstructions else { return }
        form.instructions = both
        try keep(form, of: person, in: write)
    }

    static func forget(of person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM cafeteria_checkout WHERE person_id = \(person)")
    }
}
