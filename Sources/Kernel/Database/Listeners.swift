import Synchronization

/// Who wants to know when a channel is notified. Engines share it; PostgreSQL fills it from `LISTEN`.
public final class Listeners: Sendable {
    private struct State: Sendable {
        var next = 0
        var handlers: [String: [Int: @Sendable () -> Void]] = [:]
        var receivers: [String: [Int: @Sendable (String) -> Void]] = [:]
    }

    /// Guards the handlers by channel.
    private let state = Mutex(State())

    /// Nobody yet.
    public init() {}

    /// Calls `handler` at each notification of `channel`, until the answer is cancelled. Handlers must be quick.
    public func add(_ channel: String, _ handler: @escaping @Sendable () -> Void) -> Listening { add(handler, to: \.handlers, on: channel) }

    /// Calls `handler` with each message on `channel`, until the answer is cancelled. Handlers must be quick.
    public func add(_ channel: String, receiver handler: @escaping @Sendable (String) -> Void) -> Listening {
        add(handler, to: \.receivers, on: channel)
    }

    private func add<Handler: Sendable>(
        _ handler: Handler, to handlers: any WritableKeyPath<State, [String: [Int: Handler]]> & Sendable, on channel: String
    ) -> Listening {
        let number = state.withLock { state in
            state.next += 1
            state[keyPath: handlers][channel, default: [:]][state.next] = handler
            return state.next
        }
        return Listening { [weak self] in
            self?.state.withLock { $0[keyPath: handlers][channel]?[number] = nil }
        }
    }

    /// Hands a message to everyone who receives `channel`.
    public func deliver(_ message: String, on channel: String) {
        for handler in state.withLock({ Array(($0.receivers[channel] ?? [:]).values) }) { handler(message) }
    }

    /// Calls everyone who listens to `channel`.
    public func notify(_ channel: String) {
        for handler in state.withLock({ Array(($0.handlers[channel] ?? [:]).values) }) { handler() }
    }

    /// Calls everyone: after a gap in which notifications may have been lost.
    public func notifyAll() {
        for channel in state.withLock({ Array($0.handlers.keys) }) { notify(channel) }
    }
}

/// A standing interest in a channel.
public struct Listening: Sendable {
    private let end: @Sendable () -> Void

    /// Ends by calling `end`.
    public init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    /// No more calls start after this.
    public func cancel() { end() }
}
