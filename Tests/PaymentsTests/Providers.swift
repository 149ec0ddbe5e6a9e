import Core
import Payments
import Synchronization

/// Cash at the counter: a cashier, who is somebody here, says that it was paid; nobody calls back.
final class CounterProvider: PaymentProvider {
    let id = "counter"
    let name: Text = "Pay at the counter"
    let limits = [PaymentLimit("KES", most: 10_000_00), PaymentLimit("SEK", most: 500_00)]
    /// Guards what the cashier has noted.
    private let taken = Mutex<[PaymentReference: PaymentStanding]>([:])

    func begin(_ order: PaymentOrder) async throws(PaymentProviderFailure) -> PaymentStart {
        let reference = PaymentReference("counter-\(order.payment)")
        taken.withLock { $0[reference] = .pending }
        return PaymentStart(reference: reference, step: .payAtCounter(code: "C\(order.payment)"))
    }

    /// The cashier's button.
    func take(_ reference: PaymentReference, receipt: String, at moment: Instant) {
        taken.withLock { $0[reference] = .succeeded(number: receipt, at: moment) }
    }

    func standing(of reference: PaymentReference) async throws(PaymentProviderFailure) -> PaymentStanding {
        guard let standing = taken.withLock({ $0[reference] }) else { throw .noAnswer }
        return standing
    }

    func refund(_ order: RefundOrder) async throws(PaymentProviderFailure) -> PaymentReference {
        let reference = PaymentReference("counter-back-\(order.payment)")
        taken.withLock { $0[reference] = .pending }
        return reference
    }

    func read(_ callback: PaymentCallback) throws(PaymentProviderFailure) -> PaymentClaim { throw .notOurs }
}

/// A prompt on a phone, as M-Pesa does it: queued at once, paid later, told by a callback that anybody could send and that alone has the number
/// of the receipt.
final class PhoneProvider: PaymentProvider {
    let id = "phone"
    let name: Text = "Pay by phone"
    let limits = [PaymentLimit("KES", least: 1_00, most: 250_000_00)]

    private struct Line {
        var attempts: [PaymentReference: String] = [:]
        var standings: [PaymentReference: PaymentStanding] = [:]
        var isDown = false
    }

    /// Guards what the telephone company knows.
    private let line = Mutex(Line())

    func begin(_ order: PaymentOrder) async throws(PaymentProviderFailure) -> PaymentStart {
        guard let phone = order.phone, phone.hasPrefix("254") else { throw .refused("Enter a Kenyan phone number.") }
        let reference = PaymentReference("ws_CO_\(order.payment)")
        let isDown = line.withLock { line in
            line.attempts[reference] = order.attempt
            line.standings[reference] = .pending
            return line.isDown
        }
        if isDown { throw .noAnswer }
        return PaymentStart(reference: reference, step: .confirmOnPhone)
    }

    /// What the person does with the prompt.
    func settle(_ reference: PaymentReference, as standing: PaymentStanding) { line.withLock { $0.standings[reference] = standing } }

    func fail(_ isDown: Bool) { line.withLock { $0.isDown = isDown } }

    func standing(of reference: PaymentReference) async throws(PaymentProviderFailure) -> PaymentStanding {
        let (isDown, standing) = line.withLock { ($0.isDown, $0.standings[reference]) }
        guard !isDown, let standing else { throw .noAnswer }
        return standing
    }

    func refund(_ order: RefundOrder) async throws(PaymentProviderFailure) -> PaymentReference {
        let reference = PaymentReference("AG_\(order.receipt.number)")
        line.withLock { $0.standings[reference] = .pending }
        return reference
    }

    /// `reference number minor-units`.
    func read(_ callback: PaymentCallback) throws(PaymentProviderFailure) -> PaymentClaim {
        let parts = String(decoding: callback.body, as: UTF8.self).split(separator: " ").map(String.init)
        guard parts.count == 3, let amount = Int(parts[2]) else { throw .notOurs }
        let reference = PaymentReference(parts[0])
        guard line.withLock({ $0.attempts[reference] }) == callback.attempt else { throw .notOurs }
        return PaymentClaim(reference: reference, number: parts[1], amount: Money(minor: amount, currency: "KES"))
    }
}
