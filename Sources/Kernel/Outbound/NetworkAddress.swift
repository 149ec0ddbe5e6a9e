import Foundation

/// The address at the other end of a connection, as the resolver gave it.
struct NetworkAddress: Equatable {
    /// 4 bytes or 16.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// nil for anything but IPv4 and IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) } }
        case AF_INET6:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) } }
        default: return nil
        }
    }

    /// The IPv4 address inside one of IPv6: mapped, translated (NAT64, RFC 6052) or tunnelled (6to4, RFC 3056).
    private var inner: NetworkAddress? {
        guard bytes.count == 16 else { return nil }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        let isTranslated = bytes.prefix(12) == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        if isMapped || isTranslated { return NetworkAddress(bytes: Array(bytes[12...])) }
        if bytes[0] == 0x20, bytes[1] == 0x02 { return NetworkAddress(bytes: Array(bytes[2..<6])) }
        return nil
    }

    /// This machine.
    var isLoopback: Bool {
        if let inner { return inner.isLoopback }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// A network of the operator's own: RFC 1918, RFC 4193.
    var isPrivate: Bool {
        if let inner { return inner.isPrivate }
        guard bytes.count == 4 else { return bytes[0] & 0xFE == 0xFC }
        return bytes[0] == 10 || (bytes[0] == 172 && bytes[1] & 0xF0 == 16) || (bytes[0] == 192 && bytes[1] == 168)
    }

    /// Whether it belongs to the open internet: nothing that the registries of special addresses name (RFC 6890).
    var isPublic: Bool {
        if let inner { return inner.isPublic }
        guard !isLoopback, !isPrivate else { return false }
        // Of IPv6 only 2000::/3 has been given out; documentation, benchmarks and Teredo lie inside it.
        guard bytes.count == 4 else {
            let isDocumentation = bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0x0D && bytes[3] == 0xB8
            let isProtocol = bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] < 2
            return bytes[0] & 0xE0 == 0x20 && !isDocumentation && !isProtocol
        }
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (224..., _, _), (169, 254, _), (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113):
            return false
        case (100, 64...127, _): return false
        default: return true
        }
    }
}
