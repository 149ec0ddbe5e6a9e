import Core
import Payments
import TestSupport
import Testing

@Suite struct PaymentStatusTests {
    /// Every step that may be taken; all others are refused.
    private static let allowed: [(PaymentStatus, PaymentStatus)] = [
        (.created, .prompted), (.created, .failed), (.created, .expired), (.prompted, .confirmed), (.prompted, .failed), (.prompted, .expired),
        (.failed, .confirmed), (.expired, .confirmed), (.confirmed, .refundRequested), (.refundRequested, .refunded),
        (.refundRequested, .refundFailed), (.refundFailed, .refundRequested),
    ]

    @Test(.covers("CORE-028"), arguments: PaymentStatus.allCases, PaymentStatus.allCases)
    func `a payment goes its steps and no others`(from: PaymentStatus, to: PaymentStatus) throws {
        if Self.allowed.contains(where: { $0 == (from, to) }) {
            #expect(try from.moved(to: to) == to)
        } else {
            #expect(throws: from == to ? PaymentRefusal.already(to) : .notAllowed(from: from, to: to)) { try from.moved(to: to) }
        }
    }

    @Test(.covers("CORE-029"))
    func `nothing but the provider's word, or its refund, ends a confirmed payment`() throws {
        #expect(PaymentStatus.confirmed.next == [.refundRequested])
        #expect(PaymentStatus.refunded.next == [])
        // A payment is confirmed after a prompt, or late; never out of nothing.
        #expect(PaymentStatus.allCases.filter { $0.next.contains(.confirmed) } == [.prompted, .failed, .expired])
    }
}
