import Web

/// The app that a device used last. Pages of no app keep its frame, so that the bell, the account and an error do not lead out of it.
enum CurrentApp {
    private static let cookie = "app"

    /// Remembers the app whose page this is, until the browser closes.
    static func note(_ response: inout Response, to request: Request, of site: Site) {
        guard request.method == .get, response.status == .ok, response.headers["Content-Type"]?.hasPrefix("text/html") == true,
            let app = site.appID(at: request.path), app != of(request)
        else { return }
        response.set(Cookie(cookie, app))
    }

    /// The app's id; nil before any was used.
    static func of(_ request: Request) -> String? { request.cookie(cookie) }
}
