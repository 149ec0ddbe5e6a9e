import Analytics
import Core
import Database
import Platform
import Statistics
import Web

/// What the first page of the portal tells of the cafeteria's day so far.
struct TodayFigures: Sendable {
    let site: Site

    /// None on a day without orders.
    func read(in db: any Connection) throws -> [PortalFigures.Figure] {
        let (zone, currency, now) = (site.configuration.zone, CafeteriaSettings.currency(site), site.clock.now())
        let today = Day(now, in: zone)
        let day = SalesSpan(from: today.start(in: zone), until: today.adding(1).start(in: zone))
        let sums = try db.all(.hours(day, in: zone, currency: currency)).reduce(SalesSums()) { $0 + $1.sums }
        // Also what was ordered earlier for today.
        let waiting: Row2<Int, Int> = try db.one(
            """
            SELECT count(*), CAST(COALESCE(sum(CASE WHEN promised_at + 60000 <= \(now) THEN 1 ELSE 0 END), 0) AS BIGINT)
            FROM cafeteria_order WHERE status IN ('confirmed', 'preparing') AND promised_at < \(day.until)
            """)
        guard sums.placed > 0 || waiting.first > 0 else { return [] }
        let figures = link(CafeteriaPaths.analytics(), query: ["period": Period.Choice.today.rawValue])
        return [
            .init("Revenue", value: SalesWords.money(sums.revenue, currency), path: figures),
            .init("Orders", value: "\(sums.sold)", path: figures),
            .init("Waiting", value: "\(waiting.first)", path: CafeteriaPaths.kitchen()),
            .init("Late", value: "\(sums.late + waiting.second)", detail: "Ready after the promised time, or still waiting", path: figures),
        ]
    }
}
