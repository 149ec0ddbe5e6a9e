import Core
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// The phone and the amount at the checkout, as M-Pesa takes them.
@Suite struct PhonePaymentTests {
    /// A site that M-Pesa is set up on; nobody is asked before jobs run.
    private func withMpesa(on engine: Engine, _ body: (Cafeteria) async throws -> Void) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.app.site.configure { [site = cafeteria.app.site] configuration in
                configuration.mpesa = DarajaConfiguration(
                    address: "http://127.0.0.1:9", consumerKey: "key", sealedConsumerSecret: DarajaConfiguration.seal("secret", for: site),
                    shortcode: "174379", sealedPasskey: DarajaConfiguration.seal("passkey", for: site))
            }
            try await body(cafeteria)
        }
    }

    @Test(
        .covers("CAF-002", "CAF-026"),
        arguments: [
            "0712345678", "0712 345 678", "+254712345678", "+254 712 345 678", "254712345678", "00254712345678", "+254 (0)712-345-678",
            "712345678", "0712.345.678",
        ])
    func `a phone is asked in whatever form its number was written`(written: String) async throws {
        try await withMpesa(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "mpesa"), ("phone", written)]))
            let payments = try cafeteria.services.payments
            let begun = try await cafeteria.app.site.database.read { try payments.all(for: order.subject, in: $0) }
            #expect(begun.map(\.phone) == ["254712345678"])
        }
    }

    @Test(.covers("CAF-026"), arguments: ["", "12345", "+46701234567", "0812345678", "07123456789", "phone", "+254 712 345 67"])
    func `what is no Kenyan mobile number is marked at its field, and nothing is ordered`(written: String) async throws {
        try await withMpesa(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let refused = try await cafeteria.order(ada.asProgram, [("provider", "mpesa"), ("phone", written)])
            #expect(
                refused.problem?.code == (written.isEmpty ? "payments.phone-missing" : "payments.phone-wrong")
                    && refused.problem?.fields["phone"] != nil)
            let orders: Int = try await cafeteria.app.site.database.read { try $0.one("SELECT count(*) FROM cafeteria_order") }
            #expect(orders == 0)
        }
    }

    @Test(
        .covers("CAF-026"),
        arguments: [(9_00, 1, "payments.below-limit"), (10_00, 1, nil), (1_000_00, 50, nil), (1_000_02, 50, "payments.above-limit")])
    func `an order costs from 10 to 50,000 shillings, or is paid another way`(price: Int, quantity: Int, code: String?) async throws {
        try await withMpesa(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: price)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, quantity, to: ada)
            let answer = try await cafeteria.order(ada.asProgram, [("provider", "mpesa"), ("phone", "0712345678")])
            if let code {
                #expect(answer.problem?.code == code && answer.problem?.remedy != nil)
                #expect(try await cafeteria.placed(try await cafeteria.order(ada)).total == price * quantity, "the counter takes it")
            } else {
                #expect(try await cafeteria.placed(answer).total == price * quantity)
            }
        }
    }
}
