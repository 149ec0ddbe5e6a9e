import Analytics
public import Core
import Interface
public import Markup
import Platform
import Web

/// Cards and charts of everything that is counted.
struct OverviewPage: PageAnswer {
    let site: Site
    let figures: Figures
    let scopes: [Scope]
    let mistakes: [String: Text]

    var title: Text { figures.scope.app == nil ? "Statistics" : "\(figures.scope.name(on: site)): statistics" }
    var shell: ShellStyle { .admin }
    var status: Status { mistakes.isEmpty ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "Daily activity, anonymous.") {
            LinkButton("CSV", href: export(StatisticsPaths.reportCSV()), icon: .download, style: .secondary, .aria("label", "Export as CSV"))
            LinkButton(
                "PDF", href: export(StatisticsPaths.reportPDF()), icon: .download, style: .secondary, .aria("label", "Export as PDF"), .prepared
            )
            LinkButton("Report builder", href: builder, icon: .chart)
        }
        if scopes.count > 1 {
            Tabs(
                "Part of the site",
                scopes.map { Tab($0.name(on: site), href: link($0.path, query: QueryItems(figures.period.query)), isCurrent: $0 == figures.scope) })
        }
        PeriodChoice(period: figures.period, action: figures.scope.path, mistakes: mistakes)
        p(.class("muted")) {
            if figures.series.contains(where: { $0.before ?? 0 > 0 }) {
                "\(figures.period.from) to \(figures.period.through), compared with \(earlier.from) to \(earlier.through)." as Text
            } else {
                "\(figures.period.from) to \(figures.period.through)." as Text
            }
            if let beginning {
                " "
                (beginning > figures.period.from
                    ? "Counted since \(beginning), so the days before are missing." : "Counted since \(beginning)") as Text
            }
        }
        div(.class("measure-groups")) {
            for group in figures.scope.groups(on: site) {
                let series = figures.series.filter { group.measures.contains($0.measure) && isOfInterest($0) }
                if !series.isEmpty {
                    Card(group.name) {
                        ul(.class("measures")) {
                            for one in series { MeasureLine(series: one, beginning: beginning, href: builder(one.measure)) }
                        }
                    }
                }
            }
        }
        if figures.series.contains(where: \.hasFigures) { overTime }
        if figures.scope.app == nil { ByApp(site: site, series: figures.series.filter { $0.measure.breakdown == .apps }) }
    }

    /// Charts of what has a course by now; the cards above have the figures of all.
    @HTMLBuilder private var overTime: Node {
        let moving = figures.series.filter { $0.hasFigures && $0.isWorthDrawing }
        let first = moving.contains(where: \.measure.isHeadline) ? moving.filter(\.measure.isHeadline) : Array(moving.prefix(4))
        let others = moving.filter { one in !first.contains { $0.measure == one.measure } }
        SectionHeader("Over time")
        if moving.isEmpty { p(.class("muted")) { "Charts appear here after a few days." } }
        charts(first)
        if !others.isEmpty { Disclosure("More charts") { charts(others) } }
    }

    private var earlier: Period { figures.period.before }

    private func charts(_ series: [Series]) -> some HTML {
        div(.class("charts")) { for one in series { MeasureChart(series: one, steps: figures.steps, href: builder(one.measure)) } }
    }

    /// The day since which everything is counted that is too young to be compared; nil where they began on several.
    private var beginning: Day? {
        let days = Set(figures.series.filter { $0.before == nil && $0.isYoung }.map(\.knownFrom))
        return days.count == 1 ? days.first ?? nil : nil
    }

    /// An app has its own figures, and of those that all apps share the ones that it has any of: nobody reads books among requests.
    private func isOfInterest(_ series: Series) -> Bool {
        guard let app = figures.scope.app else { return true }
        let isOwn = site.manifests.contains { $0.id == app && $0.measures.all.contains(series.measure) }
        return isOwn || series.hasFigures || series.before ?? 0 > 0
    }

    private func export(_ path: String) -> String { link(path, query: question(of: figures.series.map(\.measure))) }

    private var builder: String { link(StatisticsPaths.report(), query: question(of: [])) }

    /// The report builder with one measure, broken down where that says more.
    private func builder(_ measure: Measure) -> String {
        var query = question(of: [measure])
        if measure.breakdown != nil { query.add("by", "part") }
        query.add("as", ReportRequest.Look.line.rawValue)
        return link(StatisticsPaths.report(), query: query)
    }

    private func question(of measures: [Measure]) -> QueryItems {
        let app = figures.scope.app.map { [("app", $0)] } ?? []
        return QueryItems(app + measures.map { ("measure", $0.id) } + figures.period.query)
    }
}

extension Scope {
    /// The page that shows it.
    var path: String { app.map { StatisticsPaths.app($0) } ?? StatisticsPaths.overview() }
}

/// The usual periods, and a form for other dates.
public struct PeriodChoice: HTML {
    private let period: Period
    private let action: String
    private let mistakes: [String: Text]

    /// The choice for a page at `action`, with what was wrong with the dates that somebody typed.
    public init(period: Period, action: String, mistakes: [String: Text] = [:]) {
        self.period = period
        self.action = action
        self.mistakes = mistakes
    }

    /// Chips, and the form behind a disclosure.
    public var body: some HTML {
        ChipRow("Period") {
            for choice in Period.Choice.allCases where choice != .own {
                Chip(
                    choice.name, href: link(action, query: ["period": choice.rawValue]), isSelected: choice == period.choice)
            }
        }
        Disclosure(Period.Choice.own.name, isOpen: period.choice == .own || !mistakes.isEmpty, .class("own-dates")) {
            Form(action, method: .get, .class("form filter-form")) {
                input(.type("hidden"), .name("period"), .value(Period.Choice.own.rawValue))
                TextField("From", name: "from", value: period.from.description, kind: .date, error: mistakes["from"], isRequired: true)
                TextField("Until", name: "through", value: period.through.description, kind: .date, error: mistakes["through"], isRequired: true)
                FilterActions()
            }
        }
    }
}

/// What one measure came to, beside the time before; it leads to the report of it.
struct MeasureLine: HTML {
    let series: Series
    /// Since when everything young is counted, where the page says so once.
    let beginning: Day?
    let href: String

    var body: some HTML {
        li {
            a(.href(href)) {
                span(.class("measure-name")) {
                    span { series.measure.label }
                    if let detail { span(.class("muted")) { detail } }
                }
                strong { Amount.text(series.total, series.measure.unit) }
            }
        }
    }

    private var detail: Text? {
        guard series.total != nil else { return "No figures yet" }
        guard let before = series.before else {
            return series.isYoung && series.knownFrom != beginning ? series.knownFrom.map { "Counted since \($0)" } : nil
        }
        let words = Amount.text(before, series.measure.unit)
        guard let change = series.change else { return before == 0 ? nil : "Before: \(words)" }
        return switch change {
        case 0: "The same as before"
        case 1...: "\(change)% more than before (\(words))"
        default: "\(-change)% less than before (\(words))"
        }
    }
}

/// One measure over time.
struct MeasureChart: HTML {
    let series: Series
    let steps: [Step]
    let href: String

    var body: some HTML {
        SeriesChart(
            title: series.measure.label, total: Amount.text(series.total, series.measure.unit),
            style: series.measure.kind == .sum && steps.count <= 62 ? .bars : .line, periods: steps.map(\.name),
            series: [.init(series.measure.label, series.steps.map { $0.map(Double.init) })], href: href
        ) { Amount.text(Int(saturating: $0), series.measure.unit) }
    }
}

/// The share of each app in what all of them have.
struct ByApp: HTML {
    let site: Site
    let series: [Series]

    var body: some HTML {
        if !series.isEmpty {
            Disclosure("By app") {
                DataTable(
                    "By app", columns: [.init("Figures")] + apps.map { .init($0.name, isNumeric: true) },
                    rows: series.map { one in
                        .init([one.measure.label.node] + apps.map { Amount.text(total(one, of: $0.id), one.measure.unit).node })
                    })
            }
        }
    }

    private var apps: [(id: String, name: Text)] {
        let used = Set(series.flatMap { $0.parts.map(\.id) })
        let known = site.apps.map(\.id) + [Measure.wholeSite]
        return (known + used.subtracting(known).sorted()).map { ($0, site.name(of: $0, in: .pageViews)) }
    }

    private func total(_ series: Series, of app: String) -> Int? {
        series.total == nil ? nil : series.parts.first { $0.id == app }?.total ?? 0
    }
}
