public import Core
import Crypto
public import Database
import Foundation

/// The append-only log of who did what to what (CORE-035).
///
/// Each entry carries a digest of itself and of the entry before it. The database refuses to change entries; whoever gets
/// around that breaks the chain, and ``verify(in:)`` finds the place.
public struct AuditLog: Sendable {
    let clock: SiteClock

    /// A log that stamps entries by `clock`.
    public init(clock: SiteClock = .wall) { self.clock = clock }

    /// Adds an entry, in the transaction of the change that it tells of.
    ///
    /// Its time is never before that of the entry before it, even where the machine's clock was set back.
    @discardableResult
    public func record(_ entry: AuditEntry, in db: any Connection) throws -> ID<AuditRecord> {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let details = String(decoding: try encoder.encode(entry.details), as: UTF8.self)
        let last = try db.first("SELECT changed_at, hash FROM audit_entry ORDER BY id DESC LIMIT 1" as Query<Row2<Instant, [UInt8]>>)
        let link = AuditLink(
            at: max(clock.now(), last?.first ?? clock.now()), actor: entry.actor, action: entry.action.rawValue, entity: entry.entity,
            entityID: entry.entityID, details: details)
        return try db.insert(
            """
            INSERT INTO audit_entry (changed_at, changed_by, action, entity, entity_id, details, hash)
            VALUES (\(link.at), \(link.actor), \(entry.action), \(link.entity), \(link.entityID), \(link.details), \
            \(link.hash(after: last?.second)))
            """)
    }

    /// Entries that fit, newest first; a page of a million takes milliseconds, whatever the filter.
    public func entries(_ filter: AuditFilter = AuditFilter(), limit: Int = 50, in db: any Connection) throws -> [AuditRecord] {
        try AuditSelection(filter, in: db)?.entries(limit: limit, in: db) ?? []
    }

    /// Hands over the entries that fit, newest first and at most so many; run it in a `report`.
    public func each(_ filter: AuditFilter, most: Int, in db: any Connection, _ body: (AuditRecord) throws -> Void) throws {
        try AuditSelection(filter, in: db)?.each(most: most, in: db, body)
    }

    /// How many entries fit, counted no further than `most`; run it in a `report`.
    public func count(_ filter: AuditFilter, most: Int, in db: any Connection) throws -> Int {
        try AuditSelection(filter, in: db)?.count(most: most, in: db) ?? 0
    }

    /// One entry.
    public func entry(_ id: ID<AuditRecord>, in db: any Connection) throws -> AuditRecord? {
        try db.first("SELECT \(AuditRecord.columns) FROM audit_entry WHERE id = \(id)")
    }

    /// Whether an entry stands in the log with this digest, in hexadecimal digits.
    public func holds(head: String, at id: ID<AuditRecord>, in db: any Connection) throws -> Bool {
        try entry(id, in: db).map { $0.hash.hex == head } ?? false
    }

    /// The kinds of things that entries tell of, by name.
    public func entities(in db: any Connection) throws -> [String] {
        // One look into the index per kind, where DISTINCT would read all of it.
        try db.all(
            """
            WITH RECURSIVE kind (name) AS (
                SELECT min(entity) FROM audit_entry
                UNION ALL SELECT (SELECT min(entity) FROM audit_entry WHERE entity > kind.name) FROM kind WHERE kind.name IS NOT NULL
            ) SELECT name FROM kind WHERE name IS NOT NULL LIMIT 500
            """)
    }
}
