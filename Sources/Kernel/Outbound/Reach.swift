extension HTTPClient {
    /// Which addresses a client may connect to. What counts is the address that the name leads to at the moment of
    /// connecting, so a name that changes its mind in between (DNS rebinding) gains nothing.
    public enum Reach: Sendable, Equatable {
        /// Addresses that the operator configured. Plain HTTP only inside this machine and private networks.
        case anywhere
        /// HTTPS to the open internet: for addresses that came from people (SSRF).
        case publicOnly
        /// The same, and these hosts wherever they are, also over plain HTTP: `localhost:9123`, as the address has it.
        case publicOr(hosts: Set<String>)

        /// What may be done for one address.
        func rule(for host: String, isEncrypted: Bool) -> ConnectionRule? {
            switch self {
            case .anywhere: isEncrypted ? .any : .notPublic
            case .publicOr(let hosts) where hosts.contains(host): .any
            case .publicOnly, .publicOr: isEncrypted ? .onlyPublic : nil
            }
        }
    }
}

/// Which machines one connection may lead to.
enum ConnectionRule: Sendable {
    case any, onlyPublic, notPublic

    func allows(_ address: NetworkAddress?) -> Bool {
        switch self {
        case .any: true
        case .onlyPublic: address?.isPublic ?? false
        case .notPublic: address.map { $0.isLoopback || $0.isPrivate } ?? false
        }
    }
}
