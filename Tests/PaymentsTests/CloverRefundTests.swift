import Core
import Database
import Platform
import StandIns
import TestSupport
import Testing

@testable import Payments

@Suite struct CloverRefundTests {
    /// A lunch that is paid.
    private func paid(_ scene: CloverScene) async throws -> PaymentID {
        let (_, id) = try await scene.order()
        await scene.standIn.pay()
        try await scene.work()
        #expect(try await scene.payment(id).status == .confirmed)
        return id
    }

    @Test(.covers("CORE-028", "MUS-050"), arguments: Engine.available)
    func `a refund goes to the card, and its number is kept`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let id = try await paid(scene)
            try await scene.refund(id)
            let back = try await scene.payment(id)
            #expect(back.status == .refunded)
            #expect(await back.refund?.receipt?.number == scene.standIn.refunds().first?.id)
            #expect(scene.app.site.configuration.clover?.refundRoute == .charges, "the way that worked is kept")
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028"))
    func `a merchant whose refunds go another way gets them there, from the second on at once`() async throws {
        try await withClover(on: .sqlite) { scene in
            await scene.standIn.behave(.refundByPaymentOnly)
            let (first, second) = (try await paid(scene), try await paid(scene))
            try await scene.refund(first)
            #expect(try await scene.payment(first).status == .refunded)
            #expect(scene.app.site.configuration.clover?.refundRoute == .payments)
            await scene.standIn.behave(.none)
            try await scene.refund(second)
            #expect(try await scene.payment(second).status == .refunded)
            #expect(scene.app.site.configuration.clover?.refundRoute == .payments)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028", "CORE-029", "CORE-040"), arguments: Engine.available)
    func `a refund whose node died before it asked is asked for by the next one, once`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let id = try await paid(scene)
            try await scene.app.site.write(by: nil) { write in
                try scene.payments.refund(id, because: "Ordered twice", in: write)
                try write.run("UPDATE payment_payment SET refund_asked_at = \(write.now) WHERE id = \(id)")
            }
            try await scene.work()
            #expect(try await scene.payment(id).status == .refundRequested, "another node may be about to ask")
            #expect(await scene.standIn.refunds().isEmpty)
            scene.app.clock.advance(by: .seconds(40))
            try await scene.work()
            #expect(try await scene.payment(id).status == .refunded)
            #expect(await scene.standIn.refunds().count == 1)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028"), arguments: [CloverFault.refundFailed, .refundRefused])
    func `a refund that fails, also with a friendly status, is shown to staff and can be tried again`(fault: CloverFault) async throws {
        try await withClover(on: .sqlite) { scene in
            let id = try await paid(scene)
            await scene.standIn.behave(fault)
            try await scene.refund(id)
            #expect(try await scene.payment(id).status == .refundFailed, "\(fault)")
            try await scene.checkBooks()
            await scene.standIn.behave(.none)
            try await scene.app.site.write(by: nil) { try scene.payments.retryRefund(id, in: $0) }
            try await scene.work()
            #expect(try await scene.payment(id).status == .refunded)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `a pending refund is asked about until it is decided`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let (good, bad) = (try await paid(scene), try await paid(scene))
            await scene.standIn.behave(.refundPending)
            try await scene.refund(good)
            #expect(try await scene.payment(good).status == .refundRequested)
            await scene.standIn.settleRefunds()
            try await scene.wait(.seconds(11))
            #expect(try await scene.payment(good).status == .refunded)
            try await scene.refund(bad)
            await scene.standIn.settleRefunds(as: .failed)
            try await scene.wait(.seconds(11))
            #expect(try await scene.payment(bad).status == .refundFailed)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-029"), arguments: Engine.available)
    func `a refund whose answer is lost is looked up and not sent twice`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let id = try await paid(scene)
            await scene.standIn.behave(.responseLost, ["on": "refund", "times": "1"])
            try await scene.refund(id)
            try await scene.wait(.seconds(11))
            #expect(try await scene.payment(id).status == .refunded)
            #expect(await scene.standIn.refunds().count == 1)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-029"))
    func `what staff sent back in Clover's dashboard counts as sent back`() async throws {
        try await withClover(on: .sqlite) { scene in
            let id = try await paid(scene)
            await scene.standIn.behave(.broken, ["on": "refund", "times": "1"])
            try await scene.refund(id)
            await scene.standIn.refundInDashboard()
            try await scene.app.site.write(by: nil) { try scene.payments.retryRefund(id, in: $0) }
            try await scene.work()
            #expect(try await scene.payment(id).status == .refunded)
            #expect(await scene.standIn.refunds().count == 1)
            try await scene.checkBooks()
        }
    }
}
