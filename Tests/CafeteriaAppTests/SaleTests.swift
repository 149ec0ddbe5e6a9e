import Accounts
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

@Suite struct SaleTests {
    /// Presses a button of the form of a sale, as a browser does.
    private func tap(
        _ page: TestResponse, _ client: TestClient, _ fields: [(String, String)], at path: String = CafeteriaPaths.sale()
    ) async throws
        -> TestResponse
    {
        let kept = page.text.matches(of: /name="(line|digest|category|replaces|cleared|cleared-customer)" value="([^"]*)"/).map {
            (String($0.1), String($0.2))
        }
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
            #expect(short.text.matches(of: /KES\u{A0}380 or more/).count == 1 && !short.text.contains("Enter what you were given."), "said once")
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

    @Test(.covers("CAF-024", "CAF-042"), arguments: Engine.available)
    func `one tap on an item and one on an amount sell it, and the change comes first`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 50_00)
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await tap(try await staff.get(CafeteriaPaths.sale()), staff, [("add", tea.description)])
            let amounts = page.text.matches(of: /name="note" value="([^"]*)"/).map { String($0.1) }
            #expect(amounts == ["50", "100", "200", "500"])
            let sold = try await tap(page, staff, [("note", "200"), ("given", ""), ("phone", "")], at: CafeteriaPaths.placeSale())
            let order = try await cafeteria.placed(sold)
            #expect(order.status == .confirmed && order.cashGiven == 200_00)
            let done = try await staff.get(try #require(sold.location)).text
            #expect(done.contains("Change due") && done.contains("KES\u{A0}150") && done.contains("KES\u{A0}50 paid with KES\u{A0}200"))
            let exact = try await tap(page, staff, [("note", "50")], at: CafeteriaPaths.placeSale())
            #expect(try await staff.get(try #require(exact.location)).text.contains("Exact amount, no change"))
            let short = try await tap(page, staff, [("note", "20")], at: CafeteriaPaths.placeSale())
            #expect(short.status == .unprocessableContent && short.text.contains("value=\"20\""))
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-043", "CAF-017"), arguments: Engine.available)
    func `a sale that was begun is there again on the same device, until it is paid or cleared, and clearing is undone`(
        on engine: Engine
    )
        async throws
    {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 50_00)
            let staff = try await cafeteria.app.signedIn(.owner)
            let line = "name=\"line\" value=\"\(tea)*2*\""
            var page = try await tap(try await staff.get(CafeteriaPaths.sale()), staff, [("add", tea.description)])
            page = try await tap(page, staff, [("more", "0"), ("customer", "Otieno")])
            #expect(try await staff.get(CafeteriaPaths.counter()).text.contains("Continue sale"))
            page = try await staff.get(CafeteriaPaths.sale())
            #expect(page.text.contains(line) && page.text.contains("Otieno"))
            // Another device of the same person has a sale of its own.
            let accounts = try cafeteria.app.site.service(AccountsModule.self)
            let other = cafeteria.app.client(token: try await accounts.openSession(for: cafeteria.app.person(.owner)))
            #expect(!(try await other.get(CafeteriaPaths.sale()).text.contains(line)))
            page = try await tap(page, staff, [("clear", "true"), ("customer", "Otieno")])
            #expect(page.text.contains("The sale was cleared.") && !page.text.contains(line))
            #expect(try await staff.get(CafeteriaPaths.sale()).text.contains("Tap an item to begin."))
            page = try await tap(page, staff, [("restore", "true")])
            #expect(page.text.contains(line) && page.text.contains("Otieno"))
            let sold = try await tap(page, staff, [("note", "100")], at: CafeteriaPaths.placeSale())
            #expect(try await cafeteria.placed(sold).total == 100_00)
            #expect(try await staff.get(CafeteriaPaths.sale()).text.contains("Tap an item to begin."), "what is paid is not sold twice")
            _ = try await tap(page, staff, [("look", "true")])
            cafeteria.app.clock.advance(by: BegunSale.lifetime)
            #expect(!(try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.sale()).text.contains(line)))
        }
    }

    @Test(.covers("CAF-022", "CAF-030", "CAF-042"), arguments: Engine.available)
    func `a sale tells the kitchen what the customer wants and prints a receipt, which says when it is cancelled, as its ticket does`(
        on engine: Engine
    ) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 50_00)
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await tap(
                try await staff.get(CafeteriaPaths.sale()), staff, [("add", tea.description), ("instructions", "No <sugar>")])
            #expect(page.text.contains("No &lt;sugar&gt;"))
            let long = [("note", "50"), ("instructions", String(repeating: "x", count: 501))]
            let refused = try await tap(page, staff, long, at: CafeteriaPaths.placeSale())
            #expect(refused.text.matches(of: /Write at most 500 characters/).count == 1, "\(refused.text)")
            let sold = try await tap(page, staff, [("note", "50"), ("instructions", "No <sugar>")], at: CafeteriaPaths.placeSale())
            let order = try await cafeteria.placed(sold)
            #expect(try await staff.get(CafeteriaPaths.kitchen()).text.contains("No &lt;sugar&gt;"))
            let done = try await staff.get(try #require(sold.location)).text
            #expect(!done.contains("Print ticket"), "the kitchen's slip is the kitchen's")
            let path = String(try #require(done.firstMatch(of: /(\/payments\/receipts\/[0-9]+)\?from=work&amp;print=true/), "\(done)").1)
            let receipt = try await staff.get(path + "?from=work&print=true").text
            #expect(receipt.contains("data-prints") && receipt.contains("2026-000001") && receipt.contains(CafeteriaPaths.counterOrder(order.id)))
            let ticket = try await staff.get(CafeteriaPaths.ticket(order.id)).text
            #expect(!receipt.contains("Cancelled") && !ticket.contains("Cancelled"))
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "asked"])
            for paper in [path, CafeteriaPaths.ticket(order.id)] {
                #expect(try await staff.get(paper).text.contains("Cancelled"), "\(paper)")
            }
            #expect(try plainText(ofPDF: try await staff.get(path + "/pdf").bytes).contains("Cancelled"))
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-029", "CAF-043"), arguments: Engine.available)
    func `an order to be paid here says how long it can be, and afterwards that it wasn't, to be sold again`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 50_00)
            let (ada, staff) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            try await cafeteria.add(tea, 2, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            func board() async throws -> String { try await staff.get(CafeteriaPaths.counter()).text }
            let until = "data-countdown=\"\(order.payableUntil.milliseconds)\""
            let (waiting, due) = (try await board(), try await staff.get(CafeteriaPaths.counterOrder(order.id)).text)
            #expect(waiting.contains(until) && !waiting.contains("Not paid in time") && due.contains(until))
            cafeteria.app.clock.advance(by: order.payableUntil - cafeteria.app.clock.clock.now())
            let over = try await board()
            #expect(over.contains("Not paid in time") && !over.contains("Take payment"), "at once, whenever the job runs")
            try await cafeteria.app.runJobs()
            #expect(try await cafeteria.find(order.id).status == .cancelled)
            #expect(try await board().contains("Sell again: order \(order.number)"))
            try await cafeteria.add(tea, to: ada)
            let other = try await cafeteria.placed(try await cafeteria.order(ada))
            let again = try await staff.post(CafeteriaPaths.sale(), ["again": order.id.description])
            #expect(again.text.contains("name=\"line\" value=\"\(tea)*2*\"") && again.text.contains("value=\"Ada"), "\(again.text)")
            let second = try await staff.post(CafeteriaPaths.sale(), ["again": order.id.description])
            #expect(second.status == .conflict && second.text.contains("You have already begun a sale."))
            let sold = try await tap(again, staff, [("note", "100")], at: CafeteriaPaths.placeSale())
            #expect(try await cafeteria.placed(sold).status == .confirmed)
            #expect(!(try await board().contains("Not paid in time")), "nobody sells it twice")
            cafeteria.app.clock.advance(by: other.payableUntil - cafeteria.app.clock.clock.now())
            try await cafeteria.app.runJobs()
            #expect(try await board().contains("Sell again: order \(other.number)"))
            cafeteria.app.clock.advance(by: .seconds(16 * 60))
            #expect(!(try await board().contains("Not paid in time")), "a while is enough")
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-009", "CAF-045"), arguments: Engine.available)
    func `what is sold stands under its category in the menu's order, what can't be sold last and with the reason`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            _ = try await cafeteria.item("Mandazi", category: 4)
            _ = try await cafeteria.item("Uji", isAvailable: false, category: 1)
            _ = try await cafeteria.item("Toast", category: 1)
            _ = try await cafeteria.item("Pilau", category: 2, days: 0)
            let page = try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.sale()).text
            let places = ["<h2>Breakfast", "Toast", "<h2>Snacks", "Mandazi", "<h2>Can’t be sold now"].map { page.range(of: $0)?.lowerBound }
            #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted())
            let away = try #require(page.components(separatedBy: "Can’t be sold now").last)
            #expect(away.contains("Uji") && away.contains("Sold out") && away.contains("Pilau") && away.contains("Not served today"))
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
