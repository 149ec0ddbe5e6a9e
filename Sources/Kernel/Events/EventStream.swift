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
    fileprivate let hub: EventHub

    /// Follows the log of one database. Screens of the same stream share its looks into the log.
    public init(database: Database, log: EventLog) {
        self.database = database
        self.log = log
        hub = EventHub(database: database)
    }

    /// Follows some topics from after `sequence` (`Last-Event-ID`), or from now on.
    public func follow(after sequence: Int64?, topics: [String], viewer: EventViewer) -> EventFollower {
        let subscription = EventSubscription(topics: topics, viewer: viewer)
        return follow(after: sequence) { subscription }
    }

    /// The same, for whoever `subscriber` says: it is asked once, after the stream has its place. Whatever changes the viewer's
    /// access (``EventLog/endStreams(ofSession:in:)``) is therefore either known to the answer or ends the stream.
    public func follow(after sequence: Int64?, as subscriber: @escaping @Sendable () async throws -> EventSubscription) -> EventFollower {
        EventFollower(self, after: sequence, subscriber)
    }
}

/// One viewer's place in the stream. It reads on only when it is asked for more, so a slow screen costs one page of memory however far it is
/// behind; and it waits without a task, since thousands of screens wait for hours.
public actor EventFollower {
    private let stream: EventStream
    private let start: Int64?
    /// Let go once it was asked: it holds the whole request.
    private var subscriber: (@Sendable () async throws -> EventSubscription)?
    private var subscription = EventSubscription(topics: [], viewer: EventViewer())
    /// The last event that was seen.
    private var place: Int64 = 0
    /// Changes of access up to here were known when the viewer was asked for.
    private var knownUntil: Int64 = 0
    private var isOver = false
    /// Where the hub knows it, while somebody listens.
    private nonisolated let seat = Mutex<EventHub.Seat?>(nil)

    fileprivate init(_ stream: EventStream, after start: Int64?, _ subscriber: @escaping @Sendable () async throws -> EventSubscription) {
        self.stream = stream
        self.start = start
        self.subscriber = subscriber
    }

    /// Has `ring` called after each commit with events that may be for this viewer. Listen before the first look, so that nothing falls in
    /// between.
    public nonisolated func listen(_ ring: @escaping @Sendable () -> Void) -> Listening {
        let (hub, taken) = (stream.hub, stream.hub.add(ring))
        seat.withLock { $0 = taken }
        return Listening { hub.remove(taken) }
    }

    /// What came since the last look, oldest first; at most ``EventLog/pageSize``, so look again until nothing comes. One look at a time.
    /// - Returns: nil when it is over, because the viewer's access has changed or run out.
    public func look() async throws -> [EventUpdate]? {
        if let subscriber {
            self.subscriber = nil
            if let restart = try await begin(subscriber) { return [restart] }
        }
        let (stream, viewer, topics) = (stream, subscription.viewer, subscription.topics + [EventLog.accessTopic])
        while !isOver {
            let place = place
            let events = try await stream.database.read { db in
                try stream.log.after(sequence: place, topics: topics, viewer: viewer, in: db)
            }
            if let end = subscription.until, stream.log.clock.now() >= end { return nil }
            let updates = updates(events)
            // A page of nothing but changes of access that were known is no sign that there is nothing further.
            if events.isEmpty || !updates.isEmpty { return updates }
        }
        return nil
    }

    private func begin(_ ask: @Sendable () async throws -> EventSubscription) async throws -> EventUpdate? {
        let (stream, start) = (stream, start)
        let (head, isComplete) = try await stream.database.read { db in
            (try stream.log.head(in: db), try start.map { try stream.log.isComplete(after: $0, in: db) } ?? true)
        }
        subscription = try await ask()
        // Before the look that follows: what comes after it rings.
        if let seat = seat.withLock({ $0 }) { stream.hub.follow(subscription, by: seat) }
        knownUntil = head
        place = start ?? head
        // A place in the future belongs to another database: one restored from a backup, say.
        guard let start, !isComplete || start > head else { return nil }
        place = head
        return .restart(from: head)
    }

    /// Up to the first event that ends the stream.
    private func updates(_ events: [Event]) -> [EventUpdate] {
        var updates: [EventUpdate] = []
        for event in events where !isOver {
            place = event.sequence
            if event.topic != EventLog.accessTopic { updates.append(.event(event)) } else { isOver = event.sequence > knownUntil }
        }
        return updates
    }
}
