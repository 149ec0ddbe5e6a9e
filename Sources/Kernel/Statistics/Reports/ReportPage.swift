import Analytics
import Core
import Interface
import Markup
import Platform
import Web

/// The report builder: the question above, the answer below.
struct ReportPage: PageAnswer {
    let site: Site
    let scopes: [Scope]
    let table: ReportTable
    let mistakes: [String: Text]

    private var asked: ReportRequest { table.request }

    var title: Text { "Report builder" }
    var shell: ShellStyle { .admin }
    var status: Status { mistakes.isEmpty ? .ok : .unprocessableContent }
    var activePath: String? { asked.scope.path }

    var body: some HTML {
        PageHeader(title, lead: "Choose what to count, for how long and how to see it.", crumbs: [Crumb("Statistics", href: asked.scope.path)]) {
            LinkButton("Saved reports", href: StatisticsPaths.reports(), icon: .folder, style: .secondary)
        }
        question
        if asked.measures.isEmpty {
            EmptyState(.chart, title: "Nothing chosen yet", message: "Tick what to count, then choose Show.")
        } else {
            SectionHeader("\(asked.period.from) to \(asked.period.through)")
            Actions {
                LinkButton("CSV", href: export(StatisticsPaths.reportCSV()), icon: .download, style: .secondary, .aria("label", "Export as CSV"))
                LinkButton(
                    "PDF", href: export(StatisticsPaths.reportPDF()), icon: .download, style: .secondary, .aria("label", "Export as PDF"), .prepared
                )
            }
            ReportAnswer(table: table)
            keep
        }
    }

    private var ownDates: Period? { asked.period.choice == .own ? asked.period : nil }

    private func export(_ path: String) -> String { link(path, query: asked.query) }

    private var question: some HTML {
        Form(StatisticsPaths.report(), method: .get, .class("form measure-form")) {
            if scopes.count > 1 {
                Select(
                    "Part of the site", name: "app", choices: scopes.map { Choice($0.app ?? "", $0.name(on: site)) }, selected: asked.scope.app ?? "",
                    isRequired: true)
            } else if let app = asked.scope.app {
                input(.type("hidden"), .name("app"), .value(app))
            }
            if let mistake = mistakes["measure"] { p(.class("field-error")) { mistake } }
            div(.class("measure-choice")) {
                for group in asked.scope.groups(on: site) {
                    FieldGroup(group.name) {
                        for measure in group.measures {
                            Checkbox(
                                measure.label, name: "measure", value: measure.id, isChecked: asked.measures.contains(measure), hint: measure.hint)
                        }
                    }
                }
            }
            div(.class("filter-form")) {
                Select(
                    "Period", name: "period", choices: Period.Choice.allCases.map { Choice($0.rawValue, $0.name) },
                    selected: asked.period.choice.rawValue)
                input(.type("hidden"), .name("shown"), .value(asked.period.choice.rawValue))
                TextField("From", name: "from", value: ownDates?.from.description ?? "", kind: .date, error: mistakes["from"])
                TextField("Until", name: "through", value: ownDates?.through.description ?? "", kind: .date, error: mistakes["through"])
                Select(
                    "One line for each", name: "grain", choices: Granularity.allCases.map { Choice($0.rawValue, $0.name) },
                    selected: asked.granularity.rawValue)
                Select(
                    "Show as", name: "as", choices: ReportRequest.Look.allCases.map { Choice($0.rawValue, $0.name) },
                    selected: asked.look.rawValue)
                Checkbox("Break down by app, language or status", name: "by", value: "part", isChecked: asked.isBrokenDown)
                Actions { Button("Show", icon: .chart, style: .secondary) }
            }
        }
    }

    private var keep: some HTML {
        Card("Save this report") {
            Form(StatisticsPaths.reports()) {
                input(.type("hidden"), .name("query"), .value(asked.query.encoded))
                TextField(
                    "Name", name: "name", hint: "If you use a name again, the report with that name is replaced.", isRequired: true, .maxlength(80))
                Checkbox("Share it with other staff", name: "shared", hint: "They see only figures that they may see anyway.")
                Actions { Button("Save", icon: .check) }
            }
        }
    }
}

/// The answer as a table or as charts, one for each measure.
struct ReportAnswer: HTML {
    let table: ReportTable

    var body: some HTML {
        if let style = table.request.look.chart {
            div(.class("charts")) {
                for measure in table.request.measures {
                    let columns = table.columns.filter { $0.measure == measure }
                    SeriesChart(
                        title: measure.label, total: columns.count == 1 ? Amount.text(columns.first?.total, measure.unit) : nil, style: style,
                        periods: table.steps.map(\.name),
                        series: columns.map { .init($0.name, $0.steps.map { $0.map(Double.init) }) }
                    ) { Amount.text(Int(saturating: $0), measure.unit) }
                }
            }
        } else {
            div(.class("report-table"), .tabindex(0), .role("region"), .aria("label", "Figures")) {
                DataTable(
                    "Figures", columns: [.init("Period")] + table.columns.map { .init($0.name, isNumeric: true) },
                    rows: table.steps.indices.map(row) + [total])
            }
        }
    }

    private func row(_ index: Int) -> DataTable.Row {
        .init([table.steps[index].name.node] + table.columns.map { Amount.text($0.steps[index], $0.measure.unit).node })
    }

    private var total: DataTable.Row {
        .init([strong { "Whole period" }] + table.columns.map { column in strong { Amount.text(column.total, column.measure.unit) } })
    }
}
