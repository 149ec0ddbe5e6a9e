import Core

/// One event of a stream (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable {
    /// What `Last-Event-ID` says when the browser comes back.
    public var id: String?
    /// The kind; without, `message`.
    public var name: String?
    /// The payload, usually JSON.
    public var data: String

    /// An event from its parts.
    public init(id: String? = nil, name: String? = nil, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }

    /// The event as it goes over the wire.
    public var text: String {
        var text = ""
        if let id { text += "id: \(Self.oneLine(id))\n" }
        if let name { text += "event: \(Self.oneLine(name))\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { text += "data: \(line)\n" }
        return text + "\n"
    }

    private static func oneLine(_ text: String) -> String { String(text.filter { !$0.isNewline && $0 != "\0" }) }
}

/// A stream of events that lasts until there are no more, the client goes or the server stops. A comment every
/// `heartbeat` keeps proxies from closing it and finds out that a client has gone.
public struct ServerSentEvents: Answer {
    private let source: FollowedSource

    /// A stream of what `next` has each time that it was rung for; see ``FollowedSource``.
    public init(
        heartbeat: Duration = .seconds(15), listen: @escaping @Sendable (_ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void,
        next: @escaping @Sendable () async throws -> [ServerSentEvent]?
    ) {
        // Browsers wait this long before they come back.
        source = FollowedSource(
            opening: Array("retry: 2000\n\n".utf8), heartbeat: Heartbeat(every: heartbeat, bytes: Array(":\n\n".utf8)), listen: listen
        ) {
            try await next().map { events in events.flatMap { $0.text.utf8 } }
        }
    }

    /// The stream; never stored, and not held back by a proxy.
    public func response(for request: Request) async throws -> Response {
        Response(
            .ok, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"],
            body: .stream(ResponseStream(following: source)))
    }
}

extension Request {
    /// The id of the last event that the browser saw, when it comes back to a stream.
    public var lastEventID: String? { headers["Last-Event-ID"] }
}
