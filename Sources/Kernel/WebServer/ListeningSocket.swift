import Glibc

/// A socket that listens. libmicrohttpd closes it when the server stops, unless it was taken back before.
struct ListeningSocket {
    let descriptor: Int32
    let port: Int

    init(address: String, port: Int) throws(WebServerError) {
        guard let number = in_port_t(exactly: port) else { throw .badAddress("\(address):\(port)") }
        if address.contains(":") {
            var place = sockaddr_in6()
            place.sin6_family = sa_family_t(AF_INET6)
            place.sin6_port = number.bigEndian
            guard inet_pton(AF_INET6, address, &place.sin6_addr) == 1 else { throw .badAddress(address) }
            self = try Self.open(AF_INET6, place)
        } else {
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = number.bigEndian
            guard inet_pton(AF_INET, address, &place.sin_addr) == 1 else { throw .badAddress(address) }
            self = try Self.open(AF_INET, place)
        }
    }

    private init(descriptor: Int32, port: Int) {
        self.descriptor = descriptor
        self.port = port
    }

    private static func open<Place>(_ family: Int32, _ place: Place) throws(WebServerError) -> ListeningSocket {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .cannotListen(reason) }
        var on: Int32 = 1
        var off: Int32 = 0
        let flag = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, flag)
        if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, flag) }
        var place = place
        var length = socklen_t(MemoryLayout<Place>.size)
        let isBound = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        guard isBound, listen(descriptor, 1024) == 0 else {
            let why = reason
            close(descriptor)
            throw .cannotListen(why)
        }
        withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
        }
        // Both kinds of address keep the port in the same two bytes.
        let port = withUnsafeBytes(of: place) { UInt16($0[2]) << 8 | UInt16($0[3]) }
        return ListeningSocket(descriptor: descriptor, port: Int(port))
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// The numeric address of a peer, without port.
func numericAddress(_ peer: UnsafePointer<sockaddr>?) -> String {
    guard let peer else { return "" }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let size = socklen_t(peer.pointee.sa_family == sa_family_t(AF_INET6) ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
    guard getnameinfo(peer, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return "" }
    let words = text.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } ?? "" }
    return ClientAddress.unwrapped(words)
}

/// Whether an address never leaves this machine.
func isLoopback(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }
