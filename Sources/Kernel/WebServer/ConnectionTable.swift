import CMicroHTTPD
import Glibc
import Synchronization

/// One open connection: who is at its other end, and by when the next thing must have happened.
final class ClientConnection: Sendable {
    let address: String
    let socket: Int32
    /// Monotonic nanoseconds after which the connection is cut; `.max` while we are the ones to act.
    let deadline: Atomic<Int64>

    init(address: String, socket: Int32, deadline: Int64) {
        self.address = address
        self.socket = socket
        self.deadline = Atomic(deadline)
    }

    /// Sets by when the next thing must have happened.
    func mustAct(by moment: Int64) { deadline.store(moment, ordering: .relaxed) }
}

/// Every open connection, so that slow ones can be cut off: libmicrohttpd's own timeout starts again with every byte,
/// which lets a client hold a connection for ever with one byte a time.
final class ConnectionTable: Sendable {
    /// Guards the table. A connection leaves it before its socket is closed, so a socket in it is always the right one.
    private let open = Mutex<[ObjectIdentifier: ClientConnection]>([:])

    var count: Int { open.withLock { $0.count } }

    func add(_ connection: ClientConnection) { open.withLock { $0[ObjectIdentifier(connection)] = connection } }

    func remove(_ connection: ClientConnection) { open.withLock { $0[ObjectIdentifier(connection)] = nil } }

    /// Shuts every connection whose time is up; libmicrohttpd sees the end of input and closes it. A client that left
    /// right behind its last bytes can escape libmicrohttpd's notice (0.9.75 waits for an event that came already), so
    /// its end of input is signalled again.
    func cutOverdue(at now: Int64) {
        open.withLock { table in
            for connection in table.values {
                let deadline = connection.deadline.load(ordering: .relaxed)
                if deadline < now {
                    shutdown(connection.socket, Int32(SHUT_RDWR))
                } else if deadline < .max, connection.hasLeft {
                    shutdown(connection.socket, Int32(SHUT_RD))
                }
            }
        }
    }
}

extension ClientConnection {
    /// Whether the client has closed its side.
    fileprivate var hasLeft: Bool {
        // The state is the first byte of `tcp_info`; CLOSE_WAIT has the number 8.
        var state: UInt8 = 0
        var length = socklen_t(1)
        return getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &state, &length) == 0 && state == 8
    }
}

/// Nanoseconds of a clock that nobody sets.
func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension Duration {
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
