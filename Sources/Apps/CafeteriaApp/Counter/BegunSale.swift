import Core
import Database
import Platform
import Web

/// Where a sale is kept while it is tapped: one for each person on each device where they are signed in, until it is paid or cleared.
struct BegunSale: Sendable {
    /// What was begun longer ago is nobody's any more.
    static let lifetime = Duration.seconds(12 * 3600)

    let person: PersonID
    let session: Int64

    /// nil for a program, which keeps its own.
    init?(of member: Member) {
        guard let session = member.identity.sessionID else { return nil }
        person = member.id
        self.session = session
    }

    /// The sale as it was left; nil where none was begun.
    func read(at now: Instant, in db: any Connection) throws -> CounterSale? {
        try db.first(
            """
            SELECT lines, customer, instructions, replaces_id FROM cafeteria_begun_sale
            WHERE person_id = \(person) AND session_id = \(session) AND changed_at > \(now - Self.lifetime)
            """ as Query<CounterSale>)
    }

    func keep(_ sale: CounterSale, in write: Write) throws {
        try write.run("DELETE FROM cafeteria_begun_sale WHERE changed_at <= \(write.now - Self.lifetime)")
        guard !sale.lines.isEmpty else { return try forget(in: write) }
        try write.run(
            """
            INSERT INTO cafeteria_begun_sale (person_id, session_id, lines, customer, instructions, replaces_id, changed_at, changed_by)
            VALUES (\(person), \(session), \(sale.lines.map(\.saleText).joined(separator: " ")), \(sale.customer),
                \(String(sale.instructions.prefix(Order.longestInstructions))), \(sale.replaces), \(write.now), \(person))
            ON CONFLICT (person_id, session_id) DO UPDATE SET lines = excluded.lines, customer = excluded.customer,
                instructions = excluded.instructions, replaces_id = excluded.replaces_id, changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
    }

    func forget(in write: Write) throws {
        try write.run("DELETE FROM cafeteria_begun_sale WHERE person_id = \(person) AND session_id = \(session)")
    }
}

extension CounterSale: SQLRow {
    init(row: inout RowReader) throws {
        self.init()
        lines = try row.next(String.self).split(separator: " ").enumerated().compactMap { CartLine(saleText: String($1), at: $0) }
        customer = try row.next()
        instructions = try row.next()
        replaces = try row.next()
    }
}
