import Analytics
import Core
import Interface
import Platform
import Web

/// What was counted, on the whole site or in one app.
struct OverviewRoutes: Sendable {
    let site: Site
    let figures: FigureReader

    var routes: [Route] {
        [
            .get(StatisticsPaths.overview, allow: .anyPermission(site.statisticsReaders), use: showWidest),
            .get(StatisticsPaths.app, allow: .anyPermission(site.statisticsReaders)) { request, member, app in
                try await show(request, member, Scope(app: app))
            },
        ]
    }

    /// The whole site, or the first app for whoever may read the figures of apps only.
    func showWidest(_ request: Request, _ member: Member) async throws -> Response {
        guard let widest = Scope.open(to: member.identity, on: site).first else { throw Problem.notFound }
        guard widest.app == nil else { return .seeOther(widest.path) }
        return try await show(request, member, widest).response(for: request)
    }

    func show(_ request: Request, _ member: Member, _ scope: Scope) async throws -> OverviewPage {
        guard scope.isOpen(to: member.identity, on: site) else { throw Problem.notFound }
        let today = site.counts.today
        var mistakes: [String: Text] = [:]
        var period = Period(.month, today: today)
        do throws(Problem) { period = try Period(request.query, today: today) } catch { mistakes = error.fields }
        let figures = try await self.figures.figures(scope, scope.measures(on: site), period, granularity: .suiting(period))
        return OverviewPage(
            site: site, figures: figures, scopes: Scope.open(to: member.identity, on: site), mistakes: mistakes)
    }
}

extension Site {
    /// Everything that lets somebody see some statistics.
    var statisticsReaders: Set<Permission> { Set(everyManifest.compactMap(\.measures.readers)).union([.siteStatistics]) }
}
