import Analytics
import Audit
public import Core
import Crypto
import Database
import Events
import Foundation
import Jobs

/// Changes the data of a site, each write one transaction, and each write of a keyed call only once.
public struct Writer: Sendable {
    let database: Database
    let clock: SiteClock
    let audit: AuditLog
    let jobs: JobQueue
    let events: EventLog
    let counts: DailyCounts
    let key: SealingKey

    /// Runs `body` in a transaction of its own and answers once it is on disk. Whatever it throws undoes all that it changed.
    ///
    /// Under a submission, the first run keeps what `body` returned in the same transaction; when the call comes again, that is the
    /// answer and `body` does not run. So nothing happens twice, wherever a process was cut off.
    /// - Parameters:
    ///   - actor: who writes; nil is the system itself.
    ///   - submission: the call that this write belongs to; by default the one that is being answered, if it has a key. `nil` for what
    ///     does no harm twice, and for secrets that must not be kept.
    /// - Throws: what `body` throws, and ``SubmissionRefusal/changed`` when the call had another effect the first time.
    @discardableResult
    public func write<Value: Codable & Sendable>(
        by actor: PersonID?, once submission: Submission? = Submission.current, _ body: @escaping @Sendable (Write) throws -> Value
    ) async throws -> Value {
        guard let submission else { return try await run(by: actor, body) }
        let ledger = SubmissionLedger(key: key)
        let step = submission.nextStep()
        return try await run(by: actor) { write in
            if let kept = try ledger.claim(step, of: submission, as: Value.self, in: write) { return kept }
            let value = try body(write)
            try ledger.keep(value, step, of: submission, in: write)
            return value
        }
    }

    /// The same for a write that has nothing to answer.
    public func write(
        by actor: PersonID?, once submission: Submission? = Submission.current, _ body: @escaping @Sendable (Write) throws -> Void
    ) async throws {
        try await write(by: actor, once: submission) { write in
            try body(write)
            return NoResult()
        }
    }

    private func run<Value: Sendable>(by actor: PersonID?, _ body: @escaping @Sendable (Write) throws -> Value) async throws -> Value {
        let (value, afterwards) = try await database.write { [self] db in
            let write = Write(db, writer: self, actor: actor)
            return (try body(write), write.afterwards)
        }
        for callback in afterwards { callback() }
        return value
    }
}

/// What a write without an answer keeps.
private struct NoResult: Codable, Sendable {}

extension Site {
    /// Changes the data of this site.
    public var writer: Writer {
        Writer(database: database, clock: clock, audit: audit, jobs: jobs, events: events, counts: counts, key: key)
    }

    /// See ``Writer/write(by:once:_:)``.
    @discardableResult
    public func write<Value: Codable & Sendable>(
        by actor: PersonID?, once submission: Submission? = Submission.current, _ body: @escaping @Sendable (Write) throws -> Value
    ) async throws -> Value {
        try await writer.write(by: actor, once: submission, body)
    }

    /// See ``Writer/write(by:once:_:)``.
    public func write(
        by actor: PersonID?, once submission: Submission? = Submission.current, _ body: @escaping @Sendable (Write) throws -> Void
    ) async throws {
        try await writer.write(by: actor, once: submission, body)
    }
}
