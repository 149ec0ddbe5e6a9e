import Foundation

extension Request {
    /// Where it came from, as far as throttling cares.
    public var network: String { ClientNetwork(remoteAddress).text }
}

/// What one household or one server has of the internet: whoever limits attempts counts by it.
public struct ClientNetwork: Sendable {
    /// The address itself for IPv4, however it is written; for IPv6 the network of 64 bits that one client gets as a whole.
    public let text: String

    /// The network of an address without port.
    public init(_ address: String) {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else {
            text = address
            return
        }
        let all = withUnsafeBytes(of: bytes) { Array($0) }
        // A socket that takes both kinds writes IPv4 like this; all of IPv4 is not one household.
        if all.starts(with: Self.mapped) {
            text = all.suffix(4).map(String.init).joined(separator: ".")
            return
        }
        text = all.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }

    /// `::ffff:0:0/96` (RFC 4291 §2.5.5.2).
    private static let mapped = [UInt8](repeating: 0, count: 10) + [255, 255]
}
