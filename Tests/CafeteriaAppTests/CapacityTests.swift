import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct CapacityTests {
    @Test(.covers("CAF-021", "CAF-051"), arguments: Engine.available)
    func `a slot is never oversold under racing carts, and later orders are promised later`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau", preparation: 0, work: 5)
            let services = try cafeteria.services
            let people = try await [cafeteria.app.person(.ada), cafeteria.app.person(.bea), cafeteria.app.person(.curator)]
            try await cafeteria.app.site.write(by: nil) { write in
                for person in people { try services.carts.add(pilau, [], 1, by: person, in: write) }
            }
            let promised = try await withThrowingTaskGroup(of: Instant.self) { group in
                for person in people {
                    group.addTask {
                        let wish = Orders.Wish(provider: "cash")
                        let cart = try await cafeteria.app.site.database.read { try services.orders.preview(of: person, wish, in: $0).cart }
                        let id = try await services.orders.place(wish, by: person, named: "x", showing: cart.digest(points: 0))
                        return try await cafeteria.find(id).promisedAt
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Ten units a slot: two orders fit into the first one, the third into the next.
            #expect(Set(promised).count == 2)
            let most: Int = try await cafeteria.app.site.database.read { try $0.one("SELECT max(used) FROM cafeteria_slot") }
            #expect(most == 10)
        }
    }

    @Test(.covers("CAF-021"), arguments: Engine.available)
    func `portions of the day are never oversold, and come back with a cancelled order`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let cake = try await cafeteria.item("Cake", portions: 2)
            let (ada, bea) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.bea))
            try await cafeteria.add(cake, 2, to: ada)
            try await cafeteria.add(cake, 1, to: bea)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(try await bea.get(CafeteriaPaths.cart()).text.contains("Sold out"))
            let refused = try await bea.asProgram.post(CafeteriaPaths.review(), ["provider": "cash"])
            #expect(refused.problem?.code == "cafeteria.cart-empty")
            _ = try await ada.post(CafeteriaPaths.cancel(order.id), ["confirmed": "true"])
            let second = try await cafeteria.order(bea)
            #expect(try await cafeteria.placed(second).total == 250_00)
        }
    }

    @Test(.covers("CAF-021"), arguments: Engine.available)
    func `a paused kitchen takes no orders`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            _ = try await cafeteria.app.signedIn(.owner).post(CafeteriaPaths.pause(), ["paused": "true"])
            #expect(try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash"]).problem?.code == "cafeteria.paused")
            _ = try await cafeteria.app.signedIn(.owner).post(CafeteriaPaths.pause(), ["paused": "false"])
            #expect(try await cafeteria.placed(try await cafeteria.order(ada)).status == .pendingPayment)
        }
    }

    @Test(.covers("CAF-021", "CAF-042"), arguments: Engine.available)
    func `a pause of some minutes ends by itself, and everybody sees until when`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let (ada, staff) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            try await cafeteria.add(tea, to: ada)
            #expect(try await staff.post(CafeteriaPaths.pause(), ["paused": "true", "minutes": "7"]).status == .notFound)
            #expect(try await staff.post(CafeteriaPaths.pause(), ["paused": "true", "minutes": "15"]).status == .seeOther)
            for path in [CafeteriaPaths.kitchen(), CafeteriaPaths.counter()] {
                let page = try await staff.get(path).text
                #expect(page.contains("Paused until") && page.contains("Resume ordering"), "\(path)")
            }
            #expect(try await ada.get(CafeteriaPaths.home()).text.contains("Ordering is paused until"))
            let sale = try await staff.get(CafeteriaPaths.sale()).text
            #expect(sale.contains("Paused until") && sale.contains("You can still sell here."))
            // The portal says it at the setting, though a pause with an end is none of its values.
            let note = PauseNote(site: cafeteria.app.site)
            func said() async throws -> [String] {
                try await cafeteria.app.site.database.read { db in [try note.note(in: db)?.key, try note.fact(in: db)?.key].compactMap(\.self) }
            }
            #expect(try await said() == ["%1, by %2. To end it sooner, press “Resume ordering” in the kitchen.", "Paused until %1"])
            let refused = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash"])
            #expect(refused.problem?.code == "cafeteria.paused" && refused.text.contains("Ordering is paused until"))
            cafeteria.app.clock.advance(by: .seconds(15 * 60))
            #expect(!(try await staff.get(CafeteriaPaths.counter()).text.contains("Paused until")))
            #expect(try await said() == [])
            #expect(try await cafeteria.placed(try await cafeteria.order(ada)).status == .pendingPayment)
            // One without an end replaces it, and taking orders again ends both.
            _ = try await staff.post(CafeteriaPaths.pause(), ["paused": "true", "minutes": "60"])
            _ = try await staff.post(CafeteriaPaths.pause(), ["paused": "true"])
            #expect(try await staff.get(CafeteriaPaths.kitchen()).text.contains("Ordering is paused"))
            _ = try await staff.post(CafeteriaPaths.pause(), ["paused": "false"])
            #expect(!(try await staff.get(CafeteriaPaths.kitchen()).text.contains("Resume ordering")))
        }
    }

    @Test(.covers("CAF-021", "CAF-042"), arguments: Engine.available)
    func `during a pause of some minutes one orders for the time after it, and is offered no other`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", preparation: 10)
            let (ada, staff) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            try await cafeteria.add(tea, to: ada)
            _ = try await staff.post(CafeteriaPaths.pause(), ["paused": "true", "minutes": "30"])
            let checkout = try await ada.get(CafeteriaPaths.checkout()).text
            #expect(checkout.contains("In 1 hour") && !checkout.contains("In 30 minutes") && !checkout.contains("As soon as possible"))
            #expect(checkout.contains("when the kitchen takes orders again"))
            // Not even one that is not offered: the kitchen begins after the pause, and needs its ten minutes.
            let soon = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash", "pickup": "30"])
            #expect(soon.problem?.code == "cafeteria.kitchen-full")
            let now = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash"])
            #expect(now.problem?.code == "cafeteria.paused" && now.text.contains("or later."))
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("pickup", "60")]))
            #expect(order.promisedAt == CheckoutForm.minute(order.createdAt) + .seconds(3600))
            let first: Int64 = try await cafeteria.app.site.database.read { try $0.one("SELECT MIN(slot) FROM cafeteria_order_slot") }
            #expect(Slot(number: first).start >= order.createdAt + .seconds(1800) - Slot.length, "nothing is made during the pause")
            // Without an end there is no time to choose.
            try await cafeteria.add(tea, to: ada)
            _ = try await staff.post(CafeteriaPaths.pause(), ["paused": "true"])
            let endless = try await ada.get(CafeteriaPaths.checkout()).text
            #expect(!endless.contains("In 1 hour") && !endless.contains("Confirm order") && endless.contains("isn’t taking orders"))
            let refused = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash", "pickup": "60"])
            #expect(refused.problem?.code == "cafeteria.paused")
        }
    }
}
