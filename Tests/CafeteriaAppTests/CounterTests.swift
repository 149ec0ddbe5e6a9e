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
            for code in ["999", String(order.token.dropLast(12)), "x' OR 1=1 --", String(repeating: "9", count: 43)] {
                let missed = try await staff.get(link(CafeteriaPaths.find(), query: ["code": code]))
                #expect(missed.status == .notFound && missed.text.contains("No recent order has this code"), "\(code)")
            }
            cafeteria.app.clock.advance(by: .days(4))
            #expect(try await cafeteria.services.counter.find(order.token) == nil, "nobody picks up a meal of last week")
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
            #expect(try await page().contains("Handed over at"))
            try await cafeteria.add(tea, to: ada)
            let other = try await cafeteria.placed(try await cafeteria.order(ada))
            _ = try await ada.post(CafeteriaPaths.cancel(other.id), ["confirmed": "true"])
            #expect(try await staff.get(CafeteriaPaths.counterOrder(other.id)).text.contains("Cancelled. Don’t hand it over."))
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
            for reason in [[:], ["reason": "other", "words": "  "], ["reason": "boredom"]] {
                let refused = try await staff.asProgram.post(CafeteriaPaths.cancelForCustomer(order.id), form: reason)
                #expect(refused.problem?.code == "cafeteria.reason-missing", "\(reason)")
            }
            let cancelled = try await staff.post(
                CafeteriaPaths.cancelForCustomer(order.id), ["reason": "other", "words": "The pot fell & broke."])
            #expect(cancelled.location == CafeteriaPaths.counterOrder(order.id), "\(cancelled.text)")
            let page = try await ada.get(CafeteriaPaths.order(order.id)).text
            #expect(page.contains("The pot fell &amp; broke.") && page.contains("is on its way back to you"))
            #expect(try await cafeteria.points(of: .ada) == 100)
            let told: Int = try await cafeteria.app.site.database.read { db in
                try db.one("SELECT count(*) FROM notification_notice WHERE body LIKE '%The pot fell%'")
            }
            #expect(told == 1)
            // The cash is given back by hand, once.
            #expect(try await staff.get(CafeteriaPaths.counterOrder(order.id)).text.contains("back in cash"))
            #expect(try await staff.post(CafeteriaPaths.handBack(order.id)).status == .seeOther)
            #expect(try await staff.asProgram.post(CafeteriaPaths.handBack(order.id)).problem?.code == "payments.moved-on")
            #expect(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("was refunded"))
            #expect(try await ada.asProgram.get(NotificationsPaths.api()).text.contains("Order \(order.number): refunded"))
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-037", "CAF-038"), arguments: Engine.available)
    func `what was handed over can't be cancelled; recalled, it takes its points along`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau", price: 400_00)
            let order = try await KitchenTests.paid(cafeteria, [pilau])
            for status in [OrderStatus.ready, .completed] { _ = try await cafeteria.step(order, status) }
            let staff = try await cafeteria.app.signedIn(.owner)
            let refused = try await staff.asProgram.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "asked"])
            #expect(refused.problem?.code == "cafeteria.order-moved-on")
            #expect(try await cafeteria.points(of: .ada) == 4)
            _ = try await cafeteria.step(order, .ready)
            #expect(try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "not-picked-up"]).status == .seeOther)
            #expect(try await cafeteria.points(of: .ada) == 0)
            #expect(try await cafeteria.app.signedIn(.ada).get(CafeteriaPaths.points()).text.contains("Order cancelled"))
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
            for given in ["349.99", "-500", "much", "1000000000"] {
                let refused = try await staff.post(CafeteriaPaths.takeCash(order.id), ["given": given])
                #expect(refused.status == .unprocessableContent && refused.text.contains(given), "nothing typed is lost: \(given)")
            }
            #expect(try await staff.post(CafeteriaPaths.takeCash(order.id), ["given": "1 000"]).status == .seeOther)
            let page = try await staff.get(CafeteriaPaths.counterOrder(order.id)).text
            #expect(page.contains("Change: KES\u{A0}650"))
            #expect(try await cafeteria.find(order.id).status == .confirmed)
            #expect(try await staff.asProgram.post(CafeteriaPaths.takeCash(order.id)).problem?.code == "cafeteria.order-moved-on")
            #expect(try await cafeteria.faults() == [])
        }
    }
}

@Suite struct SaleTests {
    /// Presses a button of the form of a sale, as a browser does.
    private func tap(
        _ page: TestResponse, _ client: TestClient, _ fields: [(String, String)], at path: String = CafeteriaPaths.sale()
    ) async throws
        -> TestResponse
    {
        let kept = page.text.matches(of: /name="(line|digest|category)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
        return try await client.post(path, fields: kept + fields)
    }

    @Test(.covers("CAF-024", "CAF-042"), arguments: Engine.available)
    func `staff tap a sale together and take cash: one order, paid, in the kitchen, in the books`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let chapati = try await cafeteria.item("Chapati", price: 40_00)
            let eggs = try await cafeteria.item("Eggs", price: 100_00)
            let choices = try await cafeteria.choices(of: eggs, least: 1, most: 1, [("Fried", 0), ("With avocado", 50_00)])
            let staff = try await cafeteria.app.signedIn(.owner)
            // What is there is sold, also while the kitchen takes no orders from phones and the hours are over.
            _ = try await staff.post(CafeteriaPaths.pause(), ["paused": "true"])
            let night = try #require(OpeningHours.Span(from: 0, until: 1))
            try await cafeteria.app.site.configure { $0.openingHours["cafeteria"] = OpeningHours(days: Array(repeating: [night], count: 7)) }
            var page = try await staff.get(CafeteriaPaths.sale())
            #expect(page.text.contains("Tap an item to begin.") && page.text.contains("Chapati"))
            page = try await tap(page, staff, [("add", chapati.description)])
            page = try await tap(page, staff, [("add", chapati.description)])
            page = try await tap(page, staff, [("choose", eggs.description)])
            #expect(page.text.contains("With avocado"))
            let missing = try await tap(page, staff, [("add", eggs.description), ("quantity", "1")])
            #expect(missing.text.contains("Some choices are missing") && missing.text.contains("With avocado"), "it is asked again")
            page = try await tap(page, staff, [("add", eggs.description), ("choice-1", choices[1].description), ("quantity", "2")])
            page = try await tap(page, staff, [("less", "0")])
            page = try await tap(page, staff, [("more", "0")])
            #expect(page.text.contains("KES\u{A0}380"), "2 × 40 and 2 × 150")
            let short = try await tap(
                page, staff, [("provider", "cash"), ("given", "300"), ("customer", "Otieno")], at: CafeteriaPaths.placeSale())
            #expect(short.status == .unprocessableContent && short.text.contains("Otieno") && short.text.contains("KES\u{A0}380"))
            let placed = try await tap(
                page, staff, [("provider", "cash"), ("given", "500"), ("customer", "Otieno")], at: CafeteriaPaths.placeSale())
            let order = try await cafeteria.placed(placed)
            #expect(order.status == .confirmed && order.person == nil && order.customer == "Otieno" && order.total == 380_00)
            #expect(try await staff.get(CafeteriaPaths.counterOrder(order.id)).text.contains("Change: KES\u{A0}120"))
            #expect(try await staff.get(CafeteriaPaths.kitchen()).text.contains("Otieno"))
            let used: Int = try await cafeteria.app.site.database.read { try $0.one("SELECT CAST(SUM(used) AS BIGINT) FROM cafeteria_slot") }
            #expect(used == 4, "the kitchen's time is taken")
            try await cafeteria.app.runJobs()
            #expect(try await cafeteria.find(order.id).status == .confirmed)
            for status in [OrderStatus.ready, .completed] { _ = try await cafeteria.step(order, status) }
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-009", "CAF-023"), arguments: Engine.available)
    func `a sale keeps the rules of every order: portions, availability and the price that was shown`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let cake = try await cafeteria.item("Cake", price: 100_00, portions: 1)
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await tap(try await staff.get(CafeteriaPaths.sale()), staff, [("add", cake.description)])
            let two = try await tap(page, staff, [("more", "0")])
            #expect(two.text.contains("Only 1 left"))
            let empty = try await tap(two, staff.asProgram, [("provider", "cash")], at: CafeteriaPaths.placeSale())
            #expect(empty.problem?.code == "cafeteria.cart-empty")
            try await cafeteria.app.site.write(by: nil) { _ = try $0.run("UPDATE cafeteria_item SET price = 12000 WHERE id = \(cake)") }
            let changed = try await tap(page, staff.asProgram, [("provider", "cash")], at: CafeteriaPaths.placeSale())
            #expect(changed.problem?.code == "cafeteria.order-changed")
            let shown = try await tap(page, staff, [("look", "true")])
            _ = try await cafeteria.placed(try await tap(shown, staff, [("provider", "cash")], at: CafeteriaPaths.placeSale()))
            let away = try await tap(shown, staff.asProgram, [("provider", "cash")], at: CafeteriaPaths.placeSale())
            #expect(away.problem?.code == "cafeteria.cart-empty", "the last one is sold")
            for line in ["", "x", "1*0*", "1*99*", "1*1*1*1", "9223372036854775808*1*"] {
                let odd = try await staff.post(CafeteriaPaths.sale(), ["line": line])
                #expect(odd.status == .ok && odd.text.contains("Tap an item to begin."), "\(line)")
            }
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
            _ = try await cafeteria.step(ready, .ready)
            let staff = try await cafeteria.app.signedIn(.owner)
            let made = try await staff.post(CafeteriaPaths.displays(), ["name": "Above the counter"])
            let path = try #require(made.text.firstMatch(of: /value="[^"]*(\/cafeteria-display\/[^"]+)"/)?.1, "\(made.text)")
            #expect(made.response.headers["Cache-Control"] == "no-store")
            let television = cafeteria.app.guest
            let shown = try await television.get(String(path))
            #expect(shown.status == .ok && shown.text.contains(#"data-ready="\#(ready.number)""#) && shown.text.contains("<li>\(making.number)</li>"))
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
