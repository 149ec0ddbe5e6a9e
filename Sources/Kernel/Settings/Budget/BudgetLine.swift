public import Audit
import Core
import Database

/// Names a budget line.
public typealias BudgetLineID = ID<BudgetLine>
/// Names an expense.
public typealias ExpenseID = ID<Expense>

/// What may be spent on something in a year, and what was (LIB-116).
public struct BudgetLine: Sendable, SQLRow {
    /// The identity.
    public let id: BudgetLineID
    /// What it is for.
    public let name: String
    /// The calendar year.
    public let year: Int
    /// What may be spent.
    public let amount: Money
    /// At which share of the amount people are told.
    public let alertPercent: Int
    /// The largest share that people were told of.
    let alertedPercent: Int
    /// What was spent.
    public let spent: Money

    /// The columns in the order that ``init(row:)`` reads; of `settings_budget_line l`.
    static let columns: SQL = """
        l.id, l.name, l.year, l.amount, l.currency, l.alert_percent, l.alerted_percent,
        (SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM settings_expense e WHERE e.line_id = l.id)
        """

    /// Reads ``columns``.
    public init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        year = try row.next()
        let (minor, currency): (Int, String) = (try row.next(), try row.next())
        amount = Money(minor: minor, currency: currency)
        alertPercent = try row.next()
        alertedPercent = try row.next()
        spent = Money(minor: try row.next(), currency: currency)
    }

    /// The share that was spent, in whole per cent, rounded down.
    public var spentPercent: Int { Int(saturating: min(1_000_000, Double(max(0, spent.minor)) * 100 / Double(max(1, amount.minor)))) }

    /// What is left; negative when more was spent than may be.
    public var left: Money { Money(minor: amount.minor - spent.minor, currency: amount.currency) }
}

extension BudgetLine: Audited {
    /// Its name in the audit log.
    public static var auditEntity: String { "settings.budget-line" }
}

/// Money spent on a budget line; a refund is negative.
public struct Expense: Sendable, SQLRow {
    /// The identity.
    public let id: ExpenseID
    /// How much.
    public let amount: Int
    /// What for.
    public let note: String
    /// On which day.
    public let spentAt: Instant

    /// Reads `id, amount, note, spent_at`.
    public init(row: inout RowReader) throws {
        id = try row.next()
        amount = try row.next()
        note = try row.next()
        spentAt = try row.next()
    }
}

extension Expense: Audited {
    /// Its name in the audit log.
    public static var auditEntity: String { "settings.expense" }
}
