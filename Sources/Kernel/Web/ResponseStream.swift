/// A body that comes bit by bit, e.g. events. The server runs it in a task of its own once the header is out, and
/// cancels that task when the client has gone or the server stops.
public struct ResponseStream: Sendable {
    /// Writes the body; returning ends it.
    public let produce: @Sendable (any ResponseWriter) async throws -> Void
    /// What the server writes while there is nothing else.
    public let heartbeat: Heartbeat?

    /// A body by what writes it.
    public init(heartbeat: Heartbeat? = nil, _ produce: @escaping @Sendable (any ResponseWriter) async throws -> Void) {
        self.heartbeat = heartbeat
        self.produce = produce
    }
}

/// Bytes without meaning that keep a quiet stream open. The server counts the time for all streams together: a task for each would
/// cost thousands of waiting screens more memory than all that they hold.
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

/// Takes the bytes of a ``ResponseStream``.
public protocol ResponseWriter: Sendable {
    /// Hands over bytes; waits while the client is slower than the writer.
    /// - Throws: `CancellationError` when the client has gone.
    func write(_ bytes: [UInt8]) async throws
}

extension ResponseWriter {
    /// Hands over text.
    public func write(_ text: String) async throws { try await write(Array(text.utf8)) }
}
