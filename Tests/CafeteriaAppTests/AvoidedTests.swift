import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// Somebody filters allergens out of the menu and meets such a dish all the same.
@Suite struct AvoidedTests {
    @Test(.covers("CAF-013"), arguments: Engine.available)
    func `a dish with what somebody avoids warns on its page, in the cart and before the order, its choices too`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.openMenu()
            let (uji, stew, rice) = (try await cafeteria.item("Uji"), try await cafeteria.item("Stew"), try await cafeteria.item("Rice"))
            let sauces = try await cafeteria.choices(of: stew, least: 0, most: 1, [("Groundnut sauce", 0), ("Plain", 0)])
            let book = try cafeteria.services.menu
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("UPDATE cafeteria_item SET allergens = 'peanuts' WHERE id = \(uji)")
                try write.run("UPDATE cafeteria_item SET has_no_allergens = \(true) WHERE id = \(stew)")
                try write.run("UPDATE cafeteria_choice SET allergens = 'peanuts' WHERE id = \(sauces[0])")
                try write.invalidate(book.lists.shared)
            }
            let ada = try await cafeteria.app.signedIn(.ada)
            let open = try await ada.get(CafeteriaPaths.item(uji)).text
            #expect(!open.contains("what you avoid"), "nothing was chosen")
            let cookie = try #require(try await ada.get(CafeteriaPaths.home() + "?without=peanuts&without=milk").cookies["menu-filter"])
            let careful = ada.carrying("menu-filter", cookie)
            let page = try await careful.get(CafeteriaPaths.item(uji)).text
            let (warning, button) = (page.range(of: "Contains what you avoid: Peanuts<"), page.range(of: "Add to cart"))
            #expect(warning != nil && button.map { warning.map(\.lowerBound) ?? page.endIndex < $0.lowerBound } == true, "\(page)")
            #expect(try await careful.get(CafeteriaPaths.item(stew)).text.contains("Some choices contain what you avoid: Peanuts<"))
            #expect(try await careful.get(CafeteriaPaths.item(rice)).text.contains("Allergens not listed."))
            for (item, choices) in [(uji, []), (stew, [sauces[0]]), (rice, [])] { try await cafeteria.add(item, to: ada, choices: choices) }
            try await cafeteria.add(stew, to: ada, choices: [sauces[1]])
            for path in [CafeteriaPaths.cart(), CafeteriaPaths.checkout()] {
                let text = try await careful.get(path).text
                #expect(text.matches(of: /Contains what you avoid: Peanuts</).count == 2, "\(path) \(text)")
                #expect(text.matches(of: /Allergens not listed\./).count == 1, "\(path)")
            }
            let review = try await careful.post(CafeteriaPaths.review(), ["provider": "cash", "pickup": "now"]).text
            #expect(review.matches(of: /Contains what you avoid: Peanuts</).count == 2, "\(review)")
        }
    }
}
