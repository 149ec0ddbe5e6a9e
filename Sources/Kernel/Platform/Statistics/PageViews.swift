import Analytics
import Core
import Interface
import Web

extension Measure {
    /// Pages that people looked at, by app.
    public static let pageViews = Measure(
        "site.page-views", "Page views", hint: "Pages that people opened. Administration isn’t counted.", by: .apps)
    /// Times that somebody came from elsewhere, by the app they came to.
    public static let visits = Measure(
        "site.visits", "Visits", hint: "How often someone came in from outside: by a link, a bookmark or by typing the address.", by: .apps,
        isHeadline: true)
}

/// Counts pages and visits. A visit is a page that was not reached from another page of this site, which the browser says
/// itself; so nobody has to be recognised, and nothing about anybody is kept (CORE-022).
struct PageViews: Sendable {
    let site: Site

    func note(_ response: Response, to request: Request) {
        guard request.method == .get, response.status == .ok, request.wantsPage, request.path.first != "admin",
            response.headers["Content-Type"]?.hasPrefix("text/html") == true, isOpened(request)
        else { return }
        let part = site.appID(at: request.path) ?? Measure.wholeSite
        site.counts.note(.pageViews, of: part)
        if isArrival(request) { site.counts.note(.visits, of: part) }
    }

    /// Whether a person opened the page, rather than a script that refreshes a part of it or a browser that guesses ahead.
    private func isOpened(_ request: Request) -> Bool {
        guard request.headers["Sec-Purpose"] == nil, request.headers["Purpose"] == nil else { return false }
        return request.headers["Sec-Fetch-Dest"].map { $0 == "document" } ?? true || isByWorker(request)
    }

    /// Whether the service worker fetched the page that somebody opened: it is no document then, and always asked for from here.
    private func isByWorker(_ request: Request) -> Bool {
        request.headers["Sec-Fetch-Dest"] == "empty" && request.headers["Sec-Fetch-Mode"] == "navigate"
    }

    private func isArrival(_ request: Request) -> Bool {
        if let origin = request.headers["Sec-Fetch-Site"], !isByWorker(request) || origin != "same-origin" { return origin != "same-origin" }
        guard let referrer = request.headers["Referer"], let host = request.headers["Host"] else { return true }
        return !["http://", "https://"].contains { referrer.hasPrefix("\($0)\(host)/") }
    }
}
