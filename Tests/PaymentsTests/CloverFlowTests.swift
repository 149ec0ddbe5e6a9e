import Core
import Database
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Payments

@Suite struct CloverFlowTests {
    @Test(.covers("MUS-013", "MUS-050", "MUS-051", "CORE-028", "CORE-029"), arguments: Engine.available)
    func `a card is taken on Clover's page, and the receipt is kept`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let (lunch, id) = try await scene.order()
            let asked = try await scene.payment(id)
            let session = try #require(await scene.standIn.sessions().first)
            #expect(asked.status == .prompted && asked.reference?.text == session.id, "the session is kept before anybody is sent to its page")
            #expect(asked.page?.hasSuffix("/clover/checkout/\(session.id)") == true && session.amount == 12_00)
            #expect(await scene.standIn.pay())
            try await scene.work()
            let paid = try await scene.payment(id)
            #expect(paid.status == .confirmed)
            #expect(await paid.receipt?.number == scene.standIn.payments().first?.id)
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            #expect(await scene.answers() == [200])
            try await scene.checkBooks()
        }
    }

    @Test(.covers("MUS-013", "CORE-040"), arguments: Engine.available)
    func `nobody waits for a page that a server was asking for when it died`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let payment = try await scene.app.site.write(by: nil, once: nil) { [payments = scene.payments] write -> PaymentID in
                let lunch: Int64 = try write.insert(
                    "INSERT INTO lunch_lunch (price, state, currency, changed_at) VALUES (1200, 'ordered', 'USD', \(write.now))")
                let id = try payments.begin(PaymentSubject(Lunches.kind, lunch), by: nil, with: "clover", in: write)
                // It was noted that Clover is being asked, and no answer was.
                try write.run("UPDATE payment_payment SET asked_at = \(write.now) WHERE id = \(id)")
                return id
            }
            scene.app.clock.advance(by: .seconds(7))
            let isAnswered = try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { try await scene.payments.page(of: payment) == nil }
                group.addTask {
                    try await Task.sleep(for: .seconds(4))
                    return false
                }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
            #expect(isAnswered)
            #expect(try await scene.payment(payment).status == .created, "Clover is only asked about it")
        }
    }

    @Test(.covers("CORE-028", "MUS-051"), arguments: Engine.available)
    func `a payment that no webhook tells of is found by the note of its order`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            await scene.standIn.behave(.webhookNever)
            let (other, _) = try await scene.order(7_00)
            let (lunch, id) = try await scene.order()
            await scene.standIn.pay()
            try await scene.wait(.seconds(21))
            #expect(try await scene.payment(id).status == .confirmed)
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
            #expect(try await scene.state(of: other) == "ordered", "the note tells whose it is")
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028", "MUS-051"), arguments: [30, 1700])
    func `a payment is found among thousands that the merchant took meanwhile`(seconds: Int) async throws {
        try await withClover(on: .sqlite) { scene in
            await scene.standIn.behave(.webhookNever)
            let (_, id) = try await scene.order()
            await scene.standIn.pay()
            await scene.standIn.sell(2500)
            try await scene.wait(.seconds(seconds))
            #expect(try await scene.payment(id).receipt?.number == scene.standIn.payments().first?.id)
        }
    }

    @Test(.covers("MUS-051"))
    func `coming back from Clover's page is a reason to ask, whatever the address says`() async throws {
        try await withClover(on: .sqlite) { scene in
            await scene.standIn.behave(.webhookNever)
            let (lunch, id) = try await scene.order()
            let session = try #require(await scene.standIn.sessions().first)
            let attempt = try await scene.app.site.database.read {
                try $0.one("SELECT attempt FROM payment_payment WHERE id = \(id)" as Query<String>)
            }
            #expect(session.note == "stoa-\(attempt)")
            let unpaid = try await scene.app.guest.get(PaymentsPaths.back(attempt, .success))
            #expect(unpaid.status == .seeOther && unpaid.location == "/lunches?back=success")
            try await scene.work()
            #expect(try await scene.state(of: lunch) == "ordered", "who says so has not paid")
            await scene.standIn.pay()
            _ = try await scene.app.guest.get(PaymentsPaths.back(attempt, .cancel))
            try await scene.work()
            #expect(try await scene.state(of: lunch).hasPrefix("paid"), "who says no may have paid")
            #expect(try await scene.app.guest.get(PaymentsPaths.back("0123456789abcdef0123456789abcdef", .success)).status == .notFound)
        }
    }

    @Test(.covers("CORE-029", "MUS-050"), arguments: Engine.available)
    func `webhooks that are forged, unsigned, stale or signed with another secret are refused`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let (lunch, id) = try await scene.order()
            let session = try #require(await scene.standIn.sessions().first)
            let claim = #"{"type":"PAYMENT","status":"APPROVED","id":"FORGEDPAYMENT","merchantId":"STANDINMUSEUM","data":"\#(session.id)"}"#
            await scene.standIn.forge(claim, signature: .some(nil))
            await scene.standIn.forge(claim, signature: "t=1,v1=00")
            await scene.standIn.forge(claim, signature: "nonsense")
            #expect(await scene.answers() == [401, 401, 401])
            for fault in [CloverFault.webhookUnsigned, .webhookWronglySigned, .webhookStale] {
                await scene.standIn.behave(fault)
                await scene.standIn.pay(with: .declined)
                try await scene.standIn.settled()
                #expect(await scene.answers().last == 401, "\(fault)")
            }
            let kept: Int = try await scene.app.site.database.read { try $0.one("SELECT count(*) FROM payment_callback") }
            #expect(kept == 0)
            // What is signed rightly and made up all the same is only a reason to ask.
            await scene.standIn.forge(claim)
            try await scene.work()
            #expect(await scene.answers().last == 200)
            #expect(try await scene.payment(id).status == .prompted)
            #expect(try await scene.state(of: lunch) == "ordered")
        }
    }

    @Test(.covers("CORE-029"), arguments: Engine.available)
    func `webhooks that come early, twice, again later or in other spellings end in one payment`(on engine: Engine) async throws {
        for fault in [CloverFault.webhookEarly, .webhookTwice, .webhookLate, .pascalCase, .noData, .otherKey, .lookUpWithoutOrder, .lookUpMissing] {
            try await withClover(on: engine) { scene in
                await scene.standIn.behave(fault, ["milliseconds": "20", "times": "1"])
                let (lunch, id) = try await scene.order()
                await scene.standIn.pay()
                try await scene.work()
                if fault == .lookUpWithoutOrder || fault == .lookUpMissing { try await scene.wait(.seconds(21)) }
                #expect(try await scene.payment(id).status == .confirmed, "\(fault)")
                let state = try await scene.state(of: lunch)
                for _ in 0..<3 { await scene.standIn.replay() }
                try await scene.work()
                #expect(try await scene.state(of: lunch) == state && state.hasPrefix("paid"), "\(fault)")
                try await scene.checkBooks("\(fault)")
            }
        }
    }

    @Test(.covers("MUS-015", "CORE-029"), arguments: Engine.available)
    func `a declined card changes nothing, is explained, and another card on the same page pays`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let (lunch, id) = try await scene.order()
            await scene.standIn.pay(with: .declined)
            try await scene.work()
            let declined = try await scene.payment(id)
            #expect(declined.status == .prompted && declined.failure != nil && declined.page != nil)
            #expect(try await scene.state(of: lunch) == "ordered")
            await scene.standIn.pay(with: .approved)
            try await scene.work()
            let paid = try await scene.payment(id)
            #expect(paid.status == .confirmed && paid.failure == nil)
            // Its decline comes once more, after all.
            let first = try #require(await scene.standIn.deliveries().first)
            await scene.standIn.forge(String(decoding: first.body, as: UTF8.self))
            try await scene.work()
            #expect(try await scene.payment(id).status == .confirmed)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("MUS-015"), arguments: Engine.available)
    func `a page that nobody pays on ends, and money that comes after that goes back`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let (unpaid, left) = try await scene.order()
            try await scene.wait(.seconds(901))
            #expect(try await scene.payment(left).status == .expired)
            #expect(try await scene.state(of: unpaid) == "cancelled")
            #expect(await !scene.standIn.pay(), "Clover's page is over as well")
            // The lunch ends after five minutes, Clover's page after fifteen.
            await scene.standIn.behave(.webhookNever)
            let (lunch, late) = try await scene.order()
            try await scene.wait(.seconds(301))
            #expect(try await scene.state(of: lunch) == "cancelled")
            await scene.standIn.pay()
            try await scene.wait(.seconds(61))
            try await scene.work()
            #expect(try await scene.payment(late).status == .refunded)
            #expect(await scene.standIn.balance() == 0)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-029"), arguments: Engine.available)
    func `who pays on two pages gets the second payment back`(on engine: Engine) async throws {
        try await withClover(on: engine) { scene in
            let (lunch, first) = try await scene.order()
            await #expect(throws: PaymentRefusal.self) { _ = try await scene.again(lunch) }
            try await scene.wait(.seconds(61))
            let second = try await scene.again(lunch)
            let pages = await scene.standIn.sessions().map(\.id)
            #expect(pages.count == 2)
            for page in pages { #expect(await scene.standIn.pay(page)) }
            try await scene.work()
            try await scene.wait(.seconds(61))
            let all = [try await scene.payment(first).status, try await scene.payment(second).status]
            #expect(Set(all) == [.confirmed, .refunded], "\(all)")
            #expect(await scene.standIn.balance() == 12_00)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("MUS-050"), arguments: [CloverFault.throttled, .broken, .unavailable, .page, .unauthorized, .responseLost])
    func `where Clover makes no page nobody waits for one, and another try works`(fault: CloverFault) async throws {
        try await withClover(on: .sqlite) { scene in
            await scene.standIn.behave(fault, ["times": "1", "on": "checkout"])
            let (lunch, id) = try await scene.order()
            let failed = try await scene.payment(id)
            #expect(failed.status == .failed && failed.failure != nil && failed.page == nil, "\(fault)")
            let second = try await scene.again(lunch)
            await scene.standIn.pay()
            try await scene.work()
            #expect(try await scene.payment(second).status == .confirmed)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("MUS-051"), arguments: [CloverFault.throttled, .broken, .unavailable, .page, .unauthorized])
    func `a question that Clover doesn't answer decides nothing`(fault: CloverFault) async throws {
        try await withClover(on: .sqlite) { scene in
            await scene.standIn.behave(fault, ["on": "payment,list"])
            let (lunch, id) = try await scene.order()
            await scene.standIn.pay()
            try await scene.work()
            #expect(try await scene.payment(id).status == .prompted, "\(fault)")
            await scene.standIn.behave(.none)
            try await scene.wait(.seconds(21))
            #expect(try await scene.payment(id).status == .confirmed)
            #expect(try await scene.state(of: lunch).hasPrefix("paid"))
        }
    }
}
