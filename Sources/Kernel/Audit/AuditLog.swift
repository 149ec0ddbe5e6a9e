public import Core
import Crypto
public import Database
import Foundation

/// The append-only log of who did what to what (CORE-035).
///
/// Each entry carries a digest of itself and of the entry before it. The database refuses to change entries; whoever gets
/// around that breaks the chain, and ``verify(in:)`` finds the place.
public struct AuditLog: Sendable {
    private let clock: SiteClock

    /// A log that stamps entries by `clock`.
    public init(clock: SiteClock = .wall) { self.clock = clock }

    /// Adds an entry, in the transaction of the change that it tells of.
    @discardableResult
    public func record(_ entry: AuditEntry, in db: any Connection) throws -> ID<AuditRecord> {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let details = String(decoding: try encoder.encode(entry.details), as: UTF8.self)
        let last = try db.first("SELECT hash FROM audit_entry ORDER BY id DESC LIMIT 1" as Query<[UInt8]>)
        let link = AuditLink(
            at: clock.now(), actor: entry.actor, action: entry.action.rawValue, entity: entry.entity, entityID: entry.entityID,
            details: details)
        return try db.insert(
            """
            INSERT INTO audit_entry (changed_at, changed_by, action, entity, entity_id, details, hash)
            VALUES (\(link.at), \(link.actor), \(entry.action), \(link.entity), \(link.entityID), \(link.details), \
            \(link.hash(after: last)))
            """)
    }

    /// Entries that fit, newest first.
    public func entries(_ filter: AuditFilter = AuditFilter(), limit: Int = 50, in db: any Connection) throws -> [AuditRecord] {
        try db.all("SELECT \(AuditRecord.columns) FROM audit_entry \(filter.clause) ORDER BY id DESC LIMIT \(limit)")
    }

    /// Walks the whole chain; run it in a `report`.
    public func verify(in db: any Connection) throws -> AuditVerdict {
        var last: [UInt8]?
        var count = 0
        var broken: ID<AuditRecord>?
        try db.each("SELECT \(AuditRecord.columns) FROM audit_entry ORDER BY id" as Query<AuditRecord>) { record in
            guard broken == nil else { return }
            let link = AuditLink(
                at: record.at, actor: record.actor, action: record.action.rawValue, entity: record.entity,
                entityID: record.entityID, details: record.details)
            guard link.hash(after: last) == record.hash else {
                broken = record.id
                return
            }
            last = record.hash
            count += 1
        }
        if let broken { return .broken(at: broken) }
        return .intact(entries: count, head: (last ?? []).hex)
    }
}

/// What a walk along the chain found.
public enum AuditVerdict: Equatable, Sendable {
    /// All entries are as they were written. Entries cut off at the end leave no trace in the chain itself: who wants to
    /// notice that keeps `head` and the count somewhere else.
    case intact(entries: Int, head: String)
    /// This entry, or the one before it, is not what was written.
    case broken(at: ID<AuditRecord>)
}

/// Which entries to show; what is `nil` does not matter.
public struct AuditFilter: Sendable {
    /// By whom.
    public var actor: PersonID?
    /// What was done.
    public var action: AuditAction?
    /// To what kind of thing.
    public var entity: String?
    /// To which one.
    public var entityID: String?
    /// Not before.
    public var from: Instant?
    /// Before.
    public var until: Instant?
    /// Older than this entry: for the next page.
    public var before: ID<AuditRecord>?

    /// Everything, unless narrowed.
    public init(
        actor: PersonID? = nil, action: AuditAction? = nil, entity: String? = nil, entityID: String? = nil,
        from: Instant? = nil, until: Instant? = nil, before: ID<AuditRecord>? = nil
    ) {
        self.actor = actor
        self.action = action
        self.entity = entity
        self.entityID = entityID
        self.from = from
        self.until = until
        self.before = before
    }

    var clause: SQL {
        var terms: [SQL] = []
        if let actor { terms.append("changed_by = \(actor)") }
        if let action { terms.append("action = \(action)") }
        if let entity { terms.append("entity = \(entity)") }
        if let entityID { terms.append("entity_id = \(entityID)") }
        if let from { terms.append("changed_at >= \(from)") }
        if let until { terms.append("changed_at < \(until)") }
        if let before { terms.append("id < \(before)") }
        return terms.isEmpty ? "" : "WHERE \(terms.joined(by: " AND "))"
    }
}

/// What the digest of an entry covers.
private struct AuditLink {
    var at: Instant
    var actor: PersonID?
    var action: String
    var entity: String
    var entityID: String
    var details: String

    func hash(after last: [UInt8]?) -> [UInt8] {
        // As a JSON array, so that no two different entries read the same.
        var json = JSONText()
        json.beginArray()
        json.integer(at.milliseconds)
        if let actor { json.integer(actor.number) } else { json.null() }
        for words in [action, entity, entityID, details] { json.string(words) }
        json.endArray()
        return sha256((last ?? []) + json.bytes)
    }
}
