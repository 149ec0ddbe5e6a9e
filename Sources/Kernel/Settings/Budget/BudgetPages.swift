import Core
import Interface
import Markup
import Web

/// The lines of one year and what is left of each.
struct BudgetPage: PageAnswer {
    let year: Int
    let years: [Int]
    let lines: [BudgetLine]
    let currency: String
    var rejected: (form: BudgetRoutes.LineForm, problem: Problem)?

    var title: Text { "Budget \(String(year))" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "What may be spent this year, and what is left.")
        if years.count > 1 {
            Tabs(
                "Years",
                years.map { Tab(.verbatim(String($0)), href: SettingsPaths.budget() + "?year=\($0)", isCurrent: $0 == year) })
        }
        if lines.isEmpty {
            EmptyState(.chart, title: "No budget lines yet", message: "Add what may be spent this year, for example on rent.")
        } else {
            DataTable(
                title,
                columns: [
                    .init("Line"), .init("Budgeted", isNumeric: true), .init("Spent", isNumeric: true), .init("Remaining", isNumeric: true),
                    .init("State"),
                ],
                rows: lines.map(row))
        }
        Card("New budget line") {
            let wrong = rejected?.problem.fields ?? [:]
            ProblemAlert(rejected?.problem)
            Form(SettingsPaths.budget()) {
                TextField("Purpose", name: "name", value: rejected?.form.name ?? "", error: wrong["name"], isRequired: true, .maxlength(80))
                TextField(
                    "Amount in \(currency)", name: "amount", value: rejected?.form.amount ?? "", error: wrong["amount"], isRequired: true,
                    .inputmode("decimal"))
                TextField(
                    "Warn me at (%)", name: "alertPercent", value: String(rejected?.form.alertPercent ?? 80), kind: .number,
                    error: wrong["alertPercent"], isRequired: true, .min("1"), .max("100"))
                TextField(
                    "Year", name: "year", value: String(rejected?.form.year ?? year), kind: .number, error: wrong["year"], isRequired: true)
                Actions { Button("Add line", icon: .plus) }
            }
        }
    }

    private func row(_ line: BudgetLine) -> DataTable.Row {
        .init([
            a(.href(SettingsPaths.line(line.id))) { line.name },
            ("\(line.amount)" as Text).node, ("\(line.spent)" as Text).node, ("\(line.left)" as Text).node, BudgetBadge(line: line).node,
        ])
    }
}

/// How a line stands, in a word.
private struct BudgetBadge: HTML {
    let line: BudgetLine

    var body: some HTML {
        if line.spentPercent >= 100 {
            Badge("Spent", tone: .danger)
        } else if line.spentPercent >= line.alertPercent {
            Badge("\(line.spentPercent) % spent", tone: .warning)
        } else {
            Badge("\(line.spentPercent) % spent", tone: .success)
        }
    }
}

/// One line with its expenses.
struct BudgetLinePage: PageAnswer {
    let line: BudgetLine
    let expenses: [Expense]
    let today: Day
    var rejected: (form: BudgetRoutes.ExpenseForm, problem: Problem)?

    var title: Text { "\(line.name) \(String(line.year))" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }
    var activePath: String? { SettingsPaths.budget() }

    var body: some HTML {
        PageHeader(title, lead: "\(line.spent) of \(line.amount) spent, \(line.left) left.", crumbs: [Crumb("Budget", href: SettingsPaths.budget())])
        ProgressBar(min(1, Double(line.spentPercent) / 100), label: "Spent", showsPercent: true)
        if expenses.isEmpty {
            EmptyState(.list, title: "Nothing spent yet", message: "Add the first expense below.")
        } else {
            DataTable(
                "Expenses",
                columns: [.init("Day"), .init("Purpose"), .init("Amount", isNumeric: true), .init("Actions", isTitleHidden: true)],
                rows: expenses.map(row))
        }
        Card("New expense") {
            let wrong = rejected?.problem.fields ?? [:]
            ProblemAlert(rejected?.problem)
            Form(SettingsPaths.expenses(line.id)) {
                TextField(
                    "Amount in \(line.amount.currency)", name: "amount", value: rejected?.form.amount ?? "", error: wrong["amount"],
                    isRequired: true, .inputmode("decimal"))
                TextField("Purpose", name: "note", value: rejected?.form.note ?? "", error: wrong["note"], isRequired: true, .maxlength(200))
                TextField(
                    "Day", name: "day", value: rejected?.form.day ?? today.description, kind: .date, error: wrong["day"], isRequired: true)
                Actions { Button("Add expense", icon: .plus) }
            }
        }
    }

    private func row(_ expense: Expense) -> DataTable.Row {
        .init([
            ("\(day: expense.spentAt)" as Text).node, Fragment { expense.note }.node,
            ("\(Money(minor: expense.amount, currency: line.amount.currency))" as Text).node,
            Form(SettingsPaths.removeExpense(line.id, expense.id)) { Button("Undo", style: .quiet) }.node,
        ])
    }
}
