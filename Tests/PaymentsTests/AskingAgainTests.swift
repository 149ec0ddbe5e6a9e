import Core
import Platform
import StandIns
import TestSupport
import Testing

@testable import Payments

/// A phone is asked once more for the same thing, or another one is, while the first prompt may still be answered.
@Suite struct AskingAgainTests {
    private func again(
        _ lunch: PaymentSubject, on phone: String = DarajaScene.phone, with provider: String = "mpesa", _ scene: DarajaScene
    ) async throws
        -> PaymentID
    {
        let id = try await scene.app.site.write(by: nil) { [payments = scene.payments] write in
            try payments.beginAgain(lunch, by: nil, with: provider, phone: provider == "mpesa" ? KenyanPhone(phone) : nil, in: write)
        }
        try await scene.work()
        return id
    }

    @Test(.covers("CAF-026", "CORE-029"), arguments: Engine.available)
    func `an old prompt that is paid after a new one was sent pays the thing, and the new one goes back`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            let (lunch, first) = try await scene.pay()
            try await scene.wait(Payments.timeBetweenPrompts)
            let second = try await again(lunch, scene)
            #expect(try await scene.payment(first).status == .expired)
            #expect(try await scene.payment(second).status == .prompted)
            #expect(try await scene.state(of: lunch) == "ordered", "it is still to be paid")
            // The phone shows the older one first.
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn))
            try await scene.work()
            #expect(try await scene.payment(first).status == .confirmed)
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn))
            try await scene.work()
            try await scene.work()
            #expect(try await scene.payment(second).status == .refunded)
            #expect(await scene.standIn.ledger().map(\.kind) == [.payment, .payment, .reversal])
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-026", "CORE-029"))
    func `an old prompt that no callback tells of is asked about before the time to pay is over`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            let (lunch, first) = try await scene.pay()
            try await scene.wait(Payments.timeBetweenPrompts)
            _ = try await again(lunch, scene)
            await scene.standIn.behave(.callbackNever)
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn))
            for _ in 0..<3 { try await scene.wait(.seconds(60)) }
            #expect(try await scene.payment(first).status == .confirmed)
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            await scene.standIn.behave(.none)
            try await scene.wait(.seconds(120))
            try await scene.reconcile()
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-026"), arguments: Engine.available)
    func `the new prompt is paid like any other, also on another phone, and the old one is over`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            let (lunch, first) = try await scene.pay()
            let second = try await again(lunch, on: "0712 000 200", scene)
            #expect(await scene.standIn.pay(msisdn: "254712000200"))
            try await scene.work()
            #expect(try await scene.payment(second).status == .confirmed)
            #expect(try await scene.payment(first).status == .expired)
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-026"))
    func `the same phone is asked once a minute, and five times at most`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            let (lunch, first) = try await scene.pay()
            try await scene.wait(Payments.timeBetweenPrompts - .seconds(1))
            await #expect(throws: PaymentRefusal.promptedJustNow) { try await again(lunch, scene) }
            #expect(try await scene.payment(first).isOpen, "the first can still be answered")
            for number in 2...5 { _ = try await again(lunch, on: "0712 000 10\(number)", scene) }
            let refusal = PaymentRefusal.promptedTooOften(5)
            await #expect(throws: refusal) { try await again(lunch, on: "0712 000 109", scene) }
            #expect(refusal.problem.remedy != nil && PaymentRefusal.promptedJustNow.problem.remedy != nil)
            // The counter is still there.
            let cash = try await again(lunch, with: "cash", scene)
            #expect(try await scene.payment(cash).isOpen)
            await #expect(throws: PaymentRefusal.underWay) { try await again(lunch, with: "cash", scene) }
            try await scene.checkBooks()
        }
    }
}
