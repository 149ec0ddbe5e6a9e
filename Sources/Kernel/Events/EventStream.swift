public import Database

/// What a live screen receives.
public enum EventUpdate: Equatable, Sendable {
    case event(Event)
    /// Events were missed that are no longer kept; draw anew and go on from here.
    case restart(from: Int64)
}

/// Events as they happen, for Server-Sent Events: first what was missed, then what comes.
public struct EventStream: Sendable {
    private let database: Database
    private let log: EventLog

    /// Follows the log of one database.
    public init(database: Database, log: EventLog) {
        self.database = database
        self.log = log
    }

    /// Follows some topics from after `sequence` (`Last-Event-ID`), or from now on. It ends when its reader ends, or with
    /// the database's error.
    public func follow(
        after sequence: Int64?, topics: [String], viewer: EventViewer
    ) -> AsyncThrowingStream<EventUpdate, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await run(from: sequence, topics, viewer) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func run(
        from start: Int64?, _ topics: [String], _ viewer: EventViewer, _ yield: (EventUpdate) -> Void
    ) async throws {
        // Listening begins before the first look, so that nothing falls in between.
        let wakeups = wakeups()
        var place: Int64
        if let start {
            place = start
            let (isComplete, head) = try await database.read { db in (try log.isComplete(after: start, in: db), try log.head(in: db)) }
            // A place in the future belongs to another database: one restored from a backup, say.
            if !isComplete || start > head {
                place = head
                yield(.restart(from: head))
            }
        } else {
            place = try await database.read { db in try log.head(in: db) }
        }
        var wakeup = wakeups.makeAsyncIterator()
        repeat {
            var page: [Event]
            repeat {
                page = try await database.read { db in try log.after(sequence: place, topics: topics, viewer: viewer, in: db) }
                for event in page { yield(.event(event)) }
                place = page.last?.sequence ?? place
            } while page.count == EventLog.pageSize
        } while await wakeup.next() != nil
    }

    /// One element after each commit with events; several that nobody took yet count as one.
    public func wakeups() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listening = database.listen(EventLog.channel) { continuation.yield() }
        continuation.onTermination = { _ in listening.cancel() }
        return stream
    }
}
