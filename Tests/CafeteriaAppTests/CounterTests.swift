import Core
import Database
import Foundation
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct CounterTests {
    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `a code leads to its order, also where a scanner's keyboard changed the signs in it, and so does its number`(on engine: Engine) async throws
    {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let order = try await KitchenTests.paid(cafeteria, [tea])
            let staff = try await cafeteria.app.signedIn(.owner)
            let typed = String(order.token.map { $0 == "-" ? "+" : $0 == "_" ? "?" : $0 })
            for code in [order.token, typed, " \(order.token) ", order.number, String(order.id.number)] {
                let found = try await staff.get(link(CafeteriaPaths.find(), query: ["code": code]))
                #expect(found.location == CafeteriaPaths.counterOrder(order.id), "\(code)")
            }
            let letters = "werxMqMPQVbxlhQvXzYacnqmgBhthon"
            for code in ["999", String(order.token.dropLast(12)), letters, letters + "-_", "x' OR 1=1 --", String(repeating: "9", count: 43)] {
                let missed = try await staff.get(link(CafeteriaPaths.find(), query: ["code": code]))
                #expect(missed.status == .notFound && missed.text.contains("No order of the last 3 days has"), "\(code)")
            }
            let scanned = try await staff.get(link(CafeteriaPaths.find(), query: ["code": letters])).text
            #expect(scanned.contains("has this code."), "so many letters are no name")
            let missed = try await staff.get(link(CafeteriaPaths.find(), query: ["code": "999"])).text
            #expect(missed.contains("No order of the last 3 days has the number 999.") && missed.contains("search for their name"))
            cafeteria.app.clock.advance(by: .days(4))
            #expect(try await cafeteria.services.counter.find(order.token) == nil, "nobody picks up a meal of last week")
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `an order is found by its customer's name, also when it was handed over`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let staff = try await cafeteria.app.signedIn(.owner)
            func find(_ name: String) async throws -> TestResponse { try await staff.get(link(CafeteriaPaths.find(), query: ["code": name])) }
            let (first, second) = (try await KitchenTests.paid(cafeteria, [tea]), try await KitchenTests.paid(cafeteria, [tea], by: .bea))
            for status in [OrderStatus.ready, .completed] { _ = try await cafeteria.step(first, status) }
            #expect(try await find("ada").location == CafeteriaPaths.counterOrder(first.id))
            #expect(try await find("BEA").location == CafeteriaPaths.counterOrder(second.id))
            let third = try await KitchenTests.paid(cafeteria, [tea])
            let both = try await find("Ada")
            #expect(both.status == .ok && both.text.contains("Orders for “Ada”"))
            for order in [first, third] { #expect(both.text.contains(CafeteriaPaths.counterOrder(order.id))) }
            let nobody = try await find("Zawadi")
            #expect(nobody.status == .notFound && nobody.text.contains("No order of the last 3 days is for “Zawadi”."))
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `the counter says of each code whether its order may be handed over`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            let staff = try await cafeteria.app.signedIn(.owner)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            func page() async throws -> String { try await staff.get(CafeteriaPaths.counterOrder(order.id)).text }
            #expect(try await page().contains("Not paid. Don’t hand it over."))
            try await cafeteria.pay(order)
            #expect(try await page().contains("Not ready."))
            _ = try await cafeteria.step(order, .ready)
            #expect(try await page().contains("Ready to hand over"))
            _ = try await cafeteria.step(order, .completed)
            #expect(try await page().contains("Completed at"))
            try await cafeteria.add(tea, to: ada)
            let other = try await cafeteria.placed(try await cafeteria.order(ada))
            _ = try await ada.post(CafeteriaPaths.cancel(other.id), ["confirmed": "true"])
            #expect(try await staff.get(CafeteriaPaths.counterOrder(other.id)).text.contains("Cancelled. Don’t hand it over."))
        }
    }

    @Test(.covers("CAF-042", "CAF-043"), arguments: Engine.available)
    func `the counter tells apart what waits, what is being prepared and what is ready, with names, when it is due and since when it is ready`(
        on engine: Engine
    ) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (soup, tea) = (try await cafeteria.item("Soup", preparation: 40), try await cafeteria.item("Tea", preparation: 5))
            let slow = try await KitchenTests.paid(cafeteria, [soup])
            let waiting = try await KitchenTests.paid(cafeteria, [tea], by: .bea)
            let (preparing, ready) = (try await KitchenTests.paid(cafeteria, [tea]), try await KitchenTests.paid(cafeteria, [tea], by: .bea))
            _ = try await cafeteria.step(preparing, .preparing)
            _ = try await cafeteria.step(ready, .ready)
            cafeteria.app.clock.advance(by: .seconds(20 * 60))
            let page = try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.counter()).text
            func group(_ name: String) -> String {
                let rest = page.components(separatedBy: "data-group=\"\(name)\"").last ?? ""
                return rest.components(separatedBy: "</section>").first ?? ""
            }
            let places = [waiting, slow].map { group("waiting").range(of: ">\($0.number)<")?.lowerBound }
            #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(group("waiting"))")
            #expect(group("waiting").contains("Bea") && group("waiting").contains("min late") && group("waiting").contains("min left"))
            #expect(group("preparing").contains(">\(preparing.number)<") && group("preparing").contains("Ada"))
            #expect(!group("preparing").contains(">\(waiting.number)<"))
            #expect(group("ready").contains(">\(ready.number)<") && group("ready").contains("Hand over"))
            #expect(group("ready").contains("Ready for 20 min") && !group("ready").contains("min late"))
        }
    }

    @Test(.covers("CAF-037"), arguments: Engine.available)
    func `staff cancel what is being made, with a reason: money and points go back and the customer reads why`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 300_00, portions: 5)
            try await cafeteria.give(100, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            try await cafeteria.pay(order)
            _ = try await cafeteria.step(order, .preparing)
            let staff = try await cafeteria.app.signedIn(.owner)
            #expect(try await staff.get(CafeteriaPaths.cancelForCustomer(order.id)).text.contains("The customer is told, with the reason."))
            #expect(try await staff.get(CafeteriaPaths.cancelForCustomer(order.id)).text.contains("Cancel and give back KES\u{A0}250 in cash"))
            for reason in [[:], ["reason": "other", "words": "  "], ["reason": "boredom"]] {
                let refused = try await staff.asProgram.post(CafeteriaPaths.cancelForCustomer(order.id), form: reason)
                #expect(refused.problem?.code == "cafeteria.reason-missing", "\(reason)")
            }
            let cancelled = try await staff.post(
                CafeteriaPaths.cancelForCustomer(order.id), ["reason": "other", "words": "The pot fell & broke."])
            #expect(cancelled.location == CafeteriaPaths.counterOrder(order.id), "\(cancelled.text)")
            let page = try await ada.get(CafeteriaPaths.order(order.id)).text
            #expect(page.contains("The pot fell &amp; broke.") && page.contains(/Collect KES.\d+ at the counter\./))
            #expect(try await cafeteria.points(of: .ada) == 100)
            let told: Int = try await cafeteria.app.site.database.read { db in
                try db.one("SELECT count(*) FROM notification_notice WHERE body LIKE '%The pot fell%'")
            }
            #expect(told == 1)
            // The cash is given back by hand, once.
            let owed = try await staff.get(CafeteriaPaths.counterOrder(order.id)).text
            #expect(owed.contains("Give back in cash") && owed.contains("I gave back KES\u{A0}250"))
            #expect(owed.matches(of: /button-primary/).count == 1, "one step comes next")
            #expect(try await staff.post(CafeteriaPaths.handBack(order.id)).status == .seeOther)
            #expect(try await staff.asProgram.post(CafeteriaPaths.handBack(order.id)).problem?.code == "payments.moved-on")
            #expect(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("was refunded"))
            #expect(try await ada.asProgram.get(NotificationsPaths.api()).text.contains("Order \(order.number): refunded"))
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-037"), arguments: Engine.available)
    func `staff read why an order was cancelled in words for staff, the customer in words for the customer`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let (ada, staff) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            let order = try await KitchenTests.paid(cafeteria, [tea])
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "asked"])
            let counter = try await staff.get(CafeteriaPaths.counterOrder(order.id)).text
            #expect(counter.contains("The customer asked for it") && !counter.contains("as you asked"))
            #expect(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("Cancelled at the counter, as you asked."))
            try await cafeteria.add(tea, to: ada)
            let own = try await cafeteria.placed(try await cafeteria.order(ada))
            _ = try await ada.post(CafeteriaPaths.cancel(own.id), ["confirmed": "true"])
            let page = try await staff.get(CafeteriaPaths.counterOrder(own.id)).text
            #expect(page.contains("Cancelled by the customer") && !page.contains("You cancelled"))
        }
    }

    @Test(.covers("CAF-037", "CAF-038"), arguments: Engine.available)
    func `what was handed over is refunded by staff in one step, which takes its points along`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau", price: 400_00)
            let order = try await KitchenTests.paid(cafeteria, [pilau])
            for status in [OrderStatus.ready, .completed] { _ = try await cafeteria.step(order, status) }
            #expect(try await cafeteria.points(of: .ada) == 4)
            let staff = try await cafeteria.app.signedIn(.owner)
            #expect(try await staff.get(CafeteriaPaths.counterOrder(order.id)).text.contains("Refund order…"))
            let asked = try await staff.get(CafeteriaPaths.cancelForCustomer(order.id)).text
            #expect(asked.contains("The customer loses the 4 points earned with this order.") && asked.contains("Refund KES\u{A0}400 in cash"))
            #expect(asked.contains("Something wasn’t right") && !asked.contains("It wasn’t picked up"))
            #expect(try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "not-right"]).status == .seeOther)
            #expect(try await cafeteria.points(of: .ada) == 0)
            #expect(try await staff.get(CafeteriaPaths.counterOrder(order.id)).text.contains("I gave back KES\u{A0}400"))
            let own = try await cafeteria.app.signedIn(.ada)
            #expect(try await own.get(CafeteriaPaths.order(order.id)).text.contains("Something wasn’t right with it. We’re sorry."))
            #expect(try await own.get(CafeteriaPaths.points()).text.contains("Order cancelled"))
            let kitchen = try await staff.get(CafeteriaPaths.kitchen()).text
            #expect(!kitchen.contains(#"data-order="\#(order.id)""#), "there is nothing to stop making")
            let refused = try await staff.asProgram.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "asked"])
            #expect(refused.problem?.code == "cafeteria.order-moved-on")
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `cash is taken with what was given, whatever way to pay was begun before`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 350_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            let staff = try await cafeteria.app.signedIn(.owner)
            #expect(try await staff.get(CafeteriaPaths.counter()).text.contains("Take payment"))
            let due = try await staff.get(CafeteriaPaths.counterOrder(order.id)).text
            #expect(due.contains(/To pay\s*<\/p>\s*<strong class="sold-change">KES\u{A0}350/), "the sum comes first")
            for given in ["349.99", "-500", "much", "1000000000"] {
                let refused = try await staff.post(CafeteriaPaths.takeCash(order.id), ["given": given])
                #expect(refused.status == .unprocessableContent && refused.text.contains(given), "nothing typed is lost: \(given)")
            }
            let paid = try await staff.post(CafeteriaPaths.takeCash(order.id), ["given": "1 000"])
            let change = try await staff.get(try #require(paid.location)).text
            #expect(change.contains("Change due") && change.contains(/sold-change">KES\u{A0}650/), "as large as after a sale")
            #expect(change.contains("Back to the counter"))
            let page = try await staff.get(CafeteriaPaths.counterOrder(order.id)).text
            #expect(page.contains("Change: KES\u{A0}650"))
            #expect(try await cafeteria.find(order.id).status == .confirmed)
            #expect(try await staff.asProgram.post(CafeteriaPaths.takeCash(order.id)).problem?.code == "cafeteria.order-moved-on")
            #expect(try await cafeteria.faults() == [])
        }
    }
}

@Suite struct DisplayTests {
    @Test(.covers("CAF-043", "CAF-033"), arguments: Engine.available)
    func `a display shows numbers to whoever has its link, until staff end it`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let (ready, making) = (
                try await KitchenTests.paid(cafeteria, [tea]), try await KitchenTests.paid(cafeteria, [tea], by: .bea)
            )
            let waiting = try await KitchenTests.paid(cafeteria, [tea])
            _ = try await cafeteria.step(ready, .ready)
            _ = try await cafeteria.step(making, .preparing)
            let staff = try await cafeteria.app.signedIn(.owner)
            let made = try await staff.post(CafeteriaPaths.displays(), ["name": "Above the counter"])
            let path = try #require(made.text.firstMatch(of: /value="[^"]*(\/cafeteria-display\/[^"]+)"/)?.1, "\(made.text)")
            #expect(made.response.headers["Cache-Control"] == "no-store")
            let television = cafeteria.app.guest
            let shown = try await television.get(String(path))
            #expect(shown.status == .ok && shown.text.contains(#"data-ready="\#(ready.number)""#) && shown.text.contains("<li>\(making.number)</li>"))
            let parts = shown.text.components(separatedBy: "<section")
            func part(_ title: String) -> String { parts.first { $0.contains(">\(title)</h2>") } ?? "" }
            #expect(part("Preparing").contains(making.number) && !part("Preparing").contains(waiting.number), "nothing is said to be made that isn’t")
            #expect(part("In line").contains(waiting.number))
            #expect(!shown.text.contains("Ada"), "no names")
            // With a remote control one types what is easiest.
            let typed = path.replacing("-display/", with: "|").replacing("-", with: "").uppercased().replacing("|", with: "-display/")
            #expect(try await television.get(typed.replacing("/CAFETERIA", with: "/cafeteria")).status == .ok)
            #expect(!shown.text.contains("<button") && !shown.text.contains("<form"), "nothing to press")
            try await cafeteria.app.site.configure(by: nil) { configuration, _ in
                configuration.settings[CafeteriaSettings.showsNames.id] = "true"
            }
            #expect(try await television.get(String(path)).text.contains("Ada"))
            let again = try await staff.get(CafeteriaPaths.displays()).text
            #expect(again.contains("Above the counter") && !again.contains("/cafeteria-display/"), "the link is shown once")
            let stream = try await OpenStream(television, "\(path)/events")
            let id = try #require(try await cafeteria.services.displays.all().first?.id)
            #expect(try await staff.post(CafeteriaPaths.endDisplay(id)).status == .seeOther)
            try await stream.waitForEnd()
            for ended in [String(path), "\(path)/events", "/cafeteria-display/x", "/cafeteria-display/\(String(repeating: "A", count: 43))"] {
                #expect(try await television.get(ended).status == .notFound, "\(ended)")
            }
        }
    }
}
