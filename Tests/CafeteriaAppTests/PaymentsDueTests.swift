import Core
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// What the portal says about money of the cafeteria.
@Suite struct PaymentsDueTests {
    @Test(.covers("CORE-028", "CAF-037"), arguments: Engine.available)
    func `cash that is to go back is an alert of the portal until it is given back`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let sources = cafeteria.app.site.extensions[.adminAlerts]
            func alerts() async throws -> [AdminAlert] {
                let all = try await cafeteria.app.site.database.read { db in try sources.flatMap { try $0.items(in: db) } }
                return all.filter { $0.path.hasPrefix("/admin/payments") }
            }
            let tea = try await cafeteria.item("Tea", price: 220_00)
            let (first, second) = (try await KitchenTests.paid(cafeteria, [tea]), try await KitchenTests.paid(cafeteria, [tea], by: .bea))
            #expect(try await alerts().isEmpty)
            let staff = try await cafeteria.app.signedIn(.owner)
            for order in [first, second] { _ = try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "asked"]) }
            #expect(try await alerts().map(\.title) == ["\(2) refunds to give back in cash"])
            _ = try await staff.post(CafeteriaPaths.handBack(first.id))
            let one = try #require(try await alerts().first)
            #expect(one.title == "\(Money(minor: 220_00, currency: "KES")) to give back in cash")
            #expect(try await staff.get(one.path).status == .ok)
            _ = try await staff.post(CafeteriaPaths.handBack(second.id))
            #expect(try await alerts().isEmpty)
        }
    }

    @Test(.covers("CORE-028", "CAF-037"), arguments: Engine.available)
    func `a refund asks first, and cancels the order too unless staff clear the box`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 220_00)
            let (first, second) = (try await KitchenTests.paid(cafeteria, [tea]), try await KitchenTests.paid(cafeteria, [tea], by: .bea))
            let staff = try await cafeteria.app.signedIn(.owner)
            func payment(of order: Order) async throws -> Payment {
                let services = try cafeteria.services
                return try #require(try await cafeteria.app.site.database.read { try services.payments.all(for: order.subject, in: $0).first })
            }
            func path(_ order: Order) async throws -> String { "/admin/payments/\(try await payment(of: order).id)/refund" }
            let asked = try await staff.get(path(first)).text
            #expect(asked.contains("Also cancel the order") && asked.contains("Ada") && asked.contains("KES\u{A0}220"), "\(asked)")
            #expect(try await payment(of: first).status == .confirmed)
            let unsaid = try await staff.post(path(first), ["reason": " ", "cancel": "true"])
            #expect(unsaid.status == .unprocessableContent && unsaid.text.contains("Also cancel the order"))
            #expect(try await staff.post(path(first), ["reason": "It was cold.", "cancel": "true"]).status == .seeOther)
            #expect(try await cafeteria.find(first.id).status == .cancelled)
            #expect(try await payment(of: first).status == .refundRequested)
            #expect(try await cafeteria.app.auditTrail().suffix(2).contains("cafeteria.order.update"))
            #expect(try await staff.post(path(second), ["reason": "A gift."]).status == .seeOther)
            #expect(try await cafeteria.find(second.id).status == .confirmed)
            #expect(try await payment(of: second).status == .refundRequested)
            #expect(try await staff.get(path(second)).status == .seeOther, "it can’t be refunded twice")
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `every order of the demo's past was paid, by the books, on its day`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            _ = try await cafeteria.item("Pilau", price: 300_00)
            _ = try await cafeteria.item("Water", price: 0, category: 5)
            let services = try cafeteria.services
            try await DemoHistory(site: cafeteria.app.site, menu: services.menu, payments: services.payments).fill()
            let sums: [Int] = try await cafeteria.app.site.database.read { db in
                [
                    try db.one("SELECT CAST(SUM(subtotal) AS BIGINT) FROM cafeteria_order"),
                    try db.one("SELECT CAST(SUM(amount) AS BIGINT) FROM payment_payment WHERE status = 'confirmed'"),
                    try db.one(
                        """
                        SELECT CAST(SUM(p.amount) AS BIGINT) FROM payment_payment p JOIN cafeteria_order o ON o.id = p.subject_id
                        JOIN payment_transfer t ON t.cause_id = p.id AND t.book = 'money' JOIN payment_receipt r ON r.payment_id = p.id
                        WHERE p.created_at = o.created_at AND p.confirmed_at = o.confirmed_at AND t.posted_at = o.confirmed_at
                            AND r.issued_at = o.confirmed_at
                        """),
                ]
            }
            #expect(Set(sums).count == 1 && sums[0] > 0, "\(sums)")
            #expect(try await cafeteria.faults() == [])
            let list = try await cafeteria.app.signedIn(.owner).get("/admin/payments?period=yesterday&show=all").text
            #expect(list.contains("KES\u{A0}300") && list.contains("Order "))
        }
    }
}
