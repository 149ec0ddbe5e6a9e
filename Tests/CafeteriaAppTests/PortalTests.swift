import Accounts
import Core
import Foundation
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
            ("refund", "/admin/payments"), ("paybill", "/admin/payment-settings"),
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

    @Test(.covers("CAF-004", "CAF-042"))
    func `who cooks or serves lands where they work, and on a device of the counter at the counter`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let app = cafeteria.app
            let (bea, owner) = (try await app.person(.bea), try await app.person(.owner))
            try await app.site.service(Roles.self).set([Roles.Grant(app: "cafeteria", role: "staff")], of: bea, by: owner)
            func landing(_ who: Cast, then: String? = nil, lastAt place: String? = nil) async throws -> String? {
                _ = try await app.person(who)
                let fields = ["email": who.email, "password": Cast.password, "then": then].compactMapValues(\.self)
                let guest = place.map { app.guest.with("Cookie", "work-place=\($0)") } ?? app.guest
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
