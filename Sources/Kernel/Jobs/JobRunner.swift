public import Core
public import Database
import Foundation

/// Runs the jobs of one node: those asked for, those that come back by schedule, and those that a crash interrupted.
public actor JobRunner {
    private let database: Database
    private let queue: JobQueue
    private let leases: JobLeases
    private let kinds: [String: JobKind]
    private let schedules: [Schedule]
    private let clock: SiteClock
    private let log: Log
    private let metrics: Metrics
    private let limit: Int
    private let threads: JobThreads
    private var running: [JobID: (kind: String, task: Task<Void, Never>)] = [:]
    private var loop: Task<Void, Never>?
    private var timer: Task<Void, any Error>?
    private var listening: Listening?
    private let wakeups: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)
    private var isStopping = false
    /// Whether the patience with what runs has ended.
    private var isInterrupting = false

    /// A runner for these kinds and schedules; at most `limit` jobs run at the same time.
    public init(
        database: Database, queue: JobQueue, kinds: [JobKind], schedules: [Schedule] = [], limit: Int = 4,
        log: Log = .silent, metrics: Metrics = Metrics()
    ) {
        self.database = database
        self.queue = queue
        self.kinds = Dictionary(kinds.map { ($0.id, $0) }) { first, _ in first }
        self.schedules = schedules
        self.limit = limit
        threads = JobThreads(limit: limit)
        self.log = log
        self.metrics = metrics
        clock = queue.clock
        leases = JobLeases(owner: UUID().uuidString, clock: queue.clock)
        wakeups = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Begins; jobs then run as they become due. Whatever the previous life of this node was running starts again.
    public func start() async throws {
        guard loop == nil, !isStopping else { return }
        try await prepare()
        let continuation = wakeups.continuation
        listening = database.listen(JobQueue.channel) { continuation.yield() }
        loop = Task { await work() }
        wake()
    }

    /// Looks for due jobs now. After a commit this happens by itself.
    public nonisolated func wake() { wakeups.continuation.yield() }

    /// Starts nothing more and waits for what runs; after `grace` it is interrupted, and starts again in the next life.
    public func stop(grace: Duration = .seconds(10)) async {
        isStopping = true
        listening?.cancel()
        timer?.cancel()
        wakeups.continuation.finish()
        let patience = Task {
            try await Task.sleep(for: grace)
            interrupt()
        }
        // What the loop is just taking runs too, and is waited for like the rest.
        await loop?.value
        timer?.cancel()
        while let task = running.values.first?.task { await task.value }
        patience.cancel()
    }

    private func interrupt() {
        isInterrupting = true
        for (_, task) in running.values { task.cancel() }
    }

    /// Runs whatever is due at the clock's present moment, one job after the other, and answers how many: for tests, and
    /// for commands that finish their work before they end.
    @discardableResult
    public func runPending() async throws -> Int {
        try await prepare()
        var count = 0
        while true {
            try await askSchedules()
            guard let job = try await claim() else { return count }
            await run(job)
            count += 1
        }
    }

    private func prepare() async throws {
        let leases = leases
        // Jobs of this very runner are not orphans, so this may be repeated.
        let recovered = try await database.write { db in try leases.recover(atStart: true, in: db) }
        if recovered > 0 { log(.notice, "jobs.recovered", ["count": .integer(Int64(recovered))]) }
        try await askSchedules()
    }

    // MARK: The loop

    private func work() async {
        var failures = 0
        var notBefore: ContinuousClock.Instant?
        for await _ in wakeups.stream {
            // Whatever else wakes us, a database that failed is left alone for a while.
            if let notBefore, ContinuousClock.now < notBefore { continue }
            do {
                try await askSchedules()
                try await startDueJobs()
                if failures > 0 { log(.notice, "jobs.going-on", ["failures": .integer(Int64(failures))]) }
                failures = 0
                notBefore = nil
                await setTimer()
            } catch {
                failures += 1
                // The first, the second, the fourth …: the database may be away, or its disk full, for hours.
                if failures.nonzeroBitCount == 1 {
                    log(.error, "jobs.failed", ["cause": .string("\(error)"), "failures": .integer(Int64(failures))])
                }
                let pause = Duration.seconds(min(30, 1 << min(failures - 1, 5)))
                notBefore = .now + pause
                comeBack(after: pause)
            }
        }
    }

    private func comeBack(after pause: Duration) {
        let continuation = wakeups.continuation
        timer?.cancel()
        timer = Task {
            try await Task.sleep(for: pause)
            continuation.yield()
        }
    }

    private func startDueJobs() async throws {
        while !isStopping, running.count < limit, let job = try await claim() {
            let task = Task {
                await run(job)
                ended(job)
            }
            running[job.id] = (job.kind, task)
            if isInterrupting { task.cancel() }
        }
    }

    private func ended(_ job: ClaimedJob) {
        running[job.id] = nil
        wake()
    }

    /// Comes back when the next job is due, and at the latest in half a minute for leases that ended elsewhere.
    private func setTimer() async {
        let leases = leases
        let names = Array(kinds.keys)
        let schedules = schedules.map(\.id)
        let due = try? await database.read { db in try leases.nextDue(names, schedules, in: db) }
        let pause = min(max(due.map { $0 - clock.now() } ?? .seconds(30), .milliseconds(100)), .seconds(30))
        // What is due and was not started waits for a place, and whoever ends wakes us then.
        let isWaitingForPlace = pause == .milliseconds(100) && !running.isEmpty
        comeBack(after: isWaitingForPlace ? .seconds(1) : pause)
    }

    // MARK: One step

    private func askSchedules() async throws {
        guard !schedules.isEmpty else { return }
        let (schedules, queue) = (schedules, queue)
        let now = clock.now()
        let ids = schedules.map(\.id)
        // A look first: a write for nothing would wait for the disk.
        let noted = try await database.read { db in
            try db.all("SELECT id, next_at FROM job_schedule WHERE id IN \(list: ids)" as Query<Row2<String, Instant>>)
        }
        let times = Dictionary(noted.map { ($0.first, $0.second) }) { first, _ in first }
        let isSettled = schedules.allSatisfy { schedule in
            times[schedule.id].map { $0 > now && !schedule.isOutOfReach($0, from: now) } ?? false
        }
        guard !isSettled else { return }
        try await database.write { db in
            for schedule in schedules { try schedule.askIfDue(queue, in: db) }
        }
    }

    private func claim() async throws -> ClaimedJob? {
        let busy = Dictionary(grouping: running.values, by: \.kind).mapValues(\.count)
        let free = kinds.values.filter { busy[$0.id, default: 0] < $0.limit }.map(\.id).sorted()
        let leases = leases
        let now = clock.now()
        let isAnythingDue = try await database.read { db in
            try db.one(
                """
                SELECT EXISTS (SELECT 1 FROM job_task WHERE state = 'waiting' AND run_at <= \(now) AND kind IN \(list: free))
                    OR EXISTS (SELECT 1 FROM job_task WHERE state = 'running' AND lease_until < \(now) AND lease_owner <> \(leases.owner))
                    OR EXISTS (SELECT 1 FROM job_task WHERE state IN ('waiting', 'running') AND changed_at > \(now + JobLeases.tolerance))
                """ as Query<Bool>)
        }
        guard isAnythingDue else { return nil }
        return try await database.write { db in
            try leases.followClock(in: db)
            _ = try leases.recover(atStart: false, in: db)
            return try leases.claim(free, in: db)
        }
    }

    private func run(_ job: ClaimedJob) async {
        guard let kind = kinds[job.kind] else { return }
        let started = ContinuousClock.now
        let attempt = JobAttempt(job: job, kind: kind, database: database, leases: leases, threads: threads, log: log)
        let outcome = await attempt.run()
        let labels = "kind=\"\(kind.id)\",outcome=\"\(outcome.name)\""
        metrics.count("stoa_jobs_total", labels, help: "Attempts at jobs, by how they ended.")
        let seconds = Double((ContinuousClock.now - started).wholeMilliseconds) / 1000
        metrics.observe("stoa_job_duration_seconds", "kind=\"\(kind.id)\"", seconds: seconds, help: "How long attempts took.")
    }
}
