import Analytics
import Core
import Interface
import Platform
import Web

/// What was counted, on the whole site or in one app.
struct OverviewRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(StatisticsPaths.overview, allow: .permission(.siteStatistics)) { request, member in try await show(request, member, Scope(app: nil))
            },
            .get(StatisticsPaths.app, allow: .anyPermission(site.statisticsReaders)) { request, member, app in
                try await show(request, member, Scope(app: app))
            },
        ]
    }

    func show(_ request: Request, _ member: Member, _ scope: Scope) async throws -> OverviewPage {
        guard scope.isOpen(to: member.identity, on: site) else { throw Problem.notFound }
        let today = site.counts.today
        var mistakes: [String: Text] = [:]
        var period = Period(.month, today: today)
        do throws(Problem) { period = try Period(request.query, today: today) } catch { mistakes = error.fields }
        let figures = try await FigureReader(site: site).figures(scope, scope.measures(on: site), period, granularity: .suiting(period))
        return OverviewPage(
            site: site, figures: figures, scopes: Scope.open(to: member.identity, on: site), mistakes: mistakes)
    }
}

extension Site {
    /// Everything that lets somebody see some statistics.
    var statisticsReaders: Set<Permission> { Set(manifests.compactMap(\.measures.readers)).union([.siteStatistics]) }
}
