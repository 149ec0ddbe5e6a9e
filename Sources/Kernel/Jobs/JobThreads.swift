import Core

/// Threads for the work of jobs: one that blocks for long then delays other jobs, and never a request.
final class JobThreads: TaskExecutor {
    private let threads: WorkerThreads

    init(limit: Int) { threads = WorkerThreads(name: "stoa-job", limit: limit) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        threads.submit { job.runSynchronously(on: executor) }
    }
}
