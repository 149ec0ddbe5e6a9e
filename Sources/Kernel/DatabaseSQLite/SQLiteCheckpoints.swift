import CSQLite
import Core
import Synchronization

/// Folds the write-ahead log back into the file beside the writer, so that no write waits for it.
///
/// SQLite would do it within the commit that fills the log. Under steady writing a checkpoint beside the writer never meets the
/// log's end, so the log would never begin anew: once it is ``mostPages`` long the writer does the little that is left itself.
final class SQLiteCheckpoints: Sendable {
    private let threads = WorkerThreads(name: "stoa-checkpoint", limit: 1)
    private struct State: Sendable {
        /// Opened by the first checkpoint: a start, and a site that writes little, do without.
        var connection: SQLiteConnection?
        var isClosed = false
    }

    private let path: String
    /// Guards the connection while it works.
    private let state = Mutex(State())
    private let isAtWork = Atomic(false)
    /// What SQLite folds back at by itself.
    private static let pages = 1000
    /// 32 MB: what a reader still searches quickly.
    private static let mostPages = 8000

    init(path: String) { self.path = path }

    /// To be called by the writer after a commit that left the log `pages` long.
    func committed(logPages pages: Int, on writer: SQLiteConnection) {
        guard pages >= Self.pages else { return }
        if pages >= Self.mostPages { return writer.checkpoint() }
        guard isAtWork.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else { return }
        threads.submit { [self] in
            state.withLock { state in
                guard !state.isClosed else { return }
                // One that can't be opened is no loss: the writer folds back what grows too long.
                if state.connection == nil { state.connection = try? SQLiteConnection(path: path, isWriter: false, tokenizers: []) }
                state.connection?.checkpoint()
            }
            isAtWork.store(false, ordering: .releasing)
        }
    }

    /// Waits for a checkpoint that runs, and lets the file go.
    func close() {
        threads.stop()
        state.withLock { $0 = State(isClosed: true) }
    }
}
