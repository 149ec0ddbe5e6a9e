import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import Payments

/// Payments at the counter, through the real part and its jobs.
@Suite struct PayableTests {
    private func withLunches(on engine: Engine, _ body: (TestApp, Payments) async throws -> Void) async throws {
        try await withTestApp(LunchApp.self, parts: [PaymentsModule.self], on: engine) { app in try await body(app, app.site.service()) }
    }

    private func order(_ price: Int, in app: TestApp) async throws -> PaymentSubject {
        let id = try await app.site.write(by: nil) { write in
            try write.insert(
                "INSERT INTO lunch_lunch (price, state, changed_at) VALUES (\(price), 'ordered', \(write.now))") as Int64
        }
        return PaymentSubject(Lunches.kind, id)
    }

    private func state(of subject: PaymentSubject, in app: TestApp) async throws -> String {
        try await app.site.database.read { try $0.one("SELECT state FROM lunch_lunch WHERE id = \(subject.id)") }
    }

    private func payment(_ id: PaymentID, _ payments: Payments, in app: TestApp) async throws -> Payment {
        try #require(try await app.site.database.read { try payments.find(id, in: $0) })
    }

    private func balance(_ account: LedgerAccount, in app: TestApp) async throws -> Int {
        try await app.site.database.read { try Ledger.balance(of: account, "KES", in: .money, $0) }
    }

    private func faults(in app: TestApp) async throws -> [String] {
        let rules = app.site.extensions[.ledgerRules]
        return try await app.site.database.read { db in try rules.flatMap { try $0.faults(db) } }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `what is paid for changes in the transaction that records the payment`(on engine: Engine) async throws {
        try await withLunches(on: engine) { app, payments in
            let lunch = try await order(350_00, in: app)
            let ada = try await app.person(.ada)
            let id = try await app.site.write(by: ada) { try payments.begin(lunch, by: ada, with: "cash", in: $0) }
            try await app.runJobs()
            #expect(try await payment(id, payments, in: app).status == .prompted)
            struct Undone: Error {}
            await #expect(throws: Undone.self) {
                try await app.site.write(by: nil) { write in
                    try payments.takeCash(id, in: write)
                    throw Undone()
                }
            }
            #expect(try await state(of: lunch, in: app) == "ordered", "undone with the payment's own record")
            #expect(try await balance(.held("cash"), in: app) == 0)
            try await app.site.write(by: nil) { try payments.takeCash(id, in: $0) }
            #expect(try await state(of: lunch, in: app) == "paid C-\(id)")
            #expect(try await balance(.held("cash"), in: app) == 350_00)
            #expect(try await balance(.sales(Lunches.kind), in: app) == -350_00)
            await #expect(throws: PaymentRefusal.notAllowed(from: .confirmed, to: .confirmed)) {
                try await app.site.write(by: nil) { try payments.takeCash(id, in: $0) }
            }
            #expect(try await balance(.held("cash"), in: app) == 350_00, "taken once")
            #expect(try await faults(in: app) == [])
        }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `money goes back through the counter, and the books end at nothing`(on engine: Engine) async throws {
        try await withLunches(on: engine) { app, payments in
            let lunch = try await order(350_00, in: app)
            let id = try await app.site.write(by: nil) { try payments.begin(lunch, by: nil, with: "cash", in: $0) }
            try await app.runJobs()
            try await app.site.write(by: nil) { write in
                try payments.takeCash(id, in: write)
                try payments.refund(id, because: "Sold out", in: write)
            }
            #expect(try await state(of: lunch, in: app) == "cancelled")
            #expect(try await balance(.owed("cash"), in: app) == -350_00)
            try await app.runJobs()
            #expect(try await payment(id, payments, in: app).status == .refundRequested, "until somebody hands it over")
            try await app.site.write(by: nil) { try payments.handBackCash(id, in: $0) }
            #expect(try await payment(id, payments, in: app).status == .refunded)
            for account in [LedgerAccount.held("cash"), .owed("cash"), .sales(Lunches.kind)] {
                #expect(try await balance(account, in: app) == 0)
            }
            #expect(try await faults(in: app) == [])
        }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `what nobody pays in time ends by itself, and money after that goes back`(on engine: Engine) async throws {
        try await withLunches(on: engine) { app, payments in
            let lunch = try await order(350_00, in: app)
            let id = try await app.site.write(by: nil) { try payments.begin(lunch, by: nil, with: "cash", in: $0) }
            try await app.runJobs()
            app.clock.advance(by: Lunches.end + .seconds(1))
            try await app.runJobs()
            #expect(try await payment(id, payments, in: app).status == .expired)
            #expect(try await state(of: lunch, in: app) == "cancelled")
            let late = PaymentClaim(reference: CashProvider.reference(id))
            try await app.site.write(by: nil) { write in
                try payments.take(.answered(.succeeded(number: "C-late", at: write.now), late), of: id, in: write)
            }
            let found = try await payment(id, payments, in: app)
            #expect(found.status == .refundRequested && found.refund?.reason == "The payment came too late.")
            #expect(try await faults(in: app) == [])
        }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `one thing is paid for once at a time, by a way that takes the amount`(on engine: Engine) async throws {
        try await withLunches(on: engine) { app, payments in
            let lunch = try await order(350_00, in: app)
            try await app.site.write(by: nil) { _ = try payments.begin(lunch, by: nil, with: "cash", in: $0) }
            for (provider, subject, refusal) in [
                ("cash", lunch, PaymentRefusal.underWay), ("mpesa", lunch, .unknownProvider), ("cash", PaymentSubject(Lunches.kind, 999), .tooLate),
            ] {
                await #expect(throws: refusal) {
                    try await app.site.write(by: nil) { _ = try payments.begin(subject, by: nil, with: provider, in: $0) }
                }
            }
            let much = try await order(1_000_000_01, in: app)
            await #expect(throws: PaymentRefusal.aboveLimit(Money(minor: 1_000_000_00, currency: "KES"))) {
                try await app.site.write(by: nil) { _ = try payments.begin(much, by: nil, with: "cash", in: $0) }
            }
        }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `the ledger is append-only, posts a cause once and finds what disagrees`(on engine: Engine) async throws {
        try await withLunches(on: engine) { app, payments in
            let points = LedgerBook("test.points")
            let (shop, ada) = (LedgerAccount("issued"), LedgerAccount.person(try await app.person(.ada)))
            let transfer = LedgerTransfer("earned", in: points, 3, "points", from: shop, to: ada, because: PaymentSubject("test.order", 1))
            try await app.site.write(by: nil) { try Ledger.post(transfer, in: $0) }
            await #expect(throws: DatabaseError.self) { try await app.site.write(by: nil) { try Ledger.post(transfer, in: $0) } }
            for statement in ["UPDATE payment_transfer SET amount = 4", "DELETE FROM payment_transfer"] as [SQL] {
                await #expect(throws: DatabaseError.self, "\(statement.text)") { try await app.site.write(by: nil) { _ = try $0.run(statement) } }
            }
            let line = try #require(try await app.site.database.read { try Ledger.history(of: ada, in: points, $0) }.first)
            #expect(line.change(of: ada) == 3 && line.change(of: shop) == -3 && line.reason == "earned")
            #expect(try await faults(in: app) == [])
            let stray = LedgerTransfer(
                "payment.confirmed", in: .money, 5, "KES", from: .sales("x"), to: .held("cash"), because: PaymentSubject(Payment.auditEntity, 99))
            try await app.site.write(by: nil) { try Ledger.post(stray, in: $0) }
            #expect(try await faults(in: app).count == 1)
        }
    }

    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `a person's payments are exported, and lose name and phone when the account goes`(on engine: Engine) async throws {
        try await withLunches(on: engine) { app, payments in
            let lunch = try await order(350_00, in: app)
            let ada = try await app.person(.ada)
            let id = try await app.site.write(by: ada) { try payments.begin(lunch, by: ada, with: "cash", in: $0) }
            let data = PaymentsData(site: app.site)
            try await app.site.write(by: nil) { try data.erase(ada, in: $0) }
            #expect(try await payment(id, payments, in: app).person == nil)
            try await app.runJobs()
            try await app.site.write(by: nil) { try payments.takeCash(id, in: $0) }
            #expect(try await faults(in: app) == [], "the books stay whole")
        }
    }
}
