import Core
import Interface
import Markup
import Web

/// Where a table of the menu is uploaded.
struct MenuImportPage: PageAnswer {
    var problem: Problem?

    var title: Text { "Import menu" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.adminMenu() }

    var body: some HTML {
        PageHeader(
            title, lead: "Add and change many items at once with a CSV file. You see what will happen before anything changes.",
            crumbs: [Crumb("Menu", href: CafeteriaPaths.adminMenu())])
        ProblemAlert(problem)
        Card("1. Prepare the file") {
            p { "Fill in the template, or download the current menu and edit it in a spreadsheet program." }
            p {
                "A column that isn’t in the file stays as it is on the menu. An empty cell clears the value, where an item can do without it."
            }
            Actions {
                LinkButton("Download template", href: CafeteriaPaths.adminImportTemplate(), icon: .download, style: .secondary)
                LinkButton("Download current menu", href: CafeteriaPaths.adminExport(), icon: .download, style: .secondary)
            }
            Disclosure("Columns") {
                DataTable(
                    "Columns", columns: [.init("Column"), .init("What to write")],
                    rows: MenuColumn.allCases.map { column in .init([code { column.rawValue }, column.hint]) })
            }
        }
        Card("2. Upload it") {
            Form(CafeteriaPaths.adminImports(), hasFiles: true) {
                FileField(
                    "CSV file", name: "file", accept: ".csv,.tsv,.txt", maxBytes: MenuSheet.mostBytes,
                    hint: "Up to \(MenuSheet.mostRows) rows and 5 MB, with commas, semicolons or tabs between the values.",
                    error: problem?.fields["file"])
                Actions { Button("Review import", icon: .forward) }
            }
        }
    }
}

/// What an import would do, row by row; once it is done, what it did.
struct MenuReviewPage: PageAnswer {
    let record: MenuImport
    let currency: String
    let unknown: [String]
    let plan: MenuPlan
    /// Which rows are shown; nil: all.
    let kind: MenuPlan.Kind?
    let rows: [MenuPlan.Row]
    let previous: Int?
    let next: Int?
    let problem: Problem?

    private var isDone: Bool { record.finishedAt != nil }
    private var ready: Int { plan.count(.new) + plan.count(.changed) }

    var title: Text { isDone ? "Import finished" : "Review import" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.adminMenu() }

    var body: some HTML {
        PageHeader(
            title, lead: isDone ? .verbatim(record.fileName) : "\(record.fileName) – nothing has changed yet.",
            crumbs: [Crumb("Menu", href: CafeteriaPaths.adminMenu()), Crumb("Import menu", href: CafeteriaPaths.adminImports())])
        ProblemAlert(problem)
        figures
        if !unknown.isEmpty {
            Alert(.info, title: "These columns aren’t used") { p { unknown.joined(separator: ", ") } }
        }
        if isDone { done } else { confirmation }
        if plan.count(.wrong) > 0 {
            Alert(.warning, title: isDone ? "\(plan.count(.wrong)) rows weren’t imported" : "\(plan.count(.wrong)) rows can’t be imported") {
                p { "Download them with the reasons, correct them and import that file." }
                Actions {
                    LinkButton("Download these rows", href: CafeteriaPaths.adminImportWrong(record.id), icon: .download, style: .secondary)
                }
            }
        }
        div(.id("rows"), .class("stack")) { list }
    }

    @HTMLBuilder private var figures: Node {
        StatGrid {
            if isDone {
                StatCard("Added items", value: "\(record.added)", icon: .plus)
                StatCard("Changed items", value: "\(record.changed)", icon: .edit)
                StatCard("Not imported", value: "\(plan.count(.wrong))", icon: .warning)
            } else {
                StatCard("New items", value: "\(plan.count(.new))", icon: .plus)
                StatCard("Changed items", value: "\(plan.count(.changed))", icon: .edit)
                StatCard("Unchanged items", value: "\(plan.count(.unchanged))", icon: .check)
                StatCard("With errors", value: "\(plan.count(.wrong))", icon: .warning)
            }
        }
    }

    private var done: some HTML {
        Actions {
            LinkButton("Open the menu", href: CafeteriaPaths.adminMenu())
            LinkButton("Import another file", href: CafeteriaPaths.adminImports(), style: .secondary)
        }
    }

    @HTMLBuilder private var confirmation: Node {
        let emptied = plan.emptied
        if emptied.items > 0 {
            Alert(.warning, title: "\(emptied.items) items lose a value") {
                p {
                    names(emptied.columns)
                    "." as String
                    " " as String
                    "Remove a column from the file to keep its values." as Text
                }
            }
        }
        if ready > 0 {
            Card("Import \(ready) items?") {
                NewItems(rows: plan.rows.filter { $0.outcome.kind == .new }, currency: currency, all: address(.new) + "#rows")
                Form(CafeteriaPaths.adminImport(record.id)) {
                    input(.type("hidden"), .name("digest"), .value(plan.digest))
                    if !plan.missing.isEmpty, plan.room > 0 {
                        FieldGroup("Categories that will be created") {
                            for (number, name) in plan.missing.prefix(plan.room).enumerated() {
                                Checkbox(.verbatim(name), name: "create", value: String(number), isChecked: true)
                            }
                        }
                        p(.class("muted")) { "Items of categories that you untick aren’t imported." }
                    }
                    if plan.unplaced > 0 {
                        Select(
                            "Station of new items", name: "station",
                            choices: plan.stations.map { Choice($0.id.description, .verbatim($0.name)) },
                            hint: "For new items whose station isn’t in the file.")
                    }
                    Actions {
                        Button("Import")
                        LinkButton("Cancel", href: CafeteriaPaths.adminImports(), style: .secondary)
                    }
                }
            }
        } else if plan.count(.wrong) == 0 {
            Alert(.success, title: "The menu already matches this file.")
        }
    }

    @HTMLBuilder private var list: Node {
        if !plan.rows.isEmpty {
            ChipRow("Rows") {
                Chip("All", href: address(nil), isSelected: kind == nil, count: plan.rows.count)
                for one in MenuPlan.Kind.allCases where plan.count(one) > 0 {
                    Chip(one.name, href: address(one), isSelected: kind == one, count: plan.count(one))
                }
            }
        }
        if !rows.isEmpty {
            let hasStations = plan.stations.count > 1
            DataTable(
                "Rows",
                columns: [.init("Name"), .init("Category")] + (hasStations ? [.init("Station")] : [])
                    + [.init("Row", isNumeric: true), .init("Result"), .init("Details")],
                rows: rows.map { row in
                    let place: [any HTML] = [span(.dir("auto")) { row.name }, span(.dir("auto")) { row.category }]
                    let outcome: [any HTML] = [
                        Text.verbatim(String(row.row.number)), Badge(row.outcome.kind.name, tone: row.outcome.kind.tone), details(row.outcome),
                    ]
                    return .init(place + (hasStations ? [station(of: row)] : []) + outcome)
                })
            Pagination(previous: previous.map { address(kind, from: $0) }, next: next.map { address(kind, from: $0) })
        }
    }

    @HTMLBuilder private func station(of row: MenuPlan.Row) -> Node {
        if row.lacksStation { em { "As chosen above" } } else { span(.dir("auto")) { row.station ?? "" } }
    }

    private func details(_ outcome: MenuPlan.Outcome) -> Node {
        switch outcome {
        case .new(let draft):
            return ("\(Money(minor: draft.price, currency: currency))" as Text).node
        case .changed(_, _, let changes), .applied(let changes):
            return ul(.class("import-list")) { for change in changes { line(change) } }.node
        case .unchanged: return .nothing
        case .wrong(let faults):
            return ul(.class("import-list")) { for fault in faults { li { fault.sentence } } }.node
        }
    }

    /// “Price: 120 → 150”.
    private func line(_ change: MenuPlan.Change) -> some HTML {
        let (old, new) = change.excerpts
        return li(.if(new.isEmpty, .class("import-removed"))) {
            "\(change.column.title):" as Text
            " " as String
            value(old)
            " → " as String
            value(new)
        }
    }

    private func value(_ words: String) -> Node {
        words.isEmpty ? em { "empty" as Text }.node : span(.dir("auto")) { words }.node
    }

    private func names(_ columns: [MenuColumn]) -> some HTML {
        span(.class("import-columns")) { for column in columns { span { column.title } } }
    }

    private func address(_ kind: MenuPlan.Kind?, from start: Int = 0) -> String {
        link(CafeteriaPaths.adminImport(record.id), query: ["show": kind?.rawValue, "from": start > 0 ? String(start) : nil])
    }
}

extension MenuPlan.Change {
    private static let longest = 80

    /// Both values, cut to where they begin to differ where they are long.
    fileprivate var excerpts: (old: String, new: String) {
        guard max(old.count, new.count) > Self.longest else { return (old, new) }
        let same = zip(old, new).prefix { $0 == $1 }.count
        let start = same > Self.longest / 2 ? same - Self.longest / 4 : 0
        func cut(_ words: String) -> String {
            let rest = words.dropFirst(start)
            return (start > 0 && !rest.isEmpty ? "…" : "") + rest.prefix(Self.longest) + (rest.count > Self.longest ? "…" : "")
        }
        return (cut(old), cut(new))
    }
}

extension MenuPlan.Kind {
    var name: Text {
        switch self {
        case .new: "New"
        case .changed: "Changed"
        case .unchanged: "Unchanged"
        case .wrong: "Error"
        }
    }

    fileprivate var tone: Tone {
        switch self {
        case .new: .success
        case .changed: .info
        case .unchanged: .neutral
        case .wrong: .danger
        }
    }
}
