import Core
import Database
import Platform

/// Something that was sent to the address for callbacks of a payment, kept before it is read: the sender is answered at once.
struct ReceivedCallback: SQLRow {
    let id: ID<ReceivedCallback>
    let isRefund: Bool
    /// Whether what it says has been used up.
    let isRead: Bool
    let callback: PaymentCallback

    init(row: inout RowReader) throws {
        id = try row.next()
        isRefund = try row.next()
        isRead = try row.next()
        callback = PaymentCallback(attempt: try row.next(), from: try row.next(), body: try row.next())
    }
}

extension Query where Row == ReceivedCallback {
    /// Everything that was sent about a payment and its refund, oldest first.
    static func sent(about payment: PaymentID) -> Self {
        """
        SELECT c.id, c.is_refund, CASE WHEN c.verdict IS NULL THEN 0 ELSE 1 END,
            CASE WHEN c.is_refund = 1 THEN COALESCE(p.refund_attempt, '') ELSE p.attempt END, c.address, c.body
        FROM payment_callback c JOIN payment_payment p ON p.id = c.payment_id
        WHERE c.payment_id = \(payment) ORDER BY c.id LIMIT 50
        """
    }
}

extension Payments {
    /// The most that is kept of what was sent about one payment: whoever knows its address could fill the disk else.
    private static let most = 50

    /// Keeps what was sent to an address for callbacks and asks the provider about it after the commit.
    /// - Returns: whether the address belongs to a payment.
    func receive(_ callback: PaymentCallback) async throws -> Bool {
        try await site.write(by: nil, once: nil) { write in
            let found = try write.first(
                """
                SELECT id, CASE WHEN attempt = \(callback.attempt) THEN 0 ELSE 1 END FROM payment_payment
                WHERE attempt = \(callback.attempt) OR refund_attempt = \(callback.attempt)
                """ as Query<Row2<PaymentID, Bool>>)
            guard let found else { return false }
            try keep(callback, about: found.first, isRefund: found.second, in: write)
            return true
        }
    }

    /// Keeps what was sent about a payment, and asks the provider after the commit.
    func keep(_ callback: PaymentCallback, about id: PaymentID, isRefund: Bool = false, in write: Write) throws {
        let count: Int = try write.one("SELECT count(*) FROM payment_callback WHERE payment_id = \(id)")
        guard count < Self.most else { return }
        try write.run(
            """
            INSERT INTO payment_callback (payment_id, is_refund, address, body, received_at, changed_at, changed_by)
            VALUES (\(id), \(isRefund), \(callback.address), \(callback.body), \(write.now), \(write.now), \(nil as PersonID?))
            """)
        try askNow(about: id, in: write)
    }

    /// Asks the provider after the commit, and not when the next question would be due.
    func askNow(about id: PaymentID, in write: Write) throws {
        try write.withdraw(Self.check, key: id.description)
        try write.enqueue(Self.check, PaymentPayload(payment: id), key: id.description)
    }
}
