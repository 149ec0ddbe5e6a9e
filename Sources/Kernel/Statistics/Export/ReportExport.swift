import Analytics
import Audit
import Core
import Database
import Documents
import Localization
import Markup
import Platform
import Web

/// A report as a file to hand on. Who took it is noted in the log.
struct ReportExport: Sendable {
    let site: Site
    let reports: ReportRoutes
    private let pace: CostlyCalls

    init(site: Site, reports: ReportRoutes) {
        self.site = site
        self.reports = reports
        pace = CostlyCalls(site, "statistics.exports", most: 12, code: "statistics.too-many-exports")
    }

    var routes: [Route] {
        [
            .get(StatisticsPaths.reportCSV, allow: .anyPermission(site.statisticsReaders), use: csv),
            .get(StatisticsPaths.reportPDF, allow: .anyPermission(site.statisticsReaders), use: pdf),
        ]
    }

    func csv(_ request: Request, _ member: Member) async throws -> Response {
        let table = try await table(request, member, form: "csv")
        var csv = CSVWriter([request.render("From"), request.render("Until")] + table.columns.map { request.render($0.name) })
        for (index, step) in table.steps.enumerated() {
            csv.add([step.from.description, step.through.description] + table.columns.map { Amount.plain($0.steps[index], $0.measure.unit) })
        }
        return csv.response(named: "statistics.csv")
    }

    func pdf(_ request: Request, _ member: Member) async throws -> Response {
        let table = try await table(request, member, form: "pdf")
        let document = ReportDocument(
            siteName: site.configuration.name, scope: table.request.scope.name(on: site), table: table, by: member.name, at: site.clock.now(),
            language: request.language)
        return try await site.pdf(document, named: "statistics.pdf", for: request)
    }

    private func table(_ request: Request, _ member: Member, form: String) async throws -> ReportTable {
        try pace.take(by: member)
        let asked = try ReportRequest(request.query, for: member.identity, on: site)
        guard !asked.measures.isEmpty else { throw ReportRefusal.empty }
        let details = ["query": asked.query.encoded, "form": form]
        try await site.write(by: member.id) { write in try write.audit(.exportData, AuditName("statistics.report", form), details) }
        return try await reports.table(asked)
    }
}

/// The report on paper.
private struct ReportDocument: HTML {
    let siteName: String
    let scope: Text
    let table: ReportTable
    let by: String
    let at: Instant
    let language: Language

    /// More columns than this would be too narrow on paper; what is left gets a table of its own.
    private static let mostColumns = 8

    private static let style = """
        @page { size: A4 landscape; margin: 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif } }
        body { font: 9pt sans-serif } h1 { font-size: 15pt; margin: 0 0 2mm }
        table { width: 100%; border-collapse: collapse; margin-top: 4mm } thead { display: table-header-group }
        th, td { border-bottom: .3pt solid #999; padding: 1mm; text-align: right; vertical-align: bottom; overflow-wrap: anywhere }
        th:first-child, td:first-child { text-align: left } tr:last-child td { font-weight: bold }
        """

    var body: some HTML {
        html(.lang(language)) {
            head {
                // Without it the printer reads the page as Latin-1.
                Raw("<meta charset=\"utf-8\">")
                Markup.title { "\(siteName): statistics" as Text }
                Raw("<style>\(Self.style)</style>")
            }
            Markup.body {
                h1 { "\(siteName): statistics" as Text }
                p { "\(scope), \(table.request.period.from) to \(table.request.period.through)" as Text }
                p { "Made for \(by) on \(moment: at)." as Text }
                for columns in table.columns.chunks(of: Self.mostColumns) { sheet(columns) }
            }
        }
    }

    private func sheet(_ columns: ArraySlice<ReportTable.Column>) -> some HTML {
        Markup.table {
            thead {
                tr {
                    th { "Period" }
                    for column in columns { th { column.name } }
                }
            }
            tbody {
                for (index, step) in table.steps.enumerated() {
                    tr {
                        td { step.name }
                        for column in columns { td { Amount.text(column.steps[index], column.measure.unit) } }
                    }
                }
                tr {
                    td { "Whole period" }
                    for column in columns { td { Amount.text(column.total, column.measure.unit) } }
                }
            }
        }
    }
}

extension Array {
    /// The same in pieces of a size; the last may be smaller.
    fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
