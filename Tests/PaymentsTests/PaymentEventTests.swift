import Core
import TestSupport
import Testing

@testable import Payments

@Suite struct PaymentEventTests {
    private let moment = Instant(milliseconds: 1_790_000_000_000)
    private let reference = PaymentReference("ws_CO_1")
    private var claim: PaymentClaim { PaymentClaim(reference: reference, number: "NLJ7RT61SV") }
    private var paid: PaymentEvent { .answered(.succeeded(number: nil, at: moment), claim) }
    private var receipt: PaymentReceipt { PaymentReceipt(number: "NLJ7RT61SV", at: moment) }

    private func payment(after events: PaymentEvent...) throws -> Payment {
        var payment = Payment(
            id: PaymentID(1), subject: PaymentSubject(Lunches.kind, 7), person: nil, provider: "mpesa", amount: Money(minor: 350_00, currency: "KES"),
            line: "Lunch", phone: "254708374149", payableUntil: moment, createdAt: moment, status: .created)
        for event in events { _ = try payment.take(event) }
        return payment
    }

    @Test(.covers("CORE-028"))
    func `a payment is prompted, confirmed and refunded, and tells each once`() throws {
        var payment = try payment(after: .prompted(reference))
        #expect(payment.status == .prompted)
        #expect(try payment.take(paid) == .confirmed(receipt))
        #expect(try payment.take(paid) == nil, "a doubled callback has no second effect")
        #expect(try payment.take(.refundRequested("Sold out")) == .refundRequested("Sold out"))
        #expect(try payment.take(.refundBegun(PaymentReference("AG_1"))) == nil)
        #expect(try payment.take(.refundAnswered(.pending)) == nil)
        let back = PaymentReceipt(number: "NLJ8", at: moment)
        #expect(try payment.take(.refundAnswered(.succeeded(number: "NLJ8", at: moment))) == .refunded(back))
        #expect(try payment.take(.refundAnswered(.succeeded(number: "NLJ8", at: moment))) == nil, "nor has a doubled result")
        #expect(try payment.take(.refundAnswered(.failed("no"))) == nil)
        #expect(payment.status == .refunded)
    }

    @Test(.covers("CORE-029"))
    func `a callback before the answer, or instead of it, is no loss`() throws {
        var early = try payment()
        #expect(try early.take(paid) == .confirmed(receipt), "the callback named the payment before the provider's answer did")
        #expect(try early.take(.prompted(reference)) == nil)
        #expect(early.status == .confirmed)
    }

    @Test(.covers("CORE-029"))
    func `money that comes after the end is confirmed late`() throws {
        for end in [PaymentEvent.timeUp, .answered(.failed("No answer"), PaymentClaim(reference: reference))] {
            var late = try payment(after: .prompted(reference), end)
            #expect(!late.isOpen)
            #expect(try late.take(.answered(.failed("No answer"), PaymentClaim(reference: reference))) == nil)
            #expect(try late.take(paid) == .confirmed(receipt))
            #expect(late.failure == nil)
        }
    }

    @Test(.covers("CORE-029"))
    func `a failure after the money came changes nothing`() throws {
        var payment = try payment(after: .prompted(reference), paid)
        for event in [PaymentEvent.answered(.failed("Cancelled"), claim), .timeUp, .refused("no"), .answered(.expired, claim)] {
            #expect(try payment.take(event) == nil)
            #expect(payment.status == .confirmed)
        }
    }

    @Test(.covers("CORE-028"))
    func `the number that only a callback tells may come after the answer`() throws {
        var payment = try payment(after: .prompted(reference))
        let asked = PaymentEvent.answered(.succeeded(number: nil, at: moment), PaymentClaim(reference: reference))
        #expect(try payment.take(asked) == .confirmed(PaymentReceipt(number: "ws_CO_1", at: moment)))
        #expect(try payment.take(paid) == nil)
        #expect(payment.receipt == receipt)
    }

    @Test(.covers("CORE-029"))
    func `another payment's reference is refused and changes nothing`() throws {
        var payment = try payment(after: .prompted(reference))
        let other = PaymentReference("ws_CO_2")
        let stranger = PaymentEvent.answered(.succeeded(number: nil, at: moment), PaymentClaim(reference: other))
        #expect(throws: PaymentRefusal.otherReference(other)) { try payment.take(stranger) }
        #expect(payment.status == .prompted && payment.receipt == nil)
    }

    @Test(
        .covers("CORE-029"),
        arguments: [
            (PaymentClaim(reference: PaymentReference("ws_CO_2")), PaymentRefusal.otherReference(PaymentReference("ws_CO_2"))),
            (
                PaymentClaim(reference: PaymentReference("ws_CO_1"), amount: Money(minor: 1_00, currency: "KES")),
                .otherAmount(Money(minor: 1_00, currency: "KES"))
            ), (PaymentClaim(reference: PaymentReference("ws_CO_1"), phone: "254711111111"), .otherPhone),
        ])
    func `a claim that fits another payment is found out`(claim: PaymentClaim, refusal: PaymentRefusal) throws {
        let payment = try payment(after: .prompted(reference))
        #expect(throws: refusal) { try claim.check(against: payment) }
    }

    @Test(.covers("CORE-028"))
    func `a refund that failed is asked for again, or paid out in cash`() throws {
        var payment = try payment(after: .prompted(reference), paid, .refundRequested("Sold out"))
        #expect(try payment.take(.refundAnswered(.failed("no role"))) == .refundFailed("no role"))
        #expect(try payment.take(.refundRequested("again")) == nil, "it is owed already")
        #expect(payment.status == .refundRequested && payment.refund?.reason == "Sold out")
        _ = try payment.take(.refundAnswered(.failed("no role")))
        let cash = PaymentReceipt(number: "R-1", at: moment)
        #expect(try payment.take(.refundPaidOut(cash)) == .refunded(cash))
        #expect(payment.refund?.isInCash == true)
        #expect(payment.transfer(for: .refunded(cash))?.credit == .held("cash"), "the money left the till")
        #expect(try payment.take(.refundAnswered(.succeeded(number: "late", at: moment))) == nil)
    }

    @Test(.covers("CORE-028"))
    func `nothing goes back that never came`() throws {
        var open = try payment(after: .prompted(reference))
        #expect(throws: PaymentRefusal.notAllowed(from: .prompted, to: .refundRequested)) { try open.take(.refundRequested("x")) }
        #expect(try open.take(.refundAnswered(.succeeded(number: "x", at: moment))) == nil)
        #expect(try open.take(.refundPaidOut(receipt)) == nil)
        #expect(open.status == .prompted)
    }

    /// Whatever comes in whatever order: money in is confirmed once, money out only after it, and what was told agrees with how it stands.
    @Test(.covers("CORE-029"), arguments: 0..<500)
    func `any order of events ends in a state that agrees with what was told`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var payment = try payment()
        var told: [PaymentOutcome] = []
        let back = PaymentStanding.succeeded(number: "B", at: moment)
        let events: [PaymentEvent] = [
            .prompted(reference), .refused("no"), .answered(.pending, claim), paid, .answered(.failed("no"), claim),
            .answered(.succeeded(number: nil, at: moment), PaymentClaim(reference: reference)), .timeUp, .refundRequested("x"),
            .refundBegun(PaymentReference("AG")), .refundAnswered(back), .refundAnswered(.failed("no")), .refundPaidOut(receipt),
        ]
        for _ in 0..<20 {
            let before = payment
            do { told += [try payment.take(events[Int.random(in: 0..<events.count, using: &random)])].compactMap(\.self) } catch {
                #expect(payment == before, "a refused event changes nothing")
            }
        }
        let money = told.compactMap { payment.transfer(for: $0)?.reason }
        #expect(Set(money).count == money.count, "each transfer is posted once: \(money)")
        let expected: [String] =
            switch payment.status {
            case .created, .prompted, .failed, .expired: []
            case .confirmed: ["payment.confirmed"]
            case .refundRequested, .refundFailed: ["payment.confirmed", "payment.refund-requested"]
            case .refunded: ["payment.confirmed", "payment.refund-requested", "payment.refunded"]
            }
        #expect(money == expected, "seed \(seed): \(payment.status)")
    }
}
