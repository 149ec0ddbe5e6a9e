/// A body that comes bit by bit, e.g. events. The server runs it in a task of its own once the header is out, and
/// cancels that task when the client has gone or the server stops.
public struct ResponseStream: Sendable {
    /// Writes the body; returning ends it.
    public let produce: @Sendable (any ResponseWriter) async throws -> Void

    /// A body by what writes it.
    public init(_ produce: @escaping @Sendable (any ResponseWriter) async throws -> Void) { self.produce = produce }
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
