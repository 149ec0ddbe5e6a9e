import Core
import Foundation
import Messages
import Moderation
import Notifications
import Platform
import Settings
import TestSupport
import Testing
import VolunteersApp
import Web

@Suite struct OpeningHoursTests {
    @Test(.covers("LIB-115"), arguments: Engine.available)
    func `opening hours are kept per app and weekday`(engine: Engine) async throws {
        try await withTestApp(
            VolunteersApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self], on: engine
        ) { app in
            let admin = try await app.signedIn(.admin)
            let saved = try await admin.post("/admin/opening-hours", ["volunteers-day0": "08:00-17:30", "volunteers-day1": "8-12, 13.00–17.30"])
            #expect(saved.location == "/admin/opening-hours")
            let hours = try #require(app.site.configuration.openingHours["volunteers"])
            #expect(hours.days.map(OpeningHours.text) == ["08:00–17:30", "08:00–12:00, 13:00–17:30", "", "", "", "", ""])
            let wrong = try await admin.post("/admin/opening-hours", ["volunteers-day0": "18:00-17:30", "volunteers-day1": "8-12"])
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains("field-volunteers-day0-error") && !wrong.text.contains("field-volunteers-day1-error"))
            #expect(wrong.text.contains("value=\"18:00-17:30\""), "what was typed is put back")
            #expect(app.site.configuration.openingHours["volunteers"] == hours)
            let old = try await admin.post("/admin/opening-hours", ["app": "volunteers", "from0": "08:00", "until0": "17:00"])
            #expect(old.status == .unprocessableContent)
            #expect(app.site.configuration.openingHours["volunteers"] == hours, "a page from before an update closes nothing")
        }
    }

    @Test(.covers("LIB-115"))
    func `the hours of all places are saved at once`() async throws {
        try await withTestApp(
            VolunteersApp.self, HallApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self],
            on: .sqlite
        ) { app in
            let admin = try await app.signedIn(.admin)
            let page = try await admin.get("/admin/opening-hours").text
            #expect(page.components(separatedBy: "action=\"/admin/opening-hours\"").count == 2, "one form")
            #expect(page.contains("Always open") && page.contains("placeholder=\"09–17\"") && !page.contains("id=\"hall\" open"))
            let refused = try await admin.post("/admin/opening-hours", ["volunteers-day0": "8-12", "hall-day0": "noon"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("field-hall-day0-error"))
            #expect(refused.text.contains("Hall, Monday: Enter hours like"), "the list above the form says where")
            #expect(refused.text.contains("id=\"hall\" open") && refused.text.contains("id=\"volunteers\" open"))
            #expect(refused.text.contains("value=\"8-12\"") && refused.text.contains("value=\"noon\""), "nothing that was typed is lost")
            #expect(app.site.configuration.openingHours["volunteers"] == nil)
            _ = try await admin.post("/admin/opening-hours", ["volunteers-day0": "8-12", "hall-day0": "10-14"])
            #expect(
                app.site.configuration.openingHours.mapValues { OpeningHours.text($0.days[0]) } == [
                    "volunteers": "08:00–12:00", "hall": "10:00–14:00",
                ])
            let entries = try await app.auditTrail().count
            let week = ["hall-day0": "10-14", "hall-day1": "10-14", "hall-day2": "10-14", "hall-day5": "10-12"]
            _ = try await admin.post("/admin/opening-hours", form: week)
            let line = try await admin.get("/admin/opening-hours").text
            #expect(line.contains("Monday–Wednesday 10:00–14:00 · Saturday 10:00–12:00"), "a week in a line")
            let swedish = try await admin.with("Accept-Language", "sv").get("/admin/opening-hours").text
            #expect(swedish.contains("Måndag–onsdag 10:00–14:00 · lördag 10:00–12:00"), "a capital only where the line begins")
            _ = try await admin.post("/admin/opening-hours", form: ["hall-day0": "10-14"])
            #expect(try await app.auditTrail().count == entries + 2)
            _ = try await admin.post("/admin/opening-hours", ["volunteers-day0": "8-12", "hall-day0": "10-15"])
            #expect(try await app.auditTrail().count == entries + 3, "the log tells of the place that changed")
        }
    }

    @Test(.covers("LIB-115"))
    func `a place whose hours nobody set stays unset, and the log doesn't name it`() async throws {
        try await withTestApp(
            VolunteersApp.self, HallApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self],
            on: .sqlite
        ) { app in
            let admin = try await app.signedIn(.admin)
            let entries = try await app.auditTrail().count
            _ = try await admin.post("/admin/opening-hours", ["volunteers-day0": "8-12", "hall-day0": ""])
            #expect(app.site.configuration.openingHours["hall"] == nil)
            #expect(try await app.auditTrail().count == entries + 1)
        }
    }

    @Test(.covers("LIB-115"))
    func `Monday's hours are copied to the other days, and saved with them`() async throws {
        try await withTestApp(
            VolunteersApp.self, HallApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self],
            on: .sqlite
        ) { app in
            let admin = try await app.signedIn(.admin)
            let copied = try await admin.post("/admin/opening-hours", ["volunteers-day0": "8-12", "hall-day0": "9-17", "copy": "volunteers"])
            #expect(copied.status == .ok)
            #expect(copied.text.components(separatedBy: "value=\"8-12\"").count == 8)
            #expect(copied.text.components(separatedBy: "value=\"9-17\"").count == 2, "another place keeps its own")
            let weekdays = try await admin.post(
                "/admin/opening-hours",
                ["volunteers-day0": "8-12", "volunteers-day5": "9-11", "hall-day0": "9-17", "copy-weekdays": "volunteers"])
            #expect(weekdays.text.components(separatedBy: "value=\"8-12\"").count == 6, "Monday to Friday")
            #expect(weekdays.text.components(separatedBy: "value=\"9-11\"").count == 2, "Saturday keeps its own")
            #expect(app.site.configuration.openingHours["volunteers"] == nil, "nothing is saved before Save is pressed")
        }
    }

    @Test(.covers("LIB-115"), arguments: Engine.available)
    func `days with other hours are added, shown and removed`(engine: Engine) async throws {
        try await withTestApp(
            VolunteersApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self], on: engine
        ) { app in
            let admin = try await app.signedIn(.admin)
            func form(_ first: String, _ last: String = "", _ hours: String = "", _ note: String = "") -> [String: String] {
                [
                    "app": "volunteers", "volunteers-first": first, "volunteers-last": last, "volunteers-hours": hours,
                    "volunteers-note": note,
                ]
            }
            _ = try await admin.post("/admin/opening-hours", ["volunteers-day0": "8-17"])
            let added = try await admin.post("/admin/opening-hours/special", form: form("2026-12-24", "2026-12-26", "", " Christmas "))
            #expect(added.location == "/admin/opening-hours?open=volunteers#volunteers-special")
            _ = try await admin.post("/admin/opening-hours/special", form: form("2026-12-31", "", "10-14"))
            let kept = try #require(app.site.configuration.openingHours["volunteers"])
            #expect(kept.exceptions.map(\.note) == ["Christmas", ""])
            #expect(kept.exceptions.map { OpeningHours.text($0.spans) } == ["", "10:00–14:00"])
            #expect(kept.days[0].count == 1, "the week is as it was")
            let page = try await admin.get("/admin/opening-hours").text
            #expect(page.contains("Christmas") && page.contains("Thursday–Saturday, "))
            let open = form("2026-12-24").merging(["volunteers-open": "open"]) { $1 }
            for (wrong, field) in [
                (form(""), "first"), (form("2026-02-30"), "first"), (form("2026-12-24", "2026-12-23"), "last"),
                (form("2026-12-24", "", "noon"), "hours"), (open, "hours"), (form("2026-12-24", "", "", String(repeating: "x", count: 81)), "note"),
            ] {
                let refused = try await admin.post("/admin/opening-hours/special", form: wrong)
                #expect(refused.status == .unprocessableContent && refused.text.contains("field-volunteers-\(field)-error"))
            }
            _ = try await admin.post("/admin/opening-hours/special/remove", form: form("2026-12-24", "2026-12-26"))
            #expect(app.site.configuration.openingHours["volunteers"]?.exceptions.count == 1)
        }
    }

    @Test(.covers("LIB-115"), arguments: Engine.available)
    func `special hours that are not there are not said to be removed`(engine: Engine) async throws {
        try await withTestApp(
            VolunteersApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self], on: engine
        ) { app in
            let admin = try await app.signedIn(.admin)
            let day = ["app": "volunteers", "volunteers-first": "2026-12-24", "volunteers-last": "2026-12-24"]
            _ = try await admin.post("/admin/opening-hours/special", form: day)
            let entries = try await app.auditTrail().count
            for words in ["Special hours removed.", "These special hours were already removed."] {
                let answer = try await admin.post("/admin/opening-hours/special/remove", form: day)
                #expect(answer.location == "/admin/opening-hours?open=volunteers#volunteers-special")
                let page = try await admin.carrying("flash", try #require(answer.cookies["flash"])).get("/admin/opening-hours")
                #expect(page.text.contains(words), "\(words)")
            }
            #expect(try await app.auditTrail().count == entries + 1, "the second changed nothing")
        }
    }

    @Test(.covers("LIB-115"))
    func `a year of special days is enough, and the field says so`() async throws {
        try await withTestApp(
            VolunteersApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self], on: .sqlite
        ) { app in
            let (admin, today) = (try await app.signedIn(.admin), Day(app.clock.clock.now(), in: .gmt))
            let exceptions = (1...OpeningHours.mostExceptions).compactMap { offset in
                OpeningHours.Exception(from: today.adding(offset), through: today.adding(offset))
            }
            try await app.site.configure { $0.openingHours["volunteers"] = OpeningHours(exceptions: exceptions) }
            let form = ["app": "volunteers", "volunteers-first": today.adding(900).description]
            let refused = try await admin.post("/admin/opening-hours/special", form: form)
            #expect(refused.status == .unprocessableContent && refused.text.contains("field-volunteers-first-error"))
            #expect(refused.text.contains("You can plan at most 366 special hours."))
            #expect(app.site.configuration.openingHours["volunteers"]?.exceptions.count == OpeningHours.mostExceptions)
        }
    }

    @Test(.covers("LIB-115"))
    func `all day is written in one way, and the field says which`() async throws {
        try await withTestApp(
            VolunteersApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self, SettingsModule.self], on: .sqlite
        ) { app in
            let admin = try await app.signedIn(.admin)
            let refused = try await admin.post(
                "/admin/opening-hours", ["volunteers-day0": "0:00-0:00", "volunteers-day1": "8-8", "volunteers-day2": "0:00-24:00"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("All day is 00:00–24:00."))
            #expect(refused.text.contains("field-volunteers-day0-error") && refused.text.contains("field-volunteers-day1-error"))
            #expect(!refused.text.contains("field-volunteers-day2-error"))
        }
    }
}
