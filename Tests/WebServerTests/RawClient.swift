import Glibc

/// A client that sends exactly the bytes it is given: what a well-behaved library would never send is the point.
final class RawClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    struct Closed: Error {}

    struct Answer {
        let status: Int
        let headers: [(name: String, value: String)]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        subscript(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    }

    /// Connects; reading and writing give up after `patience` seconds.
    init(port: Int, patience: Int = 20) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(port).bigEndian
        place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        var time = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        guard isConnected else { throw Closed() }
    }

    deinit { close(descriptor) }

    /// The connection will be reset instead of closed, as when a machine loses its power.
    func resetAtEnd() {
        var at = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &at, socklen_t(MemoryLayout<linger>.size))
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Closed() }
            sent += count
        }
    }

    /// Whether the server has closed the connection: the end, a reset, but no time-out.
    func isClosedByServer() -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, 0)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    /// Reads one whole answer; `toHead` is for answers without a body although they announce one.
    func answer(toHead isHead: Bool = false) throws -> Answer {
        let head = try read(until: [13, 10, 13, 10])
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        let headers = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            return (name: String(line[..<colon]), value: String(line[colon...].dropFirst().drop { $0 == " " }))
        }
        let empty = Answer(status: status, headers: headers, body: [])
        if isHead || status == 304 || status == 204 { return empty }
        if status == 100 { return try answer() }
        if empty["Transfer-Encoding"] == "chunked" {
            var body: [UInt8] = []
            while let chunk = try chunk() { body += chunk }
            return Answer(status: status, headers: headers, body: body)
        }
        return Answer(status: status, headers: headers, body: try read(count: Int(empty["Content-Length"] ?? "") ?? 0))
    }

    /// One chunk of a body that comes bit by bit; `nil` behind the last.
    func chunk() throws -> [UInt8]? {
        let line = String(decoding: try read(until: [13, 10]).dropLast(2), as: UTF8.self)
        guard let size = Int(line, radix: 16) else { throw Closed() }
        let bytes = try read(count: size)
        _ = try read(count: 2)
        return size == 0 ? nil : bytes
    }

    func read(until end: [UInt8]) throws -> [UInt8] {
        var searched = 0
        while true {
            if buffer.count >= end.count {
                for start in searched...(buffer.count - end.count) where buffer[start..<start + end.count].elementsEqual(end) {
                    return take(start + end.count)
                }
                searched = buffer.count - end.count + 1
            }
            try fill()
        }
    }

    func read(count: Int) throws -> [UInt8] {
        while buffer.count < count { try fill() }
        return take(count)
    }

    private func take(_ count: Int) -> [UInt8] {
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private func fill() throws {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { throw Closed() }
        buffer.append(contentsOf: piece[..<count])
    }
}
