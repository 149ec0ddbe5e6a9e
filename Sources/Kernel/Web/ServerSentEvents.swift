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

/// A stream of events that lasts until the sequence ends, the client goes or the server stops. A comment every
/// `heartbeat` keeps proxies from closing it and finds out that a client has gone.
public struct ServerSentEvents: Answer {
    private let stream: ResponseStream

    /// A stream of `events`.
    public init<Events: AsyncSequence & Sendable>(_ events: Events, heartbeat: Duration = .seconds(15))
    where Events.Element == ServerSentEvent {
        stream = ResponseStream(heartbeat: Heartbeat(every: heartbeat, bytes: Array(":\n\n".utf8))) { writer in
            // Browsers wait this long before they come back.
            try await writer.write("retry: 2000\n\n")
            for try await event in events { try await writer.write(event.text) }
        }
    }

    /// The stream; never stored, and not held back by a proxy.
    public func response(for request: Request) async throws -> Response {
        Response(
            .ok, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"],
            body: .stream(stream))
    }
}

extension Request {
    /// The id of the last event that the browser saw, when it comes back to a stream.
    public var lastEventID: String? { headers["Last-Event-ID"] }
}
