import Core
import Platform
import Web

/// A provider that the operator has set up, by its word in the address.
struct ConfiguredProvider: Sendable {
    let method: SignInMethod
    let name: String
    let isStandIn: Bool
    let provider: any Provider

    /// Under which name its identities are kept: that of a stand-in is nobody's outside of it.
    var issuer: String { isStandIn ? StandInSetUp.issuer(method) : provider.issuer }

    /// - Throws: ``ProviderRefusal/unknownProvider``.
    init(_ site: Site, _ registry: ProviderRegistry, _ word: String) throws(ProviderRefusal) {
        guard let method = SignInMethod(rawValue: word), let configuration = site.configuration.providers[word],
            let provider = registry.provider(method, configuration)
        else { throw .unknownProvider }
        self.method = method
        name = method.title(configuration)
        isStandIn = configuration.isStandIn
        self.provider = provider
    }
}

extension Site {
    /// A place of this site as others are told it: by the address that the operator gave, or else by the one that was asked.
    func address(of path: String, for request: Request) -> String {
        let base = configuration.baseURL ?? "\(request.isSecure ? "https" : "http")://\(request.headers["Host"] ?? "localhost")"
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
    }
}
