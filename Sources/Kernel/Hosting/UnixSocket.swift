import Foundation

/// A connected unix socket that speaks lines of UTF-8.
struct UnixSocket: Sendable {
    let descriptor: Int32

    /// Longest line that is taken, in bytes; a longer one ends the conversation.
    static let lineLimit = 1 << 20

    /// Why a socket could not be used.
    struct Failure: Error {
        let reason: String
        init(_ call: String) { reason = "\(call): \(String(cString: strerror(errno)))" }
    }

    private static func withAddress<T>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) throws -> T {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < room else {
            errno = ENAMETOOLONG
            throw Failure("socket path")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    /// Connects to a listening socket; nil when nobody listens there.
    static func connect(to path: String) throws -> UnixSocket? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        guard try withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            return nil
        }
        return UnixSocket(descriptor: descriptor)
    }

    /// Listens at `path`, reachable by the owner of the site alone; what a dead server left there is replaced.
    static func listen(at path: String) throws -> UnixSocket {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        unlink(path)
        let before = umask(0o177)
        let bound = try withAddress(path) { bind(descriptor, $0, $1) }
        umask(before)
        guard bound == 0, Glibc.listen(descriptor, 16) == 0 else {
            let failure = Failure("listen")
            close(descriptor)
            throw failure
        }
        return UnixSocket(descriptor: descriptor)
    }

    /// Waits for the next client; nil once the socket is shut down.
    func accept() -> UnixSocket? {
        while true {
            let client = Glibc.accept(descriptor, nil, nil)
            if client >= 0 {
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                return UnixSocket(descriptor: client)
            }
            if errno != EINTR && errno != ECONNABORTED { return nil }
        }
    }

    /// Writes a line; false when the other side is gone.
    func write(line: String) -> Bool {
        let bytes = Array((line + "\n").utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL)) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads lines until the other side ends, handing each to `body`; stops early when it says false.
    func readLines(_ body: (String) -> Bool) {
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            pending += buffer[..<count]
            while let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeSubrange(...end)
                guard body(line) else { return }
            }
            guard pending.count <= Self.lineLimit else { return }
        }
    }

    /// Ends both directions; a thread waiting in `accept` or `readLines` wakes up.
    func shutDown() { _ = Glibc.shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Gives the descriptor back.
    func end() { close(descriptor) }
}
