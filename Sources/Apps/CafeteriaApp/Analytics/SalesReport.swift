import Core
import Database
import Foundation
import Payments
import Platform
import Statistics

/// How the cafeteria did in a period, beside as many days before; read at one moment.
struct SalesReport: Sendable {
    static let mostItems = 20

    let period: Period
    let granularity: Granularity
    let currency: String
    let steps: [(step: Step, sums: SalesSums)]
    let total: SalesSums
    let before: SalesSums
    let customers: CustomerCount
    let customersBefore: CustomerCount
    let items: [ItemSales]
    let rank: ItemRank
    /// What customers paid with: each provider of money, then the points of all of them.
    let ways: [Way]
    /// One line of what customers paid with.
    struct Way: Sendable {
        let name: Text
        let orders: Int
        /// After refunds; of points, what they took off.
        let amount: Int
        let isPoints: Bool
    }

    /// Sold orders by weekday, from Monday, and hour.
    let busy: [[Int]]

    init(_ period: Period, by granularity: Granularity, on site: Site, rank: ItemRank = .pieces) async throws {
        self.period = period
        self.granularity = granularity
        self.rank = rank
        let (zone, currency) = (site.configuration.zone, CafeteriaSettings.currency(site))
        let (start, end) = (period.from.start(in: zone), period.through.adding(1).start(in: zone))
        let now = SalesSpan(from: start, until: end)
        let then = SalesSpan(from: period.before.from.start(in: zone), until: start)
        let read = try await site.database.readInBackground { db in
            (
                hours: try db.all(.hours(SalesSpan(from: then.from, until: end), in: zone, currency: currency)),
                customers: try db.one(.customers(now)), before: try db.one(.customers(then)),
                items: try db.all(.best(now, by: rank, currency: currency, limit: Self.mostItems)), ways: try db.all(.ways(now, currency: currency))
            )
        }
        var (total, before) = (SalesSums(), SalesSums())
        var days: [Day: SalesSums] = [:]
        var busy = Array(repeating: Array(repeating: 0, count: 24), count: 7)
        for hour in read.hours {
            let day = LocalHours.day(of: hour.hour)
            guard day >= period.from else {
                before = before + hour.sums
                continue
            }
            total = total + hour.sums
            days[day] = (days[day] ?? SalesSums()) + hour.sums
            busy[LocalHours.weekday(of: hour.hour)][LocalHours.hourOfDay(hour.hour)] += hour.sums.sold
        }
        var byStep: [Day: SalesSums] = [:]
        for (day, sums) in days {
            let first = max(granularity.start(of: day), period.from)
            byStep[first] = (byStep[first] ?? SalesSums()) + sums
        }
        self.currency = currency
        steps = granularity.steps(of: period).map { ($0, byStep[$0.from] ?? SalesSums()) }
        (self.total, self.before, self.busy) = (total, before, busy)
        ways = Self.ways(read.ways, try site.service())
        (customers, customersBefore, items) = (read.customers, read.before, read.items)
    }

    private static func ways(_ rows: [WaySales], _ payments: Payments) -> [Way] {
        let money = rows.compactMap { row in
            row.provider.map { Way(name: payments.name(ofProvider: $0), orders: row.orders, amount: row.revenue, isPoints: false) }
        }
        let (orders, points) = rows.reduce((0, 0)) { ($0.0 + $1.withPoints, $0.1 + $1.points) }
        return money + (points > 0 ? [Way(name: "Points", orders: orders, amount: points, isPoints: true)] : [])
    }

    /// The hours of the day that have orders, without the empty ones around them.
    var openHours: Range<Int> {
        let used = (0..<24).filter { hour in busy.contains { $0[hour] > 0 } }
        guard let first = used.first, let last = used.last else { return 0..<0 }
        return first..<last + 1
    }
}
