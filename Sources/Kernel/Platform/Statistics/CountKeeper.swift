import Analytics
import Core
import Database
import Synchronization

/// Writes what is counted in memory every half minute, on each node, and once more when the site is closed.
final class CountKeeper: Sendable {
    private static let pause = Duration.seconds(30)

    private let counts: DailyCounts
    private let database: Database
    private let log: Log
    /// Guards the running timer.
    private let timer = Mutex<Task<Void, Never>?>(nil)

    init(_ counts: DailyCounts, _ database: Database, log: Log) {
        self.counts = counts
        self.database = database
        self.log = log
    }

    func start() {
        timer.withLock { timer in
            guard timer == nil else { return }
            timer = Task {
                while (try? await Task.sleep(for: Self.pause)) != nil { await write() }
            }
        }
    }

    /// Stops the timer and writes the rest.
    func stop() async {
        let running = timer.withLock { timer in
            defer { timer = nil }
            return timer
        }
        running?.cancel()
        await running?.value
        await write()
    }

    private func write() async {
        do {
            try await counts.flush(to: database)
        } catch {
            log(.error, "counts.not-written", ["cause": .string("\(error)")])
        }
    }
}
