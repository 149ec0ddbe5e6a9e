import Core
import Web

/// What every request must satisfy before any route sees it.
struct RequestRules: Sendable {
    let site: Site

    /// Refuses a request for another host, and an unsafe one that another site's page made a browser send.
    func check(_ request: Request, _ configuration: SiteConfiguration, takesForeignForms: @autoclosure () -> Bool) throws(Problem) {
        try checkHost(request, configuration)
        guard !request.method.isSafe, !request.identity.viaBearer, !takesForeignForms() else { return }
        try checkOrigin(request)
    }

    /// Refuses an app to somebody who is banned from it, and sends guests to the sign-in page when it has nothing for them (6.15).
    func refusal(of request: Request, _ authentication: Authentication) -> Response? {
        guard let app = site.app(at: request.path) else { return nil }
        if let closed = authentication.closedApps[app.id] { return closed.response(for: request) }
        guard request.identity.personID == nil, site.policy(of: app.id).guests == .none else { return nil }
        return AccessRefusal.signIn.response(for: request)
    }

    /// Plain HTTP is for this machine. A proxy that was asked over plain HTTP by somebody else passes on where to ask again (CORE-049).
    static func encryptedPlace(for request: Request) -> Response? {
        guard !request.isSecure, !isThisMachine(request.remoteAddress), let host = request.headers["Host"] else { return nil }
        return Response(.permanentRedirect, headers: ["Location": "https://\(host)\(request.head.target)"])
    }

    private static func isThisMachine(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }

    /// A name that is not ours is how DNS rebinding reaches a server on a private address.
    private func checkHost(_ request: Request, _ configuration: SiteConfiguration) throws(Problem) {
        guard !configuration.hosts.isEmpty || configuration.isDemo else { return }
        let host = Self.name(of: request.headers["Host"] ?? "")
        guard Self.loopback.contains(host) || configuration.hosts.contains(host) else {
            throw Problem(
                .badRequest, "request.unknown-host", "This server does not answer to that name.",
                remedy: "Use the address that the operator gave you.")
        }
    }

    /// The cookie is `SameSite=Lax`; this check holds where a browser is too old to know that.
    private func checkOrigin(_ request: Request) throws(Problem) {
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" { throw Self.foreign }
        guard let origin = request.headers["Origin"] else { return }
        guard let host = request.headers["Host"], origin == "http://\(host)" || origin == "https://\(host)" else { throw Self.foreign }
    }

    private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    private static func name(of host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), host[host.index(after: colon)...].allSatisfy(\.isNumber) else { return host.lowercased() }
        return host[..<colon].lowercased()
    }

    private static let foreign = Problem(
        .forbidden, "request.foreign-origin", "This was sent from another website, so nothing was changed.",
        remedy: "Open the page here and try again.")
}
