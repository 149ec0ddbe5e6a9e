import Accounts
import Core
import Database
import Payments
import Platform

/// What points are worth and how they are earned (CAF-019, CAF-038, CAF-039).
enum PointsRule {
    /// Points are used in steps of this many.
    static let step = 100
    /// What a step takes off, in the smallest unit: 50 KES.
    static let stepValue = 50_00
    /// What has to be paid for one point.
    private static let perPoint = 100_00
    /// Below this nothing is earned.
    private static let least = 200_00

    /// What points take off a total.
    static func discount(for points: Int) -> Int { points / step * stepValue }

    /// The most points that can be used: whole steps, no more than there are, and none that would take off more than the total.
    static func mostUsable(of balance: Int, for total: Int) -> Int { min(max(0, balance) / step, max(0, total) / stepValue) * step }

    /// How many more somebody needs for the first discount.
    static func missing(to balance: Int, currency: String) -> Text {
        "\(step - min(max(0, balance), step - 1)) more points for \(Money(minor: stepValue, currency: currency)) off"
    }

    /// What somebody earns who paid an amount: after the discount (RES-013), times the promotion that runs.
    static func earned(for paid: Int, times factor: Int = 1) -> Int { paid < least ? 0 : paid / perPoint * factor }
}

/// Points of customers: double entries in the ledger, so that a balance is always the sum of its history.
struct Points: Sendable {
    static let book = LedgerBook("cafeteria.points")
    static let unit = "points"
    /// Where points come from.
    private static let issued = LedgerAccount("issued")
    /// Where they go when they were used.
    private static let redeemed = LedgerAccount("redeemed")

    private static func reserved(_ person: PersonID) -> LedgerAccount { LedgerAccount("reserved:\(person)") }

    /// What somebody can use.
    static func balance(of person: PersonID, in db: any Connection) throws -> Int {
        try Ledger.balance(of: .person(person), unit, in: book, db)
    }

    /// Puts points aside for an order until it is paid (CAF-020). That they are there was found in the same write.
    static func reserve(_ points: Int, of person: PersonID, for order: OrderID, in write: Write) throws {
        guard points > 0 else { return }
        try post("points.reserved", points, from: .person(person), to: reserved(person), order, in: write)
    }

    /// The order was paid: the points are gone (RES-012).
    static func settle(_ points: Int, of person: PersonID, for order: OrderID, in write: Write) throws {
        guard points > 0 else { return }
        try post("points.redeemed", points, from: reserved(person), to: redeemed, order, in: write)
    }

    /// The order was not paid: the points come back.
    static func release(_ points: Int, of person: PersonID, for order: OrderID, in write: Write) throws {
        guard points > 0 else { return }
        try post("points.returned", points, from: reserved(person), to: .person(person), order, in: write)
    }

    /// A paid order was cancelled: points that were used come back.
    /// - Parameter person: nil when their account is gone; then the points are nobody's again.
    static func giveBack(_ points: Int, to person: PersonID?, for order: OrderID, in write: Write) throws {
        guard points > 0 else { return }
        try post("points.refunded", points, from: redeemed, to: person.map { .person($0) } ?? issued, order, in: write)
    }

    /// The order was completed (CAF-038).
    static func earn(_ points: Int, by person: PersonID, for order: OrderID, in write: Write) throws {
        guard points > 0 else { return }
        try post("points.earned", points, from: issued, to: .person(person), order, in: write)
    }

    /// A completed order was recalled and cancelled: what it earned is taken back, as far as it is still there.
    static func withdraw(_ points: Int, from person: PersonID, for order: OrderID, in write: Write) throws {
        let left = try min(points, balance(of: person, in: write))
        guard left > 0 else { return }
        try post("points.withdrawn", left, from: .person(person), to: issued, order, in: write)
    }

    /// Staff gave points, or took some (CAF-048).
    static func adjust(_ change: Int, of person: PersonID, because adjustment: PointsAdjustmentID, in write: Write) throws {
        let (credit, debit) = change > 0 ? (issued, LedgerAccount.person(person)) : (LedgerAccount.person(person), issued)
        let cause = PaymentSubject(PointsAdjustment.kind, adjustment.number)
        try Ledger.post(LedgerTransfer("points.adjusted", in: book, abs(change), unit, from: credit, to: debit, because: cause), in: write)
    }

    private static func post(
        _ reason: String, _ points: Int, from credit: LedgerAccount, to debit: LedgerAccount, _ order: OrderID, in write: Write
    ) throws {
        try Ledger.post(
            LedgerTransfer(reason, in: book, points, unit, from: credit, to: debit, because: PaymentSubject(Order.kind, order.number)), in: write)
    }

    /// Who has most.
    static func richest(_ count: Int, in db: any Connection) throws -> [PersonRecord] {
        try db.all(
            """
            SELECT \(PersonRecord.columns) FROM account_person p JOIN (
                SELECT account, SUM(amount) AS points FROM (
                    SELECT debit AS account, amount FROM payment_transfer WHERE book = \(book.id) AND debit LIKE 'person:%'
                    UNION ALL SELECT credit, -amount FROM payment_transfer WHERE book = \(book.id) AND credit LIKE 'person:%') t
                GROUP BY account HAVING SUM(amount) > 0) b ON b.account = 'person:' || CAST(p.id AS TEXT)
            ORDER BY b.points DESC, p.id LIMIT \(count)
            """ as Query<PersonRecord>)
    }
}
