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
                "Statistics", "Visits and activity, anonymous", icon: .chart, path: StatisticsPaths.overview(), permission: .siteStatistics,
                in: .system, isForReaders: true)
        ]),
        access: .init(
            permissions: [PermissionDeclaration(.siteStatistics, "See the statistics of the whole site")],
            roles: [
                RoleDeclaration("admin", "Site administrator", [.siteStatistics]),
                RoleDeclaration("supervisor", "Site supervisor", [.siteStatistics]),
            ]),
        schema: .init(StatisticsMigrations.all, entityNames: ["statistics.report": "Saved report"]),
        settings: StatisticsSettings.all,
        measures: .init([.visits, .pageViews]),
        resources: .module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page of the part.
    public var routes: [Route] {
        OverviewRoutes(site: site).routes + ReportRoutes(site: site).routes + ReportExport(site: site).routes + StatisticsAPI(site: site).routes
    }

    /// What is done every hour, and once for what happened before.
    public var jobs: [JobKind] { [HourlyRollup(site: site).kind, MeasureBackfill(site: site).kind] }

    /// Every hour.
    public var schedules: [Schedule] { [HourlyRollup(site: site).schedule] }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(StatisticsData(site: site), to: .personalData)
        let backfill = MeasureBackfill(site: site)
        extensions.add(Preparation { try backfill.note(in: $0) }, to: .preparations)
    }
}
