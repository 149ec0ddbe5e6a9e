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
    @Test(.covers("LIB-115", "CORE-003"), arguments: Engine.available)
    func `the list of first steps says what is true, and each step leads back to it`(engine: Engine) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let owner = try await app.signedIn(.owner)
            #expect(try await owner.get("/admin").text.contains("0 of"))
            let list = try await owner.get("/admin/start").text
            for step in ["Owner", "Name and address", "Languages and time zone", "Email", "Sign-in", "Invite people"] {
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

    @Test(.covers("CORE-018"), arguments: Engine.available)
    func `what is skipped stays so until it is done, and is asked of nobody who may not do it`(engine: Engine) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let owner = try await app.signedIn(.owner)
            for step in ["owner", "look", "apps", "languages", "mail", "signIn", "invite"] {
                #expect(try await owner.post("/admin/start/skip", ["step": step, "skip": "true"]).location == "/admin/start")
            }
            #expect(try await owner.get("/admin/start").text.contains("Your site is ready"))
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
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
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
