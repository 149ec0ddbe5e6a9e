import Core
import Foundation
import Web

/// A line of a provider's statement: money that came in or went back.
struct StatementLine: Sendable, Equatable {
    /// The provider's number of it.
    let receipt: String
    let at: Instant
    /// More than 0 for what came in.
    let amount: Money
    /// Whose phone it was, where the statement says so.
    let phone: String?
    /// Of money that went back: the receipt that it belongs to.
    let original: String?
    /// What it was said to be for when it was asked for, where the statement says so.
    var account: String?

    var isPayment: Bool { amount.minor > 0 }
}

/// Why a file is no statement.
enum StatementRefusal: Error, Equatable {
    case noTable
    /// The first column that is missing.
    case columnMissing(String)
    case empty
}

extension StatementRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noTable: .at("file", "payments.statement-unreadable", "This file isn’t a CSV statement.")
        case .columnMissing(let name): .at("file", "payments.statement-columns", "The column “\(name)” is missing.")
        case .empty: .at("file", "payments.statement-empty", "There are no completed payments in this file.")
        }
    }
}

extension Problem {
    fileprivate static func at(_ field: String, _ code: String, _ words: Text) -> Problem {
        Problem(
            .invalid, code, words, remedy: "Download the statement from the M-Pesa organisation portal as CSV.", fields: [field: words])
    }
}

/// The statement of M-Pesa's organisation portal.
enum DarajaStatement {
    private static let needed = ["Receipt No.", "Completion Time", "Transaction Status", "Paid In", "Withdrawn"]

    /// Reads the lines of what was completed; other lines are no money.
    static func read(_ bytes: [UInt8]) throws(StatementRefusal) -> [StatementLine] {
        let rows: [[String]]
        do { rows = try CSVReader(bytes).rows } catch { throw .noTable }
        // The portal puts lines about the organisation above the names of the columns.
        guard let start = rows.firstIndex(where: { $0.contains("Receipt No.") }) else {
            if rows.isEmpty { throw .noTable }
            throw .columnMissing("Receipt No.")
        }
        let columns = Dictionary(rows[start].enumerated().map { ($1.trimmed, $0) }) { first, _ in first }
        if let missing = needed.first(where: { columns[$0] == nil }) { throw .columnMissing(missing) }
        let lines = rows[(start + 1)...].compactMap { row -> StatementLine? in
            func value(_ name: String) -> String { columns[name].flatMap { $0 < row.count ? row[$0].trimmed : nil } ?? "" }
            guard value("Transaction Status") == "Completed", let moment = moment(value("Completion Time")) else { return nil }
            let moved = amount(value("Paid In")) ?? amount(value("Withdrawn")).map { -abs($0) }
            guard let moved, moved != 0, !value("Receipt No.").isEmpty else { return nil }
            let original = value("Linked Transaction ID")
            return StatementLine(
                receipt: value("Receipt No."), at: moment, amount: Money(minor: moved, currency: "KES"), phone: phone(value("Other Party Info")),
                original: original.isEmpty ? nil : original, account: value("A/C No."))
        }
        guard !lines.isEmpty else { throw .empty }
        return lines
    }

    /// `26-11-2026 14:05:09`, or with the year first, by the clock of Nairobi.
    private static func moment(_ text: String) -> Instant? {
        let parts = text.split { !$0.isNumber }.map(String.init)
        guard parts.count >= 5 else { return nil }
        let date = parts[0].count == 4 ? [parts[0], parts[1], parts[2]] : [parts[2], parts[1], parts[0]]
        let digits = (date + parts[3...]).map { $0.count == 1 ? "0" + $0 : $0 }.joined()
        return DarajaTime.moment(digits.count == 12 ? digits + "00" : digits)
    }

    private static func amount(_ text: String) -> Int? {
        text.isEmpty ? nil : Money(shillings: text.filter { $0 != "," && $0 != " " }).flatMap { $0.minor == 0 ? nil : $0.minor }
    }

    private static func phone(_ text: String) -> String? {
        text.firstMatch(of: /254[0-9]{9}/).map { String($0.0) }
    }
}
