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
            #expect(list.contains("Prices on the menu are in KES, but the site’s currency is SEK. Which is right?"))
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
            #expect(try await !owner.get("/admin/start").text.contains("Which is right?"))
        }
    }

    @Test(.covers("LIB-115")) func `the menu takes the currency that is chosen for the site, and is not asked about again`() async throws {
        try await withTestApp(
            CafeteriaApp.self, parts: [NotificationsModule.self, PaymentsModule.self, SettingsModule.self], on: .sqlite
        ) { app in
            let owner = try await app.signedIn(.owner)
            #expect(try await owner.get("/admin/payment-settings").text.contains("M-Pesa takes only KES") == false)
            _ = try await owner.post(
                "/admin/settings",
                fields: [("card", "region"), ("only", "region"), ("languages", "en"), ("timeZone", "Europe/Stockholm"), ("currency", "EUR")])
            #expect(app.site.configuration.settings["cafeteria.currency"] == "EUR")
            #expect(try await !owner.get("/admin/start").text.contains("Currency of the menu"))
            #expect(try await owner.get("/admin/payment-settings").location == "/admin/payment-settings/cards", "what fits the currency")
            let ways = try await owner.get("/admin/payment-settings?way=mpesa").text
            #expect(ways.contains("M-Pesa takes only KES") && ways.contains("Prices here are in EUR, so nobody is offered M-Pesa."))
        }
    }
}
