import Foundation

/// Where a request came from, as far as throttling cares.
struct NetworkAddress {
    /// The address itself for IPv4; for IPv6 the network of 64 bits that one household or one server gets as a whole.
    let network: String

    init(_ address: String) {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else {
            network = address
            return
        }
        let prefix = withUnsafeBytes(of: bytes) { Array($0.prefix(8)) }
        network = prefix.map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }
}
