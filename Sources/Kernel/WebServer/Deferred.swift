import CMicroHTTPD
import Synchronization

/// A value that a task works out while its connection is suspended.
///
/// The task begins on the thread of the connection and most often ends there; otherwise whoever finishes it, on whatever thread,
/// resumes the connection, and libmicrohttpd calls again for the same step of the request.
final class Deferred<Value: Sendable>: Sendable {
    /// `@unchecked Sendable` is safe because libmicrohttpd lets any thread resume a connection, and this pointer is used for nothing
    /// else, under the lock, while the connection is suspended and therefore open.
    private struct Connection: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private struct State {
        var value: Value?
        var suspended: Connection?
        var isSpent = false
    }

    /// Guards the value, and the calls that suspend and resume the connection.
    private let state = Mutex(State())

    /// Takes the value, from any thread; only the first one counts.
    func finish(_ value: Value) {
        state.withLock { state in
            guard state.value == nil, !state.isSpent else { return }
            state.value = value
            guard let connection = state.suspended else { return }
            state.suspended = nil
            MHD_resume_connection(connection.pointer)
        }
    }

    /// Lets go of a value that was taken and is needed no more.
    func forget() {
        state.withLock { state in
            state.isSpent = true
            state.value = nil
        }
    }

    /// The value if it is there.
    var value: Value? { state.withLock { $0.value } }

    /// The value; while there is none the connection is suspended, and this is to be asked again when libmicrohttpd calls next.
    func value(orSuspend connection: OpaquePointer) -> Value? {
        state.withLock { state in
            if let value = state.value { return value }
            MHD_suspend_connection(connection)
            state.suspended = Connection(pointer: connection)
            return nil
        }
    }
}
