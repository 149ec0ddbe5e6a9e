import Accounts
import Audit
import Core
import Database
import Events
import Foundation
import Mail
import Messages
import Moderation
import Notifications
import Operations
import Platform
import Settings
import TestSupport
import Testing
import VolunteersApp
import Web

@Suite struct SiteSettingsTests {
    static let good = [
        "card": "site", "name": "St Mary’s", "languages": "sv", "timeZone": "Europe/Stockholm", "baseURL": "https://stoa.example",
        "uploadMegabytes": "64",
        "registrationOpen": "true",
    ]

    @Test(.covers("LIB-115"), arguments: Engine.available)
    func `what an administrator saves holds at once and is in the audit log`(engine: Engine) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let owner = try await app.signedIn(.owner)
            let answer = try await owner.post("/admin/settings", form: Self.good)
            #expect(answer.location == "/admin/settings")
            let page = try await app.guest.get("/account/sign-in").text
            #expect(page.contains("lang=\"sv\""))
            let kept = try await app.site.database.read {
                try $0.one("SELECT value FROM platform_configuration WHERE section = 'site'" as Query<String>)
            }
            #expect(kept.contains("St Mary’s") && kept.contains("\"uploadLimit\":\(64 << 20)"))
            #expect(app.site.configuration.name == "St Mary’s")
            #expect(try await app.auditTrail().last == "settings.site.update")
            let entry = try #require(try await app.site.database.read { try app.site.audit.entries(limit: 1, in: $0).first })
            #expect(entry.details.contains("\"name\":{\"from\":") && entry.details.contains("\"languages\":"))
            let sentence = EntityNames(app.site).sentence(of: entry, people: [:], for: nil)
            #expect(sentence.key == "%1 changed the settings of the site: %2.")
        }
    }

    /// Links that reset a password begin with the address: who names it could become an owner.
    @Test(.covers("LIB-115", "CORE-018"), arguments: Engine.available)
    func `only an owner changes the address of the site`(engine: Engine) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let before = app.site.configuration
            let refused = try await admin.post("/admin/settings", form: Self.good.merging(["baseURL": "https://elsewhere.example"]) { $1 })
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("Only an owner of the site can change it."))
            #expect(app.site.configuration == before)
            let rest = try await admin.post("/admin/settings", form: Self.good.merging(["baseURL": before.baseURL ?? ""]) { $1 })
            #expect(rest.location == "/admin/settings")
            #expect(app.site.configuration.name == "St Mary’s")
        }
    }

    @Test(
        .covers("LIB-115", "LIB-148"),
        arguments: [
            ("name", ""), ("timeZone", "Mars/Olympus"), ("baseURL", "javascript:alert(1)"), ("baseURL", "https://stoa.example/path"),
            ("baseURL", "https://a.example\r\nBcc: eve@evil.example"), ("baseURL", "https://user@evil.example"),
            ("baseURL", "https://evil.example:99999"),

            ("uploadMegabytes", "0"), ("uploadMegabytes", "many"), ("languages", "tlh"),
        ])
    func `a wrong value is shown again with the reason, and nothing changes`(field: String, value: String) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let before = app.site.configuration
            let answer = try await app.signedIn(.owner).post("/admin/settings", form: Self.good.merging([field: value]) { $1 })
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("field-error"))
            #expect(app.site.configuration == before)
        }
    }

    @Test(.covers("CORE-043"))
    func `the card of how long things are kept says for how long, and where that is for ever`() async throws {
        try await withTestApp(parts: [MailModule.self, NotificationsModule.self, OperationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let page = try await app.signedIn(.admin).get("/admin/settings").text
            #expect(page.contains("Emails that were sent: 30 days") && page.contains("System log: for ever"))
            #expect(page.contains("System log, by size: no limit"))
            try await app.site.configure { $0.settings["operations.log-days"] = "400" }
            #expect(try await app.signedIn(.admin).get("/admin/settings").text.contains("System log: 400 days"))
        }
    }

    @Test(.covers("LIB-115", "LIB-148"), arguments: Engine.available)
    func `one button saves every card, and what is wrong in one loses nothing of the others`(engine: Engine) async throws {
        try await withTestApp(
            VolunteersApp.self, parts: [MailModule.self, NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self],
            on: engine
        ) { app in
            let admin = try await app.signedIn(.admin)
            let before = app.site.configuration
            let cards = [
                ("card", "site"), ("name", "St Mary’s"), ("languages", "en"), ("languages", "sv"), ("timeZone", "Europe/Stockholm"), ("baseURL", ""),
                ("uploadMegabytes", "64"), ("currency", "SEK"),
                ("card", "app-volunteers"), ("app.volunteers.name.en", "Helping hands"), ("app.volunteers.name.sv", ""),
                ("app.volunteers.guests", "none"),
                ("app.volunteers.asksForTerms", "true"),
                ("card", "part-retention"), ("mail.unsent-days", "90"), ("accounts.export-days", "7"), ("notifications.read-days", "182"),
                ("notifications.days", "365"),
            ]
            let refused = try await admin.post("/admin/settings", fields: cards + [("mail.sent-days", "never")])
            #expect(refused.status == .unprocessableContent)
            #expect(app.site.configuration == before)
            for kept in ["value=\"St Mary’s\"", "value=\"Helping hands\"", "value=\"never\""] {
                #expect(refused.text.contains(kept), "\(kept)")
            }
            let named = cards.filter { $0.0 != "app.volunteers.name.en" } + [("app.volunteers.name.en", "Help %1"), ("mail.sent-days", "14")]
            #expect(try await admin.post("/admin/settings", fields: named).status == .unprocessableContent, "nothing fills that place")
            let saved = try await admin.post("/admin/settings", fields: cards + [("mail.sent-days", "14")])
            #expect(saved.location == "/admin/settings")
            #expect(app.site.configuration.name == "St Mary’s")
            #expect(app.site.configuration.settings == ["mail.sent-days": "14"])
            #expect(app.site.configuration.registrationOpen == false, "a box without a tick on a card that was there")
            let trail = try await app.auditTrail()
            #expect(Set(trail.suffix(3)) == ["settings.site.update", "settings.app.update", "settings.part.update"])
            let page = try await admin.get("/admin/settings").text
            #expect(page.contains("<strong>Helping hands: name, colour and access</strong>"), "the app is called so everywhere")
            let again = try await admin.post("/admin/settings", fields: cards + [("mail.sent-days", "14")])
            #expect(again.location == "/admin/settings")
            #expect(try await app.auditTrail() == trail, "what holds already is no change")
        }
    }

    @Test(.covers("LIB-107", "LIB-115"), arguments: Engine.available)
    func `the log tells of an app’s settings what differs, from what to what, as the form calls it`(engine: Engine) async throws {
        try await withTestApp(
            VolunteersApp.self,
            parts: [
                MailModule.self, NotificationsModule.self, ModerationModule.self, MessagesModule.self, OperationsModule.self, SettingsModule.self,
            ],
            on: engine
        ) { app in
            let owner = try await app.signedIn(.owner)
            let policy = app.site.policy(of: "volunteers")
            let form = [
                ("card", "app-volunteers"), ("app.volunteers.name.en", ""), ("app.volunteers.guests", policy.guests.rawValue),
                ("app.volunteers.asksForTerms", String(policy.asksForTerms)), ("app.volunteers.accent", "lilac"),
            ]
            #expect(try await owner.post("/admin/settings", fields: form).status == .seeOther)
            let log = try await owner.get("/admin/log").text
            let told = try #require(log.firstMatch(of: /changed the settings of Volunteers: ([^<]*)/)).1
            #expect(told.hasPrefix("Colour (") && told.hasSuffix(" → Purple)."), "\(told)")
        }
    }

    @Test(.covers("LIB-115")) func `a site that lacks its address or who answers for people's data says so in the portal`() async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let young = try await app.signedIn(.admin).get("/admin").text
            #expect(!young.contains("Links in emails lead") && !young.contains("Add who is responsible"), "it is on the list of first steps")
            app.clock.advance(by: .seconds(25 * 3600))
            let admin = try await app.signedIn(.owner)
            let portal = try await admin.get("/admin").text
            #expect(portal.contains("Links in emails lead to http://localhost:8080"))
            #expect(portal.contains("Add who is responsible for"))
            #expect(portal.contains("open=part-privacy#part-privacy"))
            let privacy = ["card": "part-privacy", "accounts.responsible": "St Mary’s parish", "accounts.data-contact": "office@example.org"]
            #expect(try await admin.post("/admin/settings", form: privacy).location == "/admin/settings")
            #expect(try await admin.post("/admin/settings", form: Self.good).location == "/admin/settings")
            let mended = try await admin.get("/admin").text
            #expect(!mended.contains("Links in emails lead") && !mended.contains("Add who is responsible"))
            let terms = try await admin.get("/admin/terms").text
            #expect(terms.contains("St Mary’s parish") && terms.contains("office@example.org") && terms.contains("open=part-privacy#part-privacy"))
        }
    }

    /// The lines of the page that open a card.
    private static func folds(_ page: String) -> [(id: String, isOpen: Bool)] {
        page.matches(of: #/<details class="fold settings-fold" id="([^"]+)"( open)?/#).map { (String($0.output.1), $0.output.2 != nil) }
    }

    @Test(.covers("LIB-115"), arguments: Engine.available)
    func `a card is saved by itself, and one that was not sent keeps what holds`(engine: Engine) async throws {
        try await withTestApp(
            VolunteersApp.self, parts: [MailModule.self, NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self],
            on: engine
        ) { app in
            let admin = try await app.signedIn(.admin)
            let page = try await admin.get("/admin/settings").text
            #expect(Self.folds(page).map(\.id).starts(with: ["identity", "region", "registration", "uploads"]))
            #expect(!Self.folds(page).contains { $0.isOpen })
            let wrong = try await admin.post(
                "/admin/settings", fields: [("section", "uploads"), ("card", "uploads"), ("uploadMegabytes", "many")])
            #expect(Self.folds(wrong.text).filter(\.isOpen).map(\.id) == ["uploads"], "what is to be mended is in sight")
            #expect(wrong.text.contains("value=\"many\"") && wrong.text.contains("name=\"registrationOpen\" value=\"true\" checked"))
            let saved = try await admin.post(
                "/admin/settings", fields: [("section", "uploads"), ("card", "uploads"), ("uploadMegabytes", "64")])
            #expect(saved.location == "/admin/settings?open=uploads#uploads")
            let open = try await Self.folds(admin.get("/admin/settings?open=uploads").text).filter(\.isOpen)
            #expect(open.map(\.id) == ["uploads"])
            #expect(app.site.configuration.uploadLimit == 64 << 20 && app.site.configuration.registrationOpen)
        }
    }

    @Test(.covers("CORE-018", "LIB-115"), arguments: ["/admin/settings", "/admin/texts", "/admin/opening-hours", "/admin/budget"])
    func `readers find no settings`(path: String) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get(path).status == .notFound)
            #expect(try await ada.post(path, form: Self.good).status == .notFound)
        }
    }

    @Test(.covers("LIB-115", "CORE-053")) func `a phrase said otherwise may not invent places that nothing fills`() async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            let key = "Keep me logged in"
            let refused = try await admin.post("/admin/texts", ["language": "en", "key": key, "words": "Stay %1"])
            #expect(refused.status == .unprocessableContent)
            _ = try await admin.post("/admin/texts", ["language": "en", "key": key, "words": "Stay"])
            #expect(app.site.configuration.texts == ["en": [key: "Stay"]])
            let all = try await admin.get("/admin/texts?language=en").text
            #expect(all.components(separatedBy: "<details class=\"fold phrase\" open").count == 2, "what was changed comes first and is open")
            let found = try await admin.get("/admin/texts?language=en&q=stay").text
            #expect(found.contains(">Stay</textarea>"))
            _ = try await admin.post("/admin/texts", ["language": "en", "key": key, "words": " "])
            #expect(app.site.configuration.texts.isEmpty)
        }
    }

    @Test(.covers("LIB-115")) func `the list begins with what everybody sees, and ends with the errors that few ever see`() async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            let error = "Check the address, or start from the front page."
            let search = "&q=start+from+the+front"
            #expect(try await admin.get("/admin/texts?language=en&part=rare" + search).text.contains(error))
            #expect(try await !admin.get("/admin/texts?language=en&part=shared" + search).text.contains(error))
            let first = try await admin.get("/admin/texts?language=en").text.matches(of: #/<span lang="en">([^<]+)</#).map { String($0.output.1) }
            #expect(first.count == 50 && first.allSatisfy { !$0.hasSuffix(".") }, "\(first)")
        }
    }

    @Test(.covers("LIB-115", "CORE-053")) func `a place that is filled in is shown and written in brackets`() async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            let (key, page) = ("Page %1 of %2", "/admin/texts?language=en&q=Page+%5B1%5D+of")
            #expect(try await admin.get(page).text.contains("Page [1] of [2]"))
            _ = try await admin.post("/admin/texts", ["language": "en", "key": key, "words": "[1] / [2]"])
            #expect(app.site.configuration.texts == ["en": [key: "%1 / %2"]])
            #expect(try await admin.get(page).text.contains(">[1] / [2]</textarea>"))
            #expect(try await !admin.get("/admin/texts?language=en").text.contains(">%1"), "what people read has brackets")
        }
    }

    @Test(.covers("CORE-043", "LIB-115"), arguments: Engine.available)
    func `how long things are kept stands on one card for all parts, holds at once, and the log says from what to what`(
        engine: Engine
    ) async throws {
        try await withTestApp(parts: [MailModule.self, NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let page = try await admin.get("/admin/settings").text
            let card = page.components(separatedBy: "id=\"part-retention\"").last ?? ""
            for name in ["mail.sent-days", "mail.unsent-days", "notifications.days", "accounts.export-days"] {
                #expect(card.contains("name=\"\(name)\""), "\(name)")
            }
            #expect(page.contains("part-mail") == false, "its only settings are about keeping")
            let good = [
                "card": "part-retention", "mail.sent-days": "14", "mail.unsent-days": "90", "notifications.read-days": "182",
                "notifications.days": "365",
                "accounts.export-days": "7",
            ]
            let refused = try await admin.post("/admin/settings", form: good.merging(["mail.sent-days": "-1"]) { $1 })
            #expect(refused.status == .unprocessableContent)
            #expect(app.site.configuration.settings.isEmpty)
            let saved = try await admin.post("/admin/settings", form: good)
            #expect(saved.location == "/admin/settings")
            #expect(app.site.configuration.settings["mail.sent-days"] == "14")
            let audit = app.site.audit
            let entry = try await app.site.database.read { try audit.entries(.init(entity: "settings.part"), in: $0).first }
            #expect(entry?.details == #"{"mail.sent-days":{"from":"30","to":"14"}}"#)
        }
    }

    @Test(.covers("CORE-016"), .timeLimit(.minutes(2)), arguments: Engine.available)
    func `wanting a second step ends the live pages of staff who have not proved one`(on engine: Engine) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let (owner, id) = (try await app.signedIn(.owner), try await app.person(.owner))
            try await app.site.database.write { db in
                try db.run("INSERT INTO account_totp (person_id, sealed_secret, last_step, changed_at) VALUES (\(id), \([1] as [UInt8]), 0, 0)")
                _ = try db.run("UPDATE account_session SET proofs = '{\"otp\":0}' WHERE person_id = \(id)")
            }
            func ring(_ word: String) async throws {
                try await app.site.database.write { db in
                    try app.site.events.append(topic: "bell", audience: .permission("settings.change"), kind: "rang", data: word, in: db)
                }
            }
            let open = try await OpenStream(try await app.signedIn(.admin).with("Last-Event-ID", "0"), "/events?topic=bell")
            try await ring("before")
            try await open.wait(for: "before")
            let form = [
                "card": "part-accounts", "accounts.idle-days": "30", "accounts.keeps-signed-in": "true", "accounts.portal-hours": "12",
                "accounts.staff-second-factor": "true", "accounts.fresh-profiles": "true",
            ]
            #expect(try await owner.post("/admin/settings", form: form).location == "/admin/settings")
            try await ring("after")
            try await open.waitForEnd()
            #expect(!open.text.contains("after"))
        }
    }

    @Test(.covers("CORE-016", "LIB-115"), arguments: Engine.available)
    func `nobody shuts themselves out by wanting a second step of staff, and whom it shuts out is said`(engine: Engine) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: engine) { app in
            let (owner, id) = (try await app.signedIn(.owner), try await app.person(.owner))
            let (admin, ada) = (try await app.signedIn(.admin), try await app.signedIn(.ada))
            #expect(try await owner.get("/admin/settings").text.contains("2 people who work here don’t use two-step verification yet"))
            let form = [
                "card": "part-accounts", "accounts.idle-days": "30", "accounts.keeps-signed-in": "true", "accounts.portal-hours": "12",
                "accounts.staff-second-factor": "true", "accounts.fresh-profiles": "true",
            ]
            let refused = try await owner.post("/admin/settings", form: form)
            #expect(refused.status == .unprocessableContent && refused.text.contains("field-error"))
            #expect(refused.text.contains("href=\"/account/security\""))
            #expect(app.site.configuration.settings.isEmpty)
            #expect(try await owner.get("/admin").status == .ok)
            try await app.site.database.write { db in
                _ = try db.run("INSERT INTO account_totp (person_id, sealed_secret, last_step, changed_at) VALUES (\(id), \([1] as [UInt8]), 0, 0)")
            }
            let saved = try await owner.post("/admin/settings", form: form)
            #expect(saved.location == "/admin/settings")
            #expect(app.site.configuration.settings["accounts.staff-second-factor"] == "true")
            try await app.site.configure { $0.settings["accounts.responsible"] = "St Mary’s parish" }
            let terms = try await app.guest.get("/terms").text
            #expect(terms.contains("St Mary’s parish") && terms.contains("7 days"), "who answers for the data, and how long it stays")
            // The session from before is remembered without it.
            let accounts = try app.site.service(AccountsModule.self)
            let again = app.client(token: try await accounts.openSession(for: id))
            try await app.site.database.write { db in
                _ = try db.run("UPDATE account_session SET proofs = '{\"otp\":0}' WHERE person_id = \(id)")
            }
            #expect(try await again.get("/admin/settings").text.contains("1 person who works here doesn’t use two-step verification yet"))
            _ = try await again.post("/admin/settings", form: form)
            let told = try await app.site.database.read {
                try $0.all("SELECT person_id FROM notification_notice WHERE kind = 'accounts.second-step' ORDER BY id" as Query<PersonID>)
            }
            let shutOut = try await app.person(.admin)
            #expect(told == [shutOut], "once, whom it shuts out and nobody else")
            for (client, isShut) in [(admin, true), (ada, false), (again, false)] {
                #expect(try await client.get("/account/security").text.contains("You can open Administration once") == isShut)
            }
        }
    }
}
