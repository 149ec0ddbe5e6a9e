import CafeteriaApp
import Core
import Notifications
import Payments
import Platform
import Settings
import TestSupport
import Testing
import Web

@Suite struct CurrencyStepTests {
    @Test(.covers("LIB-115"), arguments: [("SEK", "SEK" as String?), ("KES", nil)])
    func `a new site is asked once what its menu is priced in, and may keep what it is`(chosen: String, stored: String?) async throws {
        try await withTestApp(
            CafeteriaApp.self, parts: [NotificationsModule.self, PaymentsModule.self, SettingsModule.self], on: .sqlite
        ) { app in
            let owner = try await app.signedIn(.owner)
            let list = try await owner.get("/admin/start").text
            #expect(list.contains("Prices are in KES. Is that right?"))
            let link = try #require(list.firstMatch(of: /href="([^"]*reviews=currency[^"]*)"/)).1.replacing("&amp;", with: "&")
            let page = try await owner.get(String(link)).text
            #expect(page.contains("name=\"cafeteria.currency\"") && page.contains("name=\"reviews\"") && !page.contains("name=\"timeZone\""))
            let saved = try await owner.post(
                "/admin/settings",
                fields: [
                    ("card", "part-cafeteria"), ("only", "part-cafeteria"), ("reviews", "currency"), ("then", "start"),
                    ("cafeteria.currency", chosen), ("cafeteria.cash-minutes", "15"),
                ])
            #expect(saved.location == "/admin/start")
            #expect(app.site.configuration.settings["cafeteria.currency"] == stored)
            #expect(try await !owner.get("/admin/start").text.contains("Is that right?"))
        }
    }
}
