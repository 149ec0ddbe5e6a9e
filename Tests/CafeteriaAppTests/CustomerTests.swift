import Accounts
import Core
import Database
import Foundation
import Notifications
import Outbound
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// What customers find again: their cart, their orders, their points, and what they are told.
@Suite struct CustomerTests {
    @Test(.covers("CAF-017"), arguments: Engine.available)
    func `a cart is there on every device, and is changed and cleared from any of them`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            let cake = try await cafeteria.item("Cake", price: 200_00)
            let phone = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, 2, to: phone)
            try await cafeteria.add(cake, to: phone)
            let accounts = try cafeteria.app.site.service(AccountsModule.self)
            let desk = cafeteria.app.client(token: try await accounts.openSession(for: try await cafeteria.app.person(.ada)))
            let cart = try await desk.get(CafeteriaPaths.cart()).text
            #expect(cart.contains("Tea") && cart.contains("Cake") && cart.contains("KES\u{A0}440"))
            let lines = try await cafeteria.app.site.database.read { db in
                try db.all("SELECT id FROM cafeteria_cart_line ORDER BY id" as Query<CartLineID>)
            }
            #expect(try await desk.post(CafeteriaPaths.cartLine(lines[0]), ["quantity": "3"]).status == .seeOther)
            #expect(try await phone.get(CafeteriaPaths.cart()).text.contains("KES\u{A0}560"))
            #expect(try await desk.post(CafeteriaPaths.cartLine(lines[1]), ["quantity": "0"]).status == .seeOther)
            let less = try await phone.get(CafeteriaPaths.cart()).text
            #expect(less.contains("Removed: Cake") && less.contains("KES\u{A0}360"))
            // Somebody else neither sees nor changes it.
            let bea = try await cafeteria.app.signedIn(.bea)
            #expect(try await bea.get(CafeteriaPaths.cart()).text.contains("Your cart is empty"))
            _ = try await bea.post(CafeteriaPaths.cartLine(lines[0]), ["quantity": "9"])
            #expect(try await phone.get(CafeteriaPaths.cart()).text.contains("KES\u{A0}360"))
            #expect(try await desk.post(CafeteriaPaths.clearCart()).status == .seeOther)
            #expect(try await phone.get(CafeteriaPaths.cart()).text.contains("Your cart is empty"))
        }
    }

    /// The number of what the cart's page offers to put back; nil where it offers nothing.
    private func removal(_ client: TestClient) async throws -> String? {
        try await client.get(CafeteriaPaths.cart()).text.firstMatch(of: /name="removal" value="([0-9]+)"/).map { String($0.1) }
    }

    @Test(.covers("CAF-017"), arguments: Engine.available)
    func `a cart that was emptied is put back as it was, also from another page and another device`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 100_00)
            let sizes = try await cafeteria.choices(of: tea, least: 1, most: 1, [("Small", 0), ("Large", 30_00)])
            let (cake, soup) = (try await cafeteria.item("Cake", price: 200_00), try await cafeteria.item("Soup"))
            let (ada, owner) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            try await cafeteria.add(tea, 2, to: ada, choices: [sizes[1]])
            for item in [cake, soup] { try await cafeteria.add(item, to: ada) }
            #expect(try await ada.post(CafeteriaPaths.clearCart()).location == CafeteriaPaths.cart())
            _ = try await ada.get(CafeteriaPaths.home())
            let phone = try await cafeteria.app.signedIn(.ada)
            let emptied = try await phone.get(CafeteriaPaths.cart()).text
            #expect(emptied.contains("Removed: Tea, Cake, Soup") && emptied.contains("Your cart is empty"))
            // Sold out stays in a cart; what was deleted doesn't come back.
            _ = try await owner.post(CafeteriaPaths.availability(cake), ["available": "false"])
            _ = try await owner.post(CafeteriaPaths.adminItemDelete(soup), ["confirmed": "true"])
            let number = try #require(try await removal(phone))
            // Nobody else puts it back.
            #expect(try await owner.post(CafeteriaPaths.restoreCart(), ["removal": number]).status == .conflict)
            #expect(try await phone.post(CafeteriaPaths.restoreCart(), ["removal": number]).location == CafeteriaPaths.cart())
            let back = try await ada.get(CafeteriaPaths.cart()).text
            #expect(back.contains("KES\u{A0}260") && back.contains("Large") && back.contains("Sold out") && !back.contains("Soup"))
            #expect(try await removal(ada) == nil)
            let twice = try await ada.asProgram.post(CafeteriaPaths.restoreCart(), ["removal": number])
            #expect(twice.problem?.code == "cafeteria.undo-late")
        }
    }

    @Test(.covers("CAF-017"), arguments: Engine.available)
    func `lines that were removed one after the other are put back one after the other`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (tea, cake) = (try await cafeteria.item("Tea", price: 100_00), try await cafeteria.item("Cake", price: 200_00))
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, 3, to: ada)
            try await cafeteria.add(cake, to: ada)
            for line in try await cafeteria.app.site.database.read({
                try $0.all("SELECT id FROM cafeteria_cart_line ORDER BY id" as Query<CartLineID>)
            }) {
                _ = try await ada.post(CafeteriaPaths.cartLine(line), ["quantity": "0"])
            }
            for name in ["Cake", "Tea"] {
                #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("Removed: \(name)"))
                _ = try await ada.post(CafeteriaPaths.restoreCart(), ["removal": try #require(try await removal(ada))])
            }
            #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("KES\u{A0}500"))
        }
    }

    @Test(.covers("CAF-017"))
    func `what was removed is no longer offered after the next change of the cart`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let (tea, cake) = (try await cafeteria.item("Tea"), try await cafeteria.item("Cake"))
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            _ = try await ada.post(CafeteriaPaths.clearCart())
            #expect(try await removal(ada) != nil)
            try await cafeteria.add(cake, to: ada)
            #expect(try await removal(ada) == nil)
        }
    }

    @Test(.covers("CAF-013", "CAF-017"))
    func `a line of the cart opens its item as it was chosen, and is replaced by what is chosen then`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 100_00)
            let sizes = try await cafeteria.choices(of: tea, least: 1, most: 1, [("Small", 0), ("Large", 30_00)])
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, 2, to: ada, choices: [sizes[1]])
            let cart = try await ada.get(CafeteriaPaths.cart()).text
            let address = try #require(cart.firstMatch(of: /href="(\/cafeteria\/items\/\d+\?line=(\d+))"/))
            let page = try await ada.get(String(address.1)).text
            #expect(page.contains("Update cart") && page.contains(/name="quantity" value="2"/))
            #expect(page.contains(try Regex("value=\"\(sizes[1])\"[^>]* checked")))
            let fields = [("item", "\(tea)"), ("line", String(address.2)), ("quantity", "3"), ("choice", "\(sizes[0])")]
            #expect(try await ada.post(CafeteriaPaths.cart(), fields: fields).location?.hasPrefix(CafeteriaPaths.cart()) == true)
            let changed = try await ada.get(CafeteriaPaths.cart()).text
            #expect(changed.contains("Small") && !changed.contains("Large") && changed.contains("KES\u{A0}300"))
            // Without a script a favourite takes the choices along.
            let favoured = try await ada.post(
                CafeteriaPaths.favourite(tea),
                fields: [("favourite", "true"), ("item", "\(tea)"), ("quantity", "4"), ("choice", "\(sizes[1])")])
            let kept = try await ada.get(try #require(favoured.location)).text
            #expect(kept.contains("Remove from favourites") && kept.contains(/name="quantity" value="4"/))
            #expect(kept.contains(try Regex("value=\"\(sizes[1])\"[^>]* checked")))
        }
    }

    @Test(.covers("CAF-017", "CORE-020"))
    func `what was removed is forgotten after an hour, with the order and with the account`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            func kept() async throws -> Int {
                try await cafeteria.app.site.database.read { try $0.one("SELECT count(*) FROM cafeteria_cart_removal") }
            }
            func remove() async throws {
                try await cafeteria.add(tea, to: ada)
                _ = try await ada.post(CafeteriaPaths.clearCart())
            }
            try await remove()
            cafeteria.app.clock.advance(by: .seconds(3601))
            #expect(try await removal(ada) == nil)
            try await remove()
            #expect(try await kept() == 1)
            try await cafeteria.add(tea, to: ada)
            _ = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(try await kept() == 0)
            try await remove()
            let person = try await cafeteria.app.person(.ada)
            let data = CafeteriaData(services: try cafeteria.services)
            try await cafeteria.app.site.write(by: nil) { try data.erase(person, in: $0) }
            #expect(try await kept() == 0)
        }
    }

    @Test(.covers("CAF-016", "CAF-017"), arguments: Engine.available)
    func `the number of portions in the cart stands at its place on every page of the app`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            func number(_ path: String) async throws -> String? {
                let badge = /data-place-count="\/cafeteria\/cart"[^>]*><span data-bell-number[^>]*>([0-9+]*)</
                return try await ada.get(path).text.firstMatch(of: badge).map { String($0.1) }
            }
            #expect(try await number(CafeteriaPaths.home()) == "")
            try await cafeteria.add(tea, 3, to: ada)
            for path in [CafeteriaPaths.home(), CafeteriaPaths.cart(), CafeteriaPaths.orders(), CafeteriaPaths.points(), CafeteriaPaths.item(tea)] {
                #expect(try await number(path) == "3", "\(path)")
            }
            #expect(try await ada.get(CafeteriaPaths.orders()).text.contains("3 in your cart"))
        }
    }

    @Test(.covers("CAF-033", "CAF-036"), arguments: Engine.available)
    func `several orders in progress take one line above the menu, the next to pick up first`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            var orders: [Order] = []
            for _ in 0..<3 {
                try await cafeteria.add(tea, to: ada)
                orders.append(try await cafeteria.placed(try await cafeteria.order(ada)))
                if orders.count == 1 {
                    let one = "class=\"open-order card\" href=\"\(CafeteriaPaths.order(orders[0].id))\""
                    #expect(try await ada.get(CafeteriaPaths.home()).text.contains(one))
                }
            }
            try await cafeteria.pay(orders[2])
            for status in [OrderStatus.preparing, .ready] { _ = try await cafeteria.step(orders[2], status) }
            let menu = try await ada.get(CafeteriaPaths.home()).text
            #expect(menu.components(separatedBy: "class=\"open-order card open-order-ready\"").count == 2)
            let card = "class=\"open-order card open-order-ready\" href=\"\(CafeteriaPaths.orders())\""
            #expect(menu.contains(card) && menu.contains("3 orders in progress"))
            #expect(menu.contains(/open-order-next">Order \d+ · Ready for Pickup</) && menu.contains("Order \(orders[2].number)"))
        }
    }

    @Test(.covers("CAF-033"), arguments: Engine.available)
    func `an order that takes longer says so wherever it stands, not a time that has passed`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            try await cafeteria.pay(order)
            let pages = [CafeteriaPaths.home(), CafeteriaPaths.orders()]
            for page in pages { #expect(try await ada.get(page).text.contains("Ready at about"), "\(page)") }
            cafeteria.app.clock.advance(by: (order.promisedAt + .seconds(1)) - cafeteria.app.site.clock.now())
            for page in pages {
                let late = try await ada.get(page).text
                #expect(late.contains("Takes longer than planned") && !late.contains("Ready at about"), "\(page)")
            }
        }
    }

    @Test(.covers("CAF-033"), arguments: Engine.available)
    func `that an order is ready comes before everything else, in the title as well`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            try await cafeteria.pay(order)
            func page() async throws -> String { try await ada.get(CafeteriaPaths.order(order.id)).text }
            let before = try await page()
            #expect(before.contains("<title>Order \(order.number)") && before.contains("Get a notification when it’s ready?"))
            for status in [OrderStatus.preparing, .ready] { _ = try await cafeteria.step(order, status) }
            let ready = try await page()
            #expect(ready.contains("<title>Order \(order.number) is ready"))
            let places = ["Ready – bring this code to the counter", "pickup-number", "qr-code", "order-steps"].map { ready.range(of: $0)?.lowerBound }
            #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(places)")
            #expect(ready.components(separatedBy: "class=\"qr-code\"").count == 2 && !ready.contains("Get a notification"))
            _ = try await cafeteria.step(order, .completed)
            #expect(try await !page().contains("bring this code"))
        }
    }

    private struct Device: Decodable {
        struct Message: Decodable { var text: String }
        struct Subscription: Codable {
            struct Keys: Codable { var p256dh: String, auth: String }
            var endpoint: String, keys: Keys
        }
        var device: Int
        var subscription: Subscription
        var messages: [Message]
    }

    @Test(.covers("CAF-035"), arguments: Engine.available)
    func `each change of an order's status is told with its number, in the inbox and on the phone`(on engine: Engine) async throws {
        let host = try await StandInHost { [PushStandIn(at: $0)] }
        do {
            try await withCafeteria(on: engine) { cafeteria in
                let app = cafeteria.app
                let place = try #require(host.address.split(separator: "/").last.map(String.init))
                try await app.site.configure { $0[PushConfiguration.self] = PushConfiguration(contact: "mailto:a@stoa.example", hosts: [place]) }
                // The stand-in looks at the wall clock.
                app.clock.advance(by: SiteClock.wall.now() - app.site.clock.now())
                let ada = try await app.signedIn(.ada)
                let key = try #require(try await ada.asProgram.get(NotificationsPaths.apiPush()).json["publicKey"] as? String)
                let device = try await HTTPClient().send(.json("\(host.address)/push/devices", ["applicationServerKey": key])).json(Device.self)
                let subscription = String(decoding: try JSONEncoder().encode(device.subscription), as: UTF8.self)
                #expect(try await ada.asProgram.json(.post, NotificationsPaths.apiPush(), subscription).status == .noContent)
                let tea = try await cafeteria.item("Tea")
                try await cafeteria.add(tea, to: ada)
                let order = try await cafeteria.placed(try await cafeteria.order(ada))
                try await cafeteria.pay(order)
                for status in [OrderStatus.preparing, .ready] { _ = try await cafeteria.step(order, status) }
                for _ in 0..<3 { try await app.runJobs() }
                let request = OutboundRequest(
                    "POST", "\(host.address)/push/devices/\(device.device)", headers: [("Content-Type", "application/json")], body: Array("{}".utf8))
                let messages = try await HTTPClient().send(request).json(Device.self).messages.map(\.text)
                let inbox = try await ada.asProgram.get(NotificationsPaths.api()).text
                for status in ["Payment Confirmed", "Preparing", "Ready for Pickup"] {
                    let words = "Order \(order.number): \(status)"
                    #expect(inbox.contains(words), "\(words)")
                    #expect(messages.contains { $0.contains(words) }, "\(words): \(messages)")
                }
                #expect(messages.contains { $0.contains("You can pick it up now.") })
                // A cancellation by the kitchen's clock is told as well; what one does oneself is not.
                try await cafeteria.add(tea, to: ada)
                let unpaid = try await cafeteria.placed(try await cafeteria.order(ada))
                app.clock.advance(by: unpaid.payableUntil - app.site.clock.now() + .seconds(1))
                try await app.runJobs()
                let later = try await ada.asProgram.get(NotificationsPaths.api()).text
                #expect(later.contains("Order \(unpaid.number): Cancelled"))
                #expect(!(try await app.signedIn(.bea).asProgram.get(NotificationsPaths.api()).text.contains("Order \(order.number)")))
            }
            await host.stop()
        } catch {
            await host.stop()
            throw error
        }
    }

    @Test(.covers("CAF-036"), arguments: Engine.available)
    func `the history has every order of a person, newest first, with date, items, total and final status`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            var orders: [Order] = []
            // More than a page holds.
            for index in 0..<22 {
                try await cafeteria.add(tea, index % 3 + 1, to: ada)
                orders.append(try await cafeteria.placed(try await cafeteria.order(ada)))
                if index == 20 { _ = try await ada.post(CafeteriaPaths.cancel(orders[index].id), ["confirmed": "true"]) }
                cafeteria.app.clock.advance(by: .seconds(60))
            }
            try await cafeteria.pay(orders[21])
            for status in [OrderStatus.preparing, .ready, .completed] { _ = try await cafeteria.step(orders[21], status) }
            func shown(_ page: String) -> [String] {
                page.matches(of: /class="stretched" href="\/cafeteria\/orders\/([0-9]+)"/).map { String($0.1) }
            }
            let first = try await ada.get(CafeteriaPaths.orders()).text
            #expect(shown(first) == orders.suffix(20).reversed().map(\.id.description))
            let rows = first.components(separatedBy: "class=\"order-row card\"").dropFirst().map { $0 }
            #expect(rows[0].contains("1\u{A0}×\u{A0}Tea") && rows[0].contains("KES\u{A0}120"))
            #expect(rows[0].contains("Completed") && rows[0].contains("<time"))
            #expect(rows[1].contains("3\u{A0}×\u{A0}Tea") && rows[1].contains("KES\u{A0}360") && rows[1].contains("Cancelled"))
            let second = try await ada.get(CafeteriaPaths.orders() + "?before=\(orders[2].id)").text
            #expect(shown(second) == [orders[1].id.description, orders[0].id.description])
            let detail = try await ada.get(CafeteriaPaths.order(orders[20].id)).text
            #expect(detail.contains("Tea") && detail.contains("You cancelled the order.") && detail.contains("No money was taken."))
            #expect(shown(try await cafeteria.app.signedIn(.bea).get(CafeteriaPaths.orders()).text) == [])
        }
    }

    @Test(.covers("CAF-036"), arguments: Engine.available)
    func `the list of orders shows what was chosen with each item`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau", price: 100_00)
            let sizes = try await cafeteria.choices(of: pilau, least: 0, most: 2, [("Large", 30_00), ("No onions", 0)])
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(pilau, 2, to: ada, choices: sizes)
            _ = try await cafeteria.placed(try await cafeteria.order(ada))
            let list = try await ada.get(CafeteriaPaths.orders()).text
            #expect(list.contains("2\u{A0}×\u{A0}Pilau") && list.contains("Large, No onions") && list.contains("dish-picture-small"))
        }
    }

    @Test(.covers("CAF-021", "CAF-033"))
    func `times of pickup are those of the place, whatever zone somebody chose for themselves`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(try await cafeteria.item("Tea"), to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            let person = try await cafeteria.app.person(.ada)
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("UPDATE account_person SET time_zone = 'Pacific/Auckland' WHERE id = \(person)")
            }
            let zone = cafeteria.app.site.configuration.zone
            let minute = try cafeteria.services.menu.time(of: order.promisedAt).minute
            let page = try await ada.get(CafeteriaPaths.order(order.id)).text
            #expect(page.contains("Ready at about \(String(format: "%02d:%02d", minute / 60, minute % 60))"), "\(page)")
            #expect(page.contains(#"hidden data-place-time="\#(zone.identifier)""#), "for a device with another clock")
        }
    }

    @Test(.covers("CAF-041"), arguments: Engine.available)
    func `the history of points has every change with its order, date and the balance after it`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let lunch = try await cafeteria.item("Lunch", price: 500_00)
            try await cafeteria.give(200, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(lunch, to: ada)
            let paid = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            try await cafeteria.pay(paid)
            for status in [OrderStatus.preparing, .ready, .completed] { _ = try await cafeteria.step(paid, status) }
            try await cafeteria.add(lunch, to: ada)
            let cancelled = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            _ = try await ada.post(CafeteriaPaths.cancel(cancelled.id), ["confirmed": "true"])
            let page = try await ada.get(CafeteriaPaths.points()).text
            func cells(_ label: String) -> [String] {
                page.components(separatedBy: "data-label=\"\(label)\">").dropFirst().map { String($0.prefix { $0 != "<" }) }
            }
            #expect(cells("Points") == ["+100", "−100", "+4", "−100", "+200"])
            #expect(cells("Balance") == ["104", "4", "104", "100", "200"])
            let reasons = page.matches(of: /(Earned|Used|Returned): order ([0-9]{3})/).map { "\($0.1) \($0.2)" }
            #expect(reasons == ["Returned \(cancelled.number)", "Used \(cancelled.number)", "Earned \(paid.number)", "Used \(paid.number)"])
            #expect(try await cafeteria.points(of: .ada) == 104)
            #expect(page.contains("KES\u{A0}50 off your next order"))
            #expect(try await cafeteria.app.signedIn(.bea).get(CafeteriaPaths.points()).text.contains("100 more points for KES\u{A0}50 off"))
        }
    }
}
