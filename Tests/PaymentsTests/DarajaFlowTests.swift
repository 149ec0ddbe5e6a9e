import Core
import Database
import Foundation
import Localization
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Payments

@Suite struct DarajaFlowTests {
    @Test(.covers("CAF-026", "CAF-027", "CAF-028", "CAF-030", "CORE-028"), arguments: Engine.available)
    func `a phone is prompted, the PIN is entered, and the receipt is kept`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            let (lunch, id) = try await scene.pay()
            #expect(try await scene.payment(id).status == .prompted)
            #expect(try await scene.state(of: lunch) == "ordered", "asked is not paid")
            let prompt = try #require(await scene.standIn.prompts(msisdn: DarajaScene.msisdn).first)
            #expect(prompt.amount == 350)
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn))
            try await scene.work()
            let paid = try await scene.payment(id)
            let receipt = try #require(await scene.standIn.ledger().first?.receipt)
            #expect(paid.status == .confirmed && paid.receipt?.number == receipt)
            #expect(try await scene.state(of: lunch) == "paid \(receipt)")
            try await scene.checkBooks()
            let text = try await scene.app.site.database.read { db in
                try db.one("SELECT CAST(body AS TEXT) FROM payment_callback" as Query<String>)
            }
            #expect(!text.contains(DarajaCredentials.pin), "no PIN comes here")
        }
    }

    @Test(.covers("CAF-027", "CORE-029"), arguments: Engine.available)
    func `a forged callback changes nothing, and a true one after it counts`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            let (lunch, id) = try await scene.pay()
            #expect(await scene.standIn.forge(msisdn: DarajaScene.msisdn))
            try await scene.work()
            #expect(try await scene.payment(id).status == .prompted, "Safaricom says that nobody has paid")
            for wrong in [["amount": "1"], ["checkout": "ws_CO_other"], ["receipt": "FORGED0001"]] {
                _ = await scene.standIn.forge(msisdn: DarajaScene.msisdn, wrong)
                try await scene.work()
                #expect(try await scene.payment(id).status == .prompted, "\(wrong)")
            }
            let guessed = try await scene.app.guest.send(.post, "/payments/callbacks/0123456789abcdef0123456789abcdef", body: Array("{}".utf8))
            #expect(guessed.status == .notFound)
            _ = await scene.standIn.pay(msisdn: DarajaScene.msisdn)
            try await scene.work()
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            let receipt = await scene.standIn.ledger().first?.receipt
            let paid = try await scene.payment(id)
            let number = paid.receipt?.number
            #expect(number == receipt || number == paid.reference?.text, "never the forged number: where claims disagree, none is believed")
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-029"), arguments: [DarajaFault.callbackTwice, .callbackEarly, .callbackAfterQuery, .callbackLate])
    func `callbacks that are doubled, early or late end in one confirmed payment`(fault: DarajaFault) async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(fault, ["milliseconds": "50"])
            // This number pays at once.
            let (lunch, id) = try await scene.pay(from: "0712000001")
            try await scene.wait(.seconds(10))
            try await scene.wait(.seconds(10))
            #expect(try await scene.payment(id).status == .confirmed, "\(fault)")
            let receipt = await scene.standIn.ledger().first?.receipt
            #expect(try await scene.payment(id).receipt?.number == receipt)
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-029"), arguments: Engine.available)
    func `a callback that never comes is made up for by asking`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            await scene.standIn.behave(.callbackNever)
            let (lunch, id) = try await scene.pay()
            _ = await scene.standIn.pay(msisdn: DarajaScene.msisdn)
            try await scene.wait(.seconds(11))
            let paid = try await scene.payment(id)
            #expect(paid.status == .confirmed && paid.receipt?.number == paid.reference?.text, "the number of the receipt is not known yet")
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028", "CORE-029"), arguments: [DarajaFault.responseLost, .payload, .queryUnsure])
    func `a lost answer, other types of numbers and unsure answers lose no money`(fault: DarajaFault) async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(fault, ["numbers": "string", "balance": "absent", "percent": "60", "seed": "4", "times": "3"])
            let (lunch, id) = try await scene.pay()
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn), "the phone rang all the same")
            try await scene.work()
            for _ in 0..<5 { try await scene.wait(.seconds(30)) }
            #expect(try await scene.payment(id).status == .confirmed, "\(fault)")
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            #expect(await scene.standIn.prompts().count == 1, "asked once")
            try await scene.checkBooks()
        }
    }

    /// A payment that came too late, and so goes back, while only an answer tells of it.
    private func late(_ fault: DarajaFault, _ scene: DarajaScene) async throws -> PaymentID {
        let (_, id) = try await scene.pay()
        try await scene.wait(Lunches.end + .seconds(1))
        await scene.standIn.behave(fault)
        _ = await scene.standIn.pay(msisdn: DarajaScene.msisdn)
        try await scene.wait(.seconds(60))
        return id
    }

    @Test(.covers("CAF-029", "CORE-029"), arguments: Engine.available)
    func `money goes back once the number is there that M-Pesa sends it back by`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            let id = try await late(.callbackAfterQuery, scene)
            try await scene.work()
            #expect(try await scene.payment(id).status == .refunded)
            #expect(await scene.standIn.ledger().map(\.kind) == [.payment, .reversal])
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-029", "CORE-028", "CORE-029"))
    func `a number that never comes is waited for a day, and the statement has it`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            let id = try await late(.callbackNever, scene)
            #expect(try await scene.payment(id).status == .refundRequested)
            for pause in [600, 3600, 7200] { try await scene.wait(.seconds(pause)) }
            #expect(try await scene.payment(id).status == .refundRequested)
            try await scene.wait(.days(1))
            let failed = try await scene.payment(id)
            #expect(failed.status == .refundFailed && failed.refund?.failure != nil)
            await scene.standIn.behave(.none)
            try await scene.reconcile()
            try await scene.app.site.write(by: nil) { [payments = scene.payments] write in try payments.retryRefund(id, in: write) }
            try await scene.work()
            try await scene.work()
            #expect(try await scene.payment(id).status == .refunded)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028", "CORE-029"))
    func `a made-up number that came before the true one is dropped, and the statement tells the true one`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            let (_, id) = try await scene.pay()
            await scene.standIn.behave(.callbackAfterQuery)
            _ = await scene.standIn.forge(msisdn: DarajaScene.msisdn)
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn))
            for pause in [0, 11, 60] { try await scene.wait(.seconds(pause)) }
            let doubted = try await scene.payment(id)
            #expect(doubted.status == .confirmed && doubted.lacksNumber)
            try await scene.reconcile()
            let receipt = await scene.standIn.ledger().first?.receipt
            #expect(try await scene.payment(id).receipt?.number == receipt)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-029", "CORE-028", "CORE-029"))
    func `money that only the statement tells of goes back by the number in it`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(.responseLost)
            let (_, id) = try await scene.pay()
            await scene.standIn.behave(.none)
            await scene.standIn.behave(.callbackNever)
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn))
            try await scene.wait(Lunches.end + .seconds(1))
            #expect(try await scene.payment(id).reference == nil)
            await scene.standIn.behave(.none)
            try await scene.reconcile()
            #expect(try await scene.payment(id).status == .refunded)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-029", "CORE-029"), arguments: Engine.available)
    func `a payment that arrives after its time is sent back`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            let (lunch, id) = try await scene.pay()
            try await scene.wait(Lunches.end + .seconds(1))
            #expect(try await scene.payment(id).status == .expired)
            #expect(try await scene.state(of: lunch) == "cancelled")
            _ = await scene.standIn.pay(msisdn: DarajaScene.msisdn)
            try await scene.work()
            try await scene.work()
            let back = try await scene.payment(id)
            let moved = await scene.standIn.ledger()
            #expect(back.status == .refunded && back.refund?.receipt?.number == moved.last?.receipt)
            #expect(moved.map(\.kind) == [.payment, .reversal])
            try await scene.checkBooks()
        }
    }

    @Test(
        .covers("CORE-028"),
        arguments: [
            ("0712000002", "cancelled"), ("0712000003", "PIN"), ("0712000004", "enough money"), ("0712000005", "in time"), ("0712000006", "in time"),
            ("0712000007", "Try again"), ("0712000008", "Try again"), ("0712000009", "three minutes"), ("0712000010", "4242"),
        ])
    func `each outcome at the phone is a failure in words, and may be followed by another attempt`(phone: String, words: String) async throws {
        try await withDaraja(on: .sqlite) { scene in
            let (lunch, id) = try await scene.pay(from: phone)
            try await scene.wait(.seconds(11))
            let failed = try await scene.payment(id)
            #expect(failed.status == .failed)
            let text = scene.app.site.messages.render(try #require(failed.failure), in: .english, timeZone: .gmt)
            #expect(text.contains(words), "\(text)")
            #expect(try await scene.state(of: lunch) == "ordered")
            let again = try await scene.app.site.write(by: nil) { [payments = scene.payments] write in
                try payments.begin(lunch, by: nil, with: "mpesa", phone: KenyanPhone(DarajaScene.phone), in: write)
            }
            try await scene.work()
            _ = await scene.standIn.pay(msisdn: DarajaScene.msisdn)
            try await scene.work()
            #expect(try await scene.payment(again).status == .confirmed)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-029"))
    func `an attempt that succeeds late, after another was paid, is sent back`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            // This number gives no answer, and pays all the same a moment later.
            await scene.standIn.behave(.callbackLate, ["milliseconds": "200"])
            let (lunch, first) = try await scene.pay(from: "0712000011")
            try await scene.wait(.seconds(11))
            try await scene.wait(.seconds(90))
            _ = try? await scene.app.site.write(by: nil) { [payments = scene.payments] write in
                _ = try payments.begin(lunch, by: nil, with: "mpesa", phone: KenyanPhone("0712000001"), in: write)
            }
            for _ in 0..<6 { try await scene.wait(.seconds(120)) }
            let paid = await scene.standIn.ledger().filter { $0.kind == .payment }
            let kept = paid.filter { !$0.isReversed }
            #expect(kept.count <= 1, "nobody pays twice")
            #expect(try await !scene.payment(first).isOpen)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-026"), arguments: [(9_00, "payments.below-limit"), (50_001_00, "payments.above-limit"), (10_50, "payments.no-fractions")])
    func `amounts that M-Pesa does not take are refused with a remedy`(minor: Int, code: String) async throws {
        try await withDaraja(on: .sqlite) { scene in
            do {
                _ = try await scene.pay(minor)
                Issue.record("\(minor) was taken")
            } catch let refusal as PaymentRefusal {
                #expect(refusal.problem.code == code && refusal.problem.remedy != nil)
            }
            #expect(await scene.standIn.prompts().isEmpty)
        }
    }

    @Test(.covers("CAF-026"), arguments: [10_00, 50_000_00])
    func `the least and the most that M-Pesa takes are taken`(minor: Int) async throws {
        try await withDaraja(on: .sqlite) { scene in
            let (_, id) = try await scene.pay(minor, from: "0712000001")
            try await scene.wait(.seconds(11))
            #expect(try await scene.payment(id).status == .confirmed)
            try await scene.checkBooks()
        }
    }

    @Test(
        .covers("CORE-028"),
        arguments: [
            (DarajaFault.throttled, PaymentStatus.failed), (.busy, .failed), (.badGateway, .created), (.unavailable, .created),
            (.tokenRefused, .failed), (.tokenRefused401, .failed),
        ])
    func `a service that is down or busy ends in words or in time, and never asks twice`(fault: DarajaFault, status: PaymentStatus) async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(fault)
            let (lunch, id) = try await scene.pay()
            #expect(try await scene.payment(id).status == status)
            await scene.standIn.behave(.none)
            try await scene.wait(Lunches.end + .seconds(1))
            #expect(try await !scene.payment(id).isOpen)
            let state = try await scene.state(of: lunch)
            #expect(["ordered", "cancelled"].contains(state))
            #expect(await scene.standIn.prompts().count <= 1)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028"))
    func `a token that ended is renewed in the middle of a call`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            _ = try await scene.pay(from: "0712000001")
            await scene.standIn.expireToken()
            let (_, id) = try await scene.pay(from: "0712000101")
            #expect(try await scene.payment(id).status == .prompted)
        }
    }

    @Test(.covers("CAF-037", "CORE-028"), arguments: [DarajaFault.reversalTwice, .reversalTimeout, .payload])
    func `a refund that is late or told twice goes back once`(fault: DarajaFault) async throws {
        try await withDaraja(on: .sqlite) { scene in
            let (_, id) = try await scene.pay(from: "0712000001")
            try await scene.wait(.seconds(11))
            await scene.standIn.behave(fault, ["milliseconds": "40", "numbers": "string"])
            try await scene.app.site.write(by: nil) { [payments = scene.payments] in try payments.refund(id, because: "Sold out", in: $0) }
            try await scene.work()
            try await scene.work()
            #expect(try await scene.payment(id).status == .refunded, "\(fault)")
            #expect(await scene.standIn.ledger().count { $0.kind == .reversal } == 1)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-037", "CORE-028"))
    func `a refund that M-Pesa refuses is shown to staff, who pay it out in cash`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            let (_, id) = try await scene.pay(from: "0712000001")
            try await scene.wait(.seconds(11))
            await scene.standIn.behave(.reversalPoor)
            try await scene.app.site.write(by: nil) { [payments = scene.payments] in try payments.refund(id, because: "Sold out", in: $0) }
            try await scene.work()
            try await scene.work()
            let failed = try await scene.payment(id)
            #expect(failed.status == .refundFailed && failed.refund?.failure != nil)
            try await scene.app.site.write(by: nil) { [payments = scene.payments] in try payments.handBackCash(id, in: $0) }
            #expect(try await scene.payment(id).status == .refunded)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-029"))
    func `callbacks from an address that is not on the list are not read`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            try await scene.app.site.configure { $0.mpesa?.callbackAddresses = ["196.201.214.200"] }
            let (_, id) = try await scene.pay()
            _ = await scene.standIn.pay(msisdn: DarajaScene.msisdn)
            try await scene.work()
            #expect(try await scene.verdicts() == ["notOurs"])
            try await scene.wait(.seconds(11))
            #expect(try await scene.payment(id).status == .confirmed, "asking finds it all the same")
        }
    }

    @Test(.covers("CORE-029"))
    func `no secret of the merchant is readable where it is kept`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            let given = scene.standIn.credentials
            let kept = try scene.app.site.configuration.text()
            for secret in [given.consumerSecret, given.passkey, given.initiatorPassword] { #expect(!kept.contains(secret)) }
        }
    }

    @Test(.covers("CAF-030", "CORE-029"))
    func `the number of a receipt is not lost when Safaricom is unsure while the callback comes`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(.callbackAfterQuery)
            let (_, id) = try await scene.pay(from: "0712000001")
            // The first question is answered and lets the callback go; the next ones are not answered.
            scene.app.clock.advance(by: .seconds(11))
            try await scene.app.runJobs()
            await scene.standIn.behave(.queryUnsure, ["percent": "100", "seed": "1"])
            try await scene.work()
            #expect(try await scene.payment(id).status == .confirmed)
            await scene.standIn.behave(.none)
            try await scene.wait(.seconds(61))
            try await scene.wait(.seconds(300))
            let receipt = await scene.standIn.ledger().first?.receipt
            #expect(try await scene.payment(id).receipt?.number == receipt)
        }
    }
}
