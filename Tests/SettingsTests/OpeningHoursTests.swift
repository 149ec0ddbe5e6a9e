import Core
import Foundation
import Platform
import Settings
import TestSupport
import Testing
import VolunteersApp
import Web

@Suite struct OpeningHoursTests {
    @Test(.covers("LIB-115"), arguments: Engine.available)
    func `opening hours are kept per app and weekday`(engine: Engine) async throws {
        try await withTestApp(VolunteersApp.self, parts: [SettingsModule.self], on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let saved = try await admin.post("/admin/opening-hours", ["app": "volunteers", "from0": "08:00", "until0": "17:30"])
            #expect(saved.location == "/admin/opening-hours")
            let hours = try #require(app.site.configuration.openingHours["volunteers"])
            #expect(hours.days[0] == OpeningHours.Span(from: "08:00", until: "17:30"))
            #expect(hours.days.compactMap(\.self).count == 1)
            let wrong = try await admin.post("/admin/opening-hours", ["app": "volunteers", "from0": "18:00", "until0": "17:30"])
            #expect(wrong.status == .unprocessableContent)
            #expect(app.site.configuration.openingHours["volunteers"] == hours)
        }
    }

    @Test func `a place is open from the first minute to the last by the site's clock`() throws {
        let zone = try #require(TimeZone(identifier: "Africa/Nairobi"))
        let span = try #require(OpeningHours.Span(from: "07:00", until: "20:00"))
        var hours = OpeningHours()
        hours.days[0] = span
        // Monday 2 March 2026, 04:00 UTC is 07:00 in Nairobi.
        let opening = Instant(milliseconds: 1_772_424_000_000)
        #expect(hours.isOpen(at: opening, in: zone))
        #expect(!hours.isOpen(at: opening + .milliseconds(-1), in: zone))
        #expect(hours.isOpen(at: opening + .seconds(13 * 3600 - 1), in: zone))
        #expect(!hours.isOpen(at: opening + .seconds(13 * 3600), in: zone))
    }
}
