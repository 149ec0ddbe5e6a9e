import Core
import Platform
import Settings
import TestSupport
import Testing
import Web

@Suite struct SiteSettingsTests {
    static let good = [
        "name": "St Mary’s", "languages": "sv", "timeZone": "Europe/Stockholm", "baseURL": "https://stoa.example", "uploadMegabytes": "64",
        "registrationOpen": "true",
    ]

    @Test(.covers("LIB-115"), arguments: Engine.available)
    func `what an administrator saves holds at once and is in the audit log`(engine: Engine) async throws {
        try await withTestApp(parts: [SettingsPart.self], on: engine) { app in
            let admin = try await app.signedIn(.admin)
            let answer = try await admin.post("/admin/settings", form: Self.good)
            #expect(answer.location == "/admin/settings")
            let page = try await app.guest.get("/account/sign-in").text
            #expect(page.contains("lang=\"sv\""))
            let kept = try SiteFolder(app.site.folder.url).readConfiguration()
            #expect(kept.name == "St Mary’s")
            #expect(kept.uploadLimit == 64 << 20)
            #expect(try await app.auditTrail().last == "settings.site.update")
        }
    }

    @Test(
        .covers("LIB-115", "LIB-148"),
        arguments: [
            ("name", ""), ("timeZone", "Mars/Olympus"), ("baseURL", "javascript:alert(1)"), ("baseURL", "https://stoa.example/path"),
            ("uploadMegabytes", "0"), ("languages", "tlh"),
        ])
    func `a wrong value is shown again with the reason, and nothing changes`(field: String, value: String) async throws {
        try await withTestApp(parts: [SettingsPart.self], on: .sqlite) { app in
            let before = app.site.configuration
            let answer = try await app.signedIn(.admin).post("/admin/settings", form: Self.good.merging([field: value]) { $1 })
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("field-error"))
            #expect(app.site.configuration == before)
        }
    }

    @Test(.covers("CORE-018", "LIB-115"), arguments: ["/admin/settings", "/admin/texts", "/admin/opening-hours", "/admin/budget"])
    func `readers find no settings`(path: String) async throws {
        try await withTestApp(parts: [SettingsPart.self], on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get(path).status == .notFound)
            #expect(try await ada.post(path, form: Self.good).status == .notFound)
        }
    }

    @Test(.covers("LIB-115", "CORE-053")) func `a phrase said otherwise may not invent places that nothing fills`() async throws {
        try await withTestApp(parts: [SettingsPart.self], on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            let key = "Keep me logged in"
            let refused = try await admin.post("/admin/texts", ["language": "en", "key": key, "words": "Stay %1"])
            #expect(refused.status == .unprocessableContent)
            _ = try await admin.post("/admin/texts", ["language": "en", "key": key, "words": "Stay"])
            #expect(app.site.configuration.texts == ["en": [key: "Stay"]])
            let found = try await admin.get("/admin/texts?language=en&q=stay").text
            #expect(found.contains(">Stay</textarea>"))
            _ = try await admin.post("/admin/texts", ["language": "en", "key": key, "words": " "])
            #expect(app.site.configuration.texts.isEmpty)
        }
    }
}
