import Core
import Synchronization

/// What every node does again and again while it serves the site, beside the durable jobs that one node does for all.
public struct NodeTask: Sendable {
    let name: String
    let pause: Duration
    let run: @Sendable () async throws -> Void
    let end: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - name: in the log, should it fail.
    ///   - pause: between two runs; the first is at once.
    ///   - end: once, before the database is closed in an orderly way.
    public init(
        _ name: String, every pause: Duration, run: @escaping @Sendable () async throws -> Void,
        end: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.name = name
        self.pause = pause
        self.run = run
        self.end = end
    }
}

extension ExtensionPoint where Value == NodeTask {
    /// What each node does while it serves the site.
    public static var nodeTasks: Self { Self("node-tasks") }
}

/// Carries out the tasks of one node.
final class NodeTasks: Sendable {
    private let tasks: [NodeTask]
    private let log: Log
    /// Guards the running timers.
    private let timers = Mutex<[Task<Void, Never>]>([])

    init(_ tasks: [NodeTask], log: Log) {
        self.tasks = tasks
        self.log = log
    }

    func start() {
        timers.withLock { timers in
            guard timers.isEmpty else { return }
            timers = tasks.map { task in
                Task {
                    repeat { await attempt(task, task.run) } while (try? await Task.sleep(for: task.pause)) != nil
                }
            }
        }
    }

    /// Stops the timers and ends the tasks; those that were never begun have no end.
    func stop() async {
        let running = timers.withLock { timers in
            defer { timers = [] }
            return timers
        }
        guard !running.isEmpty else { return }
        for timer in running {
            timer.cancel()
            await timer.value
        }
        for task in tasks { await attempt(task, task.end) }
    }

    private func attempt(_ task: NodeTask, _ body: @Sendable () async throws -> Void) async {
        do { try await body() } catch { log(.warning, "node-task.failed", ["task": .string(task.name), "cause": .string("\(error)")]) }
    }
}
