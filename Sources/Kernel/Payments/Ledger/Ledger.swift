public import Core
public import Database
public import Platform

/// A set of accounts that balances by itself.
public struct LedgerBook: Hashable, Sendable {
    /// Stable: `money`, `cafeteria.points`.
    public let id: String

    /// A book by its id.
    public init(_ id: String) { self.id = id }

    /// Everything that payments move, one unit for each currency.
    public static let money = LedgerBook("money")
}

/// One side of a transfer. Accounts need no opening: one that nothing was posted to holds 0.
public struct LedgerAccount: Hashable, Sendable, CustomStringConvertible {
    /// Stable and dotted, `:` before a number: `held:mpesa`, `sales:cafeteria.order`, `person:42`.
    public let description: String

    /// An account by its name.
    public init(_ name: String) { description = name }

    /// The account of one person.
    public static func person(_ person: PersonID) -> LedgerAccount { LedgerAccount("person:\(person)") }
}

/// An amount that moves from one account to another: the one that is debited gains it, the one that is credited gives it. Both halves of a
/// double entry are one row, so they cannot disagree.
public struct LedgerTransfer: Sendable, Equatable {
    /// Where it is kept.
    public let book: LedgerBook
    /// `KES`, or what a book of something else counts: `points`.
    public let unit: String
    /// Gains.
    public let debit: LedgerAccount
    /// Gives.
    public let credit: LedgerAccount
    /// In the smallest unit; more than 0.
    public let amount: Int
    /// What caused it.
    public let cause: PaymentSubject
    /// Stable and dotted: `payment.confirmed`. One cause is posted once for each reason in a book.
    public let reason: String

    /// A transfer.
    public init(
        _ reason: String, in book: LedgerBook, _ amount: Int, _ unit: String, from credit: LedgerAccount, to debit: LedgerAccount,
        because cause: PaymentSubject
    ) {
        self.reason = reason
        self.book = book
        self.amount = amount
        self.unit = unit
        self.credit = credit
        self.debit = debit
        self.cause = cause
    }
}

/// The double-entry ledger: append-only, each balance a sum.
public enum Ledger {
    /// Posts a transfer in the transaction of what caused it.
    /// - Throws: ``DatabaseError/constraint(_:_:)`` for a cause that was posted for this reason before, and for an amount that is not above 0.
    public static func post(_ transfer: LedgerTransfer, in write: Write) throws { try post(transfer, at: write.now, in: write) }

    /// Posts what happened earlier.
    static func post(_ transfer: LedgerTransfer, at moment: Instant, in write: Write) throws {
        try write.run(
            """
            INSERT INTO payment_transfer (book, unit, debit, credit, amount, cause_kind, cause_id, reason, posted_at, changed_at, changed_by)
            VALUES (\(transfer.book.id), \(transfer.unit), \(transfer.debit.description), \(transfer.credit.description), \(transfer.amount),
                \(transfer.cause.kind), \(transfer.cause.id), \(transfer.reason), \(moment), \(write.now), \(write.actor))
            """)
    }

    /// What an account holds of a unit: all that it gained less all that it gave.
    /// - Parameter last: the transfer after which it held that; the newest one if not said.
    public static func balance(
        of account: LedgerAccount, _ unit: String, in book: LedgerBook, through last: Int64 = .max, _ db: any Connection
    ) throws -> Int {
        let mine: SQL = "book = \(book.id) AND unit = \(unit) AND id <= \(last)"
        return try db.one(
            """
            SELECT CAST(COALESCE((SELECT SUM(amount) FROM payment_transfer WHERE \(mine) AND debit = \(account.description)), 0)
                - COALESCE((SELECT SUM(amount) FROM payment_transfer WHERE \(mine) AND credit = \(account.description)), 0) AS BIGINT)
            """)
    }

    /// The transfers of an account, newest first.
    /// - Parameter before: continues after the last one of the page before.
    public static func history(
        of account: LedgerAccount, in book: LedgerBook, before: Int64 = .max, limit: Int = 50, _ db: any Connection
    ) throws -> [LedgerLine] {
        try db.all(
            """
            SELECT id, debit, credit, amount, unit, cause_kind, cause_id, reason, posted_at FROM payment_transfer
            WHERE book = \(book.id) AND debit = \(account.description) AND id < \(before)
            UNION ALL
            SELECT id, debit, credit, amount, unit, cause_kind, cause_id, reason, posted_at FROM payment_transfer
            WHERE book = \(book.id) AND credit = \(account.description) AND id < \(before)
            ORDER BY id DESC LIMIT \(limit)
            """ as Query<LedgerLine>)
    }
}

/// A transfer as it was posted.
public struct LedgerLine: SQLRow, Equatable {
    /// Its number; later ones are higher.
    public let id: Int64
    /// Gained.
    public let debit: LedgerAccount
    /// Gave.
    public let credit: LedgerAccount
    /// In the smallest unit.
    public let amount: Int
    /// What is counted.
    public let unit: String
    /// What caused it.
    public let cause: PaymentSubject
    /// Why.
    public let reason: String
    /// When.
    public let at: Instant

    /// Takes the columns in the order of the properties.
    public init(row: inout RowReader) throws {
        id = try row.next()
        debit = LedgerAccount(try row.next())
        credit = LedgerAccount(try row.next())
        amount = try row.next()
        unit = try row.next()
        cause = PaymentSubject(try row.next(), try row.next())
        reason = try row.next()
        at = try row.next()
    }

    /// What it changed of an account: more than 0 for a gain.
    public func change(of account: LedgerAccount) -> Int { debit == account ? amount : credit == account ? -amount : 0 }
}
