import Core
import Web

/// Sends every plain request to the same address over HTTPS (CORE-049).
struct HTTPSRedirect: Handler {
    let port: Int

    func plan(for head: RequestHead) -> BodyPlan { .none }

    func respond(to request: Request) async -> Response {
        // An IPv6 address keeps its colons in brackets, so the port is what follows the last colon behind them.
        let host = request.headers["Host"] ?? ""
        let name = host.hasSuffix("]") ? Substring(host) : host.lastIndex(of: ":").map { host[..<$0] } ?? host[...]
        let place = port == 443 ? String(name) : "\(name):\(port)"
        return Response(.permanentRedirect, headers: ["Location": "https://\(place)\(request.head.target)"])
    }
}
