import Core
import Database
import Foundation

/// One attempt at one job: the work itself, and beside it a heartbeat that keeps the lease and stores the progress.
struct JobAttempt: Sendable {
    let job: ClaimedJob
    let kind: JobKind
    let database: Database
    let leases: JobLeases
    let threads: JobThreads
    let log: Log
    private static let heartbeat = Duration.seconds(1)
    /// Nobody makes room sooner.
    private static let pauseWithoutRoom = Duration.seconds(30)

    private enum Ending: Sendable {
        case succeeded
        case threw(any Error)
        /// Someone asked for it, or the job is no longer ours.
        case stopped
        case tooLong
        /// The node stops.
        case interrupted
    }

    /// Runs to an end of any kind and stores it.
    func run() async -> JobOutcome {
        let context = JobContext(id: job.id, attempt: job.attempt, clock: leases.clock, log: log)
        // Crashes count as attempts too, or a job that kills its node would do so for ever.
        let isWorthTrying = job.attempt <= kind.retries + 1
        let outcome: JobOutcome =
            isWorthTrying ? outcome(of: await work(context)) : .failed("Each of \(job.attempt - 1) attempts was interrupted.")
        if case .failed(let reason) = outcome {
            log(.error, "job.failed", ["kind": .string(kind.id), "job": .integer(job.id.number), "cause": .string(reason)])
        }
        do {
            let (leases, id, report) = (leases, job.id, context.report)
            try await database.write { db in
                if let report { _ = try leases.renew(id, report, in: db) }
                try leases.finish(id, outcome, in: db)
            }
        } catch {
            // The lease ends by itself, and the job starts again.
            log(.error, "job.unfinished", ["kind": .string(kind.id), "job": .integer(job.id.number), "cause": .string("\(error)")])
        }
        return outcome
    }

    private func work(_ context: JobContext) async -> Ending {
        await withTaskGroup(of: Ending?.self) { group in
            group.addTask(executorPreference: threads) {
                do {
                    try await kind.run(Data(job.payload.utf8), context)
                    return .succeeded
                } catch {
                    return .threw(error)
                }
            }
            // `nil` from the heartbeat: the work ended first.
            group.addTask { await watch(context) }
            let first = await group.next() ?? nil
            context.cancel()
            group.cancelAll()
            let second = await group.next() ?? nil
            // Work that came to its end has come to its end, even if it had been told to stop.
            for ending in [first, second] { if case .succeeded = ending { return .succeeded } }
            return first ?? second ?? .interrupted
        }
    }

    /// Ends when the work must stop.
    private func watch(_ context: JobContext) async -> Ending? {
        let deadline = ContinuousClock.now + kind.timeout
        while true {
            do { try await Task.sleep(for: Self.heartbeat) } catch { return context.isCancelled ? nil : .interrupted }
            guard ContinuousClock.now < deadline else { return .tooLong }
            let (leases, id, report) = (leases, job.id, context.report)
            // A database that is away for a moment is no reason to stop: the lease is longer than that.
            let goesOn = try? await database.write { db in try leases.renew(id, report, in: db) }
            if goesOn == false { return .stopped }
        }
    }

    private func outcome(of ending: Ending) -> JobOutcome {
        let reason: String
        switch ending {
        case .succeeded: return .done
        case .stopped: return .cancelled
        case .interrupted: return .interrupted
        case .threw(is CancellationError) where Task.isCancelled: return .interrupted
        case .threw(let refusal as JobRefusal): return .failed(refusal.description)
        case .threw(let later as JobPostponement) where job.attempt <= kind.retries: return .again(later.until, later.description)
        case .threw(let error) where DiskRoom.isMissing(error):
            return .noRoom(leases.clock.now() + Self.pauseWithoutRoom, String(String(describing: error).prefix(1000)))
        case .threw(let error): reason = String(String(describing: error).prefix(1000))
        case .tooLong: reason = "It took longer than \(kind.timeout)."
        }
        guard job.attempt <= kind.retries else { return .failed(reason) }
        return .again(leases.clock.now() + JobKind.pause(after: job.attempt), reason)
    }
}
