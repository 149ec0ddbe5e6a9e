import Core
import Mail
import Notifications
import Platform
import Settings
import TestSupport
import Testing
import VolunteersApp
import Web

@Suite struct SetupListTests {
    static let parts: [any App.Type] = [NotificationsModule.self, SettingsModule.self]

    @Test(.covers("LIB-115", "CORE-003"), arguments: Engine.available)
    func `the list of first steps says what is true, and each step leads back to it`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let owner = try await app.signedIn(.owner)
            #expect(try await owner.get("/admin").text.contains("0 of"))
            let list = try await owner.get("/admin/start").text
            for step in [
                "Name and address", "Languages, time zone and currency", "Terms and personal data", "Email", "Registration", "Invite people",
                "Two-step verification",
            ] {
                #expect(list.contains("<strong>\(step)</strong>"), "\(step)")
            }
            let region = try await owner.get("/admin/settings?only=region&then=start").text
            #expect(region.contains("name=\"timeZone\"") && !region.contains("name=\"baseURL\"") && region.contains("href=\"/admin/start\""))
            let saved = try await owner.post(
                "/admin/settings",
                fields: [
                    ("card", "region"), ("languages", "en"), ("languages", "sv"), ("timeZone", "Europe/Stockholm"), ("currency", "SEK"),
                    ("only", "region"), ("then", "start"),
                ])
            #expect(saved.location == "/admin/start")
            #expect(try await owner.get("/admin/start").text.contains("Next: Name and address"), "and on with what is open")
            #expect(app.site.configuration.timeZone == "Europe/Stockholm")
            #expect(app.site.configuration.registrationOpen, "a card that was not sent changes nothing")
            #expect(try await owner.get("/admin/start").text.contains("1 of"))
            let wrong = try await owner.post(
                "/admin/settings", fields: [("card", "region"), ("timeZone", "Nowhere"), ("only", "region"), ("then", "start")])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("value=\"start\"") && !wrong.text.contains("name=\"baseURL\""))
            let invited = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example", "then": "start"])
            #expect(invited.location?.hasSuffix("?then=start") == true)
            #expect(try await owner.get("/admin/start").text.contains("2 of"))
        }
    }

    @Test(.covers("LIB-115"), arguments: Engine.available)
    func `a step is done by what somebody chose, not by what came with the site or by strangers`(engine: Engine) async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: engine) { app in
            let owner = try await app.signedIn(.owner)
            // Registering is no invitation, and what the set-up wrote about apps is nobody's choice.
            _ = try await app.person(.ada)
            try await app.site.configure { $0.policies["hall"] = app.site.policy(of: "hall") }
            #expect(try await done(owner).isEmpty)
            // A name that was given is not asked for again.
            try await app.site.configure { $0.name = "Hilltop" }
            let named = try await owner.get("/admin/start").text
            #expect(named.contains("<strong>Site address</strong>") && named.contains("Only this computer can open "))
            for (address, words) in [
                ("https://192.168.1.20", "Only your own network can open"), ("https://hall.local", "Only your own network can open"),
                ("https://203.0.113.9", "is only a number"), ("http://stoa.example", "not secure"),
            ] {
                try await app.site.configure { $0.baseURL = address }
                let list = try await owner.get("/admin/start").text
                #expect(list.contains(words) && list.contains("<strong>Site address</strong>"), "\(address)")
            }
            try await app.site.configure { $0.baseURL = "https://hall.stoa.example" }
            #expect(try await done(owner).contains("Name and address"))
            try await app.site.configure { $0.baseURL = nil }
            try await app.site.configure { $0.name = SiteConfiguration().name }
            let order = try await owner.get("/admin/start").text.matches(of: /<strong>([A-Z][^<]*)<\/strong>/).map { String($0.1) }
            let titles = ["Name and address", "Front page", "Apps, names and colours", "Opening hours", "Languages, time zone and currency"]
            #expect(order.filter { titles.contains($0) || $0 == "Two-step verification" } == titles + ["Two-step verification"])

            let apps = try await owner.get("/admin/settings?only=apps&then=start").text
            #expect(apps.contains("app.hall.accent"))
            _ = try await owner.post(
                "/admin/settings", fields: [("card", "app-hall"), ("app.hall.guests", "browse"), ("only", "apps"), ("then", "start")])
            #expect(try await done(owner) == ["Apps, names and colours"])

            let privacy = try await owner.get("/admin/settings?only=privacy&then=start").text
            #expect(privacy.contains("accounts.responsible") && !privacy.contains("accounts.idle-days") && privacy.contains("/admin/terms"))
            let saved = try await owner.post(
                "/admin/settings",
                fields: [
                    ("card", "part-privacy"), ("accounts.responsible", "St Mary’s parish"), ("accounts.data-contact", "office@stoa.example"),
                    ("only", "privacy"), ("then", "start"),
                ])
            #expect(saved.location == "/admin/start")
            #expect(app.site.configuration.settings["accounts.responsible"] == "St Mary’s parish")

            let hours = try await owner.post("/admin/opening-hours", form: ["hall-day0": "10-14", "then": "start"])
            #expect(hours.location == "/admin/start")
            let welcome = try await owner.post("/admin/front-page", ["welcome": "Come in.", "then": "start"])
            #expect(welcome.location == "/admin/start")
            #expect(try await owner.get("/admin/start").text.contains("Your welcome is there. You can add a picture."))
            _ = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example"])
            #expect(
                try await done(owner) == ["Front page", "Apps, names and colours", "Opening hours", "Terms and personal data", "Invite people"])
            #expect(try await owner.get("/admin/start").text.contains("Invite more"), "what is done can be done again")
            // The first page of the portal shows the next step, and folds the others away.
            let portal = try await owner.get("/admin").text
            #expect(portal.contains("Other steps") && portal.contains("5 of"))
        }
    }

    /// The titles of the steps that are done.
    private func done(_ owner: TestClient) async throws -> [String] {
        try await owner.get("/admin/start").text.matches(of: /class="setup-step is-done".*?<strong>([^<]*)<\/strong>/).map { String($0.1) }
    }

    @Test(.covers("CORE-018"), arguments: Engine.available)
    func `what is skipped stays so until it is done, and is asked of nobody who may not do it`(engine: Engine) async throws {
        try await withTestApp(parts: Self.parts, on: engine) { app in
            let owner = try await app.signedIn(.owner)
            for step in ["owner", "look", "apps", "languages", "privacy", "mail", "signIn", "invite"] {
                #expect(try await owner.post("/admin/start/skip", ["step": step, "skip": "true"]).location == "/admin/start")
            }
            let list = try await owner.get("/admin/start").text
            #expect(list.contains("Your site is ready") && list.contains("of them skipped"), "what was skipped is settled")
            #expect(!list.contains("0 of"))
            #expect(try await !owner.get("/admin").text.contains("setup-steps"), "the first page does not ask any more")
            _ = try await owner.post("/admin/start/skip", ["step": "mail", "skip": "false"])
            #expect(try await owner.get("/admin").text.contains("setup-steps"))
            let reader = try await app.signedIn(.ada)
            #expect(try await reader.get("/admin/start").status == .notFound)
            #expect(try await reader.post("/admin/start/skip", ["step": "mail", "skip": "true"]).status == .notFound)
        }
    }

    @Test(.covers("CORE-023"))
    func `a provider fills in the mail server, and what is typed wins`() async throws {
        try await withTestApp(parts: Self.parts, on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let page = try await owner.get("/admin/mail?then=start").text
            #expect(page.contains("smtp.gmail.com") && page.contains("Outlook, Microsoft 365"))
            _ = try await owner.post("/admin/mail", ["provider": "fastmail", "host": "", "port": "", "from": "a@stoa.example"])
            #expect(app.site.configuration.mail?.server == "smtps://smtp.fastmail.com:465")
            let typed = ["provider": "fastmail", "host": "mail.stoa.example", "port": "465", "encryption": "tls", "from": "a@stoa.example"]
            _ = try await owner.post("/admin/mail", form: typed)
            #expect(app.site.configuration.mail?.server == "smtps://mail.stoa.example:465")
            _ = try await owner.post("/admin/mail", ["host": "mail.stoa.example", "port": "", "encryption": "starttls", "from": "a@stoa.example"])
            #expect(app.site.configuration.mail?.server == "smtp://mail.stoa.example:587")
            #expect(try await owner.get("/admin/start").text.contains("Send a test email to see that it works"))
            let refused = try await owner.post("/admin/mail/test", ["address": "a@stoa.example", "then": "start"])
            #expect(refused.text.contains("couldn’t be sent"))
        }
    }
}
