import Core
import Crypto
import Database
import Foundation
import Outbound
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Payments

/// A site that takes M-Pesa, and Safaricom as the stand-in plays it: calls go over the wire, callbacks come in as whole requests.
struct DarajaScene: Sendable {
    static let phone = "0712 000 100"
    static let msisdn = "254712000100"

    let app: TestApp
    let standIn: DarajaStandIn
    let payments: Payments

    /// Somebody orders a lunch and is asked to pay for it.
    func pay(_ minor: Int = 350_00, from phone: String = Self.phone) async throws -> (lunch: PaymentSubject, payment: PaymentID) {
        let number = try #require(KenyanPhone(phone))
        let ids = try await app.site.write(by: nil) { [payments] write in
            let lunch: Int64 = try write.insert("INSERT INTO lunch_lunch (price, state, changed_at) VALUES (\(minor), 'ordered', \(write.now))")
            let payment = try payments.begin(PaymentSubject(Lunches.kind, lunch), by: nil, with: "mpesa", phone: number, in: write)
            return [lunch, payment.number]
        }
        try await work()
        return (PaymentSubject(Lunches.kind, ids[0]), PaymentID(ids[1]))
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

    /// What was claimed at the addresses for callbacks, and what came of it.
    func verdicts() async throws -> [String] {
        try await app.site.database.read {
            try $0.all("SELECT COALESCE(verdict, 'unread') FROM payment_callback ORDER BY id LIMIT 100" as Query<String>)
        }
    }

    /// The statement as the portal gives it.
    func statement() async throws -> [UInt8] {
        let answer = try await HTTPClient(timeout: .seconds(10)).send(.get(standIn.credentials.address + "/statement.csv"))
        return answer.body
    }

    /// Staff compare the statement and take over everything that is proposed.
    func reconcile() async throws {
        guard let lines = try? DarajaStatement.read(try await statement()) else { return }
        try await app.site.write(by: nil) { [payments] write in
            for difference in try payments.reconcile(lines, of: "mpesa", in: write).0.differences {
                switch difference {
                case .unrecorded(let line, let id?), .unrecordedRefund(let line, let id): try payments.adopt(line, for: id, in: write)
                case .unrecorded, .otherAmount, .missing: break
                }
            }
        }
        try await work()
        try await work()
    }

    /// Staff ask once more for every refund that is still under way.
    func askAgain() async throws {
        try await app.site.write(by: nil) { [payments] write in
            let waiting: [PaymentID] = try write.all("SELECT id FROM payment_payment WHERE status = 'refund-requested' ORDER BY id LIMIT 100")
            for id in waiting { try payments.retryRefund(id, in: write) }
        }
        try await work()
        try await work()
    }

    /// The books agree with the facts, and what they hold at M-Pesa is what Safaricom holds.
    func checkBooks(_ comment: Comment? = nil) async throws {
        let rules = app.site.extensions[.ledgerRules]
        let (faults, held) = try await app.site.database.read { db in
            (try rules.flatMap { try $0.faults(db) }, try Ledger.balance(of: .held("mpesa"), "KES", in: .money, db))
        }
        #expect(faults == [], comment)
        let there = await standIn.ledger().reduce(0) { $0 + ($1.kind == .payment ? $1.amount : -$1.amount) }
        #expect(held == there * 100, comment)
    }
}

/// Runs `body` with a site that takes M-Pesa from a stand-in of its own.
/// - Parameter skew: how far the site's clock is ahead of Safaricom's.
func withDaraja(on engine: Engine, ahead skew: Duration = .zero, _ body: (DarajaScene) async throws -> Void) async throws {
    try await withTestApp(LunchApp.self, parts: [PaymentsModule.self], on: engine) { app in
        let site = app.clock.clock
        let clock = SiteClock({ site.now() - skew }, steady: { site.steady() })
        try await withStandIn {
            try DarajaStandIn(at: $0, clock: clock, timing: .quick) { try await app.receive($0) }
        } run: { standIn in
            let given = standIn.credentials
            try await app.site.configure { [site = app.site] configuration in
                configuration.mpesa = DarajaConfiguration(
                    address: given.address, consumerKey: given.consumerKey,
                    sealedConsumerSecret: DarajaConfiguration.seal(given.consumerSecret, for: site), shortcode: given.shortcode,
                    sealedPasskey: DarajaConfiguration.seal(given.passkey, for: site),
                    reversal: .init(
                        initiator: given.initiator, sealedPassword: DarajaConfiguration.seal(given.initiatorPassword, for: site),
                        certificate: given.publicKey), isStandIn: true)
            }
            try await body(DarajaScene(app: app, standIn: standIn, payments: app.site.service()))
        }
    }
}

/// A public key as Safaricom hands one out.
enum RSAKeyFixture {
    static func pem() throws -> String { try RSAPrivateKey().publicKey.pem }
}
