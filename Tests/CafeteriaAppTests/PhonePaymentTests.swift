import Accounts
import Core
import Database
import Foundation
import Payments
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// The phone and the amount at the checkout, as M-Pesa takes them.
@Suite struct PhonePaymentTests {
    /// A site that takes M-Pesa from a stand-in: calls go over the wire, callbacks come in as whole requests.
    private func withDaraja(_ body: (Cafeteria, DarajaStandIn) async throws -> Void) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let app = cafeteria.app
            try await withStandIn {
                try DarajaStandIn(at: $0, clock: app.clock.clock, timing: .quick) { try await app.receive($0) }
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
                try await body(cafeteria, standIn)
            }
        }
    }

    /// Lets the site and M-Pesa do what they have to do with one another.
    private func work(_ cafeteria: Cafeteria, _ standIn: DarajaStandIn) async throws {
        for _ in 0..<3 {
            try await cafeteria.app.runJobs()
            try await standIn.settled()
        }
        try await cafeteria.app.runJobs()
    }

    /// Tea for 220 shillings, for which this phone is asked to pay.
    private func prompted(_ cafeteria: Cafeteria, phone: String = "0712345678") async throws -> (client: TestClient, order: Order) {
        let ada = try await cafeteria.app.signedIn(.ada)
        try await cafeteria.add(try await cafeteria.item("Tea", price: 220_00), to: ada)
        return (ada, try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "mpesa"), ("phone", phone)])))
    }

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

    @Test(.covers("CAF-030"))
    func `who closes the day goes on to M-Pesa’s statement, where they may and the site takes M-Pesa`() async throws {
        try await withMpesa(on: .sqlite) { cafeteria in
            let (owner, bea) = (try await cafeteria.app.signedIn(.owner), try await cafeteria.app.person(.bea))
            try await cafeteria.app.site.service(Roles.self).set([Roles.Grant(app: "cafeteria", role: "staff")], of: bea, by: nil)
            let path = CafeteriaPaths.cashUps()
            #expect(try await owner.get(path).text.contains("href=\"/admin/payments/statement\""))
            let hers = try await cafeteria.app.signedIn(.bea).get(path)
            #expect(hers.status == .ok && !hers.text.contains("Compare a statement"), "she closes the day, and sees no payments")
            try await cafeteria.app.site.configure { $0.mpesa = nil }
            #expect(try await !owner.get(path).text.contains("Compare a statement"))
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

    @Test(.covers("CAF-026", "CAF-029"), arguments: Engine.available)
    func `while a phone is waited for it is asked again, another is, or the counter takes the money, all for one order`(
        on engine: Engine
    ) async throws {
        try await withMpesa(on: engine) { cafeteria in
            let (ada, order) = try await prompted(cafeteria)
            #expect(order.payableUntil == order.createdAt + .seconds(300), "whoever pays by phone has five minutes")
            func attempts() async throws -> [Payment] {
                try await cafeteria.app.site.database.read { try cafeteria.services.payments.all(for: order.subject, in: $0) }
            }
            let waiting = try await ada.get(CafeteriaPaths.order(order.id)).text
            for words in ["Check your phone", "Send again", "Change number", "Nothing on your phone?", "Pay at the counter instead"] {
                #expect(waiting.contains(words), "\(words)")
            }
            let soon = try await ada.asProgram.post(CafeteriaPaths.pay(order.id), ["provider": "mpesa", "phone": "0712345678"])
            #expect(soon.problem?.code == "payments.prompted-just-now" && soon.problem?.remedy != nil)
            cafeteria.app.clock.advance(by: Payments.timeBetweenPrompts)
            #expect(try await ada.post(CafeteriaPaths.pay(order.id), ["provider": "mpesa", "phone": "0712345678"]).status == .seeOther)
            let other = try await ada.post(CafeteriaPaths.pay(order.id), ["provider": "mpesa", "phone": "0722000111"])
            #expect(other.location?.hasPrefix(CafeteriaPaths.order(order.id)) == true)
            #expect(try await attempts().map(\.phone) == ["254722000111", "254712345678", "254712345678"])
            #expect(try await attempts().map(\.isOpen) == [true, false, false])
            let wrong = try await ada.post(CafeteriaPaths.pay(order.id), ["provider": "mpesa", "phone": "12"])
            #expect(wrong.text.contains("Enter a Kenyan mobile number") && wrong.text.contains("Check your phone"))
            #expect(try await ada.post(CafeteriaPaths.pay(order.id), ["provider": "cash"]).status == .seeOther)
            let counter = try await ada.get(CafeteriaPaths.order(order.id)).text
            #expect(counter.contains("Pay at the counter") && counter.contains("Pay another way") && counter.contains("or later if you pay later"))
            // There is time to walk there.
            #expect(try await cafeteria.find(order.id).payableUntil == order.createdAt + .seconds(900))
            try await cafeteria.pay(order)
            #expect(try await cafeteria.find(order.id).status == .confirmed)
            #expect(try await cafeteria.faults() == [])
            #expect(try await cafeteria.app.signedIn(.bea).post(CafeteriaPaths.pay(order.id), ["provider": "cash"]).status == .notFound)
        }
    }

    @Test(.covers("CAF-026", "CAF-028", "CORE-029"))
    func `an old prompt that is paid late confirms the order once, and the money of the new one goes back`() async throws {
        try await withDaraja { cafeteria, standIn in
            let (ada, order) = try await prompted(cafeteria, phone: "0712000100")
            try await work(cafeteria, standIn)
            cafeteria.app.clock.advance(by: Payments.timeBetweenPrompts)
            _ = try await ada.post(CafeteriaPaths.pay(order.id), ["provider": "mpesa", "phone": "0712000100"])
            try await work(cafeteria, standIn)
            #expect(await standIn.prompts().count == 2)
            // The older one is answered first, and then the newer one too.
            #expect(await standIn.pay(msisdn: "254712000100"))
            try await work(cafeteria, standIn)
            #expect(try await cafeteria.find(order.id).status == .confirmed)
            #expect(await standIn.pay(msisdn: "254712000100"))
            for _ in 0..<3 { try await work(cafeteria, standIn) }
            #expect(await standIn.ledger().map(\.kind) == [.payment, .payment, .reversal])
            #expect(try await cafeteria.find(order.id).status == .confirmed)
            #expect(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("was refunded"))
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-026", "CAF-037"), arguments: Engine.available)
    func `the counter waits for a PIN first, takes cash second, and says to whom money goes back`(on engine: Engine) async throws {
        try await withMpesa(on: engine) { cafeteria in
            let order = try await prompted(cafeteria).order
            let staff = try await cafeteria.app.signedIn(.owner)
            let waiting = try await staff.get(CafeteriaPaths.counterOrder(order.id)).text
            let places = [
                "Waiting for M-Pesa", "KES\u{A0}220", "The customer enters the PIN on +254 712", "data-countdown", "Take cash instead",
                "Tap what you’re given",
            ]
            .map { waiting.range(of: $0)?.lowerBound }
            #expect(places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(places)")
            #expect(!waiting.contains("Take payment"))
            // The money comes, and goes back the same way.
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run(
                    """
                    UPDATE payment_payment SET status = 'confirmed', reference = 'ws_1', receipt = 'R1', confirmed_at = \(write.now)
                    WHERE subject_id = \(order.id)
                    """)
                try cafeteria.services.orders.confirm(order.id, in: write)
            }
            let asked = try await staff.get(CafeteriaPaths.cancelForCustomer(order.id)).text
            #expect(asked.contains("Cancel and give back KES\u{A0}220 by M-Pesa to +254 712"), "\(asked)")
        }
    }

    @Test(.covers("CAF-026", "CAF-043"), arguments: Engine.available)
    func `at the counter a phone that shows nothing is asked again after a minute, and another number at once`(on engine: Engine) async throws {
        try await withMpesa(on: engine) { cafeteria in
            let order = try await prompted(cafeteria).order
            let staff = try await cafeteria.app.signedIn(.owner)
            let path = CafeteriaPaths.askPhone(order.id)
            let waiting = try await staff.get(CafeteriaPaths.counterOrder(order.id)).text
            #expect(waiting.contains("Send again") && waiting.contains("Change number") && waiting.contains("data-enabled-from"), "\(waiting)")
            func payments() async throws -> [Payment] {
                try await cafeteria.app.site.database.read { [payments = cafeteria.services.payments] in try payments.all(for: order.subject, in: $0)
                }
            }
            let first = try #require(try await payments().first?.payingPhone)
            #expect(try await staff.asProgram.post(path, ["phone": first.readable]).status == .conflict, "its phone still shows the last one")
            #expect(try await staff.post(path, ["phone": "0712000199"]).status == .seeOther)
            #expect(try await payments().filter(\.isOpen).map(\.payingPhone?.readable) == ["+254 712 000 199"])
            cafeteria.app.clock.advance(by: Payments.timeBetweenPrompts)
            #expect(try await staff.post(path, ["phone": "0712000199"]).status == .seeOther)
            #expect(try await payments().count == 3)
            #expect(try await cafeteria.find(order.id).status == .pendingPayment, "nothing is paid by asking")
        }
    }

    @Test(.covers("CAF-037", "CAF-029"), arguments: Engine.available)
    func `who cancels while a phone asks for the PIN reads that nothing was taken and what comes late goes back, and so do staff`(
        on engine: Engine
    ) async throws {
        try await withMpesa(on: engine) { cafeteria in
            let (ada, order) = try await prompted(cafeteria)
            let staff = try await cafeteria.app.signedIn(.owner)
            for path in [CafeteriaPaths.order(order.id), CafeteriaPaths.cancel(order.id)] {
                let page = try await ada.get(path).text
                #expect(page.contains("No money has been taken. If you still enter your PIN on +254"), "\(path)")
                #expect(!page.contains("back the way you paid."))
            }
            let asked = try await staff.get(CafeteriaPaths.cancelForCustomer(order.id)).text
            #expect(asked.contains("No money has been taken. If the customer still enters the PIN on +254"))
            _ = try await ada.post(CafeteriaPaths.pay(order.id), ["provider": "cash"])
            #expect(try await !ada.get(CafeteriaPaths.cancel(order.id)).text.contains("PIN"), "no phone asks any more")
        }
    }

    @Test(.covers("CAF-026", "CORE-051"), arguments: Engine.available)
    func `a wrong phone number is said once, at its field, which has the focus`(on engine: Engine) async throws {
        try await withMpesa(on: engine) { cafeteria in
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(try await cafeteria.item("Tea", price: 220_00), to: ada)
            func check(_ page: String) {
                #expect(page.components(separatedBy: "Enter a Kenyan mobile number").count == 2, "\(page)")
                #expect(!page.contains("That isn’t a Kenyan mobile number."))
                #expect(page.contains(/name="phone"[^>]*autofocus/) && page.contains("field-phone-error"))
            }
            let review = try await ada.post(CafeteriaPaths.review(), ["provider": "mpesa", "phone": "12"])
            #expect(review.status == .unprocessableContent)
            check(review.text)
            // What is wrong further up is said beside the button too.
            let late = try await ada.post(CafeteriaPaths.review(), ["provider": "cash", "pickup": "time", "time": "00:00"]).text
            let below = late.components(separatedBy: "Something above needs correcting").last ?? ""
            #expect(below != late && below.contains("href=\"#field-time\""))
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "mpesa"), ("phone", "0712345678")]))
            let again = try await ada.post(CafeteriaPaths.pay(order.id), ["provider": "mpesa", "phone": "12"]).text
            check(again)
            #expect(again.contains("value=\"12\""), "nothing typed is lost")
        }
    }

    @Test(.covers("CAF-037", "CORE-028"))
    func `what M-Pesa couldn't send back stands at the counter until somebody gives it back in cash, once`() async throws {
        try await withDaraja { cafeteria, standIn in
            let (ada, order) = try await prompted(cafeteria, phone: "0712000100")
            let staff = try await cafeteria.app.signedIn(.owner)
            try await work(cafeteria, standIn)
            #expect(await standIn.pay(msisdn: "254712000100"))
            try await work(cafeteria, standIn)
            #expect(try await cafeteria.find(order.id).status == .confirmed)
            await standIn.behave(.reversalPoor)
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "sold-out"])
            #expect(!(try await staff.get(CafeteriaPaths.counter()).text.contains("Mark as given back")), "M-Pesa is sending it")
            try await work(cafeteria, standIn)
            #expect(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("Ask for it at the counter."))
            let counter = try await staff.get(CafeteriaPaths.counter()).text
            #expect(counter.contains("I gave back KES\u{A0}220") && counter.contains("M-Pesa couldn’t send it back."))
            let payment = try #require(counter.firstMatch(of: /name="payment" value="([0-9]+)"/)?.1)
            #expect(try await staff.get(CafeteriaPaths.counterOrder(order.id)).text.contains("I gave back KES\u{A0}220"))
            // It isn't in the drawer, so the drawer is closed without it.
            let open = try await cafeteria.app.site.database.read { try CashUps(site: cafeteria.app.site).open(in: $0) }
            #expect(open.owed.isEmpty && open.kept == 0)
            #expect(try await staff.post(CafeteriaPaths.handBack(order.id), ["payment": String(payment)]).status == .seeOther)
            #expect(try await staff.asProgram.post(CafeteriaPaths.handBack(order.id)).problem?.code == "payments.moved-on")
            #expect(!(try await staff.get(CafeteriaPaths.counter()).text.contains("Mark as given back")))
            let after = try await cafeteria.app.site.database.read { try CashUps(site: cafeteria.app.site).open(in: $0) }
            #expect(after.kept == -220_00, "it came out of the drawer")
            #expect(try await cafeteria.faults() == [])
        }
    }

    /// How an order was settled before its phone paid all the same.
    enum Settled: String, CaseIterable { case cash, handedOver, cancelled, timeUp }

    @Test(.covers("CAF-026", "CAF-029", "CORE-028"), arguments: Settled.allCases, [true, false])
    func `money that M-Pesa brings after an order was settled otherwise goes back, or staff are told to give it back`(
        after settled: Settled, reverses: Bool
    ) async throws {
        try await withDaraja { cafeteria, standIn in
            let (ada, order) = try await prompted(cafeteria, phone: "0712000100")
            let staff = try await cafeteria.app.signedIn(.owner)
            try await work(cafeteria, standIn)
            #expect(await standIn.prompts().count == 1)
            switch settled {
            case .cash, .handedOver:
                #expect(try await staff.post(CafeteriaPaths.takeCash(order.id), ["given": "500"]).status == .seeOther)
                if settled == .handedOver { for status in [OrderStatus.ready, .completed] { _ = try await cafeteria.step(order, status) } }
            case .cancelled: _ = try await staff.post(CafeteriaPaths.cancelForCustomer(order.id), ["reason": "asked"])
            case .timeUp:
                try await cafeteria.app.site.write(by: nil) { write in
                    try cafeteria.services.orders.cancel(order.id, because: Orders.notPaidInTime, in: write)
                }
            }
            let before = try await cafeteria.find(order.id)
            if !reverses { await standIn.behave(.reversalPoor) }
            #expect(await standIn.pay(msisdn: "254712000100"))
            try await work(cafeteria, standIn)
            cafeteria.app.clock.advance(by: .seconds(600))
            for _ in 0..<2 { try await work(cafeteria, standIn) }
            #expect(try await cafeteria.find(order.id).status == before.status && before.status != .pendingPayment)
            let payments = try await cafeteria.app.site.database.read { try cafeteria.services.payments.all(for: order.subject, in: $0) }
            let late = try #require(payments.first { !$0.isCash })
            #expect(late.receipt != nil && late.status == (reverses ? .refunded : .refundFailed), "\(late)")
            let counter = try await staff.get(CafeteriaPaths.counter()).text
            let page = try await staff.get(CafeteriaPaths.counterOrder(order.id)).text
            #expect(counter.contains("I gave back KES\u{A0}220") == !reverses)
            if reverses {
                #expect(await standIn.ledger().map(\.kind) == [.payment, .reversal])
                #expect(page.contains("KES\u{A0}220 was given back"))
                #expect(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("was refunded"))
            } else {
                #expect(page.contains("I gave back KES\u{A0}220"))
                #expect(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("Ask for it at the counter."))
                #expect(try await staff.post(CafeteriaPaths.handBack(order.id), ["payment": late.id.description]).status == .seeOther)
                #expect(!(try await staff.get(CafeteriaPaths.counter()).text.contains("I gave back")))
            }
            // What the cafeteria earned is what stays in the drawer.
            let refunded: Int = try await cafeteria.app.site.database.read {
                try $0.one("SELECT refunded FROM cafeteria_order WHERE id = \(order.id)" as Query<Int>)
            }
            #expect(before.status == .cancelled || refunded == 0)
            #expect(try await cafeteria.faults() == [])
        }
    }
}
