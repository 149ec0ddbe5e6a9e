public import Core
public import Database
import Platform

/// Something that must be true of the books, compared with the facts that caused their entries.
public struct LedgerRule: Sendable {
    /// What is compared, in English for operators.
    public let name: String
    /// What disagrees, a line each; at most a hundred.
    public let faults: @Sendable (any Connection) throws -> [String]

    /// A rule by its name and what breaks it.
    public init(_ name: String, faults: @escaping @Sendable (any Connection) throws -> [String]) {
        self.name = name
        self.faults = faults
    }
}

extension ExtensionPoint where Value == LedgerRule {
    /// What `stoa ledger check` compares.
    public static var ledgerRules: Self { Self("ledger-rules") }
}

extension LedgerRule {
    /// The rules of payments themselves.
    static let ofPayments: [LedgerRule] = [
        // The till may pay out what was paid by phone: its float is in no book.
        LedgerRule("no provider but the till holds less than nothing") { db in
            try db.all(
                """
                SELECT account || ' ' || unit || ': ' || CAST(SUM(amount) AS TEXT) FROM (
                    SELECT debit AS account, unit, amount FROM payment_transfer WHERE book = \(LedgerBook.money.id) AND debit LIKE 'held:%'
                    UNION ALL
                    SELECT credit, unit, -amount FROM payment_transfer WHERE book = \(LedgerBook.money.id) AND credit LIKE 'held:%') t
                WHERE account <> \(LedgerAccount.held(CashProvider.providerID).description)
                GROUP BY account, unit HAVING SUM(amount) < 0 ORDER BY account LIMIT 100
                """ as Query<String>)
        },
        rule("every payment that came in is posted once", "payment.confirmed", where: "receipt IS NOT NULL"),
        rule("every refund is owed once", "payment.refund-requested", where: "refund_reason IS NOT NULL"),
        rule("every refund that went out is posted once", "payment.refunded", where: "refund_receipt IS NOT NULL"),
        LedgerRule("receipts are numbered without gaps") { db in
            try db.all(
                """
                SELECT series || ' ' || CAST(year AS TEXT) || ': ' || CAST(count(*) AS TEXT) || ' of ' || CAST(max(number) AS TEXT)
                FROM payment_receipt GROUP BY series, year HAVING count(*) <> max(number) ORDER BY series, year LIMIT 100
                """ as Query<String>)
        },
        LedgerRule("every receipt whose money went back has a credit note") { db in
            try db.all(
                """
                SELECT 'receipt ' || CAST(r.id AS TEXT) || ' has none' FROM payment_receipt r JOIN payment_payment p ON p.id = r.payment_id
                WHERE r.series = 'receipt' AND p.refund_receipt IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM payment_receipt c WHERE c.corrects_id = r.id) ORDER BY r.id LIMIT 100
                """ as Query<String>)
        },
    ]

    /// What payments say and what is posted for a reason, in both directions.
    private static func rule(_ name: String, _ reason: String, where fact: SQL) -> LedgerRule {
        LedgerRule(name) { db in
            try db.all(
                """
                SELECT 'payment ' || CAST(p.id AS TEXT) || ' is not posted' FROM payment_payment p
                WHERE \(fact) AND NOT EXISTS (SELECT 1 FROM payment_transfer t WHERE t.cause_kind = \(Payment.auditEntity) AND t.cause_id = p.id
                    AND t.reason = \(reason) AND t.book = \(LedgerBook.money.id) AND t.amount = p.amount AND t.unit = p.currency)
                LIMIT 100
                """ as Query<String>)
                + db.all(
                    """
                    SELECT 'transfer ' || CAST(t.id AS TEXT) || ' has no payment' FROM payment_transfer t
                    WHERE t.cause_kind = \(Payment.auditEntity) AND t.reason = \(reason)
                        AND NOT EXISTS (SELECT 1 FROM payment_payment p WHERE p.id = t.cause_id AND \(fact)) LIMIT 100
                    """ as Query<String>)
        }
    }
}
