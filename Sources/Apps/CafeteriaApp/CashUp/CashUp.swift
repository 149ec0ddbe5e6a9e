import Audit
import Core
import Database
import Payments
import Platform

/// The identity of a cash-up.
typealias CashUpID = ID<CashUp>

/// The drawer as somebody counted it, beside what the ledger says was taken since the cash-up before.
///
/// It is a record next to the ledger and posts nothing there. The ledger doesn't know the float, so its till is no balance that a count could set
/// right: a difference that was booked would look like a sale or a refund that nobody made. Whoever keeps the
/// accounts books it, from the file.
struct CashUp: Sendable, Equatable {
    static let longestRemark = 300
    /// The most that a drawer holds, in the currency's smallest unit.
    static let most = 10_000_000_00

    let id: CashUpID
    /// When what it covers begins.
    let from: Instant
    let currency: String
    /// In the drawer before the first sale, in the currency's smallest unit.
    let float: Int
    let counted: Int
    /// By who keeps the money, cash first.
    let takings: [Takings]
    let remark: String
    /// Of ``counted``, what customers still had to get back.
    let owed: Int
    /// What came in and went out by no sale, see ``CashMovement``.
    let cashIn: Int, cashOut: Int
    /// What stayed in the drawer for the next day; nil for cash-ups of the time before that was asked.
    let remaining: Int?
    let closedAt: Instant
    /// nil once the account is gone.
    let closedBy: PersonID?

    var sums: CashUpSums { CashUpSums(takings: takings, currency: currency) }
    /// What should be in the drawer.
    var expected: Int { float + sums.cash.kept + cashIn - cashOut }
    /// More than 0 where there is more than should be.
    var difference: Int { counted - expected }

    func money(_ minor: Int) -> Money { Money(minor: minor, currency: currency) }
}

extension CashUp: Audited {
    static var auditEntity: String { "cafeteria.cash-up" }
}

extension CashUp: SQLRow {
    static let columns: SQL = """
        id, from_at, currency, float_amount, counted, takings, remark, owed, cash_in, cash_out, remaining, closed_at, changed_by
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        from = try row.next()
        currency = try row.next()
        float = try row.next()
        counted = try row.next()
        takings = try row.next(StoredJSON<[Takings]>.self).value
        remark = try row.next()
        owed = try row.next()
        cashIn = try row.next()
        cashOut = try row.next()
        remaining = try row.next()
        closedAt = try row.next()
        closedBy = try row.next()
    }
}

/// What was taken in a time, cash and the rest.
struct CashUpSums: Sendable, Equatable {
    /// Cash first, also where none was taken.
    let takings: [Takings]
    let currency: String

    init(takings: [Takings], currency: String) {
        let cash = takings.first { $0.provider == Orders.cash } ?? .none(Orders.cash)
        self.takings = [cash] + takings.filter { $0.provider != Orders.cash }
        self.currency = currency
    }

    var cash: Takings { takings.first ?? .none(Orders.cash) }
    var total: Int { takings.reduce(0) { $0 + $1.kept } }
}

/// Why a cash-up wasn't closed.
enum CashUpRefusal: Error, Equatable {
    case invalid([String: Text])
    /// What came in or went out lacks an amount or a reason.
    case movementInvalid([String: Text])
    /// Something is missing, or too much, and nobody has said why.
    case unexplained(Money)
    /// Customers still have to get cash back, and nobody said that it stays in the drawer.
    case owes(Money)
    /// Somebody closed what this one was to cover.
    case closedAlready
}

extension CashUpRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let fields):
            Problem(
                .invalid, "cafeteria.cash-up-wrong", "Some amounts need correcting.", remedy: "Correct what is marked, then continue.", fields: fields
            )
        case .movementInvalid(let fields):
            Problem(
                .invalid, "cafeteria.cash-movement-wrong", "Nothing was noted.", remedy: "Correct what is marked and try again.",
                fields: fields)
        case .unexplained(let difference):
            Problem(
                .invalid, "cafeteria.cash-up-difference",
                difference.minor < 0
                    ? "The drawer is \(Money(minor: -difference.minor, currency: difference.currency)) short." : "The drawer is \(difference) over.",
                remedy: "Count again, or say why in the remark.", fields: ["remark": "Write why the drawer differs."])
        case .owes(let money):
            Problem(
                .conflict, "cafeteria.cash-up-owes", "\(money) is still to be given back.",
                remedy: "Give it back at the counter, or tick that it stays in the drawer.",
                fields: ["owed": "Give it back, or tick this box."])
        case .closedAlready:
            Problem(
                .conflict, "cafeteria.cash-up-closed", "Someone has just closed the cash-up.",
                remedy: "Look at theirs. What was sold since is in the next one.")
        }
    }
}
