/// A body that comes bit by bit. It goes out once the header is out, and ends when the client has gone or the server stops.
public struct ResponseStream: Sendable {
    /// Where the bytes come from.
    public enum Source: Sendable {
        /// A task writes them, and is cancelled when the stream ends early; returning ends the body.
        case written(@Sendable (any ResponseWriter) async throws -> Void)
        /// They come now and then.
        case followed(FollowedSource)
    }

    /// Where the bytes come from.
    public let source: Source

    /// A body by what writes it.
    public init(_ write: @escaping @Sendable (any ResponseWriter) async throws -> Void) { source = .written(write) }

    /// A body that stays open.
    public init(following source: FollowedSource) { self.source = .followed(source) }
}

/// What mostly has nothing to say, such as events: nobody waits at it, since a task for each of thousands of waiting screens would cost more
/// memory than all that they hold.
public struct FollowedSource: Sendable {
    /// What goes out first.
    public let opening: [UInt8]
    /// What the server writes while there is nothing else.
    public let heartbeat: Heartbeat
    /// Has its argument called whenever there may be more; answers what ends that.
    public let listen: @Sendable (_ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void
    /// What came since the last call, which has ended by then: nothing where nothing did, nil when it is over.
    public let next: @Sendable () async throws -> [UInt8]?

    /// A source from its parts.
    public init(
        opening: [UInt8] = [], heartbeat: Heartbeat, listen: @escaping @Sendable (_ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void,
        next: @escaping @Sendable () async throws -> [UInt8]?
    ) {
        self.opening = opening
        self.heartbeat = heartbeat
        self.listen = listen
        self.next = next
    }
}

/// Bytes without meaning that keep a quiet stream open. The server counts the time for all streams together.
public struct Heartbeat: Sendable {
    /// How long a stream is quiet before, rounded up to the half second in which the server looks.
    public let interval: Duration
    /// What is written.
    public let bytes: [UInt8]

    /// A heartbeat from its parts.
    public init(every interval: Duration, bytes: [UInt8]) {
        self.interval = interval
        self.bytes = bytes
    }
}

/// Takes the bytes of a ``ResponseStream`` that is written.
public protocol ResponseWriter: Sendable {
    /// Hands over bytes; waits while the client is slower than the writer.
    /// - Throws: `CancellationError` when the client has gone.
    func write(_ bytes: [UInt8]) async throws
}

extension ResponseWriter {
    /// Hands over text.
    public func write(_ text: String) async throws { try await write(Array(text.utf8)) }
}
