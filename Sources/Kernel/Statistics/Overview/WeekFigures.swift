import Analytics
import Core
import Database
import Platform
import Web

/// What the first page of the portal tells of the last seven days, beside the seven before.
struct WeekFigures: Sendable {
    let site: Site

    /// None while nothing has happened: a row of noughts says nothing about a new site.
    func read(in db: any Connection) throws -> [PortalFigures.Figure] {
        let period = Period(.week, today: site.counts.today)
        let measures = Scope(app: nil).measures(on: site).filter(\.isHeadline)
        let amounts = try site.counts.amounts(of: measures, from: period.before.from, through: period.through, in: db)
        guard amounts.contains(where: { $0.amount > 0 }) else { return [] }
        return measures.map { measure in
            let own = amounts.filter { $0.measure == measure.id }
            let before = own.filter { $0.day < period.from }.reduce(0) { $0 + $1.amount }
            let now = own.reduce(0) { $0 + $1.amount } - before
            return PortalFigures.Figure(
                measure.label, value: Amount.text(now, measure.unit), detail: before > 0 ? "\(before) the week before" : nil,
                path: link(scope(of: measure).path, query: ["period": Period.Choice.week.rawValue]))
        }
    }

    /// Where it is told in full: an app's own measure among the figures of the app.
    private func scope(of measure: Measure) -> Scope { Scope(app: site.apps.first { $0.measures.all.contains(measure) }?.id) }
}
