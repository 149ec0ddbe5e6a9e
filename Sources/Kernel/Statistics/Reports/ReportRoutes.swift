import Core
import Interface
import Markup
import Platform
import Web

/// The report builder: what somebody asks, the answer, and what they keep of it.
struct ReportRoutes: Sendable {
    let site: Site
    let figures: FigureReader
    let saved: SavedReports

    init(site: Site, figures: FigureReader) {
        self.site = site
        self.figures = figures
        saved = SavedReports(site: site)
    }

    var routes: [Route] {
        let readers = site.statisticsReaders
        return [
            .get(StatisticsPaths.report, allow: .anyPermission(readers), use: build),
            .get(StatisticsPaths.reports, allow: .anyPermission(readers), use: list),
            .post(StatisticsPaths.reports, allow: .anyPermission(readers), use: save),
            .get(StatisticsPaths.saved, allow: .anyPermission(readers), use: open),
            .post(StatisticsPaths.share, allow: .anyPermission(readers), use: share),
            .get(StatisticsPaths.delete, allow: .anyPermission(readers), use: confirm),
            .post(StatisticsPaths.delete, allow: .anyPermission(readers), use: delete),
        ]
    }

    struct SaveForm: Decodable {
        var name: String?
        var query: String?
        var shared: Bool
    }

    struct ShareForm: Decodable {
        var shared: Bool
    }

    func build(_ request: Request, _ member: Member) async throws -> ReportPage {
        let scopes = Scope.open(to: member.identity, on: site)
        do {
            let asked = try ReportRequest(request.query, for: member.identity, on: site)
            return ReportPage(site: site, scopes: scopes, table: try await table(asked), mistakes: [:])
        } catch let problem as Problem where !problem.fields.isEmpty {
            let usual = try ReportRequest(QueryItems(request.query["app"].map { [("app", $0)] } ?? []), for: member.identity, on: site)
            return ReportPage(site: site, scopes: scopes, table: try await table(usual), mistakes: problem.fields)
        }
    }

    func list(_ request: Request, _ member: Member) async throws -> ReportsPage {
        ReportsPage(reports: try await saved.all(for: member.id), person: member.id)
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(SaveForm.self)
        let asked = try ReportRequest(try QueryItems(parsing: form.query ?? ""), for: member.identity, on: site)
        try await saved.save(asked, as: form.name ?? "", isShared: form.shared, by: member.id)
        return .seeOther(link(StatisticsPaths.report(), query: asked.query), flash: "The report was saved.")
    }

    func open(_ request: Request, _ member: Member, _ id: SavedReportID) async throws -> Response {
        .seeOther(StatisticsPaths.report() + "?" + (try await saved.find(id, for: member.id)).query)
    }

    func share(_ request: Request, _ member: Member, _ id: SavedReportID) async throws -> Response {
        let isShared = try request.form(ShareForm.self).shared
        try await saved.share(id, isShared, by: member.id)
        return .seeOther(StatisticsPaths.reports(), flash: isShared ? "Other staff can open the report now." : "Only you can open the report now.")
    }

    func confirm(_ request: Request, _ member: Member, _ id: SavedReportID) async throws -> ConfirmPage {
        let report = try await saved.find(id, for: member.id)
        guard report.owner == member.id else { throw Problem.notFound }
        return ConfirmPage(
            "Delete this report?", shell: .admin, activePath: StatisticsPaths.overview(),
            message: "“\(report.name)” is deleted for good; the figures stay.", confirm: "Delete the report", icon: .trash,
            action: StatisticsPaths.delete(id), cancel: StatisticsPaths.reports())
    }

    func delete(_ request: Request, _ member: Member, _ id: SavedReportID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StatisticsPaths.delete(id)) }
        try await saved.delete(id, by: member.id)
        return .seeOther(StatisticsPaths.reports(), flash: "The report was deleted.")
    }

    func table(_ asked: ReportRequest) async throws -> ReportTable {
        let figures = try await self.figures.figures(asked.scope, asked.measures, asked.period, granularity: asked.granularity)
        return ReportTable(asked, figures, site: site)
    }
}
