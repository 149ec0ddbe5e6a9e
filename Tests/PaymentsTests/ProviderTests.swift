import Core
import Database
import Payments
import Platform
import TestSupport
import Testing

/// One protocol carries a counter and a phone.
@Suite struct ProviderTests {
    private let moment = Instant(milliseconds: 1_790_000_000_000)
    private let lunch = Money(minor: 350_00, currency: "KES")

    private func order(_ payment: Int64, phone: String? = nil) -> PaymentOrder {
        PaymentOrder(
            payment: PaymentID(payment), attempt: "attempt-\(payment)", amount: lunch, line: "Lunch", phone: phone,
            payableUntil: moment + .seconds(900))
    }

    @Test(.covers("CORE-028"))
    func `at the counter a cashier confirms, and a refund waits for one`() async throws {
        let counter = CounterProvider()
        let start = try await counter.begin(order(1))
        #expect(start.step == .payAtCounter(code: "C1"))
        #expect(try await counter.standing(of: start.reference) == .pending)
        counter.take(start.reference, receipt: "K-17", at: moment)
        let standing = try await counter.standing(of: start.reference)
        let receipt = try #require(try PaymentClaim(reference: start.reference).receipt(proved: standing, for: lunch))
        #expect(receipt == PaymentReceipt(number: "K-17", at: moment))
        let back = try await counter.refund(RefundOrder(payment: PaymentID(1), receipt: receipt, amount: lunch, reason: "Cold soup"))
        #expect(try await counter.standing(of: back) == .pending)
        #expect(throws: PaymentProviderFailure.notOurs) { try counter.read(PaymentCallback(attempt: "attempt-1", body: Array("paid".utf8))) }
    }

    @Test(.covers("CORE-028", "CORE-029"))
    func `a callback of the phone company is a reason to ask, and proves nothing`() async throws {
        let phone = PhoneProvider()
        let start = try await phone.begin(order(2, phone: "254708374149"))
        #expect(start.step == .confirmOnPhone)
        let callback = PaymentCallback(attempt: "attempt-2", body: Array("ws_CO_2 NLJ7RT61SV 35000".utf8))
        let claim = try phone.read(callback)
        let early = try await phone.standing(of: claim.reference)
        #expect(try claim.receipt(proved: early, for: lunch) == nil, "nobody has paid")
        phone.settle(start.reference, as: .succeeded(number: nil, at: moment))
        let standing = try await phone.standing(of: claim.reference)
        #expect(try claim.receipt(proved: standing, for: lunch)?.number == "NLJ7RT61SV")
        #expect(throws: PaymentRefusal.otherAmount(lunch)) { try claim.receipt(proved: standing, for: Money(minor: 400_00, currency: "KES")) }
        #expect(throws: PaymentProviderFailure.notOurs) {
            try phone.read(PaymentCallback(attempt: "guessed", body: Array("ws_CO_2 NLJ7RT61SV 35000".utf8)))
        }
    }

    @Test(.covers("CORE-028"))
    func `no answer is not a failure`() async throws {
        let phone = PhoneProvider()
        phone.fail(true)
        await #expect(throws: PaymentProviderFailure.noAnswer) { try await phone.begin(order(3, phone: "254708374149")) }
        await #expect(throws: PaymentProviderFailure.noAnswer) { try await phone.standing(of: PaymentReference("ws_CO_3")) }
        phone.fail(false)
        #expect(try await phone.standing(of: PaymentReference("ws_CO_3")) == .pending, "it was begun all the same")
        await #expect(throws: PaymentProviderFailure.refused("Enter a Kenyan phone number.")) { try await phone.begin(order(4)) }
    }

    @Test(
        .covers("CORE-028"),
        arguments: [
            (Money(minor: 99, currency: "KES"), PaymentRefusal.belowLimit(Money(minor: 1_00, currency: "KES"))),
            (Money(minor: 250_000_01, currency: "KES"), .aboveLimit(Money(minor: 250_000_00, currency: "KES"))),
            (Money(minor: 5_00, currency: "SEK"), .otherCurrency("SEK")),
        ])
    func `an amount is checked before the provider is asked`(_ amount: Money, _ refusal: PaymentRefusal) throws {
        let providers: [any PaymentProvider] = [CounterProvider(), PhoneProvider()]
        #expect(throws: refusal) { try providers[1].check(amount) }
        try providers[0].check(lunch)
        try providers[1].check(lunch)
    }
}
