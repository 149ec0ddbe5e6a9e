import Core
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct OrderTests {
    @Test(.covers("CAF-016", "CAF-023", "CAF-024", "CAF-033", "CAF-038", "CAF-042", "CAF-043"), arguments: Engine.available)
    func `an order goes from the menu over the counter and the kitchen to its points`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau", price: 350_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            #expect(try await ada.get(CafeteriaPaths.home()).text.contains("Pilau"))
            try await cafeteria.add(pilau, 2, to: ada)
            #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("KES\u{A0}700"))
            let summary = try await ada.post(CafeteriaPaths.review(), ["provider": "cash", "instructions": "No onions"])
            #expect(summary.text.contains("Confirm your order") && summary.text.contains("No onions") && summary.text.contains("Pilau"))
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("instructions", "No onions")]))
            #expect(order.status == .pendingPayment && order.total == 700_00)
            #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("Your cart is empty"))
            let kitchen = try await cafeteria.app.signedIn(.owner)
            #expect(!(try await kitchen.get(CafeteriaPaths.kitchen()).text.contains("data-order=")), "nothing is cooked before it is paid")
            try await cafeteria.pay(order)
            let queue = try await kitchen.get(CafeteriaPaths.kitchen()).text
            #expect(queue.contains("Pilau") && queue.contains("No onions") && queue.contains("Ada"))
            for status in [OrderStatus.preparing, .ready, .completed] {
                #expect(try await cafeteria.step(order, status).status == .seeOther)
                #expect(try await cafeteria.find(order.id).status == status)
            }
            #expect(try await cafeteria.points(of: .ada) == 7)
            #expect(try await cafeteria.find(order.id).earned == 7)
            #expect(try await ada.get(CafeteriaPaths.points()).text.contains("+7"))
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-019", "CAF-020", "CAF-028", "CAF-040"), arguments: Engine.available)
    func `points are put aside until the order is paid, and come back when it is not`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            try await cafeteria.give(250, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            #expect(try await ada.get(CafeteriaPaths.checkout()).text.contains("200 points"))
            let first = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "200")]))
            #expect(first.total == 20_00 && first.discount == 100_00)
            #expect(try await cafeteria.points(of: .ada) == 50, "reserved")
            cafeteria.app.clock.advance(by: first.payableUntil - cafeteria.app.site.clock.now() + .seconds(1))
            try await cafeteria.app.runJobs()
            let ended = try await cafeteria.find(first.id)
            #expect(ended.status == .cancelled && ended.cancelReason == "It wasn’t paid in time.")
            #expect(try await cafeteria.points(of: .ada) == 250, "returned")
            try await cafeteria.add(tea, to: ada)
            let second = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            try await cafeteria.pay(second)
            #expect(try await cafeteria.points(of: .ada) == 150, "settled")
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-019", "CAF-024"), arguments: Engine.available)
    func `an order that points pay whole is confirmed without a payment`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 50_00)
            try await cafeteria.give(100, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            #expect(order.status == .confirmed && order.total == 0)
            let payments: Int = try await cafeteria.app.site.database.read { try $0.one("SELECT count(*) FROM payment_payment") }
            #expect(payments == 0)
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-019"), arguments: ["-100", "50", "300", "100000000000000000000"])
    func `points that are no steps, or more than there are, are refused`(points: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 500_00)
            try await cafeteria.give(200, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let refused = try await cafeteria.order(ada, [("provider", "cash"), ("points", points)])
            if let location = refused.location {
                let order = try await cafeteria.find(try #require(OrderID(String(location.split(separator: "/").last ?? ""))))
                #expect(order.discount == 0, "no number is no points")
            } else {
                #expect(refused.status == .unprocessableContent || refused.status == .conflict)
            }
            #expect(try await cafeteria.points(of: .ada) == 200)
        }
    }

    @Test(.covers("CAF-037"), arguments: Engine.available)
    func `a paid order that the kitchen has not begun is cancelled with its money and its points`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            try await cafeteria.give(100, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            try await cafeteria.pay(order)
            let question = try await ada.get(CafeteriaPaths.cancel(order.id)).text
            #expect(question.contains("at the counter.") && !question.contains("can’t be undone"), "cash is fetched where it was paid")
            let cancelled = try await ada.post(CafeteriaPaths.cancel(order.id), ["confirmed": "true"])
            #expect(cancelled.location == CafeteriaPaths.order(order.id))
            #expect(try await cafeteria.points(of: .ada) == 100)
            let page = try await ada.get(CafeteriaPaths.order(order.id)).text
            #expect(page.contains("You cancelled the order.") && page.contains(/Collect KES.\d+ at the counter\./))
            let free: Int = try await cafeteria.app.site.database.read { try $0.one("SELECT CAST(SUM(used) AS BIGINT) FROM cafeteria_slot") }
            #expect(free == 0, "the kitchen has its time back")
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-037"), arguments: Engine.available)
    func `what is being prepared is not cancelled, and nobody cancels for another`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            try await cafeteria.pay(order)
            let bea = try await cafeteria.app.signedIn(.bea)
            for path in [CafeteriaPaths.order(order.id), CafeteriaPaths.cancel(order.id)] { #expect(try await bea.get(path).status == .notFound) }
            #expect(try await bea.post(CafeteriaPaths.cancel(order.id), ["confirmed": "true"]).status == .notFound)
            _ = try await cafeteria.step(order, .preparing)
            let late = try await ada.asProgram.post(CafeteriaPaths.cancel(order.id), ["confirmed": "true"])
            #expect(late.problem?.code == "cafeteria.cannot-cancel")
            #expect(try await ada.get(CafeteriaPaths.cancel(order.id)).location == CafeteriaPaths.order(order.id), "the order says how it is now")
            #expect(try await cafeteria.find(order.id).status == .preparing)
        }
    }

    @Test(.covers("CAF-023"), arguments: Engine.available)
    func `what changed since the summary is shown again before anything is ordered`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let summary = try await ada.post(CafeteriaPaths.review(), ["provider": "cash"])
            let digest = String(try #require(summary.text.firstMatch(of: /name="digest" value="([^"]+)"/)?.1))
            try await cafeteria.app.site.write(by: nil) { write in
                _ = try write.run("UPDATE cafeteria_item SET price = 13000 WHERE id = \(tea)")
            }
            let again = try await ada.post(CafeteriaPaths.orders(), ["provider": "cash", "digest": digest])
            #expect(again.status == .conflict && again.text.contains("Something has changed") && again.text.contains("KES\u{A0}130"))
            let count: Int = try await cafeteria.app.site.database.read { try $0.one("SELECT count(*) FROM cafeteria_order") }
            #expect(count == 0)
        }
    }

    @Test(.covers("CAF-009", "CAF-018", "CAF-045"), arguments: Engine.available)
    func `an item that was sold out meanwhile stays in the cart uncounted, and leaves it at checkout with a word`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 100_00)
            let cake = try await cafeteria.item("Cake", price: 200_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            try await cafeteria.add(cake, to: ada)
            let marked = try await cafeteria.app.signedIn(.owner).post(CafeteriaPaths.availability(cake), ["available": "false"])
            #expect(marked.status == .seeOther)
            let cart = try await ada.get(CafeteriaPaths.cart()).text
            #expect(cart.contains("Cake") && cart.contains("Sold out") && cart.contains("KES\u{A0}100") && !cart.contains("KES\u{A0}300"))
            let refused = try await ada.asProgram.post(CafeteriaPaths.cart(), ["item": cake.description, "quantity": "1"])
            #expect(refused.problem?.code == "cafeteria.unavailable")
            let checkout = try await ada.get(CafeteriaPaths.checkout()).text
            #expect(checkout.contains("No longer available and removed: Cake"))
            #expect(!(try await ada.get(CafeteriaPaths.cart()).text.contains("Cake")))
        }
    }

    @Test(.covers("CAF-057", "CORE-020"), arguments: Engine.available)
    func `an account that is deleted ends its unpaid order and leaves both books balanced`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            try await cafeteria.give(300, to: .ada)
            let (ada, person) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.person(.ada))
            try await cafeteria.add(tea, to: ada)
            let paid = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            try await cafeteria.pay(paid)
            try await cafeteria.add(tea, to: ada)
            let unpaid = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            let data = CafeteriaData(services: try cafeteria.services)
            try await cafeteria.app.site.write(by: nil) { try data.erase(person, in: $0) }
            let (kept, ended) = (try await cafeteria.find(paid.id), try await cafeteria.find(unpaid.id))
            #expect(kept.status == .confirmed && kept.person == nil && kept.customer.isEmpty, "the kitchen still makes what was paid")
            #expect(ended.status == .cancelled && ended.person == nil)
            try await cafeteria.app.runJobs()
            #expect(try await cafeteria.faults() == [])
            try await cafeteria.app.site.write(by: nil) { [orders = try cafeteria.services.orders] write in
                try orders.cancel(paid.id, because: "The kitchen is closed.", in: write)
            }
            #expect(try await cafeteria.faults() == [], "points of nobody go back to where points come from")
        }
    }

    @Test(.covers("CAF-025"), arguments: Engine.available)
    func `an earlier order is put into the cart again, or the missing items are named`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let cake = try await cafeteria.item("Cake")
            let ada = try await cafeteria.app.signedIn(.ada)
            for item in [tea, cake] { try await cafeteria.add(item, to: ada) }
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(try await ada.post(CafeteriaPaths.reorder(order.id)).location == CafeteriaPaths.cart() + "?again=\(order.id)")
            _ = try await ada.post(CafeteriaPaths.clearCart())
            _ = try await cafeteria.app.signedIn(.owner).post(CafeteriaPaths.availability(cake), ["available": "false"])
            let refused = try await ada.asProgram.post(CafeteriaPaths.reorder(order.id))
            #expect(refused.problem?.code == "cafeteria.not-all-available")
            let told = try await ada.post(CafeteriaPaths.reorder(order.id))
            #expect(told.status == .conflict && told.text.contains("Cake can’t be had right now") && told.text.contains("Order \(order.number)"))
            #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("Your cart is empty"), "all of it or nothing")
        }
    }

    @Test(.covers("CAF-022", "CAF-025"), arguments: Engine.available)
    func `what is ordered again comes with its instructions, and the cart says what came beside what`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (tea, cake) = (try await cafeteria.item("Tea", price: 100_00), try await cafeteria.item("Cake"))
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, 2, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("instructions", "No sugar")]))
            #expect(!(try await ada.get(CafeteriaPaths.checkout()).text.contains("No sugar")), "what was ordered is over")
            let owner = try await cafeteria.app.signedIn(.owner)
            _ = try await owner.post(CafeteriaPaths.adminItemOffer(tea), ["price": "120"])
            let alone = try #require(try await ada.post(CafeteriaPaths.reorder(order.id)).location)
            let cart = try await ada.get(alone).text
            #expect(cart.contains("Added from order \(order.number)") && cart.contains("2\u{A0}×\u{A0}Tea") && cart.contains("No sugar"))
            #expect(!cart.contains("is still there") && cart.contains("New price: KES\u{A0}100 → KES\u{A0}120"))
            let checkout = try await ada.get(CafeteriaPaths.checkout()).text
            #expect(checkout.contains("No sugar</textarea>"))
            _ = try await ada.post(CafeteriaPaths.clearCart())
            try await cafeteria.add(cake, to: ada)
            let beside = try #require(try await ada.post(CafeteriaPaths.reorder(order.id)).location)
            #expect(try await ada.get(beside).text.contains("What was in your cart before is still there."))
            // Somebody else's order says nothing in one's own cart.
            let bea = try await cafeteria.app.signedIn(.bea)
            try await cafeteria.add(cake, to: bea)
            #expect(!(try await bea.get(alone).text.contains("Added from order")))
        }
    }

    @Test(.covers("CAF-016", "CAF-023"), arguments: Engine.available)
    func `a price that changes while an item lies in the cart is told in the cart and at the checkout`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 100_00)
            let large = try await cafeteria.choices(of: tea, least: 0, most: 1, [("Large", 30_00)])[0]
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, 2, to: ada, choices: [large])
            #expect(!(try await ada.get(CafeteriaPaths.cart()).text.contains("New price")))
            let owner = try await cafeteria.app.signedIn(.owner)
            _ = try await owner.post(CafeteriaPaths.adminItemOffer(tea), ["price": "120"])
            for path in [CafeteriaPaths.cart(), CafeteriaPaths.checkout()] {
                let page = try await ada.get(path).text
                #expect(page.contains("New price: KES\u{A0}130 → KES\u{A0}150") && page.contains("KES\u{A0}300"), "\(path)")
            }
            #expect(try await ada.asProgram.get(CafeteriaPaths.apiCart()).text.contains(#""oldPrice":13000"#))
            // Who takes the line out and back sees the same.
            let person = try await cafeteria.app.person(.ada)
            let line = try #require(try await cafeteria.app.site.database.read { try $0.all(.cart(of: person)) }.first)
            _ = try await ada.post(CafeteriaPaths.cartLine(line.id), ["quantity": "0"])
            let removal = try #require(
                try await ada.get(CafeteriaPaths.cart()).text.firstMatch(of: /name="removal" value="([^"]+)"/)?.1, "it can be put back")
            _ = try await ada.post(CafeteriaPaths.restoreCart(), ["removal": String(removal)])
            #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("New price: KES\u{A0}130 → KES\u{A0}150"))
        }
    }

    @Test(.covers("CAF-019", "CAF-023", "CAF-024"), arguments: Engine.available)
    func `the checkout is the summary: what it shows is ordered, and what it couldn't show is shown first`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 250_00)
            try await cafeteria.give(100, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, 2, to: ada)
            let page = try await ada.get(CafeteriaPaths.checkout()).text
            #expect(page.contains("Confirm order · KES\u{A0}500") && page.contains("2 ×") && page.contains("Your order"))
            func value(_ name: String, _ page: String) throws -> (String, String) {
                (name, String(try #require(page.firstMatch(of: try Regex("name=\"\(name)\" value=\"([^\"]+)\""))?.output[1].substring)))
            }
            let hidden = [try value("drawn", page), try value("shown", page), try value("digest", page)]
            // Without a script the page shows the sums without points.
            let points = try await ada.post(CafeteriaPaths.orders(), fields: hidden + [("provider", "cash"), ("points", "100")])
            #expect(points.status == .ok && points.text.contains("Confirm order · KES\u{A0}450") && !points.text.contains("Something has changed"))
            let plain = try await ada.post(CafeteriaPaths.orders(), fields: hidden + [("provider", "cash"), ("pickup", "60")])
            let order = try await cafeteria.placed(plain)
            #expect(order.total == 500_00 && order.points == 0)
        }
    }

    @Test(.covers("CAF-022"))
    func `instructions of 500 characters are taken, of 501 refused`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let long = String(repeating: "ä", count: 501)
            let refused = try await cafeteria.order(ada, [("provider", "cash"), ("instructions", long)])
            #expect(refused.status == .unprocessableContent && refused.text.contains(long), "nothing typed is lost")
            let order = try await cafeteria.placed(
                try await cafeteria.order(ada, [("provider", "cash"), ("instructions", String(long.dropLast()))]))
            #expect(order.instructions.count == 500)
        }
    }

    @Test(.covers("CAF-021", "CAF-022", "CAF-023"))
    func `what was wished is kept when the summary is left to change it`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let wishes = [("pickup", "60"), ("instructions", "NO NUTS please"), ("provider", "cash"), ("phone", "0712 345 678")]
            let summary = try await ada.post(CafeteriaPaths.review(), fields: wishes).text
            let form = try #require(summary.firstMatch(of: /<form[^>]*id="confirm-form".*?<\/form>/.dotMatchesNewlines())).0
            let fields = form.matches(of: /name="([^"]+)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
            let changed = try await ada.post(CafeteriaPaths.checkout(), fields: fields.filter { $0.0 != "submission" })
            #expect(!summary.contains("/cafeteria/checkout?"), "nothing that was typed stands in an address")
            let arrow = try await ada.get(CafeteriaPaths.checkout())
            for page in [changed.text, arrow.text] {
                #expect(page.contains("NO NUTS please"))
                #expect(page.contains(/value="60"[^>]*checked/) || page.contains(/checked[^>]*value="60"/))
            }
            #expect(fields.contains { $0 == ("phone", "0712 345 678") })
            let (person, now) = (try await cafeteria.app.person(.ada), cafeteria.app.site.clock.now())
            let kept = try await cafeteria.app.site.database.read { try CheckoutDraft.read(of: person, at: now, in: $0) }
            #expect(kept.phone == "0712 345 678" && kept.digest == nil)
            // The next day nobody remembers.
            cafeteria.app.clock.advance(by: .days(1) + .seconds(1))
            #expect(!(try await cafeteria.app.signedIn(.ada).get(CafeteriaPaths.checkout()).text.contains("NO NUTS please")))
        }
    }
}
