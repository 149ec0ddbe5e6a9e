import Interface
import Web

/// The app that one came from, or the portal. Pages of no app keep its frame, so that the bell, the account and an error do not lead out of it.
///
/// The page that led here says it, and after a step from one such page to the next a cookie for the visit, until the browser closes.
enum CurrentApp {
    private static let cookie = "app"
    /// The first segment of the portal's addresses.
    private static let administration = String(SitePaths.administration().dropFirst())

    private enum Origin {
        case app(String)
        case front
    }

    /// Remembers which app one came from, for the pages that follow.
    static func note(_ response: inout Response, to request: Request, of site: Site) {
        // What the browser fetches ahead is no step that somebody made.
        let isGuess = request.headers["Sec-Purpose"]?.hasPrefix("prefetch") ?? false
        guard request.method == .get, response.status == .ok, response.headers["Content-Type"]?.hasPrefix("text/html") == true, !isGuess,
            let origin = place(request.path, of: site) ?? referrer(of: request, on: site)
        else { return }
        switch origin {
        case .app(let id) where id != request.cookie(cookie): response.set(Cookie(cookie, id))
        case .front where request.cookie(cookie) != nil: response.set(.removing(cookie))
        default: break
        }
    }

    /// The app's id, ``Shell/portal`` for the portal; nil where one came from the front page, or before any was used.
    static func of(_ request: Request, on site: Site) -> String? {
        switch place(request.path, of: site) ?? referrer(of: request, on: site) {
        case .app(let id): id
        case .front: nil
        case nil: request.cookie(cookie)
        }
    }

    private static func referrer(of request: Request, on site: Site) -> Origin? {
        guard let page = request.ownReferrer, let head = try? RequestHead(method: .get, target: page) else { return nil }
        return place(head.path, of: site)
    }

    private static func place(_ path: [String], of site: Site) -> Origin? {
        if path.first == administration { return .app(Shell.portal) }
        return site.appID(at: path).map(Origin.app) ?? (path.allSatisfy(\.isEmpty) ? .front : nil)
    }
}
