import Core
import Database
import Interface
import Markup
import Payments
import Web

/// A page of where somebody's points came from and went, newest first (CAF-041).
struct PointsHistory: Sendable {
    static let size = 50

    /// What there is now.
    let balance: Int
    /// What there was after the first line of this page.
    let afterFirst: Int
    let lines: [LedgerLine]
    let account: LedgerAccount
    /// Of adjustments, by their numbers.
    let reasons: [Int64: String]
    let isFirst: Bool
    /// What the next page begins before.
    let next: Int64?

    init(of person: PersonID, before: Int64, in db: any Connection) throws {
        account = .person(person)
        let found = try Ledger.history(of: account, in: Points.book, before: before, limit: Self.size + 1, db)
        lines = Array(found.prefix(Self.size))
        next = found.count > Self.size ? lines.last?.id : nil
        isFirst = before == .max
        balance = try Points.balance(of: person, in: db)
        afterFirst = try Ledger.balance(of: account, Points.unit, in: Points.book, through: lines.first?.id ?? .max, db)
        reasons = try PointsAdjustment.reasons(of: person, in: db)
    }
}

/// The lines of a history with the balance after each.
struct PointsHistoryTable: HTML {
    let history: PointsHistory
    /// Orders of others have no page.
    var isForStaff = false

    var body: some HTML {
        DataTable(
            "History of points",
            columns: [.init("What"), .init("When"), .init("Points", isNumeric: true), .init("Balance", isNumeric: true)], rows: rows)
    }

    private var rows: [DataTable.Row] {
        var running = history.afterFirst
        return history.lines.map { line in
            let change = line.change(of: history.account)
            let after = running
            running -= change
            return .init([what(line), TimeAgo(line.at), (change > 0 ? "+\(change)" : "−\(abs(change))" as Text), "\(after)" as Text])
        }
    }

    private func what(_ line: LedgerLine) -> Node {
        let words: Text =
            switch line.reason {
            case "points.earned": "Earned"
            case "points.reserved": "Used"
            case "points.returned", "points.refunded": "Returned"
            case "points.withdrawn": "Order cancelled"
            default: "Adjusted"
            }
        if let reason = history.reasons[line.cause.id], line.cause.kind == PointsAdjustment.kind, !reason.isEmpty {
            return Fragment {
                words
                p(.class("muted history-reason"), .dir("auto")) { reason }
            }.node
        }
        guard line.cause.kind == Order.kind else { return words.node }
        let order: Text = "\(words): order \(Order.number(of: line.cause.id))"
        return isForStaff ? order.node : a(.href(CafeteriaPaths.order(OrderID(line.cause.id)))) { order }.node
    }
}
