import Analytics
import Core
import Database
import Foundation
import Interface
import Jobs
import Platform
import Web

/// The kernel part that shows what is counted: cards, charts, reports, CSV, PDF and the API (CORE-038).
public struct StatisticsModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "statistics", name: "Statistics",
        navigation: .init(portal: [
            AdminPlace(
                "Statistics", "Visits and activity, anonymous",
                searchedAs: "analytics reports numbers visitors usage report builder charts saved", icon: .chart,
                path: StatisticsPaths.overview(), permission: .siteStatistics,
                in: .system, isForReaders: true)
        ]),
        access: .init(
            permissions: [PermissionDeclaration(.siteStatistics, "See the statistics of the whole site")],
            roles: [
                RoleDeclaration("admin", "Statistics administrator", [.siteStatistics], partOf: [.administrator]),
                RoleDeclaration("supervisor", "Statistics reader", [.siteStatistics]),
            ]),
        schema: .init(StatisticsMigrations.all, entityNames: ["statistics.report": "Saved report"], sentences: StatisticsSentences.all),
        settings: StatisticsSettings.all,
        measures: .init([.visits, .pageViews]),
        help: .init(StatisticsHelp.topics),
        resources: .module)

    private let site: Site
    private let rollup: HourlyRollup
    private let backfill: MeasureBackfill

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        rollup = HourlyRollup(site: site)
        backfill = MeasureBackfill(site: site)
    }

    /// Every page of the part.
    public var routes: [Route] {
        let figures = FigureReader(site: site)
        let reports = ReportRoutes(site: site, figures: figures)
        return OverviewRoutes(site: site, figures: figures).routes + reports.routes + ReportExport(site: site, reports: reports).routes
            + StatisticsAPI(site: site, reports: reports).routes
    }

    /// What is done every hour, and once for what happened before.
    public var jobs: [JobKind] { [rollup.kind, backfill.kind] }

    /// Every hour.
    public var schedules: [Schedule] { [rollup.schedule] }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(StatisticsData(site: site), to: .personalData)
        let week = WeekFigures(site: site)
        extensions.add(PortalFigures(for: .siteStatistics) { try week.read(in: $0) }, to: .portalFigures)
        let backfill = backfill
        extensions.add(Preparation { try backfill.note(in: $0) }, to: .preparations)
    }
}
