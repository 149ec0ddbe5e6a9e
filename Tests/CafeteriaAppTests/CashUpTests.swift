import Core
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// The count of the drawer at the end of a day.
@Suite struct CashUpTests {
    /// Somebody's order that is paid in cash.
    private func sold(_ cafeteria: Cafeteria, _ item: MenuItemID) async throws -> Order {
        let ada = try await cafeteria.app.signedIn(.ada)
        try await cafeteria.add(item, to: ada)
        let order = try await cafeteria.placed(try await cafeteria.order(ada))
        try await cafeteria.pay(order)
        return order
    }

    /// What stands hidden in the form, and what is typed into it.
    private func fields(_ page: String, float: String, counted: String, remark: String = "") throws -> [(String, String)] {
        let hidden = page.matches(of: /name="(from|through)" value="([^"]+)"/).map { (String($0.1), String($0.2)) }
        try #require(hidden.count == 2, "\(page)")
        return hidden + [("float", float), ("counted", counted), ("remark", remark)]
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `a drawer is closed against what the ledger says was taken and given back in cash, and kept`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 250_00)
            let staff = try await cafeteria.app.signedIn(.owner)
            for _ in 1...2 { _ = try await sold(cafeteria, tea) }
            let returned = try await sold(cafeteria, tea)
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(returned.id), ["reason": "asked"])
            _ = try await staff.post(CafeteriaPaths.handBack(returned.id))
            // Whoever counts isn't told what should be there before they have.
            let page = try await staff.get(CafeteriaPaths.cashUps()).text
            for words in ["KES\u{A0}750", "KES\u{A0}250", "KES\u{A0}1,500"] { #expect(!page.contains(words), "\(words)") }
            let check = try await staff.post(CafeteriaPaths.cashUpCount(), fields: try fields(page, float: "1000", counted: "1500")).text
            for words in ["KES\u{A0}750", "KES\u{A0}250", "KES\u{A0}1,500", "No difference"] { #expect(check.contains(words), "\(words)") }
            let closed = try await staff.post(CafeteriaPaths.cashUps(), fields: try fields(check, float: "1000", counted: "1500"))
            #expect(closed.status == .seeOther, "\(closed.text)")
            let paper = try await staff.get(try #require(closed.location)).text
            #expect(paper.contains("No difference") && paper.contains("Closed by"))
            #expect(try await cafeteria.app.auditTrail().contains { $0.hasPrefix("cafeteria.cash-up.create") })
            #expect(try await cafeteria.faults() == [])
            // The next one begins where this one ended, with the same float.
            _ = try await sold(cafeteria, tea)
            let next = try await staff.get(CafeteriaPaths.cashUps()).text
            #expect(next.contains("value=\"1000\""))
            #expect(
                try await staff.post(CafeteriaPaths.cashUpCount(), fields: try fields(next, float: "1000", counted: "0")).text
                    .contains("KES\u{A0}1,250 short"))
            let file = try await staff.get(CafeteriaPaths.cashUpsCSV()).text
            #expect(file.contains("750.00,250.00,1000.00,1500.00,1500.00,0.00"), "\(file)")
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `a drawer that is short is closed only with a remark`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            _ = try await sold(cafeteria, try await cafeteria.item("Tea", price: 250_00))
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await staff.get(CafeteriaPaths.cashUps()).text
            let refused = try await staff.post(CafeteriaPaths.cashUps(), fields: try fields(page, float: "0", counted: "230"))
            #expect(refused.status == .unprocessableContent && refused.text.contains("The drawer is KES\u{A0}20 short."), "\(refused.text)")
            #expect(refused.text.contains("value=\"230\""), "what was counted is not typed again")
            let closed = try await staff.post(
                CafeteriaPaths.cashUps(), fields: try fields(refused.text, float: "0", counted: "230", remark: "Gave <20> too much change"))
            #expect(closed.status == .seeOther, "\(closed.text)")
            let list = try await staff.get(CafeteriaPaths.cashUps()).text
            #expect(list.contains("KES\u{A0}20 short") && list.contains("Gave &lt;20&gt; too much change"))
            for wrong in [("", "5"), ("-1", "5"), ("5", "much"), ("5", "99999999999")] {
                let refused = try await staff.asProgram.post(
                    CafeteriaPaths.cashUps(), fields: try fields(list, float: wrong.0, counted: wrong.1))
                #expect(refused.problem?.code == "cafeteria.cash-up-wrong", "\(wrong)")
            }
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `what is sold while somebody counts belongs to the next cash-up, and nothing is closed twice`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 250_00)
            _ = try await sold(cafeteria, tea)
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await staff.get(CafeteriaPaths.cashUps()).text
            _ = try await sold(cafeteria, tea)
            cafeteria.app.clock.advance(by: .seconds(60))
            let counted = try fields(page, float: "100", counted: "350")
            #expect(try await staff.post(CafeteriaPaths.cashUps(), fields: counted).status == .seeOther)
            #expect(try await staff.asProgram.post(CafeteriaPaths.cashUps(), fields: counted).problem?.code == "cafeteria.cash-up-closed")
            let again = try await staff.post(CafeteriaPaths.cashUps(), fields: counted)
            #expect(again.status == .conflict && again.text.contains("Someone has just closed the cash-up."), "\(again.text)")
            let late = try await staff.asProgram.post(CafeteriaPaths.cashUpCount(), fields: counted)
            #expect(late.problem?.code == "cafeteria.cash-up-closed")
        }
    }

    @Test(.covers("CAF-046"), arguments: Engine.available)
    func `analytics split what was taken by cash, M-Pesa and points, and together they are the revenue`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 250_00)
            try await cafeteria.give(100, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            _ = try await sold(cafeteria, tea)
            try await cafeteria.add(tea, to: ada)
            try await cafeteria.pay(try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")])))
            let owner = try await cafeteria.app.signedIn(.owner)
            let csv = try await owner.get(link(CafeteriaPaths.analyticsCSV(), query: ["table": "ways"])).text
            #expect(csv.contains("Cash,2,450.00\r\nPoints,1,50.00"), "\(csv)")
            let page = try await owner.get(CafeteriaPaths.analytics()).text
            #expect(page.contains("Ways to pay") && page.contains("KES\u{A0}450"), "\(page)")
        }
    }

    @Test(.covers("CAF-037", "CAF-030"), arguments: Engine.available)
    func `cash that goes back stands at the counter until it is given back, and a cash-up doesn't close without saying so`(
        on engine: Engine
    )
        async throws
    {
        try await withCafeteria(on: engine) { cafeteria in
            let order = try await sold(cafeteria, try await cafeteria.item("Tea", price: 250_00))
            let (ada, staff) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            #expect(!(try await staff.get(CafeteriaPaths.counter()).text.contains("Mark as given back")))
            _ = try await ada.post(CafeteriaPaths.cancel(order.id), ["confirmed": "true"])
            let counter = try await staff.get(CafeteriaPaths.counter()).text
            #expect(
                counter.contains("I gave back KES\u{A0}250") && counter.contains("Ada") && counter.contains(CafeteriaPaths.counterOrder(order.id)))
            let page = try await staff.get(CafeteriaPaths.cashUps()).text
            let count = try fields(page, float: "0", counted: "250")
            let check = try await staff.post(CafeteriaPaths.cashUpCount(), fields: count).text
            #expect(check.contains("KES\u{A0}250 is still to be given back."))
            let refused = try await staff.asProgram.post(CafeteriaPaths.cashUps(), fields: count)
            #expect(refused.problem?.code == "cafeteria.cash-up-owes")
            let closed = try await staff.post(CafeteriaPaths.cashUps(), fields: count + [("owed", "true")])
            #expect(closed.status == .seeOther, "\(closed.text)")
            #expect(try await staff.get(try #require(closed.location)).text.contains("Still to be given back"))
            #expect(try await staff.post(CafeteriaPaths.handBack(order.id)).status == .seeOther)
            #expect(!(try await staff.get(CafeteriaPaths.counter()).text.contains("Mark as given back")))
            let next = try fields(try await staff.get(CafeteriaPaths.cashUps()).text, float: "0", counted: "0")
            #expect(!(try await staff.post(CafeteriaPaths.cashUpCount(), fields: next).text.contains("is still to be given back")))
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `cash that comes in or goes out by no sale has a reason, is in the ledger and in what should be in the drawer`(
        on engine: Engine
    )
        async throws
    {
        try await withCafeteria(on: engine) { cafeteria in
            _ = try await sold(cafeteria, try await cafeteria.item("Tea", price: 250_00))
            let staff = try await cafeteria.app.signedIn(.owner)
            for wrong in [("", "Milk"), ("0", "Milk"), ("-5", "Milk"), ("5", "  "), ("5", String(repeating: "x", count: 201))] {
                let fields = [("direction", "out"), ("amount", wrong.0), ("reason", wrong.1)]
                #expect(
                    try await staff.asProgram.post(CafeteriaPaths.cashMovements(), fields: fields).problem?.code
                        == "cafeteria.cash-movement-wrong", "\(wrong)")
            }
            let kept = try await staff.post(CafeteriaPaths.cashMovements(), ["direction": "out", "amount": "much", "reason": "Milk & bread"])
            #expect(kept.text.contains("value=\"much\"") && kept.text.contains("Milk &amp; bread"), "nothing typed is lost")
            for (direction, amount, reason) in [("out", "100", "Milk & bread"), ("in", "500", "Change from the bank")] {
                let noted = try await staff.post(
                    CafeteriaPaths.cashMovements(), fields: [("direction", direction), ("amount", amount), ("reason", reason)])
                #expect(noted.status == .seeOther, "\(noted.text)")
            }
            #expect(try await cafeteria.faults() == [])
            let trail = try await cafeteria.app.auditTrail()
            #expect(trail.count { $0.hasPrefix("cafeteria.cash-movement.create") } == 2)
            let page = try await staff.get(CafeteriaPaths.cashUps()).text
            #expect(page.contains("Milk &amp; bread") && page.contains("Change from the bank"))
            let count = try fields(page, float: "1000", counted: "1650")
            let check = try await staff.post(CafeteriaPaths.cashUpCount(), fields: count).text
            #expect(check.contains("No difference") && check.contains("KES\u{A0}1,650"), "1000 + 250 − 100 + 500")
            // What is left in the drawer is what the next one begins with.
            let tooMuch = try await staff.asProgram.post(CafeteriaPaths.cashUps(), fields: count + [("remaining", "1651")])
            #expect(tooMuch.problem?.code == "cafeteria.cash-up-wrong")
            let closed = try await staff.post(CafeteriaPaths.cashUps(), fields: count + [("remaining", "700")])
            let paper = try await staff.get(try #require(closed.location)).text
            for words in ["Cash in", "Cash out", "Stays in the drawer", "KES\u{A0}700"] { #expect(paper.contains(words), "\(words)") }
            let next = try await staff.get(CafeteriaPaths.cashUps()).text
            #expect(next.contains("value=\"700\"") && !next.contains("Milk"))
            let file = try await staff.get(CafeteriaPaths.cashUpsCSV()).text
            #expect(file.contains("250.00,0.00,1000.00,1650.00,1650.00,0.00,500.00,100.00,700.00,"), "\(file)")
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `a drawer is counted by notes and coins, and counted again with what was typed`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await staff.get(CafeteriaPaths.cashUps()).text
            #expect(page.contains("name=\"piece-100000\"") && page.contains("name=\"piece-100\"") && !page.contains("name=\"piece-50\""))
            let count = try fields(page, float: "1230", counted: "")
            let pieces = [("piece-100000", "1"), ("piece-10000", "2"), ("piece-1000", "3"), ("piece-500", "")]
            let check = try await staff.post(CafeteriaPaths.cashUpCount(), fields: count + pieces).text
            #expect(check.contains("No difference") && check.contains("name=\"counted\" value=\"1230\""), "\(check)")
            let again = try await staff.post(CafeteriaPaths.cashUpCount(), fields: count + pieces + [("again", "true")]).text
            #expect(again.contains("Count the drawer") && again.contains(/name="piece-10000" value="2"/))
            for wrong in ["-1", "1.5", "99999", "many"] {
                let refused = try await staff.asProgram.post(CafeteriaPaths.cashUpCount(), fields: count + [("piece-10000", wrong)])
                #expect(refused.problem?.code == "cafeteria.cash-up-wrong", "\(wrong)")
            }
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `each count that was told the difference is in the log, so that counting again leaves a trace`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            _ = try await sold(cafeteria, try await cafeteria.item("Tea", price: 250_00))
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await staff.get(CafeteriaPaths.cashUps()).text
            for counted in ["200", "250"] {
                _ = try await staff.post(CafeteriaPaths.cashUpCount(), fields: try fields(page, float: "0", counted: counted))
                _ = try await staff.post(
                    CafeteriaPaths.cashUpCount(), fields: try fields(page, float: "0", counted: counted) + [("again", "true")])
            }
            #expect(try await cafeteria.app.auditTrail().count { $0 == "cafeteria.cash-up.update" } == 2)
        }
    }

    @Test(.covers("CAF-030"))
    func `an amount that is missing and one that is none are told apart, in words for who counts`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let staff = try await cafeteria.app.signedIn(.owner)
            let page = try await staff.get(CafeteriaPaths.cashUps()).text
            let empty = try await staff.post(CafeteriaPaths.cashUpCount(), fields: try fields(page, float: "", counted: "")).text
            #expect(empty.contains("Enter what was in the drawer before the first sale."))
            #expect(empty.contains("Enter what you counted in the drawer."))
            let wrong = try await staff.post(CafeteriaPaths.cashUpCount(), fields: try fields(page, float: "much", counted: "5")).text
            #expect(wrong.contains("Enter an amount such as 1250.50, at most KES\u{A0}10,000,000."))
        }
    }

    @Test(.covers("CAF-030"), arguments: [("UGX", 0), ("JPY", 0), ("KES", 2)])
    func `pages tell scripts how many decimals the currency has`(currency: String, decimals: Int) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            try await cafeteria.app.site.configure { $0.settings[CafeteriaSettings.currencyCode.id] = currency }
            let tea = try await cafeteria.item("Tea", price: 2500)
            let (ada, staff) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            try await cafeteria.add(tea, to: ada)
            let facts = "data-currency=\"\(currency)\" data-decimals=\"\(decimals)\""
            for page in [
                try await ada.get(CafeteriaPaths.item(tea)).text, try await ada.get(CafeteriaPaths.cart()).text,
                try await staff.get(CafeteriaPaths.cashUps()).text,
            ] {
                #expect(page.contains(facts))
            }
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `a cash-up is for staff`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let ada = try await cafeteria.app.signedIn(.ada)
            for path in [CafeteriaPaths.cashUps(), CafeteriaPaths.cashUpsCSV(), CafeteriaPaths.cashUp(CashUpID(1))] {
                #expect(try await ada.get(path).status == .notFound, "\(path)")
            }
        }
    }
}
