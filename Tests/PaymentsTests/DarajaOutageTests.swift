import Core
import Crypto
import Database
import Outbound
import Platform
import StandIns
import TestSupport
import Testing

@testable import Payments

/// Safaricom slow, unreachable, or by another clock; and its one token for all nodes of a site.
@Suite struct DarajaOutageTests {
    private func order(_ attempt: String = "0123456789abcdef0123456789abcdef") -> PaymentOrder {
        PaymentOrder(
            payment: PaymentID(1), attempt: attempt, amount: Money(minor: 350_00, currency: "KES"), line: "Order 001", phone: DarajaScene.msisdn,
            payableUntil: Instant(milliseconds: 1_790_000_300_000)
        ) { "https://library.example/\($0)" }
    }

    @Test(.covers("CORE-028", "CORE-029"), arguments: [DarajaFault.slow, .responseStalled])
    func `an answer that takes too long is none, and never a refusal`(fault: DarajaFault) async throws {
        try await withDaraja(on: .sqlite) { scene in
            // The token is known, so that the call alone is too slow, on a busy machine too.
            _ = try await scene.pay(from: "0712000001")
            let provider = DarajaProvider(site: scene.app.site, client: HTTPClient(timeout: .seconds(2), limit: 65_536))
            await scene.standIn.behave(fault, ["milliseconds": "8000", "on": "push"])
            await #expect(throws: PaymentGatewayFailure.noAnswer) { _ = try await provider.begin(order()) }
        }
    }

    @Test(.covers("CAF-027", "CORE-028"), arguments: [DarajaFault.busy, .unavailable, .badGateway])
    func `without a token nobody is asked to pay, and a later attempt works`(fault: DarajaFault) async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(fault, ["on": "token"])
            let (lunch, id) = try await scene.pay()
            let failed = try await scene.payment(id)
            #expect(failed.status == .failed && failed.failure == "M-Pesa can’t be reached at the moment. Try again, or choose another way to pay.")
            #expect(await scene.standIn.prompts().isEmpty)
            await scene.standIn.behave(.none)
            let again = try await scene.app.site.write(by: nil) { [payments = scene.payments] write in
                try payments.begin(lunch, by: nil, with: "mpesa", phone: KenyanPhone(DarajaScene.phone), in: write)
            }
            try await scene.work()
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn))
            try await scene.work()
            #expect(try await scene.payment(again).status == .confirmed)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028"), arguments: [Duration.seconds(599), .seconds(-599)])
    func `a clock that is some minutes wrong doesn't matter`(skew: Duration) async throws {
        try await withDaraja(on: .sqlite, ahead: skew) { scene in
            let (lunch, id) = try await scene.pay(from: "0712000001")
            try await scene.wait(.seconds(11))
            #expect(try await scene.payment(id).status == .confirmed)
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028"), arguments: [Duration.seconds(700), .seconds(-700)])
    func `a clock that is too wrong for Safaricom ends in words, and takes no money`(skew: Duration) async throws {
        try await withDaraja(on: .sqlite, ahead: skew) { scene in
            let (_, id) = try await scene.pay()
            let failed = try await scene.payment(id)
            #expect(failed.status == .failed && failed.failure != nil)
            #expect(await scene.standIn.prompts().isEmpty)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028", "CORE-047"), arguments: Engine.available)
    func `nodes share a token, and one that another node replaced is found without asking for a third`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            // What each node keeps in memory is the provider's. A busy machine may answer late: how long a node waits is not what is tested.
            let nodes = (0..<2).map { _ in
                DarajaProvider(site: scene.app.site, client: HTTPClient(timeout: .seconds(60), limit: 65_536))
            }
            _ = try await nodes[0].begin(order("00000000000000000000000000000001"))
            await scene.standIn.behave(.busy, ["on": "token"])
            _ = try await nodes[1].begin(order("00000000000000000000000000000002"))
            await scene.standIn.behave(.none)
            await scene.standIn.expireToken()
            _ = try await nodes[0].begin(order("00000000000000000000000000000003"))
            await scene.standIn.behave(.busy, ["on": "token"])
            _ = try await nodes[1].begin(order("00000000000000000000000000000004"))
            #expect(await scene.standIn.prompts().count == 4)
        }
    }

    @Test(.covers("CORE-029", "CORE-049"))
    func `a shared token is sealed where it is kept`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            _ = try await DarajaProvider(site: scene.app.site).begin(order())
            let sealed: String = try await scene.app.site.database.read { try $0.one("SELECT sealed FROM payment_token") }
            let opened = try scene.app.site.key.open(try #require([UInt8](base64URL: sealed)), context: "payments:daraja-token")
            let token = String(decoding: opened, as: UTF8.self)
            #expect(token.count >= 20 && !sealed.contains(token))
        }
    }
}
