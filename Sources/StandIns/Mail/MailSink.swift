import Foundation
import Synchronization

/// A mail server on loopback that takes every email and delivers none (RFC 5321, as much of it as senders use).
final class MailSink: Sendable {
    /// How it answers until told otherwise.
    enum FaultMode: String, Sendable {
        case none
        /// Says that it is busy.
        case busy
        /// Knows no receiver.
        case unknown
        /// Hangs up in the middle of an email.
        case hangup
    }

    private struct State {
        var emails: [SinkEmail] = []
        var faultMode = FaultMode.none
    }

    /// Most emails that are kept; older ones go.
    private static let most = 500
    /// Longest email.
    static let limit = 4 << 20
    /// Where it listens.
    let port: Int
    private let listener: Int32
    /// Guards what came, and how to answer.
    private let state = Mutex(State())

    /// Takes a free port.
    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0 }
        }
        guard listener >= 0, isBound, listen(listener, 16) == 0 else {
            close(listener)
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE)
        }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(listener) }

    var emails: [SinkEmail] { state.withLock { $0.emails } }
    var faultMode: FaultMode { state.withLock { $0.faultMode } }

    func behave(_ wanted: FaultMode) { state.withLock { $0.faultMode = wanted } }

    func keep(_ email: SinkEmail) {
        state.withLock { state in
            state.emails.append(email)
            if state.emails.count > Self.most { state.emails.removeFirst() }
        }
    }

    /// Begins to answer; each caller gets a thread.
    func start() {
        Thread.detachNewThread { [self] in
            while case let caller = accept(listener, nil, nil), caller >= 0 {
                Thread.detachNewThread { MailDialogue(caller, sink: self).run() }
            }
        }
    }

    /// Wakes the thread that waits for callers, which then ends.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
}
