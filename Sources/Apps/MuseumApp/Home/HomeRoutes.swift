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
        let reader = ReaderLanguage(request, site)
        let page = try await site.database.read { [services, site] db in
            let pictures = try db.all(.onFrontPage())
            // Another one than last time, where there is another.
            let picture = try reader(pictures.filter { $0.id != last }.randomElement() ?? pictures.first, in: db)
            let texts = try reader(MuseumTexts(site), in: db)
            let tiers = try reader(db.all(.tiers()), in: db)
            return HomePage(
                name: site.app(MuseumApp.manifest.id)?.name ?? MuseumApp.manifest.name, picture: picture,
                welcome: texts.welcome, address: texts.address,
                hours: services.hours.nextChange(after: now)?.words(at: now, in: zone),
                current: try reader(visitor.personID.flatMap { try services.memberships.current(of: $0, in: db) }, in: db),
                exhibits: try reader(Showcase.exhibits(at: now, limit: 8, in: db), in: db),
                events: try reader(db.all(.upcoming(at: now, limit: 3)), in: db),
                standings: try visitor.personID.map { try MuseumEvents.standings(of: $0, at: now, in: db) } ?? [:],
                news: try reader(db.all(.news(shownAt: clock.now, limit: 3)), in: db), clock: clock,
                tiers: tiers, isEntrySold: tiers.sellEntry(on: site),
                worksHere: visitor.identity.may(.museumDesk),
                // The start of an installed app, or a typed address: no page led here.
                isStart: request.headers["Referer"] == nil)
        }
        var response = try await page.response(for: request)
        if let picture = page.picture { response.set(Cookie(Self.shown, picture.id.description, maxAge: .days(90))) }
        return response
    }
}
