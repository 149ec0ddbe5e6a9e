import Core
import Database
import Platform

/// `stoa ledger check`: whether the books agree with what happened.
struct LedgerCommand: Sendable {
    let site: Site

    static let help = [
        CommandHelp(
            ["ledger", "check"], usage: "ledger check [--data DIR]", summary: "prove that the books agree with payments and points",
            details: """
                Compares every entry of the ledger with the payment, order or adjustment that caused it, in both directions, and prints what
                each account holds. Exits 1 when anything disagrees.
                """, makesSite: false)
    ]

    var commands: [Command] { Self.help.map { Command($0, on: site, work: check) } }

    private struct Disagreement: Error, CustomStringConvertible {
        let count: Int
        var description: String { "The books disagree with the facts in \(count) place\(count == 1 ? "" : "s")." }
    }

    private func check(_ words: [String], _ output: @escaping Command.Output) async throws {
        guard try Arguments(words, values: [], flags: []).rest.isEmpty else { throw Arguments.Mistake("Nothing else is understood here.") }
        let rules = site.extensions[.ledgerRules]
        let (faults, accounts) = try await site.database.readInBackground { db in
            (try rules.map { ($0.name, try $0.faults(db)) }, try db.all(.balances))
        }
        for (name, lines) in faults {
            output("\(lines.isEmpty ? "ok" : "WRONG")  \(name)", !lines.isEmpty)
            for line in lines { output("       \(line)", true) }
        }
        for account in accounts { output("\(account.book)  \(account.account)  \(account.amount) \(account.unit)", false) }
        let count = faults.reduce(0) { $0 + $1.1.count }
        if count > 0 { throw Disagreement(count: count) }
    }
}

/// What one account holds.
struct LedgerBalance: SQLRow {
    let book: String
    let account: String
    let unit: String
    let amount: Int

    init(row: inout RowReader) throws {
        book = try row.next()
        account = try row.next()
        unit = try row.next()
        amount = try row.next()
    }
}

extension Query where Row == LedgerBalance {
    /// Every account that belongs to no single person; those of people are one line for all of them together.
    static var balances: Self {
        """
        SELECT book, name, unit, CAST(SUM(amount) AS BIGINT) FROM (
            SELECT book, CASE WHEN debit LIKE 'person:%' THEN 'people' ELSE debit END AS name, unit, amount FROM payment_transfer
            UNION ALL
            SELECT book, CASE WHEN credit LIKE 'person:%' THEN 'people' ELSE credit END, unit, -amount FROM payment_transfer) t
        GROUP BY book, name, unit ORDER BY book, name, unit LIMIT 1000
        """
    }
}
