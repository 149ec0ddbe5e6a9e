import Core
public import Database
import Synchronization

/// What a live screen receives.
public enum EventUpdate: Equatable, Sendable {
    case event(Event)
    /// Events were missed that are no longer kept; draw anew and go on from here.
    case restart(from: Int64)
}

/// Events as they happen, for Server-Sent Events: first what was missed, then what comes.
public struct EventStream: Sendable {
    fileprivate let database: Database
    fileprivate let log: EventLog

    /// Follows the log of one database.
    public init(database: Database, log: EventLog) {
        self.database = database
        self.log = log
    }

    /// Follows some topics from after `sequence` (`Last-Event-ID`), or from now on.
    public func follow(after sequence: Int64?, topics: [String], viewer: EventViewer) -> EventUpdates {
        let subscription = EventSubscription(topics: topics, viewer: viewer)
        return follow(after: sequence) { subscription }
    }

    /// The same, for whoever `subscriber` says: it is asked once, after the stream has its place. Whatever changes the viewer's
    /// access (``EventLog/endStreams(ofSession:in:)``) is therefore either known to the answer or ends the stream.
    public func follow(after sequence: Int64?, as subscriber: @escaping @Sendable () async throws -> EventSubscription) -> EventUpdates {
        EventUpdates(stream: self, start: sequence, subscriber: subscriber)
    }

    /// One element after each commit with events; several that nobody took yet count as one.
    public func wakeups() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listening = database.listen(EventLog.channel) { continuation.yield() }
        continuation.onTermination = { _ in listening.cancel() }
        return stream
    }
}

/// What one viewer sees of a stream. It reads on only when it is asked for more, so a slow screen costs one page of memory
/// however far it is behind. It ends when its task is cancelled, when the viewer's access changes, and when it has run out.
public struct EventUpdates: AsyncSequence, Sendable {
    fileprivate let stream: EventStream
    fileprivate let start: Int64?
    fileprivate let subscriber: Subscriber

    fileprivate init(stream: EventStream, start: Int64?, subscriber: @escaping @Sendable () async throws -> EventSubscription) {
        self.stream = stream
        self.start = start
        self.subscriber = Subscriber(subscriber)
    }

    /// Begins to follow. What follows is read once: a second reader ends at once.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// One reader's place in the stream.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: EventUpdates
        // Listening begins before the first look, so that nothing falls in between.
        private var wakeups: AsyncStream<Void>.Iterator
        private var page: ArraySlice<Event> = []
        /// The last event that was seen; `nil` before the first look.
        private var place: Int64?
        private var subscription = EventSubscription(topics: [], viewer: EventViewer())
        /// Changes of access up to here were known when the viewer was asked for.
        private var knownUntil: Int64 = 0

        fileprivate init(_ updates: EventUpdates) {
            self.updates = updates
            wakeups = updates.stream.wakeups().makeAsyncIterator()
        }

        /// The next event, waited for; throws the database's error.
        public mutating func next() async throws -> EventUpdate? {
            if place == nil {
                guard let ask = updates.subscriber.take() else { return nil }
                if let restart = try await begin(ask) { return restart }
            }
            // A loop: most streams wait here for hours, and each call on the way would keep its frame.
            while let place {
                if page.isEmpty { page = try await look(after: place)[...] }
                guard let event = page.popFirst() else {
                    guard await wakeups.next(isolation: #isolation) != nil else { return nil }
                    continue
                }
                if let end = subscription.until, updates.stream.log.clock.now() >= end { return nil }
                self.place = event.sequence
                guard event.topic == EventLog.accessTopic else { return .event(event) }
                if event.sequence > knownUntil { return nil }
            }
            return nil
        }

        private mutating func begin(_ ask: @Sendable () async throws -> EventSubscription) async throws -> EventUpdate? {
            let (log, start) = (updates.stream.log, updates.start)
            let (head, isComplete) = try await updates.stream.database.read { db in
                (try log.head(in: db), try start.map { try log.isComplete(after: $0, in: db) } ?? true)
            }
            subscription = try await ask()
            knownUntil = head
            place = start ?? head
            // A place in the future belongs to another database: one restored from a backup, say.
            guard let start, !isComplete || start > head else { return nil }
            place = head
            return .restart(from: head)
        }

        private func look(after place: Int64) async throws -> [Event] {
            let (viewer, topics) = (subscription.viewer, subscription.topics + [EventLog.accessTopic])
            return try await updates.stream.database.read { db in
                try updates.stream.log.after(sequence: place, topics: topics, viewer: viewer, in: db)
            }
        }
    }
}

/// What a stream asks for its viewer, let go once it was asked: it holds the whole request, and a stream stays open for hours.
fileprivate final class Subscriber: Sendable {
    private let ask: Mutex<(@Sendable () async throws -> EventSubscription)?>

    init(_ ask: @escaping @Sendable () async throws -> EventSubscription) { self.ask = Mutex(ask) }

    func take() -> (@Sendable () async throws -> EventSubscription)? {
        ask.withLock { ask in
            defer { ask = nil }
            return ask
        }
    }
}
