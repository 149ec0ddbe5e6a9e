import Core
import Database
import Foundation
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Payments

/// A site that takes cards, and Clover as the stand-in plays it: calls go over the wire, webhooks come in as whole requests.
struct CloverScene: Sendable {
    let app: TestApp
    let standIn: CloverStandIn
    let payments: Payments

    /// Somebody orders a lunch and is given Clover's page.
    func order(_ minor: Int = 12_00) async throws -> (lunch: PaymentSubject, payment: PaymentID) {
        let ids = try await app.site.write(by: nil) { [payments] write in
            let lunch: Int64 = try write.insert(
                "INSERT INTO lunch_lunch (price, state, currency, changed_at) VALUES (\(minor), 'ordered', 'USD', \(write.now))")
            let payment = try payments.begin(PaymentSubject(Lunches.kind, lunch), by: nil, with: "clover", in: write)
            return [lunch, payment.number]
        }
        try await work()
        return (PaymentSubject(Lunches.kind, ids[0]), PaymentID(ids[1]))
    }

    /// Begins another payment for a lunch.
    func again(_ lunch: PaymentSubject) async throws -> PaymentID {
        let id = try await app.site.write(by: nil) { [payments] write in try payments.beginAgain(lunch, by: nil, with: "clover", in: write) }
        try await work()
        return id
    }

    /// Lets everything happen that is under way here and there.
    func work() async throws {
        try await app.runJobs()
        try await standIn.settled()
        try await app.runJobs()
    }

    /// Moves the time and lets everything happen that is due then.
    func wait(_ duration: Duration) async throws {
        app.clock.advance(by: duration)
        try await work()
    }

    func payment(_ id: PaymentID) async throws -> Payment {
        let found = try await app.site.database.read { [payments] in try payments.find(id, in: $0) }
        return try #require(found)
    }

    func state(of lunch: PaymentSubject) async throws -> String {
        try await app.site.database.read { try $0.one("SELECT state FROM lunch_lunch WHERE id = \(lunch.id)") }
    }

    /// Staff send a payment back.
    func refund(_ id: PaymentID) async throws {
        try await app.site.write(by: nil) { [payments] in try payments.refund(id, because: "Cold soup", in: $0) }
        try await work()
    }

    /// What the site answered to webhooks.
    func answers() async -> [Int] { await standIn.deliveries().map { $0.status ?? 0 } }

    /// The books agree with the facts, and what they hold at Clover is what Clover holds.
    func checkBooks(_ comment: Comment? = nil) async throws {
        let rules = app.site.extensions[.ledgerRules]
        let (faults, held) = try await app.site.database.read { db in
            (try rules.flatMap { try $0.faults(db) }, try Ledger.balance(of: .held("clover"), "USD", in: .money, db))
        }
        #expect(faults == [], comment)
        #expect(await held == standIn.balance(), comment)
    }
}

/// Runs `body` with a site that takes cards from a stand-in of its own.
func withClover(on engine: Engine, _ body: (CloverScene) async throws -> Void) async throws {
    try await withTestApp(LunchApp.self, parts: [PaymentsModule.self], on: engine) { app in
        try await withStandIn {
            CloverStandIn(at: $0, clock: app.clock.clock) { try await app.receive($0) }
        } run: { standIn in
            let given = standIn.credentials
            try await app.site.configure { [site = app.site] configuration in
                configuration.clover = CloverConfiguration(
                    addresses: .init(platform: given.address, ecommerce: given.address), merchant: given.merchant,
                    sealedToken: CloverConfiguration.seal(given.token, for: site),
                    sealedWebhookSecret: CloverConfiguration.seal(given.webhookSecret, for: site), isStandIn: true)
            }
            try await body(CloverScene(app: app, standIn: standIn, payments: app.site.service()))
        }
    }
}
