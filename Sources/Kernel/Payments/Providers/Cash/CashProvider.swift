import Core
import Database
import Platform

/// Cash at the counter: somebody who works here takes the money and says so, and gives it back.
struct CashProvider: PaymentProvider {
    static let providerID = "cash"

    let id = Self.providerID
    let name: Text = "Pay at the counter"
    let receiptName: Text = "Cash"
    let limits = ["KES", "SEK", "EUR", "USD", "ZMW", "TZS", "UGX"].map { PaymentLimit($0, most: 1_000_000_00) }
    let asksPhone = false
    let isReady = true

    /// The name of a payment at the counter, told when the money is there.
    static func reference(_ payment: PaymentID) -> PaymentReference { PaymentReference("cash-\(payment)") }
}

extension Payments {
    /// Notes that somebody paid at the counter, in the transaction of whoever takes the money.
    /// - Throws: ``PaymentRefusal/notAllowed(from:to:)`` for a payment that is not open, or is another provider's.
    public func takeCash(_ id: PaymentID, in write: Write) throws {
        guard let payment = try find(id, in: write), payment.isCash else { throw Problem.notFound }
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

    /// What staff have to give back in cash, see ``Payment/isDueInCash``, the oldest first; at most a hundred.
    /// - Parameter kind: only for things of this ``Payable/kind``; of all if not said.
    public static func cashDue(for kind: String? = nil, in db: any Connection) throws -> [Payment] {
        let wanted: SQL = kind.map { " AND kind = \($0)" } ?? ""
        return try db.all(
            """
            SELECT \(Payment.columns) FROM payment_payment
            WHERE (status = 'refund-failed' OR status = 'refund-requested' AND provider = \(CashProvider.providerID))\(sql: wanted)
            ORDER BY id LIMIT 100
            """ as Query<Payment>)
    }

    /// Posts cash that was put into the till or taken out of it for another reason than a payment, in the transaction that notes why.
    /// - Parameters:
    ///   - amount: below 0 for what was taken out; not 0.
    ///   - cause: what the app keeps of it; its kind names the other side.
    public static func moveCash(_ amount: Money, because cause: PaymentSubject, in write: Write) throws {
        let (till, other) = (LedgerAccount.held(CashProvider.providerID), LedgerAccount("moved:\(cause.kind)"))
        let isIn = amount.minor > 0
        try Ledger.post(
            LedgerTransfer(
                isIn ? "cash.in" : "cash.out", in: .money, abs(amount.minor), amount.currency, from: isIn ? other : till, to: isIn ? till : other,
                because: cause), in: write)
    }
}
