import Core
import Database
import Payments
import Platform
import TestSupport
import Testing

/// Lunches that are paid for: the smallest app of payments.
private struct Lunches: Payable {
    let kind = "lunches.lunch"

    func quote(for id: Int64, in db: any Connection) throws -> Quote? {
        let price: Int? = try db.first("SELECT price FROM lunch WHERE id = \(id)")
        return price.map {
            Quote(cost: Money(minor: $0, currency: "KES"), line: "Lunch \(Int(id))", payableUntil: Instant(milliseconds: 2_000_000_000_000))
        }
    }

    func apply(_ outcome: PaymentOutcome, of payment: PaymentID, to id: Int64, in write: Write) throws {
        let state =
            switch outcome {
            case .confirmed(let receipt): "paid \(receipt.number)"
            case .failed: "failed"
            case .expired: "expired"
            case .refunded: "refunded"
            }
        try write.run("UPDATE lunch SET state = \(state), changed_at = \(write.now) WHERE id = \(id)")
    }
}

@Suite struct PayableTests {
    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `what is paid for changes in the transaction that records the payment`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            try await app.site.database.write { db in
                try db.script(
                    """
                    CREATE TABLE lunch (id BIGINT PRIMARY KEY, price BIGINT NOT NULL, state TEXT NOT NULL, changed_at BIGINT NOT NULL);
                    INSERT INTO lunch (id, price, state, changed_at) VALUES (7, 35000, 'ordered', 0);
                    """)
            }
            let kinds: [any Payable] = [Lunches()]
            let lunches = try #require(kinds.first { $0.kind == "lunches.lunch" })
            let quote = try await app.site.database.read { try lunches.quote(for: 7, in: $0) }
            #expect(quote?.cost == Money(minor: 350_00, currency: "KES"))
            #expect(try await app.site.database.read { try lunches.quote(for: 8, in: $0) } == nil)

            let receipt = PaymentReceipt(number: "K-1", at: app.clock.clock.now())
            struct Undone: Error {}
            await #expect(throws: Undone.self) {
                try await app.site.write(by: nil) { write in
                    try lunches.apply(.confirmed(receipt), of: PaymentID(1), to: 7, in: write)
                    throw Undone()
                }
            }
            #expect(try await state(in: app) == "ordered", "undone with the payment's own record")
            for (outcome, expected) in [
                (PaymentOutcome.failed("No answer"), "failed"), (.confirmed(receipt), "paid K-1"), (.refunded(receipt), "refunded"),
            ] {
                try await app.site.write(by: nil) { try lunches.apply(outcome, of: PaymentID(1), to: 7, in: $0) }
                #expect(try await state(in: app) == expected)
            }
        }
    }

    private func state(in app: TestApp) async throws -> String {
        try await app.site.database.read { try $0.one("SELECT state FROM lunch WHERE id = 7") }
    }
}
