import Core
import Database
import Foundation
import Interface
import Markup
import Platform
import Web

/// The museum on the site's front page: what happens there next, and something to look at.
struct FrontMuseum: FrontPageSource {
    let services: MuseumServices

    func content(for request: Request, _ visitor: Visitor) async throws -> Node? {
        let (now, zone) = (services.site.clock.now(), services.site.configuration.zone)
        let clock = EventClock(now: now, zone: zone, locale: Locale(identifier: request.language.rawValue))
        let reader = ReaderLanguage(request, services.site)
        let (events, tiers, exhibits) = try await services.site.database.read { db in
            let events = try reader(db.all(.upcoming(at: now, limit: 2)), in: db)
            let tiers = try reader.tiers(askedForBy: events, in: db)
            return (events, tiers, try reader(Showcase.exhibits(at: now, limit: 4, in: db), in: db))
        }
        guard !events.isEmpty || !exhibits.isEmpty else { return nil }
        return div(.class("stack")) {
            if !exhibits.isEmpty {
                section(.aria("label", "Gallery")) {
                    SectionHeader("Gallery", more: MuseumPaths.gallery(), level: 3)
                    ul(.class("exhibit-row")) { for exhibit in exhibits { ExhibitCard(exhibit: exhibit) } }
                }
            }
            if !events.isEmpty {
                section(.aria("label", "Events")) {
                    SectionHeader("Events", more: MuseumPaths.events(), level: 3)
                    ul(.class("event-list")) {
                        for event in events { li { EventTeaser(event: event, clock: clock, level: 3, tier: tiers.lowest(for: event)) } }
                    }
                }
            }
        }.node
    }
}
