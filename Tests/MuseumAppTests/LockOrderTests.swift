import Core
import Database
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// On PostgreSQL writes run beside each other, and two that take the same rows in different orders wait for one another until the database ends one.
@Suite struct LockOrderTests {
    @Test(
        .covers("MUS-013", "CORE-040"), .enabled(if: Engine.available.contains(.postgres), "no PostgreSQL here"))
    func `dropping a membership waits for the payment first, as confirming the payment does`() async throws {
        try await withMuseum(on: .postgres) { museum in
            let chosen = try await museum.chosen(museum.buy(museum.tier("Household"), museum.app.signedIn(.ada)))
            let services = try museum.services
            let (signal, isHeld) = AsyncStream<Void>.makeStream()
            let holding = Task {
                try await museum.app.site.write(by: nil, once: nil) { write -> Bool in
                    for payment in try services.payments.all(for: chosen.subject, in: write) {
                        try write.run("UPDATE payment_payment SET changed_at = changed_at WHERE id = \(payment.id)")
                    }
                    isHeld.yield()
                    for _ in 0..<200 where try !Self.someoneWaits(in: write) { Thread.sleep(forTimeInterval: 0.02) }
                    // Whoever waits for the payment holds nothing of the membership.
                    return try !write.all("SELECT id FROM museum_membership WHERE id = \(chosen.id) FOR UPDATE SKIP LOCKED" as Query<MembershipID>)
                        .isEmpty
                }
            }
            for await _ in signal { break }
            async let dropped: Void = museum.app.site.write(by: nil, once: nil) { try services.memberships.cancel(chosen.id, in: $0) }
            #expect(try await holding.value)
            try await dropped
            #expect(try await museum.find(chosen.id).status == .cancelled)
        }
    }

    private static func someoneWaits(in db: any Connection) throws -> Bool {
        try db.run("SELECT pg_stat_clear_snapshot()")
        let waiting: Int = try db.one(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return waiting > 0
    }
}
