import Core
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct ReceiptTests {
    private func receipt(on page: TestResponse) throws -> String {
        String(try #require(page.text.firstMatch(of: /href="(\/payments\/receipts\/[0-9]+)"/), "\(page.text)").1)
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `a paid order has a receipt with its lines, choices, discount and way of paying`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Chai", price: 120_00)
            let sizes = try await cafeteria.choices(of: tea, least: 0, most: 1, [("Large", 30_00)])
            try await cafeteria.give(100, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, 2, to: ada, choices: [sizes[0]])
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            #expect(!(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("/payments/receipts/")), "nothing is paid yet")
            try await cafeteria.pay(order)
            let path = try receipt(on: try await ada.get(CafeteriaPaths.order(order.id)))
            let page = try await ada.get(path).text
            for words in ["2026-000001", "Chai", "Large", "KES\u{A0}300", "100 points", "KES\u{A0}250", "Cash", "Order \(order.number)"] {
                #expect(page.contains(words), "\(words)")
            }
            let words = try plainText(ofPDF: try await ada.get(path + "/pdf").bytes)
            for expected in ["Chai", "Large", "100 points", "250"] { #expect(words.contains(expected), "\(words)") }
            #expect(try await cafeteria.app.signedIn(.bea).get(path).status == .notFound)
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-030", "CAF-037"), arguments: Engine.available)
    func `an order that points pay whole has a receipt too, and a credit note when it is cancelled`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 50_00)
            try await cafeteria.give(100, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            let before = try await ada.get(CafeteriaPaths.order(order.id))
            let page = try await ada.get(try receipt(on: before)).text
            #expect(page.contains("2026-000001") && page.contains("Nothing to pay") && page.contains("100 points"))
            _ = try await ada.post(CafeteriaPaths.cancel(order.id), ["confirmed": "true"])
            let after = try await ada.get(CafeteriaPaths.order(order.id)).text
            #expect(after.contains("Receipt 2026-000001") && after.contains("Credit note CN-2026-000001"))
            #expect(try await cafeteria.faults() == [])
        }
    }
}
