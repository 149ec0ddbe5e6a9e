import Core
import Database
import Platform

/// Cash at the counter: somebody who works here takes the money and says so. There is nobody else to ask, so the record of the payment is the
/// answer.
struct CashProvider: PaymentProvider {
    static let providerID = "cash"

    let id = Self.providerID
    let name: Text = "Pay at the counter"
    let receiptName: Text = "Cash"
    let limits: [PaymentLimit]
    let asksPhone = false
    let questions: [Duration] = []
    let isReady = true

    private let site: Site

    init(site: Site) {
        self.site = site
        limits = ["KES", "SEK", "EUR", "USD", "ZMW", "TZS", "UGX"].map { PaymentLimit($0, most: 1_000_000_00) }
    }

    /// The provider's name for a payment at the counter.
    static func reference(_ payment: PaymentID) -> PaymentReference { PaymentReference("cash-\(payment)") }

    func begin(_ order: PaymentOrder) async throws(PaymentProviderFailure) -> PaymentStart {
        PaymentStart(reference: Self.reference(order.payment), step: .payAtCounter(code: order.payment.description))
    }

    func standing(of reference: PaymentReference) async throws(PaymentProviderFailure) -> PaymentStanding {
        do {
            let found = try await site.database.read { db in
                try db.first(
                    "SELECT receipt, confirmed_at FROM payment_payment WHERE provider = \(Self.providerID) AND reference = \(reference.text)"
                        as Query<Row2<String?, Instant?>>)
            }
            guard let moment = found?.second else { return .pending }
            return .succeeded(number: found?.first, at: moment)
        } catch {
            throw .noAnswer
        }
    }

    func standing(ofRefund reference: PaymentReference) async throws(PaymentProviderFailure) -> PaymentStanding { .pending }

    func refund(_ order: RefundOrder) async throws(PaymentProviderFailure) -> PaymentReference { PaymentReference("cash-back-\(order.payment)") }

    func read(_ callback: PaymentCallback) throws(PaymentProviderFailure) -> PaymentClaim { throw .notOurs }
}

extension Payments {
    /// Notes that somebody paid at the counter, in the transaction of whoever takes the money.
    /// - Throws: ``PaymentRefusal/notAllowed(from:to:)`` for a payment that is not open, or is another provider's.
    public func takeCash(_ id: PaymentID, in write: Write) throws {
        guard let payment = try find(id, in: write), payment.provider == CashProvider.providerID else { throw Problem.notFound }
        guard payment.isOpen else { throw PaymentRefusal.notAllowed(from: payment.status, to: .confirmed) }
        let claim = PaymentClaim(reference: CashProvider.reference(id))
        try take(.answered(.succeeded(number: "C-\(id)", at: write.now), claim), of: id, in: write)
    }

    /// Notes that somebody was given their money back at the counter, whichever way they had paid.
    /// - Throws: ``PaymentRefusal/notAllowed(from:to:)`` where no money is to go back.
    public func handBackCash(_ id: PaymentID, in write: Write) throws {
        guard let payment = try find(id, in: write) else { throw Problem.notFound }
        guard payment.status == .refundRequested || payment.status == .refundFailed else {
            throw PaymentRefusal.notAllowed(from: payment.status, to: .refunded)
        }
        try take(.refundPaidOut(PaymentReceipt(number: "R-\(id)", at: write.now)), of: id, in: write)
    }
}
