import Core
import Web

/// Sends plain requests to the same address over HTTPS (CORE-049), but never to a name that is not the site's: whoever believed that
/// redirect would hand what follows to somebody else.
struct HTTPSRedirect: Handler {
    let port: Int
    let knows: @Sendable (String) -> Bool
    /// Says what is refused, as everywhere on the site.
    let site: any Handler

    func admit(_ request: Request) async -> Admission {
        let host = request.headers["Host"] ?? ""
        guard knows(host) else { return .answer(site.refuse(request, with: .unknownHost)) }
        return .answer(Response(.permanentRedirect, headers: ["Location": "https://\(place(host))\(request.head.target)"]))
    }

    /// Everything is answered by its header.
    func respond(to request: Request) async -> Response { site.refuse(request, with: .notFound) }

    func refuse(_ request: Request, with problem: Problem) -> Response { site.refuse(request, with: problem) }

    /// An IPv6 address keeps its colons in brackets, so the port is what follows the last colon behind them.
    private func place(_ host: String) -> String {
        let name = host.hasSuffix("]") ? Substring(host) : host.lastIndex(of: ":").map { host[..<$0] } ?? host[...]
        return port == 443 ? String(name) : "\(name):\(port)"
    }
}
