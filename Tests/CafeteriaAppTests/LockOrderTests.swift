import Core
import Database
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// On PostgreSQL writes run beside each other, and two that take the same rows in different orders wait for one another until the database ends one.
@Suite struct LockOrderTests {
    @Test(
        .covers("CAF-029", "CORE-040"), .enabled(if: Engine.available.contains(.postgres), "no PostgreSQL here"), arguments: [false, true])
    func `cancelling an order waits for the payment first, as confirming the payment does`(isPaid: Bool) async throws {
        try await withCafeteria(on: .postgres) { cafeteria in
            let pilau = try await cafeteria.item("Pilau", price: 350_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(pilau, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            if isPaid { try await cafeteria.pay(order) }
            let services = try cafeteria.services
            let (signal, isHeld) = AsyncStream<Void>.makeStream()
            let holding = Task {
                try await cafeteria.app.site.write(by: nil, once: nil) { write -> Bool in
                    for payment in try services.payments.all(for: order.subject, in: write) {
                        try write.run("UPDATE payment_payment SET changed_at = changed_at WHERE id = \(payment.id)")
                    }
                    isHeld.yield()
                    for _ in 0..<200 where try !Self.someoneWaits(in: write) { Thread.sleep(forTimeInterval: 0.02) }
                    // Whoever waits for the payment holds nothing of the order.
                    return try !write.all("SELECT id FROM cafeteria_order WHERE id = \(order.id) FOR UPDATE SKIP LOCKED" as Query<OrderID>).isEmpty
                }
            }
            for await _ in signal { break }
            async let cancelled: Void = cafeteria.app.site.write(by: nil, once: nil) {
                try services.orders.cancel(order.id, because: "The kitchen is closed.", in: $0)
            }
            #expect(try await holding.value)
            try await cancelled
            #expect(try await cafeteria.find(order.id).status == .cancelled)
        }
    }

    private static func someoneWaits(in db: any Connection) throws -> Bool {
        try db.run("SELECT pg_stat_clear_snapshot()")
        let waiting: Int = try db.one(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return waiting > 0
    }
}
