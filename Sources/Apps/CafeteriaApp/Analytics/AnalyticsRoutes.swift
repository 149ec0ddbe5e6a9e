import Analytics
import Audit
import Core
import Interface
import Platform
import Statistics
import Web

/// The analytics of the cafeteria as page, CSV and PDF; who took a file is noted in the log.
struct AnalyticsRoutes: Sendable {
    let site: Site
    private let pace: CostlyCalls

    init(site: Site) {
        self.site = site
        pace = CostlyCalls(site, "cafeteria.exports", most: 12, code: "cafeteria.too-many-exports")
    }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.analytics, allow: .permission(.cafeteriaStatistics), use: show),
            .get(CafeteriaPaths.analyticsCSV, allow: .permission(.cafeteriaStatistics), use: csv),
            .get(CafeteriaPaths.analyticsPDF, allow: .permission(.cafeteriaStatistics), use: pdf),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> AnalyticsPage {
        do {
            return AnalyticsPage(report: try await report(request), mistakes: [:])
        } catch let problem as Problem where !problem.fields.isEmpty {
            let usual = Period(.month, today: site.counts.today)
            return AnalyticsPage(report: try await SalesReport(usual, by: .day, on: site), mistakes: problem.fields)
        }
    }

    func csv(_ request: Request, _ member: Member) async throws -> Response {
        let table = request.query["table"].flatMap(AnalyticsTable.init(rawValue:)) ?? .steps
        let report = try await exported(request, member, "csv")
        let csv =
            switch table {
            case .steps: steps(report, request)
            case .ways: ways(report, request)
            case .items: items(report, request)
            case .hours: hours(report, request)
            }
        return csv.response(named: "cafeteria-\(table.rawValue)-\(Self.dates(report)).csv")
    }

    func pdf(_ request: Request, _ member: Member) async throws -> Response {
        let report = try await exported(request, member, "pdf")
        let document = AnalyticsDocument(
            siteName: site.configuration.name, report: report, by: member.name, at: site.clock.now(), language: request.language)
        return try await site.pdf(document, named: "cafeteria-\(Self.dates(report)).pdf", for: request)
    }

    /// For the name of a file.
    private static func dates(_ report: SalesReport) -> String {
        let (first, last) = (report.period.from.description, report.period.through.description)
        return first == last ? first : "\(first)-to-\(last)"
    }

    private func report(_ request: Request) async throws -> SalesReport {
        let period = try Period(request.query, today: site.counts.today)
        let asked = request.query["grain"].flatMap(Granularity.init(rawValue:)) ?? .suiting(period)
        // Ten years of days are thousands of lines that nobody reads.
        return try await SalesReport(
            period, by: asked == .day && period.length > 732 ? .week : asked, on: site,
            rank: request.query["rank"].flatMap(ItemRank.init(rawValue:)) ?? .pieces)
    }

    private func exported(_ request: Request, _ member: Member, _ form: String) async throws -> SalesReport {
        try pace.take(by: member)
        let report = try await report(request)
        let details = ["from": report.period.from.description, "through": report.period.through.description, "form": form]
        try await site.write(by: member.id) { write in try write.audit(.exportData, AuditName("cafeteria.analytics", form), details) }
        return report
    }

    private func steps(_ report: SalesReport, _ request: Request) -> CSVWriter {
        let names: [Text] = [
            "From", "Until", "Orders", "Revenue", "Average order", "Placed", "Cancelled orders", "Waiting time (min)", "Promised (min)", "Late",
            "Gross revenue", "Refunded", "Late by (min)",
        ]
        var csv = CSVWriter(names.map { request.render($0) })
        for (step, sums) in report.steps {
            csv.add([
                step.from.description, step.through.description, String(sums.sold), money(sums.revenue, report), money(sums.averageOrder, report),
                String(sums.placed), String(sums.cancelled), decimal(sums.meanWaiting), decimal(sums.meanPromised), String(sums.late),
                money(sums.gross, report), money(sums.refunded, report), decimal(sums.meanLateness),
            ])
        }
        return csv
    }

    private func ways(_ report: SalesReport, _ request: Request) -> CSVWriter {
        var csv = CSVWriter((["Payment method", "Orders", "Amount"] as [Text]).map { request.render($0) })
        for way in report.ways { csv.add([request.render(way.name), String(way.orders), money(way.amount, report)]) }
        return csv
    }

    private func items(_ report: SalesReport, _ request: Request) -> CSVWriter {
        var csv = CSVWriter((["Menu item", "Sold", "Sales"] as [Text]).map { request.render($0) })
        for item in report.items { csv.add([item.name, String(item.quantity), money(item.revenue, report)]) }
        return csv
    }

    private func hours(_ report: SalesReport, _ request: Request) -> CSVWriter {
        var csv = CSVWriter([request.render("Weekday")] + (0..<24).map(SalesWords.hour))
        for weekday in 0..<7 { csv.add([request.render(ClockWords.weekday(weekday))] + report.busy[weekday].map(String.init)) }
        return csv
    }

    private func money(_ minor: Int?, _ report: SalesReport) -> String { Amount.plain(minor, .money(currency: report.currency)) }

    private func decimal(_ minutes: Double?) -> String { minutes.map { String(($0 * 10).rounded() / 10) } ?? "" }
}
