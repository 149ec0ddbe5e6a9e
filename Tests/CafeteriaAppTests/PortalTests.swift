import Accounts
import Core
import Foundation
import Help
import Mail
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct PortalTests {
    /// What staff looked for, and the page that does it.
    @Test(
        .covers("LIB-115"),
        arguments: [
            ("pause", CafeteriaPaths.kitchen()), ("price", CafeteriaPaths.adminMenu()), ("discount", CafeteriaPaths.adminPromotions()),
            ("printer", CafeteriaPaths.counter()), ("printer", CafeteriaPaths.kitchen()), ("sold out", CafeteriaPaths.adminMenu()),
            ("refund", "/admin/payments"), ("paybill", "/admin/payment-settings"), ("tills", CafeteriaPaths.counter()),
            ("reset link", "/admin/people"),
        ])
    func `a page of the portal is found by what is done there`(words: String, path: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let page = try await owner.get(SitePaths.administration() + "?" + QueryItems([("q", words)]).encoded)
            let map = try #require(page.text.components(separatedBy: "portal-finder").last)
            #expect(map.contains("href=\"\(path)\""), "\(words)")
            #expect(!map.contains("href=\"\(CafeteriaPaths.analytics())\""), "others are left out")
        }
    }

    @Test(.covers("CAF-046"), arguments: Engine.available)
    func `the portal’s first page tells income, orders, waiting and late ones of today`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            #expect(try await !owner.get(SitePaths.administration()).text.contains(">Today<"))
            let tea = try await cafeteria.item("Tea", price: 220_00)
            _ = try await KitchenTests.paid(cafeteria, [tea])
            _ = try await KitchenTests.paid(cafeteria, [tea], by: .bea)
            cafeteria.app.clock.advance(by: .seconds(3600))
            let back = try await cafeteria.app.signedIn(.owner).get(SitePaths.administration()).text
            for (label, value) in [("Revenue", "KES\u{A0}440"), ("Orders", "2"), ("Waiting", "2"), ("Late", "2")] {
                let card = back.range(of: ">\(label)<").map { back[$0.lowerBound...].prefix(300) } ?? ""
                #expect(card.contains(">\(value)<"), "\(label): \(card)")
            }
            #expect(back.contains("href=\"\(CafeteriaPaths.analytics())?period=today\""))
        }
    }

    @Test(.covers("LIB-009", "CORE-018"))
    func `an invitation names every role it brings, and what each allows`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            try await cafeteria.app.site.configure { $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "cafeteria@stoa.example") }
            let owner = try await cafeteria.app.signedIn(.owner)
            let form = try await owner.get("/admin/people/new").text
            let (choice, others) = (try #require(form.range(of: "Cafeteria staff")), try #require(form.range(of: "More roles")))
            #expect(choice.lowerBound < others.lowerBound && form.contains("Prepare and hand over orders"), "what the app needs isn’t folded away")
            let made = try await owner.post(
                "/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example", "role": "member", "roles": "cafeteria.manager"])
            let page = try await owner.get(try #require(made.location)).text
            #expect(page.contains("Cafeteria manager") && page.contains("Prepare and hand over orders") && !page.contains(">Member<"))
            try await cafeteria.app.runJobs()
            let email = try #require(try await cafeteria.app.emails(to: "cleo@stoa.example").last?.text)
            #expect(email.contains("Your role: Cafeteria manager. Prepare and hand over orders"))
            let link = String(try #require(page.firstMatch(of: /\/account\/welcome\/[A-Za-z0-9_-]+/)).0)
            #expect(try await cafeteria.app.guest.get(link).text.contains("Your role: Cafeteria manager"))
        }
    }

    @Test(.covers("LIB-009", "CORE-018"), arguments: [false, true])
    func `who is invited to the cafeteria’s staff is told so, alone and as a helper`(isHelper: Bool) async throws {
        let parts: [any App.Type] = [MailModule.self, NotificationsModule.self, PaymentsModule.self] + (isHelper ? [HelpModule.self] : [])
        try await withTestApp(CafeteriaApp.self, parts: parts, on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let form = try await owner.get("/admin/people/new").text
            #expect(form.contains("Answers people who contact support. Includes “Cafeteria staff”."))
            let wish = isHelper ? ["role": "helper"] : ["role": "member", "roles": "cafeteria.staff"]
            let made = try await owner.post("/admin/people/new", form: ["name": "Cleo", "email": "cleo@stoa.example"].merging(wish) { $1 })
            let page = try await owner.get(try #require(made.location)).text
            #expect(page.contains(">Cafeteria staff<") && page.contains("Prepare and hand over orders") && !page.contains(">Helper<"))
            #expect(page.contains(">Support<") == isHelper)
            let link = String(try #require(page.firstMatch(of: /\/account\/welcome\/[A-Za-z0-9_-]+/)).0)
            #expect(try await app.guest.get(link).text.contains("Cafeteria staff"))
            #expect(try await owner.get("/admin/people").text.contains("Cafeteria staff"))
        }
    }

    @Test(.covers("CAF-004", "CAF-042"))
    func `who cooks or serves lands where they work, and on a device of the counter at the counter`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let app = cafeteria.app
            let (bea, owner) = (try await app.person(.bea), try await app.person(.owner))
            try await app.site.service(Roles.self).set([Roles.Grant(app: "cafeteria", role: "staff")], of: bea, by: owner)
            func landing(_ who: Cast, then: String? = nil, lastAt place: String? = nil) async throws -> String? {
                _ = try await app.person(who)
                let fields = ["email": who.email, "password": Cast.password, "then": then].compactMapValues(\.self)
                let guest = place.map { app.guest.with("Cookie", "__Host-work-place=\($0)") } ?? app.guest
                return try await guest.post("/account/sign-in", form: fields).location
            }
            #expect(try await landing(.bea) == CafeteriaPaths.kitchen())
            #expect(try await landing(.bea, then: CafeteriaPaths.home()) == CafeteriaPaths.kitchen())
            #expect(try await landing(.bea, then: CafeteriaPaths.points()) == CafeteriaPaths.points(), "what was asked for is opened")
            #expect(try await landing(.bea, lastAt: CafeteriaPaths.counter()) == CafeteriaPaths.counter())
            #expect(try await landing(.bea, lastAt: "/elsewhere") == CafeteriaPaths.kitchen())
            #expect(try await landing(.ada, then: CafeteriaPaths.home(), lastAt: CafeteriaPaths.counter()) == CafeteriaPaths.home())
            #expect(try await landing(.owner) == "/", "an owner may work everywhere")
            let page = "http://localhost:8080" + CafeteriaPaths.counterOrder(OrderID(7))
            let left = try await app.signedIn(.bea).with("Referer", page).post("/account/sign-out")
            #expect(left.cookies["work-place"]?.removingPercentEncoding == CafeteriaPaths.counter())
        }
    }
}
