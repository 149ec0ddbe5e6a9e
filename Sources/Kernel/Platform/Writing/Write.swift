public import Analytics
public import Audit
public import Core
public import Database
public import Events
public import Jobs

/// One write while it lasts: the transaction itself, who writes and when, and what belongs into the same transaction. It exists only
/// inside the closure of ``Writer/write(by:once:_:)``; the closure may run twice, each time with a write of its own.
public final class Write: Connection {
    /// The moment that everything in this write is stamped with.
    public let now: Instant
    /// Who writes; nil is the system itself.
    public let actor: PersonID?
    private let db: any Connection
    private let writer: Writer
    private var callbacks: [@Sendable () -> Void] = []

    init(_ db: any Connection, writer: Writer, actor: PersonID?) {
        self.db = db
        self.writer = writer
        self.actor = actor
        now = writer.clock.now()
    }

    /// Notes in the audit log what the actor did, and the change, which becomes JSON (CORE-035).
    ///
    /// Entries are kept for good, so passwords, tokens and private text never belong into `change`.
    public func audit(_ action: AuditAction, _ subject: some AuditSubject, _ change: some Encodable & Sendable = [String: String]()) throws {
        try writer.audit.record(
            AuditEntry(actor: actor, action: action, entity: subject.auditEntity, entityID: subject.auditID, details: change), in: db)
    }

    /// Asks for a job, now or at a moment. While one of the same kind and `key` is waiting, that one is the answer.
    @discardableResult
    public func enqueue<Payload>(_ job: Job<Payload>, _ payload: Payload, at moment: Instant? = nil, key: String? = nil) throws -> JobID {
        try writer.jobs.enqueue(job, payload, runAt: moment, key: key, by: actor, in: db)
    }

    /// Takes back jobs of a kind and `key` that still wait.
    public func withdraw<Payload>(_ job: Job<Payload>, key: String) throws { try writer.jobs.withdraw(job, key: key, in: db) }

    /// Adds an event to a topic; whoever follows hears of it after the commit. `data` becomes JSON.
    public func emit(_ topic: String, to audience: EventAudience, kind: String, _ data: some Encodable) throws {
        try writer.events.append(topic: topic, audience: audience, kind: kind, data: data, by: actor, in: db)
    }

    /// Counts for the statistics, today.
    public func count(_ measure: Measure, of part: String = "", by amount: Int = 1) throws {
        try writer.counts.add(amount, to: measure, of: part, at: now, in: db)
    }

    /// Runs `body` once, after the commit and before the writer hears of it; never for a write that was undone. For what this process
    /// holds in memory: another node learns of the change by ``Connection/notify(_:)``.
    public func afterCommit(_ body: @escaping @Sendable () -> Void) { callbacks.append(body) }

    /// What is to run after the commit, in the order in which it was asked for.
    var afterwards: [@Sendable () -> Void] { callbacks }

    // MARK: Connection

    public var dialect: Dialect { db.dialect }

    public func perform(_ sql: SQL, _ row: (inout RowReader) throws -> Bool) throws -> Int { try db.perform(sql, row) }

    public func stream(_ sql: SQL, _ row: (inout RowReader) throws -> Bool) throws { try db.stream(sql, row) }

    public func script(_ sql: String) throws { try db.script(sql) }

    public func notify(_ channel: String) throws { try db.notify(channel) }
}
