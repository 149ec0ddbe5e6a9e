public import Core
import Database
public import Platform

extension Payments {
    /// Writes a payment at the counter that was made earlier, with its entry in the ledger and its receipt, as it would have been kept then.
    /// The app is told nothing: what was paid for is there already.
    /// - Parameter moment: when the cash was taken.
    @discardableResult
    public func addPastCash(_ subject: PaymentSubject, _ amount: Money, line: Text, at moment: Instant, in write: Write) throws -> PaymentID {
        let confirmed = PaymentStatus.confirmed
        let id: PaymentID = try write.insert(
            """
            INSERT INTO payment_payment (kind, subject_id, provider, amount, currency, line, attempt, payable_until, created_at, status, changed_at,
                changed_by)
            VALUES (\(subject.kind), \(subject.id), \(CashProvider.providerID), \(amount.minor), \(amount.currency), \(try StoredJSON(line)),
                \(Self.attempt()), \(moment), \(moment), \(PaymentStatus.prompted.rawValue), \(write.now), \(write.actor))
            """)
        // Its number is part of its names.
        try write.run(
            """
            UPDATE payment_payment SET status = \(confirmed.rawValue), reference = \(CashProvider.reference(id).text), receipt = \("C-\(id)"),
                confirmed_at = \(moment)
            WHERE id = \(id)
            """)
        guard let payment = try find(id, in: write), let receipt = payment.receipt else { throw Problem.notFound }
        if let transfer = payment.transfer(for: .confirmed(receipt)) { try Ledger.post(transfer, at: moment, in: write) }
        try issueReceipt(for: payment, at: moment, in: write)
        return id
    }
}
