import Core
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// One cart on two devices, and what is taken away while somebody wants it.
@Suite struct SharedCartTests {
    @Test(.covers("CAF-016", "CAF-017", "CAF-024"), arguments: Engine.available)
    func `two devices that confirm one cart at once place one order`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let devices = [try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.ada)]
            try await cafeteria.add(tea, 2, to: devices[0])
            #expect(try await devices[1].get(CafeteriaPaths.cart()).text.contains("Tea"))
            let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for device in devices { group.addTask { try await cafeteria.order(device.asProgram) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == .seeOther } == 1)
            let refused = try #require(answers.first { $0.status != .seeOther })
            #expect(["cafeteria.cart-empty", "cafeteria.order-changed"].contains(refused.problem?.code))
            let orders: Int = try await cafeteria.app.site.database.read { try $0.one("SELECT count(*) FROM cafeteria_order") }
            #expect(orders == 1)
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-016", "CAF-023"), arguments: Engine.available)
    func `what one device adds while the other confirms is shown before it is ordered`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (tea, cake) = (try await cafeteria.item("Tea"), try await cafeteria.item("Cake"))
            let (phone, tablet) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.ada))
            try await cafeteria.add(tea, to: phone)
            let summary = try await phone.post(CafeteriaPaths.review(), ["provider": "cash"])
            let digest = String(try #require(summary.text.firstMatch(of: /name="digest" value="([^"]+)"/)?.1))
            try await cafeteria.add(cake, to: tablet)
            let again = try await phone.post(CafeteriaPaths.orders(), ["provider": "cash", "digest": digest])
            #expect(again.status == .conflict && again.text.contains("Something has changed") && again.text.contains("Cake"))
        }
    }

    @Test(.covers("CAF-009", "CAF-018", "CAF-044"), arguments: Engine.available)
    func `an item that is deleted while it is in carts leaves them at checkout, and the rest is ordered`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (tea, cake) = (try await cafeteria.item("Tea", price: 100_00), try await cafeteria.item("Cake", price: 200_00))
            let ada = try await cafeteria.app.signedIn(.ada)
            for item in [tea, cake] { try await cafeteria.add(item, to: ada) }
            let summary = try await ada.post(CafeteriaPaths.review(), ["provider": "cash"])
            let digest = String(try #require(summary.text.firstMatch(of: /name="digest" value="([^"]+)"/)?.1))
            _ = try await cafeteria.app.signedIn(.owner).post(CafeteriaPaths.adminItemDelete(cake), ["confirmed": "true"])
            let late = try await ada.post(CafeteriaPaths.orders(), ["provider": "cash", "digest": digest])
            #expect(late.status == .conflict, "nobody gets less than what they confirmed")
            let cart = try await ada.get(CafeteriaPaths.cart()).text
            #expect(cart.contains("Cake") && cart.contains("No longer on the menu"))
            #expect(cart.contains("KES\u{A0}100") && !cart.contains("KES\u{A0}300"))
            #expect(try await ada.get(CafeteriaPaths.checkout()).text.contains("No longer available and removed: Cake"))
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(order.total == 100_00)
        }
    }

    @Test(.covers("CAF-018", "CAF-044"))
    func `a cart of nothing but deleted items can't be ordered`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let cake = try await cafeteria.item("Cake")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(cake, to: ada)
            _ = try await cafeteria.app.signedIn(.owner).post(CafeteriaPaths.adminItemDelete(cake), ["confirmed": "true"])
            #expect(try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash"]).problem?.code == "cafeteria.cart-empty")
            #expect(try await ada.get(CafeteriaPaths.checkout()).location == CafeteriaPaths.cart())
        }
    }

    @Test(.covers("CAF-019", "CAF-020"), arguments: Engine.available)
    func `points that two orders want at once are used by one`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 500_00)
            try await cafeteria.give(100, to: .ada)
            let ada = try await cafeteria.app.person(.ada)
            let services = try cafeteria.services
            let racers = 8
            let placed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<racers {
                    group.addTask {
                        do {
                            // A cart of its own for each, as if the last one were filled again in the same moment.
                            try await cafeteria.app.site.write(by: ada) { write in
                                try services.carts.clear(of: ada, in: write)
                                try services.carts.add(tea, [], 1, by: ada, in: write)
                            }
                            let wish = Orders.Wish(points: 100, provider: "cash")
                            let cart = try await cafeteria.app.site.database.read { try services.carts.cart(of: ada, in: $0) }
                            _ = try await services.orders.place(wish, by: ada, named: "Ada", showing: cart.digest(points: 100))
                            return true
                        } catch is OrderRefusal { return false }
                    }
                }
                return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
            }
            #expect(placed == 1)
            #expect(try await cafeteria.points(of: .ada) == 0)
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-042", "CAF-054", "CORE-033"), arguments: Engine.available)
    func `a kitchen tablet that was offline for five minutes hears of everything, in order`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let kitchen = try await cafeteria.app.signedIn(.owner)
            let page = try await kitchen.get(CafeteriaPaths.kitchen()).text
            let place = String(try #require(page.firstMatch(of: /data-live-after="(\d+)"/)?.1))
            var orders: [Order] = []
            for who in [Cast.ada, .bea, .ada] {
                let client = try await cafeteria.app.signedIn(who)
                try await cafeteria.add(tea, to: client)
                let order = try await cafeteria.placed(try await cafeteria.order(client))
                try await cafeteria.pay(order)
                orders.append(order)
                cafeteria.app.clock.advance(by: .seconds(100))
            }
            let stream = try await OpenStream(kitchen, SitePaths.events() + "?topic=\(Kitchen.topic)&after=\(place)")
            try await stream.wait(for: "{\"order\":\(orders[2].id)}")
            let missed = stream.text.matches(of: /"kind":"new","topic":"cafeteria.kitchen","data":{"order":(\d+)}/).map { String($0.1) }
            #expect(missed == orders.map(\.id.description))
            let fresh = try await kitchen.get(CafeteriaPaths.kitchen()).text
            for order in orders { #expect(fresh.contains("data-order=\"\(order.id)\"")) }
        }
    }
}
