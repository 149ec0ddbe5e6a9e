public import Core
public import Database
import Foundation

/// Work that outlives the request that asked for it, by the name under which it stands in the database and with what it needs to know.
public struct Job<Payload: Codable & Sendable>: Sendable, ExpressibleByStringLiteral {
    /// The name, e.g. `library.ingest`. Jobs that wait are found by it, so it never changes.
    public let id: String

    /// A job by its name.
    public init(_ id: String) { self.id = id }

    /// The same.
    public init(stringLiteral id: String) { self.id = id }
}

/// The identity of one job that was asked for.
public typealias JobID = ID<JobStatus>

/// How far a job is.
public enum JobState: String, CaseIterable, Sendable, SQLConvertible {
    /// For its time, its turn, or its next attempt.
    case waiting
    case running
    case done
    /// For good; an administrator may ask for another attempt.
    case failed
    case cancelled
}

/// A job as the admin portal and whoever waits for it see it.
public struct JobStatus: SQLRow, Equatable {
    /// Which.
    public let id: JobID
    /// The id of its kind.
    public let kind: String
    /// How far.
    public let state: JobState
    /// When it may run, or run again.
    public let runAt: Instant
    /// How often it has been started.
    public let attempts: Int
    /// Of this attempt, from 0 to 1.
    public let progress: Double
    /// What it is doing, in its own words.
    public let note: Text?
    /// Why the last attempt failed, in technical words for administrators.
    public let failure: String?
    /// When it was asked for.
    public let createdAt: Instant
    /// When anything of this changed last.
    public let changedAt: Instant

    static let columns: SQL = "id, kind, state, run_at, attempts, progress, note, failure, created_at, changed_at"

    /// Takes the columns in the order of the properties.
    public init(row: inout RowReader) throws {
        id = try row.next()
        kind = try row.next()
        state = try row.next()
        runAt = try row.next()
        attempts = try row.next()
        progress = try row.next()
        let words: String? = try row.next()
        note = try words.map { try JSONDecoder().decode(Text.self, from: Data($0.utf8)) }
        failure = try row.next()
        createdAt = try row.next()
        changedAt = try row.next()
    }
}

/// Thrown by a job that no further attempt can help.
public struct JobRefusal: Error, CustomStringConvertible {
    /// Why, in technical words for administrators.
    public let description: String

    /// Gives up for this reason.
    public init(_ reason: String) { description = reason }
}

/// Thrown by a job that knows when another attempt may help: a service that asked to wait, say.
public struct JobPostponement: Error, CustomStringConvertible {
    /// When to try again.
    public let until: Instant
    /// Why, in technical words for administrators.
    public let description: String

    /// Tries again then, for this reason; the attempt counts.
    public init(until: Instant, _ reason: String) {
        self.until = until
        description = reason
    }
}

/// A payload for jobs that need to know nothing.
public struct NoPayload: Codable, Sendable, Equatable {
    /// Nothing.
    public init() {}
}
