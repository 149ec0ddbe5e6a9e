public import Web

/// Prints whole addresses, for feeds and programs that resolve shorter ones wrongly behind proxies and sub-paths.
public struct WholeAddress: Sendable {
    /// The site's own address, without a slash at the end.
    public let base: String

    /// The configured address, or the one under which the request reached the site.
    public init(_ configured: String?, _ request: Request) {
        if var configured, !configured.isEmpty {
            while configured.hasSuffix("/") { configured.removeLast() }
            base = configured
        } else {
            base = SiteAddress.guess(from: request) ?? "\(request.isSecure ? "https" : "http")://localhost"
        }
    }

    /// The whole address of a path of this site.
    public func of(_ path: String) -> String { base + path }
}
