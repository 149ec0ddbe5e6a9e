import Core
import Database
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct KitchenTests {
    /// A paid order of these items.
    static func paid(_ cafeteria: Cafeteria, _ items: [MenuItemID], by who: Cast = .ada) async throws -> Order {
        let client = try await cafeteria.app.signedIn(who)
        for item in items { try await cafeteria.add(item, to: client) }
        let order = try await cafeteria.placed(try await cafeteria.order(client))
        try await cafeteria.pay(order)
        return order
    }

    @Test(.covers("CAF-042", "CAF-043"), arguments: Engine.available)
    func `a station that is done sees the order no more, and the last station makes it ready`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau")
            let chai = try await cafeteria.item("Chai", station: 2)
            let order = try await Self.paid(cafeteria, [pilau, chai])
            let staff = try await cafeteria.app.signedIn(.owner)
            let kitchen = link(CafeteriaPaths.kitchen(), query: ["station": "1"])
            let drinks = link(CafeteriaPaths.kitchen(), query: ["station": "2"])
            let both = try await staff.get(CafeteriaPaths.kitchen()).text
            #expect(both.contains("Pilau") && both.contains("Chai"))
            #expect(try await staff.get(kitchen).text.contains(#"data-order="\#(order.id)""#))
            #expect(!(try await staff.get(kitchen).text.contains("Chai")), "a station sees its own lines")
            let done = try await staff.post(CafeteriaPaths.kitchenPart(order.id, StationID(2)), ["done": "true"])
            #expect(done.status == .seeOther, "\(done.text)")
            #expect(try await cafeteria.find(order.id).status == .preparing, "the others are still at it")
            #expect(!(try await staff.get(drinks).text.contains(#"data-order="\#(order.id)""#)))
            #expect(try await staff.get(kitchen).text.contains(#"data-order="\#(order.id)""#))
            #expect(try await staff.get(CafeteriaPaths.kitchen()).text.contains("ticket-line-done"), "all of it shows the tick")
            _ = try await staff.post(CafeteriaPaths.kitchenPart(order.id, StationID(1)), ["done": "true"])
            #expect(try await cafeteria.find(order.id).status == .ready)
            // A tap on the wrong ticket: only this station has it again.
            _ = try await staff.post(CafeteriaPaths.kitchenPart(order.id, StationID(1)), ["done": "false"])
            #expect(try await cafeteria.find(order.id).status == .preparing)
            #expect(try await staff.get(kitchen).text.contains(#"data-order="\#(order.id)""#))
            #expect(!(try await staff.get(drinks).text.contains(#"data-order="\#(order.id)""#)))
            let other = try await staff.asProgram.post(CafeteriaPaths.kitchenPart(order.id, StationID(9)), ["done": "true"])
            #expect(other.status == .notFound)
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `whoever takes the whole order back opens it for every station`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau")
            let chai = try await cafeteria.item("Chai", station: 2)
            let order = try await Self.paid(cafeteria, [pilau, chai])
            _ = try await cafeteria.step(order, .ready)
            let kitchen = try cafeteria.services.kitchen
            #expect(try await kitchen.queue(of: StationID(1)).tickets.isEmpty, "ready is ready for all")
            _ = try await cafeteria.step(order, .preparing)
            for station in [StationID(1), StationID(2)] {
                #expect(try await kitchen.queue(of: station).tickets.map(\.order.id) == [order.id])
            }
        }
    }

    @Test(.covers("CAF-042"), arguments: Engine.available)
    func `the queue is in the order of time, counts what is to make, and says how late each order is`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let chapati = try await cafeteria.item("Chapati", preparation: 5)
            let first = try await Self.paid(cafeteria, [chapati, chapati])
            cafeteria.app.clock.advance(by: .seconds(600))
            let second = try await Self.paid(cafeteria, [chapati], by: .bea)
            let queue = try await cafeteria.services.kitchen.queue(of: nil)
            #expect(queue.tickets.map(\.order.id) == [first.id, second.id])
            #expect(queue.totals == [.init(name: "Chapati", quantity: 3)])
            cafeteria.app.clock.advance(by: (second.promisedAt + .seconds(120)) - cafeteria.app.site.clock.now())
            let page = try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.kitchen()).text
            #expect(page.contains("2 min late") && page.contains(#"data-timing="late""#) && page.contains("3 ×"))
            _ = try await cafeteria.step(first, .ready)
            let after = try await cafeteria.services.kitchen.queue(of: nil)
            #expect(after.totals == [.init(name: "Chapati", quantity: 1)], "what is ready is made")
            #expect(after.tickets.map(\.order.id) == [second.id, first.id], "what is ready is nobody's next work")
        }
    }

    @Test(
        .covers("CAF-042"),
        arguments: [
            (-60, Timing.late(1), "late", "\(1) min late"), (-59, .due(0), "due", "Due now"), (0, .due(0), "due", "Due now"),
            (1, .due(1), "due", "\(1) min left"), (180, .due(3), "due", "\(3) min left"), (181, .early(4), "early", "\(4) min left"),
            (3600, .early(60), "early", "\(60) min left"), (4560, .early(76), "early", "\(1) h \(16) min left"),
            (-4560, .late(76), "late", "\(1) h \(16) min late"),
        ] as [(Int, Timing, String, Text)])
    func `lateness is told in words by the minute`(left: Int, timing: Timing, name: String, words: Text) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let order = try await Self.paid(cafeteria, [tea])
            #expect(Timing(order, at: order.promisedAt - .seconds(left)) == timing)
            #expect(timing.name == name && timing.words == words)
        }
    }

    @Test(.covers("CAF-043", "CAF-038"), arguments: Engine.available)
    func `an order that was handed over by mistake is recalled, and earns its points once`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau", price: 400_00)
            let order = try await Self.paid(cafeteria, [pilau])
            for status in [OrderStatus.ready, .completed] { _ = try await cafeteria.step(order, status) }
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await staff.get(CafeteriaPaths.kitchen()).text
            #expect(page.contains("Recently completed") && page.contains("action=\"\(CafeteriaPaths.kitchenOrder(order.id))\""))
            #expect(try await cafeteria.step(order, .ready).status == .seeOther)
            #expect(try await cafeteria.find(order.id).status == .ready)
            _ = try await cafeteria.step(order, .completed)
            #expect(try await cafeteria.points(of: .ada) == 4)
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `the kitchen can't begin what is not paid, and customers can't move orders`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            let staff = try await cafeteria.app.signedIn(.owner)
            for status in ["confirmed", "preparing", "ready", "completed"] {
                let refused = try await staff.asProgram.post(CafeteriaPaths.kitchenOrder(order.id), ["status": status])
                #expect(refused.problem?.code == "cafeteria.order-moved-on", "\(status)")
            }
            for status in ["cancelled", "pending-payment", "eaten"] {
                #expect(try await staff.post(CafeteriaPaths.kitchenOrder(order.id), ["status": status]).status == .notFound)
            }
            for path in [CafeteriaPaths.kitchen(), CafeteriaPaths.counter(), CafeteriaPaths.sale(), CafeteriaPaths.displays()] {
                #expect(try await ada.get(path).status == .notFound)
            }
            #expect(try await ada.post(CafeteriaPaths.kitchenOrder(order.id), ["status": "ready"]).status == .notFound)
            #expect(try await cafeteria.find(order.id).status == .pendingPayment)
        }
    }

    @Test(.covers("CAF-034", "CAF-043"), arguments: Engine.available)
    func `a step reaches the stream of the customer, the kitchen and the displays, and nobody else`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let order = try await Self.paid(cafeteria, [tea])
            let token = try await cafeteria.services.displays.create("Above the counter", in: nil, by: try await cafeteria.app.person(.owner))
            func stream(_ client: TestClient) async throws -> OpenStream {
                try await OpenStream(client.with("Last-Event-ID", "0"), link("/events", query: ["topic": order.topic]))
            }
            let (ada, bea) = (try await stream(cafeteria.app.signedIn(.ada)), try await stream(cafeteria.app.signedIn(.bea)))
            let staff = try await OpenStream(
                try await cafeteria.app.signedIn(.owner).with("Last-Event-ID", "0"), link("/events", query: ["topic": Kitchen.topic]))
            let display = try await OpenStream(
                cafeteria.app.guest.with("Last-Event-ID", "0"), CafeteriaPaths.displayEvents(token))
            _ = try await cafeteria.step(order, .preparing)
            try await ada.wait(for: #""status":"preparing""#)
            try await staff.wait(for: #""kind":"status""#)
            try await display.wait(for: "changed")
            #expect(!bea.text.contains("preparing"))
            #expect(!display.text.contains(order.id.description + "\""), "it says only that something changed")
        }
    }

    @Test(.covers("CAF-042"), arguments: Engine.available)
    func `a ticket on paper has the number, the items with their choices, the instructions and the time`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let eggs = try await cafeteria.item("Eggs")
            let fried = try #require(try await cafeteria.choices(of: eggs, least: 1, most: 1, [("Fried", 0), ("Boiled", 0)]).first)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(eggs, 2, to: ada, choices: [fried])
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("instructions", "No <salt>")]))
            let paper = try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.ticket(order.id)).text
            for words in ["<h1>\(order.number)</h1>", "2 ×", "Eggs", "Fried", "No &lt;salt&gt;", "Ready at"] {
                #expect(paper.contains(words), "\(words)")
            }
            #expect(try await ada.get(CafeteriaPaths.ticket(order.id)).status == .notFound)
        }
    }

    @Test(.covers("CAF-045", "CAF-009"), arguments: Engine.available)
    func `a cook marks a dish as sold out in the kitchen, and the menu of customers follows at once`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau")
            let chai = try await cafeteria.item("Chai", station: 2)
            _ = try await Self.paid(cafeteria, [pilau])
            let (cook, ada) = (try await cafeteria.app.signedIn(.owner), try await cafeteria.app.signedIn(.ada))
            let drinks = link(CafeteriaPaths.kitchen(), query: ["station": "2"])
            let before = try await cook.get(CafeteriaPaths.kitchen()).text
            #expect(before.contains("Mark as sold out: Pilau") && before.contains("Mark as sold out: Chai"))
            #expect(!(try await cook.get(drinks).text.contains("Mark as sold out: Pilau")), "a station has its own dishes")
            let page = cook.with("Referer", "http://localhost:8080" + CafeteriaPaths.kitchen())
            #expect(try await page.post(CafeteriaPaths.availability(pilau), ["available": "false"]).location == CafeteriaPaths.kitchen())
            let after = try await cook.get(CafeteriaPaths.kitchen()).text
            #expect(after.contains("Back on the menu: Pilau") && after.contains("Mark as sold out: Chai"))
            #expect(try await ada.get(CafeteriaPaths.home()).text.contains("Sold out"))
            #expect(try await ada.post(CafeteriaPaths.availability(chai), ["available": "false"]).status == .notFound)
            _ = try await page.post(CafeteriaPaths.availability(pilau), ["available": "true"])
            #expect(!(try await ada.get(CafeteriaPaths.home()).text.contains("Sold out")))
        }
    }

    @Test(.covers("CAF-045"), arguments: Engine.available)
    func `a dish that is served at another hour can be marked as sold out, and is found among all`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let hour = try cafeteria.services.menu.time(of: cafeteria.app.site.clock.now()).minute / 60
            let away = try await cafeteria.item("Biriani", from: (hour + 2) % 24 * 60, until: (hour + 2) % 24 * 60 + 30)
            for number in 1...KitchenMenu.most + 5 { _ = try await cafeteria.item("Dish \(number)", station: 2) }
            let (cook, ada) = (try await cafeteria.app.signedIn(.owner), try await cafeteria.app.signedIn(.ada))
            let own = try await cook.get(link(CafeteriaPaths.kitchen(), query: ["station": "1"])).text
            #expect(own.contains("Mark as sold out: Biriani") && own.contains("kitchen-menu-when"), "its hour is told")
            let all = try await cook.get(CafeteriaPaths.kitchen()).text
            #expect(!all.contains("Mark as sold out: Biriani") && all.contains("60 of 66 dishes. Search for the others."))
            let search = link(CafeteriaPaths.soldOut(), query: ["q": "biriyani"])
            #expect(try await cook.get(search).text.contains("Mark as sold out: Biriani"), "as it was meant")
            #expect(!(try await cook.get(search + "&station=2").text.contains("Mark as sold out: Biriani")))
            let page = cook.with("Referer", "http://localhost:8080" + search)
            #expect(try await page.post(CafeteriaPaths.availability(away), ["available": "false"]).location == search)
            #expect(try await cook.get(CafeteriaPaths.soldOut()).text.contains("Back on the menu: Biriani"), "what is sold out comes first")
            #expect(try await cook.get(CafeteriaPaths.counter()).text.contains(CafeteriaPaths.soldOut()))
            #expect(try await ada.get(CafeteriaPaths.soldOut()).status == .notFound)
        }
    }

    /// Whether a page shows the ticket of an order as cancelled.
    private static func isWithdrawn(_ order: Order, in page: String) -> Bool {
        guard let ticket = page.split(separator: "<article").first(where: { $0.contains(#"data-order="\#(order.id)""#) }) else { return false }
        return ticket.contains(#"class="ticket-cancelled""#) && ticket.contains(">Cancelled<")
    }

    @Test(.covers("CAF-037", "CAF-042"), arguments: Engine.available)
    func `what is cancelled while it is made stays struck out until every station has put it away`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau")
            let chai = try await cafeteria.item("Chai", station: 2)
            let order = try await Self.paid(cafeteria, [pilau, chai])
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("UPDATE cafeteria_order SET instructions = 'No salt' WHERE id = \(order.id)")
            }
            let (kitchen, drinks) = (link(CafeteriaPaths.kitchen(), query: ["station": "1"]), link(CafeteriaPaths.kitchen(), query: ["station": "2"]))
            _ = try await cafeteria.step(order, .preparing)
            let staff = try await cafeteria.app.signedIn(.owner)
            #expect(try await staff.asProgram.post(CafeteriaPaths.dismiss(order.id)).problem?.code == "cafeteria.order-moved-on", "it is still made")
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "asked"])
            for page in [CafeteriaPaths.kitchen(), kitchen, drinks] {
                let text = try await staff.get(page).text
                #expect(Self.isWithdrawn(order, in: text) && text.contains("Dismiss"), "\(page)")
                #expect(text.contains(#"data-cancelled="\#(order.id)""#), "\(page)")
                #expect(!text.contains("Special instructions") && text.contains("No salt"), "what was asked for is quiet")
                #expect(!text.contains("data-tick=") && !text.contains("data-totals"), "nothing is left to make")
            }
            #expect(try await staff.asProgram.get(CafeteriaPaths.apiQueue()).text == "[]", "programs see what is active")
            #expect(try await staff.post(CafeteriaPaths.dismiss(order.id), ["station": "2"]).status == .seeOther)
            #expect(!(try await Self.isWithdrawn(order, in: staff.get(drinks).text)), "this station has seen it")
            #expect(try await Self.isWithdrawn(order, in: staff.get(kitchen).text), "the other one has not")
            #expect(try await Self.isWithdrawn(order, in: staff.get(CafeteriaPaths.kitchen()).text))
            _ = try await staff.post(CafeteriaPaths.dismiss(order.id))
            for page in [CafeteriaPaths.kitchen(), kitchen, drinks] {
                let text = try await staff.get(page).text
                #expect(!Self.isWithdrawn(order, in: text) && text.contains("Recently completed") && text.contains("Cancelled"), "\(page)")
                #expect(!text.contains("action=\"\(CafeteriaPaths.kitchenOrder(order.id))"), "nobody takes it back")
            }
            let ada = try await cafeteria.app.signedIn(.ada)
            #expect(try await ada.post(CafeteriaPaths.dismiss(order.id)).status == .notFound)
        }
    }

    @Test(.covers("CAF-037", "CAF-042"))
    func `nobody is told to stop what stood ready, wasn't paid, or is wanted tomorrow`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let pilau = try await cafeteria.item("Pilau")
            let staff = try await cafeteria.app.signedIn(.owner)
            let ready = try await Self.paid(cafeteria, [pilau])
            _ = try await cafeteria.step(ready, .ready)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(pilau, to: ada)
            let unpaid = try await cafeteria.placed(try await cafeteria.order(ada))
            let later = try await Self.paid(cafeteria, [pilau], by: .bea)
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run(
                    "UPDATE cafeteria_order SET promised_at = promised_at + 80000000, pickup_at = promised_at + 80000000 WHERE id = \(later.id)")
            }
            for order in [ready, unpaid, later] { _ = try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "asked"]) }
            let queue = try await cafeteria.services.kitchen.queue(of: nil)
            #expect(queue.tickets.isEmpty)
            #expect(Set(queue.recent.map(\.order.id)) == [ready.id, later.id])
        }
    }

    @Test(.covers("CAF-042"), arguments: [(0, true), (3 * 3600, false)])
    func `a line says what it takes off what is to make, unless it isn't counted yet`(ahead: Int, isCounted: Bool) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let pilau = try await cafeteria.item("Pilau")
            let order = try await Self.paid(cafeteria, [pilau, pilau])
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run(
                    "UPDATE cafeteria_order SET promised_at = promised_at + \(1000 * ahead), pickup_at = promised_at WHERE id = \(order.id)")
                try write.run("UPDATE cafeteria_order_slot SET slot = slot + \(ahead / 300) WHERE order_id = \(order.id)")
            }
            let page = try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.kitchen()).text
            #expect(page.contains(#"data-makes="Pilau" data-quantity="2""#) == isCounted)
            #expect(page.contains(#"data-total="Pilau" data-quantity="2""#) == isCounted)
        }
    }

    @Test(.covers("CAF-042"), arguments: Engine.available)
    func `each count of the kitchen is the number of cards that stand under it`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau")
            let chai = try await cafeteria.item("Chai", station: 2)
            let staff = try await cafeteria.app.signedIn(.owner)
            let (open, ready) = (try await Self.paid(cafeteria, [pilau, chai]), try await Self.paid(cafeteria, [pilau]))
            _ = try await cafeteria.step(ready, .ready)
            let cancelled = try await Self.paid(cafeteria, [chai], by: .bea)
            _ = try await cafeteria.step(cancelled, .preparing)
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(cancelled.id), ["reason": "asked"])
            let later = try await Self.paid(cafeteria, [pilau], by: .bea)
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run(
                    "UPDATE cafeteria_order SET promised_at = promised_at + \(3 * 3_600_000), pickup_at = promised_at WHERE id = \(later.id)")
                try write.run("UPDATE cafeteria_order_slot SET slot = slot + 36 WHERE order_id = \(later.id)")
            }
            let queue = try await cafeteria.services.kitchen.queue(of: nil)
            #expect(Set(queue.tickets.map(\.order.id)) == [open.id, ready.id, cancelled.id])
            #expect(queue.later.map(\.order.id) == [later.id])
            // What is ready, cancelled or for later is nobody's work, whichever part of the screen is shown.
            for station in [nil, StationID(1), StationID(2)] {
                let shown = try await cafeteria.services.kitchen.queue(of: station)
                #expect(shown.count == 1 && shown.counts == queue.counts)
                guard let station else { continue }
                #expect(queue.counts[station] == shown.tickets.count { $0.order.status != .cancelled })
            }
            let page = try await staff.get(CafeteriaPaths.kitchen()).text
            for words in ["1 order to make", "1 order to make, 1 cancelled", "1 ready to hand over", "1 for later"] {
                #expect(page.contains(words), "\(words)")
            }
            let drinks = try await staff.get(link(CafeteriaPaths.kitchen(), query: ["station": "2"])).text
            #expect(!drinks.contains(#"data-keeps-open="later""#), "nothing of it is made there")
            _ = try await cafeteria.step(later, .preparing)
            #expect(try await cafeteria.services.kitchen.queue(of: nil).later.isEmpty, "what was started early is work")
            #expect(try await staff.asProgram.get(CafeteriaPaths.apiQueue()).text.contains("\(later.number)"), "programs see all of it")
        }
    }

    @Test(.covers("CAF-042"))
    func `staff read what customers can still do during a pause`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let staff = try await cafeteria.app.signedIn(.owner)
            func pages() async throws -> [String] {
                var texts: [String] = []
                for path in [CafeteriaPaths.kitchen(), CafeteriaPaths.counter(), CafeteriaPaths.sale()] {
                    texts.append(try await staff.get(path).text)
                }
                return texts
            }
            _ = try await staff.post(CafeteriaPaths.pause(), ["paused": "true", "minutes": "30"])
            for text in try await pages() { #expect(text.contains("Customers can order for after") && !text.contains("can’t place new orders")) }
            _ = try await staff.post(CafeteriaPaths.pause(), ["paused": "true"])
            for text in try await pages() {
                #expect(!text.contains("Customers can order for after") && text.contains("Customers can’t place new orders."))
            }
        }
    }

    @Test(.covers("CAF-042"), arguments: Engine.available)
    func `a ticket says that its money was given back in the portal while the order goes on`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau")
            let (order, other) = (try await Self.paid(cafeteria, [pilau]), try await Self.paid(cafeteria, [pilau], by: .bea))
            let staff = try await cafeteria.app.signedIn(.owner)
            #expect(!(try await staff.get(CafeteriaPaths.kitchen()).text.contains("Refunded.")))
            let services = try cafeteria.services
            let payments = services.payments
            try await cafeteria.app.site.write(by: nil) { write in
                let paid = try #require(try payments.all(for: order.subject, in: write).first { $0.isPaid })
                try payments.refund(paid.id, because: "It was burnt.", in: write)
            }
            let tickets = try await services.kitchen.queue(of: nil).tickets
            #expect(tickets.filter(\.isRefunded).map(\.order.id) == [order.id] && tickets.contains { $0.order.id == other.id })
            #expect(try await staff.get(CafeteriaPaths.kitchen()).text.contains("Refunded. Ask at the counter."))
            let told = try await cafeteria.app.signedIn(.ada).get(CafeteriaPaths.order(order.id)).text
            #expect(told.contains(/Collect KES.\d+ at the counter\./) && told.contains("It was burnt."), "the customer is told why")
        }
    }
}
