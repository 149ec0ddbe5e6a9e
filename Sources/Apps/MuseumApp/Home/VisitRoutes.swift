import Core
import Database
import Foundation
import Interface
import Platform
import Web

/// The page for those who want to come.
struct VisitRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }

    var routes: [Route] { [.get(MuseumPaths.visit, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor) async throws -> VisitPage {
        let (now, zone) = (site.clock.now(), site.configuration.zone)
        let today = Day(now, in: zone)
        let known = services.hours.current
        let hours = known.map { $0.week(from: today) }.flatMap { $0.isEverOpen(from: today) ? $0 : nil }
        let (original, reader) = (MuseumTexts(site), ReaderLanguage(request, site))
        let texts = try await site.database.read { try reader(original, in: $0) }
        return VisitPage(
            museum: site.museumName, hours: hours, today: today, now: services.hours.nextChange(after: now)?.words(at: now, in: zone),
            address: texts.address, map: Self.map(site.value(of: MuseumSettings.mapSearch), of: original.address), tickets: texts.tickets,
            gettingHere: texts.gettingHere, accessibility: texts.accessibility)
    }

    /// The search of a map for an address; nil where there is neither, or it isn't a page of the web.
    static func map(_ search: String, of address: String) -> String? {
        guard !address.isEmpty, search.hasPrefix("https://") else { return nil }
        return address.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { search + $0 }
    }
}
