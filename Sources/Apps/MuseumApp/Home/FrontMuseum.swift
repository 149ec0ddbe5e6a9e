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
        let (events, exhibits) = try await services.site.database.read { db in
            (try db.all(.upcoming(at: now, limit: 2)), try db.all(.exhibits(ExhibitFilter(), from: 0, limit: 60)).filter { $0.picture != nil })
        }
        guard !events.isEmpty || !exhibits.isEmpty else { return nil }
        let start = exhibits.isEmpty ? 0 : Int(now.milliseconds / 86_400_000) % exhibits.count
        let shown = (0..<min(4, exhibits.count)).map { exhibits[(start + $0) % exhibits.count] }
        return div(.class("stack")) {
            if !shown.isEmpty {
                section(.aria("label", "Gallery")) {
                    SectionHeader("Gallery", more: MuseumPaths.gallery(), level: 3)
                    ul(.class("exhibit-row")) { for exhibit in shown { ExhibitCard(exhibit: exhibit) } }
                }
            }
            if !events.isEmpty {
                section(.aria("label", "Events")) {
                    SectionHeader("Events", more: MuseumPaths.events(), level: 3)
                    ul(.class("event-list")) { for event in events { li { EventTeaser(event: event, clock: clock, level: 3) } } }
                }
            }
        }.node
    }
}
