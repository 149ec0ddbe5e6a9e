import CMicroHTTPD
import Glibc
import Synchronization
import Web

/// One open connection: who is at its other end, and by when the next thing must have happened.
final class ClientConnection: Sendable {
    let address: String
    /// The client's network, as limits count it.
    let network: String
    let socket: Int32
    /// Monotonic nanoseconds after which the connection is cut; `.max` while we are the ones to act.
    let deadline: Atomic<Int64>

    init(address: String, socket: Int32, deadline: Int64) {
        self.address = address
        network = ClientNetwork(address).text
        self.socket = socket
        self.deadline = Atomic(deadline)
    }

    /// Sets by when the next thing must have happened.
    func mustAct(by moment: Int64) { deadline.store(moment, ordering: .relaxed) }
}

/// Every open connection, so that slow ones can be cut off: libmicrohttpd's own timeout starts again with every byte,
/// which lets a client hold a connection for ever with one byte a time.
final class ConnectionTable: Sendable {
    private struct State {
        var open: [ObjectIdentifier: ClientConnection] = [:]
        var byNetwork: [String: Int] = [:]
    }

    /// Guards the table. A connection leaves it before its socket is closed, so a socket in it is always the right one.
    private let state = Mutex(State())

    var count: Int { state.withLock { $0.open.count } }

    /// The open connections of one network.
    func count(of network: String) -> Int { state.withLock { $0.byNetwork[network, default: 0] } }

    func add(_ connection: ClientConnection) {
        state.withLock { state in
            state.open[ObjectIdentifier(connection)] = connection
            state.byNetwork[connection.network, default: 0] += 1
        }
    }

    func remove(_ connection: ClientConnection) {
        state.withLock { state in
            state.open[ObjectIdentifier(connection)] = nil
            let left = state.byNetwork[connection.network, default: 0] - 1
            state.byNetwork[connection.network] = left > 0 ? left : nil
        }
    }

    /// Shuts every connection whose time is up; libmicrohttpd sees the end of input and closes it. A client that left
    /// right behind its last bytes can escape libmicrohttpd's notification (0.9.75 waits for an event that came already), so
    /// its end of input is signalled again.
    func cutOverdue(at now: Int64) {
        state.withLock { state in
            for connection in state.open.values {
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
    /// Whether the client has closed its side, or reset the connection because it left unread what was sent.
    var hasLeft: Bool {
        // The state is the first byte of `tcp_info`; CLOSE has the number 7, CLOSE_WAIT 8.
        var state: UInt8 = 0
        var length = socklen_t(1)
        return getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &state, &length) == 0 && (state == 7 || state == 8)
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
