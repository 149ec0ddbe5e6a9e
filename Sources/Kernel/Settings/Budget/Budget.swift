import Accounts
import Audit
import Core
import Database
import Notifications
import Platform
import Web

/// Keeps budget lines and their expenses, and tells whoever keeps the budget when much of a line is spent.
struct Budget: Sendable {
    static let notificationKind = NotificationKind(
        "settings.budget", "Budget", hint: "Much of a budget line is spent.", channels: [.inbox, .email],
        for: .settingsBudget)

    let site: Site
    let roles: Roles
    let notifier: Notifier

    /// A line as a form gives it.
    struct Draft: Sendable {
        let name: String
        let amount: Int
        let alertPercent: Int
    }

    func lines(of year: Int) async throws -> [BudgetLine] {
        try await site.database.read { db in
            try db.all("SELECT \(BudgetLine.columns) FROM settings_budget_line l WHERE l.year = \(year) ORDER BY l.name LIMIT 200")
        }
    }

    func years() async throws -> [Int] {
        try await site.database.read { try $0.all("SELECT DISTINCT year FROM settings_budget_line ORDER BY year DESC LIMIT 50") }
    }

    func line(_ id: BudgetLineID) async throws -> (line: BudgetLine, expenses: [Expense]) {
        try await site.database.read { db in
            guard let line = try db.first(Self.line(id)) else { throw Problem.notFound }
            let expenses = try db.all(
                "SELECT id, amount, note, spent_at FROM settings_expense WHERE line_id = \(id) ORDER BY spent_at DESC, id DESC LIMIT 500"
                    as Query<Expense>)
            return (line, expenses)
        }
    }

    func add(_ draft: Draft, year: Int, by actor: PersonID) async throws -> BudgetLineID {
        let currency = site.configuration.currency
        do {
            return try await site.write(by: actor) { write in
                let id = BudgetLineID(
                    try write.insert(
                        """
                        INSERT INTO settings_budget_line (name, year, amount, currency, alert_percent, changed_at, changed_by)
                        VALUES (\(draft.name), \(year), \(draft.amount), \(currency), \(draft.alertPercent), \(write.now), \(actor))
                        """))
                try write.audit(.create, id, ["name": draft.name])
                return id
            }
        } catch DatabaseError.constraint(.unique, _) {
            throw SettingsRefusal(["name": "There’s already a line with this name in that year."])
        }
    }

    /// Adds an expense and, in the same transaction, the notices that follow from it.
    func spend(_ amount: Int, on id: BudgetLineID, note: String, at day: Instant, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            guard try write.first(Self.line(id)) != nil else { throw Problem.notFound }
            let expense: ExpenseID = try write.insert(
                """
                INSERT INTO settings_expense (line_id, amount, note, spent_at, changed_at, changed_by)
                VALUES (\(id), \(amount), \(note), \(day), \(write.now), \(actor))
                """)
            try write.audit(.create, expense, ["line": id.description, "amount": String(amount), "note": note])
            try alert(id, in: write)
        }
    }

    func remove(_ expense: ExpenseID, from id: BudgetLineID, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            guard try write.run("DELETE FROM settings_expense WHERE id = \(expense) AND line_id = \(id)") > 0 else { throw Problem.notFound }
            try write.audit(.delete, expense)
            // What was told stays told until the share falls below the mark again.
            guard let line = try write.first(Self.line(id)), line.spentPercent < line.alertPercent else { return }
            try write.run("UPDATE settings_budget_line SET alerted_percent = 0 WHERE id = \(id)")
        }
    }

    /// Tells of each mark once: the line's own, and all of it.
    private func alert(_ id: BudgetLineID, in write: Write) throws {
        guard let line = try write.first(Self.line(id)) else { return }
        let marks = [line.alertPercent, 100].filter { line.spentPercent >= $0 && line.alertedPercent < $0 }
        guard let mark = marks.max() else { return }
        try write.run("UPDATE settings_budget_line SET alerted_percent = \(mark) WHERE id = \(id)")
        let notification = Notification(
            kind: Self.notificationKind.id,
            title: mark >= 100 ? "The budget for \(line.name) is spent" : "\(line.spentPercent) % of the budget for \(line.name) is spent",
            body: "\(line.spent) of \(line.amount) in \(String(line.year)).", link: SettingsPaths.line(id), key: "budget-\(id)-\(mark)")
        for person in try roles.holders(of: .settingsBudget, in: write) {
            try notifier.send(notification, to: person, in: write)
        }
    }

    private static func line(_ id: BudgetLineID) -> Query<BudgetLine> {
        "SELECT \(BudgetLine.columns) FROM settings_budget_line l WHERE l.id = \(id)"
    }
}
