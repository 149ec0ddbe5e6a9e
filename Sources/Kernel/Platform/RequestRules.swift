import Core
import Web

/// What every request must satisfy before any route sees it.
struct RequestRules: Sendable {
    let site: Site

    /// Refuses a request for another host, and an unsafe one that another site's page made a browser send.
    func check(_ request: Request, _ facts: RequestFacts, takesForeignForms: @autoclosure () -> Bool) throws(Problem) {
        try checkHost(request, facts)
        guard !request.method.isSafe, !request.identity.viaBearer, !takesForeignForms() else { return }
        try checkOrigin(request)
    }

    /// Refuses an app that was turned off with its places in the portal, an app to somebody who is banned from it, and sends guests to the sign-in page when it has nothing for them (6.15).
    func refusal(of request: Request, _ authentication: Authentication) -> Response? {
        if let app = site.portalAppID(at: request.path) ?? site.appID(at: request.path), site.isTurnedOff(app) {
            return Problem.notFound.response(for: request)
        }
        guard let app = site.appID(at: request.path) else { return nil }
        if let closed = authentication.closedApps[app] { return closed.response(for: request) }
        guard request.identity.personID == nil, site.isClosedToGuests(app) else { return nil }
        return AccessRefusal.signIn.response(for: request)
    }

    /// Plain HTTP is for this machine. A proxy that was asked over plain HTTP by somebody else passes on where to ask again (CORE-049).
    /// Never to a name that is not the site's: that request is refused as any other for it.
    static func encryptedPlace(for request: Request, _ facts: RequestFacts) -> Response? {
        guard !request.isSecure, !isThisMachine(request.remoteAddress), let host = request.headers["Host"] else { return nil }
        guard facts.redirects(host: host) else { return nil }
        return Response(.permanentRedirect, headers: ["Location": "https://\(host)\(request.head.target)"])
    }

    private static func isThisMachine(_ address: String) -> Bool { address == "::1" || address.hasPrefix("127.") }

    /// A name that is not ours is how DNS rebinding reaches a server on a private address.
    private func checkHost(_ request: Request, _ facts: RequestFacts) throws(Problem) {
        let host = SiteAddress.name(ofHost: request.headers["Host"] ?? "")
        let names = facts.hostNames
        guard SiteAddress.isLoopback(host) || names.contains(host) || names.isEmpty && Self.belongsToSetUp(request, facts) else {
            throw .unknownHost
        }
    }

    /// The cookie is `SameSite=Lax`; this check holds where a browser is too old to know that.
    private func checkOrigin(_ request: Request) throws(Problem) {
        if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" { throw Self.foreign }
        guard let origin = request.headers["Origin"] else { return }
        guard let host = request.headers["Host"], origin == "http://\(host)" || origin == "https://\(host)" else { throw Self.foreign }
    }

    /// A new site learns its names on the set-up page, whose link only the operator has; what the page loads comes along.
    private static func belongsToSetUp(_ request: Request, _ facts: RequestFacts) -> Bool {
        !facts.isDemo && ["setup", "assets"].contains(request.path.first)
    }

    private static let foreign = Problem(
        .forbidden, "request.foreign-origin", "This was sent from another website, so nothing was changed.",
        remedy: "Open the page here and try again.")
}
