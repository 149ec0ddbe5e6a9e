import Core
import Database
import Foundation
import Interface
import Platform
import Web

/// The museum's first page.
struct HomeRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }
    /// Which picture the last visit began with, on the device alone.
    private static let shown = "museum-picture"

    var routes: [Route] { [.get(MuseumPaths.home, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (now, zone) = (site.clock.now(), site.configuration.zone)
        let clock = EventClock(now: now, zone: zone, locale: Locale(identifier: request.language.rawValue))
        let last = request.cookie(Self.shown).flatMap { ExhibitID($0) }
        let page = try await site.database.read { [services, site] db in
            let pictures = try db.all(.onFrontPage())
            // Another one than last time, where there is another.
            let picture = pictures.filter { $0.id != last }.randomElement() ?? pictures.first
            return HomePage(
                name: site.app(MuseumApp.manifest.id)?.name ?? MuseumApp.manifest.name, picture: picture,
                welcome: site.value(of: MuseumSettings.welcome),
                address: site.value(of: MuseumSettings.address),
                hours: site.configuration.openingHours[MuseumApp.manifest.id]?.nextChange(after: now, in: zone)?.words(at: now, in: zone),
                current: try visitor.personID.flatMap { try services.memberships.current(of: $0, in: db) },
                exhibits: try db.all(.exhibits(ExhibitFilter(), from: 0, limit: 200)).filter { $0.picture != nil && !$0.isOnFrontPage },
                events: try db.all(.upcoming(at: now, limit: 3)), news: try db.all(.news(limit: 3)), clock: clock)
        }
        var response = try await page.response(for: request)
        if let picture = page.picture { response.set(Cookie(Self.shown, picture.id.description, maxAge: .days(90))) }
        return response
    }
}
