public import Core
import Foundation
import Synchronization

/// What to do for one sort of job.
///
/// A job may run more than once: after an error, and after a crash in the middle. `run` therefore finds what is already
/// done, or does the same again without harm.
public struct JobKind: Sendable {
    /// Names the kind in the database, e.g. `library.convert`.
    public let id: String
    /// How many attempts may follow the first.
    public let retries: Int
    /// How long one attempt may take; then its task is cancelled.
    public let timeout: Duration
    /// How many may run at the same time on one node.
    public let limit: Int
    let run: @Sendable (_ payload: Data, JobContext) async throws -> Void

    /// How a job is done.
    public init<P: Codable & Sendable>(
        _ job: Job<P>, retries: Int = 5, timeout: Duration = .seconds(600), limit: Int = 4,
        run: @escaping @Sendable (P, JobContext) async throws -> Void
    ) {
        id = job.id
        self.retries = retries
        self.timeout = timeout
        self.limit = limit
        self.run = { data, context in
            let payload: P
            do {
                payload = try JSONDecoder().decode(P.self, from: data)
            } catch {
                throw JobRefusal("The payload can not be read: \(error)")
            }
            try await run(payload, context)
        }
    }

    /// The pause after the attempt of this number: 5 s, 10 s, 20 s … up to an hour.
    static func pause(after attempt: Int) -> Duration {
        .seconds(min(3600, 5 << min(max(0, attempt - 1), 12)))
    }
}

/// What a running job knows and can tell.
public final class JobContext: Sendable {
    struct Report: Sendable {
        var progress: Double
        var note: Text?
    }

    private struct State: Sendable {
        var report: Report?
        var isCancelled = false
    }

    /// Which job this is.
    public let id: JobID
    /// Which attempt, from 1.
    public let attempt: Int
    /// The site's clock.
    public let clock: SiteClock
    /// The site's log.
    public let log: Log
    /// Guards what the job tells and is told.
    private let state = Mutex(State())

    init(id: JobID, attempt: Int, clock: SiteClock, log: Log) {
        self.id = id
        self.attempt = attempt
        self.clock = clock
        self.log = log
    }

    /// Tells how far the job is, from 0 to 1. It is stored about once a second, so calling often costs nothing.
    public func progress(_ fraction: Double, note: Text? = nil) {
        state.withLock { $0.report = Report(progress: min(1, max(0, fraction)), note: note ?? $0.report?.note) }
    }

    /// Whether someone asked to stop, or the time is over. The task is cancelled as well.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// What is to be stored.
    var report: Report? { state.withLock { $0.report } }
}
