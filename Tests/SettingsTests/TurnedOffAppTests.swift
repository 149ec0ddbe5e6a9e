import Accounts
import Core
import Database
import Mail
import Notifications
import Platform
import Settings
import TestSupport
import Testing
import Web

/// An app that asks its staff for something.
private struct AskingApp: App {
    static let manifest = AppManifest(id: "asking", name: "Asking", path: "/asking")
    init(site: Site) {}
    var routes: [Route] {
        [
            .get(Path("/asking"), allow: .everyone, use: { (_: Request, _: Visitor) in Response.text("Here I am") }),
            .get(Path("/admin/asking"), allow: .permission(.settingsChange), use: { (_: Request, _: Member) in Response.text("Its staff") }),
        ]
    }
    func register(in extensions: inout Extensions) throws { extensions.add(Wish(), to: .adminAlerts) }

    private struct Wish: AdminAlertSource {
        var permission: Permission { .settingsChange }
        func items(in db: any Connection) throws -> [AdminAlert] { [AdminAlert("Asking has nothing yet", detail: "Add something.", path: "/asking")] }
    }
}

@Suite struct TurnedOffAppTests {
    @Test(.covers("CORE-001", "LIB-115"), arguments: Engine.available)
    func `an app that is turned off is gone at once from every place where people look`(engine: Engine) async throws {
        try await withTestApp(
            HallApp.self, AskingApp.self, parts: [NotificationsModule.self, SettingsModule.self], on: engine
        ) { app in
            let link = try #require(try await app.site.service(AccountsModule.self).setup.makeLink())
            let before = try await app.guest.get("/asking")
            #expect(before.status == .ok && before.text.contains("Here I am"))
            let done = try await app.guest.post(
                link,
                [
                    "name": "Olivia", "email": "olivia@example.org", "password": "olive 7 branch", "siteName": "Hilltop",
                    "timeZone": "Europe/Stockholm", "languages": "en", "apps": "hall",
                ])
            let olivia = app.guest.with("Cookie", "__Host-session=\(try #require(done.cookies["session"]))")
            // In the settings an owner turns it on again, and finds nothing else of it.
            #expect(try await !olivia.get("/admin/settings").text.contains("id=\"app-asking\""))
            for page in ["/admin", "/admin/start", "/admin/opening-hours", "/admin/people/new", "/account"] {
                #expect(try await !olivia.get(page).text.contains("Asking"), "\(page)")
            }
            #expect(try await olivia.get("/asking").status == .notFound)
            #expect(try await app.guest.get("/").location == "/hall", "the front page is that of the only app left")
            try await app.site.configure { $0.apps = nil }
            #expect(try await app.guest.get("/asking").status == .ok)
            #expect(try await olivia.get("/admin").text.contains("Asking has nothing yet"))
        }
    }

    @Test(.covers("CORE-001", "LIB-115"), arguments: Engine.available)
    func `an owner turns apps off and on in the settings, and what they keep stays`(engine: Engine) async throws {
        try await withTestApp(
            HallApp.self, AskingApp.self, parts: [NotificationsModule.self, SettingsModule.self], on: engine
        ) { app in
            let owner = try await app.signedIn(.owner)
            let card = try await owner.get("/admin/settings").text
            #expect(card.contains("id=\"switches\"") && card.contains("All apps are on") && card.contains("Its content stays"))
            let off = try await owner.post("/admin/settings", fields: [("card", "switches"), ("section", "switches"), ("apps", "hall")])
            #expect(off.status == .seeOther)
            #expect(app.site.configuration.apps == ["hall"])
            #expect(try await owner.get("/asking").status == .notFound)
            #expect(try await owner.get("/admin/asking").status == .notFound, "whoever types the address of its portal finds nothing either")
            let now = try await owner.get("/admin/settings").text
            #expect(now.contains("Off: Asking") && now.contains("value=\"asking\""), "it can be turned on again here")
            #expect(!now.contains("id=\"app-asking\""))
            let none = try await owner.post("/admin/settings", fields: [("card", "switches"), ("section", "switches")])
            #expect(none.status == .unprocessableContent && none.text.contains("Keep at least one app on."))
            _ = try await owner.post(
                "/admin/settings", fields: [("card", "switches"), ("section", "switches"), ("apps", "hall"), ("apps", "asking")])
            #expect(app.site.configuration.apps == nil)
            #expect(try await owner.get("/asking").status == .ok)
            #expect(try await owner.get("/admin/asking").text == "Its staff")
        }
    }

    @Test(.covers("CORE-001", "LIB-115"), arguments: Engine.available)
    func `a process that holds some apps leaves the choice of the others as it is`(engine: Engine) async throws {
        try await withTestApp(
            HallApp.self, GardenApp.self, AskingApp.self, parts: [NotificationsModule.self, SettingsModule.self], on: engine,
            only: ["hall", "garden"]
        ) { app in
            let owner = try await app.signedIn(.owner)
            #expect(try await owner.get("/asking").status == .notFound)
            let card = try await owner.get("/admin/settings").text
            #expect(card.contains("value=\"garden\"") && !card.contains("value=\"asking\""), "it offers what it holds")
            func save(_ apps: String...) async throws {
                let sent = try await owner.post(
                    "/admin/settings", fields: [("card", "switches"), ("section", "switches")] + apps.map { ("apps", $0) })
                #expect(sent.status == .seeOther)
            }
            try await save("hall")
            #expect(Set(app.site.configuration.apps ?? []) == ["hall", "asking"], "what others hold stays on")
            #expect(try await owner.get("/garden").status == .notFound)
            try await save("hall", "garden")
            #expect(app.site.configuration.apps == nil, "all are on again, also those of later versions")
            try await app.site.configure { $0.apps = ["hall"] }
            try await save("hall", "garden")
            #expect(app.site.configuration.apps == ["hall", "garden"], "and what was off stays off")
        }
    }

    @Test(.covers("CORE-001", "LIB-115"))
    func `an app that is turned off on one node is gone on another within a second, and comes back`() async throws {
        try await withTwoNodes(
            apps: [HallApp.self, AskingApp.self], parts: [MailModule.self, AccountsModule.self, NotificationsModule.self, SettingsModule.self]
        ) { first, second in
            func seen(_ isOff: Bool) async throws -> Bool {
                let begin = ContinuousClock.now
                while second.site.isTurnedOff("asking") != isOff, ContinuousClock.now - begin < .seconds(20) {
                    try await Task.sleep(for: .milliseconds(20))
                }
                return second.site.isTurnedOff("asking") == isOff && (second.site.app("asking") == nil) == isOff
            }
            try await first.site.configure { $0.apps = ["hall"] }
            #expect(try await seen(true))
            try await second.site.configure { $0.apps = nil }
            #expect(try await seen(false) && !first.site.isTurnedOff("hall"))
        }
    }

    @Test(.covers("CORE-001", "CORE-018"))
    func `who only changes settings turns no apps off`() async throws {
        try await withTestApp(
            HallApp.self, AskingApp.self, parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite
        ) { app in
            let id = try await app.person(.ada)
            try await app.site.service(AccountsModule.self).roles.set([Roles.Grant(app: "settings", role: "admin")], of: id, by: nil)
            let ada = try await app.signedIn(.ada)
            #expect(try await !ada.get("/admin/settings").text.contains("id=\"switches\""))
            let tried = try await ada.post("/admin/settings", fields: [("card", "switches"), ("section", "switches"), ("apps", "hall")])
            #expect(tried.status == .unprocessableContent && app.site.configuration.apps == nil)
        }
    }

    @Test(.covers("CORE-001"), arguments: ["lindby.example", " lindby.example/ ", "https://lindby.example/"])
    func `the name of a site is enough for its address`(typed: String) async throws {
        try await withTestApp(parts: [NotificationsModule.self, SettingsModule.self], on: .sqlite) { app in
            let link = try #require(try await app.site.service(AccountsModule.self).setup.makeLink())
            let page = try await app.guest.get(link).text
            #expect(!page.contains("type=\"url\""), "no browser refuses it first")
            _ = try await app.guest.post(
                link,
                [
                    "name": "Olivia", "email": "olivia@example.org", "password": "olive 7 branch", "siteName": "Hilltop",
                    "timeZone": "Europe/Stockholm", "address": typed,
                ])
            #expect(app.site.configuration.baseURL == "https://lindby.example")
        }
    }

    @Test(arguments: [
        ("localhost:8080", "http://localhost:8080"), ("stoa.example:8443", "https://stoa.example:8443"), ("", ""),
        ("http://stoa.example", "http://stoa.example"),
    ])
    func `an address that was begun otherwise stays as it was begun`(typed: String, completed: String) {
        #expect(SiteAddress.completed(typed) == completed)
    }
}
