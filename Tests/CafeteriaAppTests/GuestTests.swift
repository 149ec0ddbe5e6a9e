import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// What people see who haven't signed in.
@Suite struct GuestTests {
    @Test(.covers("CAF-008", "CAF-010", "CAF-012", "CAF-013"), arguments: Engine.available)
    func `guests read the menu, search and filter it, and open an item with its picture`(on engine: Engine) async throws {
        try await withOpenMenu(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", category: 1)
            _ = try await cafeteria.item("Pilau", description: "Spiced rice")
            let guest = cafeteria.app.guest
            let menu = try await guest.get(CafeteriaPaths.home())
            #expect(menu.status == .ok && menu.text.contains("Tea") && menu.text.contains("Pilau"))
            #expect(!menu.text.contains("My favourites") && !menu.text.contains("Favourite"), "a guest has none")
            let rice = try await guest.get(CafeteriaPaths.home() + "?q=rice").text
            #expect(rice.contains("<mark>rice</mark>") && !rice.contains("Tea"))
            #expect(try await guest.get(CafeteriaPaths.home() + "?category=1").text.contains("Tea"))
            let item = try await guest.get(CafeteriaPaths.item(tea)).text
            #expect(item.contains("Add to cart") && item.contains("Sign in to order.") && item.contains("Allergens"))
            #expect(!item.contains("Add to favourites") && !item.contains("Mark as sold out"))
            #expect(try await guest.asProgram.get(CafeteriaPaths.apiMenu()).status == .ok)
            #expect(try await guest.asProgram.get(CafeteriaPaths.apiItem(tea)).status == .ok)
            #expect(try await guest.asProgram.get(CafeteriaPaths.apiCategories()).status == .ok)
        }
    }

    @Test(.covers("CAF-013", "CAF-016"), arguments: Engine.available)
    func `what a guest chose is still chosen after signing in, and nothing is in the cart yet`(on engine: Engine) async throws {
        try await withOpenMenu(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let sizes = try await cafeteria.choices(of: tea, least: 1, most: 1, [("Small", 0), ("Large", 50_00)])
            let guest = cafeteria.app.guest
            let page = try await guest.get(CafeteriaPaths.item(tea)).text
            #expect(page.contains("method=\"get\"") && page.contains("action=\"\(CafeteriaPaths.chosen(tea))\""))
            let group = try #require(page.firstMatch(of: /name="(choice-[0-9]+)"/)?.1)
            let asked = try await guest.get(CafeteriaPaths.chosen(tea) + "?\(group)=\(sizes[1])&quantity=3")
            let signIn = try #require(asked.location)
            let then = try #require(signIn.firstMatch(of: /then=([^&]+)/)?.1.removingPercentEncoding, "\(signIn)")
            let ada = try await cafeteria.app.signedIn(.ada)
            let back = try #require(try await ada.get(then).location)
            let item = try await ada.get(back).text
            let chosen = item.matches(of: /<input[^>]*type="radio"[^>]*value="([0-9]+)"[^>]* checked/).map { String($0.1) }
            #expect(chosen == [sizes[1].description], "\(back)")
            #expect(item.contains(/<input[^>]*name="quantity"[^>]*value="3"/), "\(back)")
            #expect(try await ada.asProgram.get(CafeteriaPaths.apiCart()).text.contains("\"lines\":[]"), "a link alone orders nothing")
        }
    }

    @Test(.covers("CORE-018", "CAF-016"), arguments: Engine.available)
    func `guests see no cart, no order, no points and no work of the staff, and change nothing`(on engine: Engine) async throws {
        try await withOpenMenu(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            let guest = cafeteria.app.guest
            let pages = [
                CafeteriaPaths.cart(), CafeteriaPaths.checkout(), CafeteriaPaths.orders(), CafeteriaPaths.order(order.id),
                CafeteriaPaths.cancel(order.id), CafeteriaPaths.points(), CafeteriaPaths.kitchen(), CafeteriaPaths.counter(),
                CafeteriaPaths.counterOrder(order.id), CafeteriaPaths.adminMenu(),
            ]
            for page in pages {
                let answer = try await guest.get(page)
                #expect(answer.status == .seeOther && answer.location?.hasPrefix(SitePaths.signIn()) == true, "\(page)")
            }
            let changes = [
                CafeteriaPaths.cart(), CafeteriaPaths.orders(), CafeteriaPaths.cancel(order.id), CafeteriaPaths.pay(order.id),
                CafeteriaPaths.favourite(tea), CafeteriaPaths.availability(tea), CafeteriaPaths.kitchenOrder(order.id),
            ]
            for change in changes {
                let answer = try await guest.post(change, ["item": tea.description, "quantity": "1", "available": "false", "confirmed": "true"])
                #expect(answer.status == .seeOther && answer.location?.hasPrefix(SitePaths.signIn()) == true, "\(change)")
            }
            for address in [CafeteriaPaths.apiCart(), CafeteriaPaths.apiOrders(), CafeteriaPaths.apiOrder(order.id), CafeteriaPaths.apiQueue()] {
                #expect(try await guest.asProgram.get(address).status == .unauthorized, "\(address)")
            }
            #expect(try await cafeteria.find(order.id).status == .pendingPayment)
            let menu = try await guest.get(CafeteriaPaths.home()).text
            #expect(!menu.contains("Order \(order.number)") && !menu.contains("View cart"), "of what others order nothing shows")
        }
    }

    @Test(.covers("CAF-004"))
    func `until the site opens the menu to everyone, people sign in first`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let guest = cafeteria.app.guest
            for page in [CafeteriaPaths.home(), CafeteriaPaths.item(tea)] {
                #expect(try await guest.get(page).location?.hasPrefix(SitePaths.signIn()) == true, "\(page)")
            }
            let signIn = try #require(try await guest.get(CafeteriaPaths.home()).location)
            #expect(try await guest.get(signIn).text.contains("For members."), "and read why")
            #expect(try await guest.asProgram.get(CafeteriaPaths.apiMenu()).status == .unauthorized)
        }
    }

    /// A cafeteria whose site lets everyone read the menu.
    private func withOpenMenu(on engine: Engine, _ body: (Cafeteria) async throws -> Void) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.openMenu()
            try await body(cafeteria)
        }
    }
}
