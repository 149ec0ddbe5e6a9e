public import Core
public import Database
import Platform

/// What came in and what went back where one provider keeps its money, as the ledger has it. A payment by phone that staff gave back in cash
/// went out of the till.
public struct Takings: Sendable, Equatable, Codable {
    /// The ``PaymentProvider/id``.
    public let provider: String
    /// How many payments came in.
    public let payments: Int
    /// In the currency's smallest unit.
    public let taken: Int
    /// How many went back.
    public let refunds: Int
    public let refunded: Int

    /// What stays.
    public var kept: Int { taken - refunded }

    /// What nothing was taken with.
    public static func none(_ provider: String) -> Takings { Takings(provider: provider, payments: 0, taken: 0, refunds: 0, refunded: 0) }

    init(provider: String, payments: Int, taken: Int, refunds: Int, refunded: Int) {
        self.provider = provider
        self.payments = payments
        self.taken = taken
        self.refunds = refunds
        self.refunded = refunded
    }
}

extension Takings: SQLRow {
    /// Takes the columns in the order of the properties, the provider as the account that holds its money.
    public init(row: inout RowReader) throws {
        let account: String = try row.next()
        self.init(
            provider: String(account.dropFirst(LedgerAccount.held("").description.count)), payments: try row.next(), taken: try row.next(),
            refunds: try row.next(), refunded: try row.next())
    }
}

extension Payments {
    /// What was taken and given back for things of a kind, by who keeps the money; those without a transfer are left out.
    /// - Parameters:
    ///   - after: only transfers with a higher number, see ``Ledger/last(before:_:)``.
    ///   - last: none with a higher one.
    public static func takings(of kind: String, _ currency: String, after: Int64, through last: Int64, in db: any Connection) throws -> [Takings] {
        let moved: SQL = """
            FROM payment_transfer t JOIN payment_payment p ON p.id = t.cause_id
            WHERE t.id > \(after) AND t.id <= \(last) AND t.book = \(LedgerBook.money.id) AND t.unit = \(currency)
                AND t.cause_kind = \(Payment.auditEntity) AND p.kind = \(kind)
            """
        return try db.all(
            """
            SELECT account, CAST(SUM(one - back) AS BIGINT), CAST(SUM(taken) AS BIGINT), CAST(SUM(back) AS BIGINT), CAST(SUM(refunded) AS BIGINT)
            FROM (
                SELECT t.debit AS account, 1 AS one, 0 AS back, t.amount AS taken, 0 AS refunded \(moved) AND t.reason = 'payment.confirmed'
                UNION ALL
                SELECT t.credit, 1, 1, 0, t.amount \(moved) AND t.reason = 'payment.refunded') m
            GROUP BY account ORDER BY account LIMIT 20
            """ as Query<Takings>)
    }
}

extension Payments {
    /// What one provider has got the money of, for things of a kind: the latest first, at most 500. Also what went back since.
    /// - Parameters:
    ///   - provider: the ``PaymentProvider/id``.
    ///   - after: only what was taken by a transfer with a higher number, see ``Ledger/last(before:_:)``.
    public static func taken(for kind: String, with provider: String, after: Int64, in db: any Connection) throws -> [Payment] {
        try db.all(
            """
            SELECT \(Payment.columns) \(sql: taken(for: kind, with: provider, after: after)) ORDER BY confirmed_at DESC, id DESC LIMIT 500
            """ as Query<Payment>)
    }

    /// How many ``taken(for:with:after:in:)`` would find without its limit.
    public static func countTaken(for kind: String, with provider: String, after: Int64, in db: any Connection) throws -> Int {
        try db.one("SELECT count(*) \(sql: taken(for: kind, with: provider, after: after))" as Query<Int>)
    }

    private static func taken(for kind: String, with provider: String, after: Int64) -> SQL {
        """
        FROM payment_payment
        WHERE kind = \(kind) AND id IN (SELECT t.cause_id FROM payment_transfer t WHERE t.id > \(after) AND t.reason = 'payment.confirmed'
            AND t.cause_kind = \(Payment.auditEntity) AND t.debit = \(LedgerAccount.held(provider).description))
        """
    }
}

extension Payments {
    /// The ``PaymentProvider/id`` that a thing of a kind was paid with, to be read among other columns; NULL where no money came in.
    /// - Parameter thing: its id, as a column of the query.
    public static func provider(of kind: String, _ thing: SQL) -> SQL {
        """
        (SELECT p.provider FROM payment_payment p WHERE p.kind = \(kind) AND p.subject_id = \(thing) AND p.receipt IS NOT NULL
        ORDER BY CASE WHEN p.status = 'confirmed' THEN 0 ELSE 1 END, p.id LIMIT 1)
        """
    }
}

extension Ledger {
    /// The number of the last transfer; 0 where there is none.
    /// - Parameter moment: leaves out what was posted then or later.
    public static func last(before moment: Instant? = nil, _ db: any Connection) throws -> Int64 {
        let until = moment ?? Instant(milliseconds: .max)
        return try db.first("SELECT id FROM payment_transfer WHERE posted_at < \(until) ORDER BY id DESC LIMIT 1" as Query<Int64>) ?? 0
    }
}
