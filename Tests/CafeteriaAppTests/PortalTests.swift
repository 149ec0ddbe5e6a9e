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
}
