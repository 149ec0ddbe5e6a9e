import Foundation

/// Whether somebody listens at an address.
enum Reach {
    /// Tries to connect to the host and port of a URL, three seconds for each of its addresses. Blocks the thread.
    static func isOpen(_ address: String) -> Bool {
        guard let parts = URLComponents(string: address), let host = parts.host else { return false }
        let port = parts.port ?? (parts.scheme == "smtps" ? 465 : 25)
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0 else { return false }
        defer { freeaddrinfo(found) }
        var next = found
        while let one = next?.pointee {
            if connects(one) { return true }
            next = one.ai_next
        }
        return false
    }

    private static func connects(_ place: addrinfo) -> Bool {
        let handle = socket(place.ai_family, place.ai_socktype | Int32(SOCK_NONBLOCK.rawValue), place.ai_protocol)
        guard handle >= 0 else { return false }
        defer { close(handle) }
        guard connect(handle, place.ai_addr, place.ai_addrlen) != 0 else { return true }
        guard errno == EINPROGRESS else { return false }
        var waiting = pollfd(fd: handle, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, 3000) == 1 else { return false }
        var failure: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(handle, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 && failure == 0
    }
}
