import Analytics
import Compression
import Core
import Database
import Foundation
import Payments
import Platform
import Statistics
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct AnalyticsTests {
    /// An order as a log has it.
    private struct Logged: Sendable {
        var placedAt: Instant
        var person: PersonID?
        var status = "completed"
        /// Minutes after payment.
        var promised = 10, ready = 12
        var isForLater = false
        var discount = 0
        /// Item, quantity, price of one.
        var lines: [(Int64, Int, Int)]
    }

    /// Writes orders as they stand after months of use.
    private func write(_ orders: [Logged], to cafeteria: Cafeteria) async throws {
        for part in stride(from: 0, to: orders.count, by: 500).map({ orders[$0..<min($0 + 500, orders.count)] }) {
            try await cafeteria.app.site.database.write { db in
                for order in part {
                    let subtotal = order.lines.reduce(0) { $0 + $1.1 * $1.2 }
                    let paid = order.status == "cancelled" ? nil as Instant? : order.placedAt
                    let id: Int64 = try db.insert(
                        """
                        INSERT INTO cafeteria_order (person_id, customer, status, subtotal, points, discount, currency, pickup_at, promised_at,
                            instructions, payable_until, token, created_at, confirmed_at, ready_at, changed_at)
                        VALUES (\(order.person), '', \(order.status), \(subtotal), 0, \(order.discount), 'KES',
                            \(order.isForLater ? order.placedAt : nil), \(order.placedAt + .seconds(60 * order.promised)), '', \(order.placedAt),
                            \(UUID().uuidString), \(order.placedAt), \(paid), \(paid.map { $0 + .seconds(60 * order.ready) }), \(order.placedAt))
                        """)
                    for (position, line) in order.lines.enumerated() {
                        try db.run(
                            """
                            INSERT INTO cafeteria_order_line (order_id, position, item_id, name, choices, choice_names, quantity, unit_price,
                                station_id, changed_at)
                            VALUES (\(id), \(position), \(line.0), '', '', '', \(line.1), \(line.2), 1, \(order.placedAt))
                            """)
                    }
                }
            }
        }
    }

    private func rows(_ response: TestResponse) -> [[String]] {
        response.text.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }.map { $0.components(separatedBy: ",") }
    }

    @Test(.covers("CAF-046", "CORE-038"), arguments: Engine.available)
    func `cards, charts and tables tell orders, revenue, waiting times and repeat customers of a period`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.app.site.configure { $0.timeZone = "Africa/Nairobi" }
            let (tea, cake) = (try await cafeteria.item("Tea").number, try await cafeteria.item("Cake").number)
            let (ada, bea, admin) = (
                try await cafeteria.app.person(.ada), try await cafeteria.app.person(.bea), try await cafeteria.app.person(.admin)
            )
            let zone = cafeteria.app.site.configuration.zone
            let monday = try #require(Day("2026-09-14")).start(in: zone)
            func at(_ day: Int, _ hour: Int) -> Instant { monday + .seconds(day * 86_400 + hour * 3600 + 600) }
            try await write(
                [
                    // Half past midnight by the clock of the site is the day before in London.
                    Logged(placedAt: at(0, 0), person: ada, lines: [(tea, 2, 100_00)]),
                    Logged(placedAt: at(0, 12), person: ada, promised: 10, ready: 20, discount: 50_00, lines: [(tea, 1, 100_00), (cake, 1, 250_00)]),
                    Logged(placedAt: at(1, 12), person: bea, promised: 20, ready: 10, lines: [(cake, 3, 250_00)]),
                    Logged(placedAt: at(1, 13), person: admin, status: "cancelled", lines: [(tea, 9, 100_00)]),
                    Logged(placedAt: at(1, 14), person: nil, promised: 90, ready: 300, isForLater: true, lines: [(tea, 1, 100_00)]),
                    // The week before.
                    Logged(placedAt: at(-3, 12), person: bea, lines: [(tea, 1, 100_00)]),
                    Logged(placedAt: at(-20, 12), person: bea, lines: [(tea, 5, 10_00), (cake, 1, 250_00)]),
                ], to: cafeteria)
            let owner = try await cafeteria.app.signedIn(.owner)
            let query = "?from=2026-09-14&through=2026-09-20&grain=day"
            let page = try await owner.get(CafeteriaPaths.analytics() + query)
            #expect(page.status == .ok)
            for words in [
                "KES\u{A0}1,350", "KES\u{A0}337.50", "20%", "14 min", "Promised: 13 min", "Late: 67%, by 6 min on average", "50%", "1 of 2",
                "+300% vs. previous period (1)", "14\u{A0}Sep\u{A0}2026 to 20\u{A0}Sep\u{A0}2026, compared with 7\u{A0}Sep\u{A0}2026 to",
                "0% in previous period", "+238% vs. previous period (KES\u{A0}100)",
            ] { #expect(page.text.contains(words), "\(words)") }
            let days = rows(try await owner.get(CafeteriaPaths.analyticsCSV() + query + "&table=steps"))
            #expect(days[0] == ["2026-09-14", "2026-09-14", "2", "500.00", "250.00", "2", "0", "16.0", "10.0", "2", "500.00", "0.00", "6.0"])
            #expect(days[1] == ["2026-09-15", "2026-09-15", "2", "850.00", "425.00", "3", "1", "10.0", "20.0", "0", "850.00", "0.00", ""])
            #expect(days.count == 7 && days[2].suffix(11) == ["0", "0.00", "", "0", "0", "", "", "0", "0.00", "0.00", ""])
            let file = try await owner.get(CafeteriaPaths.analyticsCSV() + query + "&table=items")
            #expect(file.response.headers["Content-Disposition"]?.contains("cafeteria-items-2026-09-14-to-2026-09-20.csv") == true)
            let august = CafeteriaPaths.analyticsCSV() + "?from=2026-08-25&through=2026-08-25&table=items"
            #expect(rows(try await owner.get(august)).map { $0[0] } == ["Tea", "Cake"])
            #expect(rows(try await owner.get(august + "&rank=money")).map { $0[0] } == ["Cake", "Tea"])
            let items = rows(file)
            #expect(items == [["Cake", "4", "1000.00"], ["Tea", "4", "400.00"]])
            let hours = rows(try await owner.get(CafeteriaPaths.analyticsCSV() + query + "&table=hours"))
            #expect(hours[0][0] == "Monday" && hours[0][1] == "1" && hours[0][13] == "1" && hours[1][13] == "1" && hours[1][15] == "1")
            let weeks = rows(try await owner.get(CafeteriaPaths.analyticsCSV() + "?from=2026-09-07&through=2026-09-20&grain=week&table=steps"))
            #expect(weeks.map { $0[2] } == ["1", "4"])
            let pdf = try plainText(ofPDF: try await owner.get(CafeteriaPaths.analyticsPDF() + query).bytes)
            for words in ["1,350", "Cake", "14 min", "Monday"] { #expect(pdf.contains(words), "\(words): \(pdf)") }
            #expect(try await cafeteria.app.auditTrail().contains { $0.hasPrefix("cafeteria.analytics.export") })
        }
    }

    @Test(.covers("CAF-046"))
    func `a period is a day, a week from Monday, or the month so far`() throws {
        let wednesday = try #require(Day("2026-09-16"))
        func days(_ choice: Period.Choice) -> [String] {
            let period = Period(choice, today: wednesday)
            return [period.from.description, period.through.description]
        }
        #expect(days(.today) == ["2026-09-16", "2026-09-16"] && days(.yesterday) == ["2026-09-15", "2026-09-15"])
        #expect(days(.lastWeek) == ["2026-09-07", "2026-09-13"] && days(.thisMonth) == ["2026-09-01", "2026-09-16"])
    }

    @Test(.covers("CAF-046"), arguments: Engine.available)
    func `only those who may see the statistics of the cafeteria see its analytics`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            for path in [CafeteriaPaths.analytics(), CafeteriaPaths.analyticsCSV(), CafeteriaPaths.analyticsPDF()] {
                #expect(try await cafeteria.app.signedIn(.ada).get(path).status == .notFound)
            }
            let owner = try await cafeteria.app.signedIn(.owner)
            #expect(try await owner.get(CafeteriaPaths.analytics()).text.contains("No orders yet"))
            let wrong = try await owner.get(CafeteriaPaths.analytics() + "?period=own&from=2026-09-30&through=2026-09-01")
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("The last day comes before the first."))
        }
    }

    @Test(.covers("CAF-046", "CORE-038"), arguments: Engine.available)
    func `what is counted as orders happen is what the orders themselves say`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            for ending in ["kept", "cancelled", "unpaid"] {
                try await cafeteria.add(tea, to: ada)
                let order = try await cafeteria.placed(try await cafeteria.order(ada))
                if ending != "unpaid" { try await cafeteria.pay(order) }
                if ending != "kept" { _ = try await ada.post(CafeteriaPaths.cancel(order.id), ["confirmed": "true"]) }
            }
            let (counts, today) = (cafeteria.app.site.counts, cafeteria.app.site.counts.today)
            let amounts = try await cafeteria.app.site.database.read { db in
                try counts.amounts(of: CafeteriaApp.measures, from: today, through: today, in: db)
            }
            #expect(
                Dictionary(amounts.map { ($0.measure, $0.amount) }) { $0 + $1 } == [
                    "cafeteria.orders": 1, "cafeteria.revenue": 120_00, "cafeteria.cancelled": 2,
                ])
            try await cafeteria.app.site.configure { $0.settings[CafeteriaSettings.currencyCode.id] = "SEK" }
            #expect(cafeteria.app.site.counted(.revenue).unit == .money(currency: "SEK"))
        }
    }

    @Test(.covers("CAF-046", "CAF-030"), arguments: Engine.available)
    func `revenue is what stays after refunds, in analytics and in the counted figures`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            let payments: Payments = try cafeteria.app.site.service()
            var orders: [Order] = []
            for _ in 0..<3 {
                try await cafeteria.add(tea, to: ada)
                let order = try await cafeteria.placed(try await cafeteria.order(ada))
                try await cafeteria.pay(order)
                orders.append(order)
            }
            let subjects = orders.map(\.subject)
            // One is refunded in the portal and goes on; one is refunded and then cancelled.
            try await cafeteria.app.site.write(by: nil) { write in
                for subject in subjects.prefix(2) {
                    let payment = try #require(try payments.all(for: subject, in: write).first)
                    try payments.refund(payment.id, because: "Cold", in: write)
                    try payments.handBackCash(payment.id, in: write)
                }
            }
            _ = try await ada.post(CafeteriaPaths.cancel(orders[1].id), ["confirmed": "true"])
            let (site, today) = (cafeteria.app.site, cafeteria.app.site.counts.today)
            let report = try await SalesReport(Period(.week, today: today), by: .day, on: site)
            #expect(report.total.sold == 2 && report.total.gross == 240_00 && report.total.refunded == 120_00 && report.total.revenue == 120_00)
            let counted = try await site.database.read { db in
                try site.counts.amounts(of: [.orders, .revenue], from: today, through: today, in: db).map { ($0.measure, $0.amount) }
            }
            #expect(Dictionary(counted) { $0 + $1 } == ["cafeteria.orders": 2, "cafeteria.revenue": 120_00])
            let owner = try await cafeteria.app.signedIn(.owner)
            let page = try await owner.get(CafeteriaPaths.analytics() + "?period=7d").text
            #expect(page.contains("Gross KES\u{A0}240, refunded KES\u{A0}120"))
            let last = try #require(rows(try await owner.get(CafeteriaPaths.analyticsCSV() + "?period=7d&table=steps")).last)
            #expect(last[3] == "120.00" && last[10...11] == ["240.00", "120.00"])
        }
    }

    @Test(.covers("CAF-046"))
    func `a figure that can’t be told says why`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let today = cafeteria.app.site.counts.today
            let noon = today.adding(-10).noon(in: cafeteria.app.site.configuration.zone)
            try await write([Logged(placedAt: noon, lines: [(1, 1, 100_00)])], to: cafeteria)
            let owner = try await cafeteria.app.signedIn(.owner)
            let empty = try await owner.get(CafeteriaPaths.analytics() + "?period=7d").text
            #expect(empty.matches(of: /stat-value">–/).count == 4)
            #expect(empty.matches(of: /No orders in this period/).count == 3 && empty.contains("Measured once orders are ready"))
            let page = try await owner.get(CafeteriaPaths.analytics() + "?period=30d").text
            #expect(page.contains("There were no orders in the 30 days before, so nothing is compared.") && !page.contains("previous period"))
            #expect(page.contains(/Ordered more than once: \d of \d|No orders from customers with an account/))
        }
    }

    @Test(.covers("CAF-046"))
    func `the line of waiting times has a gap where nobody waited`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let today = cafeteria.app.site.counts.today
            let noons = [-6, -5, -2, -1].map { today.adding($0).noon(in: cafeteria.app.site.configuration.zone) }
            try await write(noons.map { Logged(placedAt: $0, lines: [(1, 1, 100_00)]) }, to: cafeteria)
            let page = try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.analytics() + "?period=7d&grain=day").text
            let paths = page.matches(of: /chart-line chart-1" d="([^"]*)"/).map { String($0.output.1) }
            let line = try #require(paths.first { $0.contains("L") })
            #expect(line.count { $0 == "M" } == 2 && line.count { $0 == "L" } == 2, "two days, a gap of two, two days: \(line)")
        }
    }

    @Test(.covers("CAF-046"), arguments: ["Africa/Nairobi", "Europe/Stockholm", "Australia/Lord_Howe", "America/St_Johns"])
    func `hours are those of the site's clock, also across its changes`(zone name: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            try await cafeteria.app.site.configure { $0.timeZone = name }
            let zone = try #require(TimeZone(identifier: name))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            // Every 7 hours of a year, so that each hour and each change of the clock is met.
            let start = try #require(Day("2025-09-01")).start(in: zone)
            let moments = (0..<1250).map { start + .seconds($0 * 7 * 3600) }
            try await write(moments.map { Logged(placedAt: $0, lines: [(1, 1, 100)]) }, to: cafeteria)
            var expected: [String: Int] = [:]
            for moment in moments {
                let parts = calendar.dateComponents([.year, .month, .day, .hour], from: moment.date)
                expected["\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0) \(parts.hour ?? 0)", default: 0] += 1
            }
            let span = SalesSpan(from: start, until: start + .days(366))
            let hours = try await cafeteria.app.site.database.read { try $0.all(.hours(span, in: zone, currency: "KES")) }
            let found = Dictionary(
                hours.map { hour in
                    let day = LocalHours.day(of: hour.hour)
                    return ("\(day.year)-\(day.month)-\(day.day) \(LocalHours.hourOfDay(hour.hour))", hour.sums.placed)
                }
            ) { $0 + $1 }
            #expect(found == expected)
        }
    }

    @Test(.covers("CAF-046"), .enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)), arguments: Engine.available)
    func `a year of a real shop's orders comes to what its log says`(on engine: Engine) async throws {
        func table(_ name: String) throws -> [[String]] {
            let url = try #require(SharedData.folder).appending(path: "cafeteria/\(name)")
            let bytes = [UInt8](try Data(contentsOf: url))
            let text = name.hasSuffix(".gz") ? try #require(gunzip(bytes, limit: 64 << 20)) : bytes
            return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst().map {
                $0.split(separator: ",").map(String.init)
            }
        }
        let orders = try table("pizza_orders.csv.gz")
        let prices = Dictionary(try table("pizza_pizzas.csv").map { ($0[0], Int((Double($0[3]) ?? 0) * 100 + 0.5)) }) { first, _ in first }
        let details = Dictionary(grouping: try table("pizza_order_details.csv.gz")) { $0[1] }
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.app.site.configure { $0.timeZone = "Europe/Stockholm" }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = cafeteria.app.site.configuration.zone
            var items: [String: Int64] = [:]
            for pizza in prices.keys.sorted() { items[pizza] = try await cafeteria.item(pizza).number }
            var (byDay, byHour, byMonth, byItem, revenue) = ([String: Int](), [String: Int](), [String: Int](), [String: Int](), 0)
            var logged: [Logged] = []
            for order in orders {
                let (date, time) = (order[1].split(separator: "-").compactMap { Int($0) }, order[2].split(separator: ":").compactMap { Int($0) })
                let parts = DateComponents(year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1], second: time[2])
                let lines = (details[order[0]] ?? []).map { (items[$0[2]] ?? 0, Int($0[3]) ?? 0, prices[$0[2]] ?? 0) }
                logged.append(Logged(placedAt: Instant(try #require(calendar.date(from: parts))), lines: lines))
                byDay[order[1], default: 0] += 1
                byMonth[String(order[1].prefix(7)), default: 0] += 1
                // 1 January 2015 was a Thursday.
                let day = try #require(Day(order[1])).days(since: try #require(Day("2015-01-01")))
                byHour["\((day + 3) % 7) \(time[0])", default: 0] += 1
                for line in details[order[0]] ?? [] { byItem[line[2], default: 0] += Int(line[3]) ?? 0 }
                revenue += lines.reduce(0) { $0 + $1.1 * $1.2 }
            }
            try await write(logged, to: cafeteria)
            let period = try Period(QueryItems([("from", "2015-01-01"), ("through", "2015-12-31")]), today: cafeteria.app.site.counts.today)
            let report = try await SalesReport(period, by: .month, on: cafeteria.app.site)
            #expect(report.total.sold == orders.count && report.total.revenue == revenue)
            #expect(report.steps.map(\.sums.sold) == byMonth.keys.sorted().map { byMonth[$0] ?? 0 })
            for weekday in 0..<7 {
                #expect(report.busy[weekday] == (0..<24).map { byHour["\(weekday) \($0)"] ?? 0 })
            }
            let best = byItem.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(SalesReport.mostItems)
            #expect(report.items.map(\.quantity) == best.map(\.value))
            #expect(report.items.prefix(5).map(\.name) == best.prefix(5).map(\.key))
            let daily = try await SalesReport(period, by: .day, on: cafeteria.app.site)
            #expect(Dictionary(daily.steps.filter { $0.sums.sold > 0 }.map { ($0.step.from.description, $0.sums.sold) }) { $0 + $1 } == byDay)
        }
    }

    @Test(.covers("CAF-046"), arguments: Engine.available)
    func `figures are read over the index of orders by time, not over all orders there are`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let start = Instant(milliseconds: 1_700_000_000_000)
            try await write((0..<2000).map { Logged(placedAt: start + .seconds($0 * 3600), lines: [(1, 1, 100)]) }, to: cafeteria)
            let span = SalesSpan(from: start + .days(10), until: start + .days(12))
            let plans = try await cafeteria.app.site.database.write { db -> [String] in
                let words: SQL = engine == .sqlite ? "EXPLAIN QUERY PLAN" : "EXPLAIN"
                if engine == .postgres { try db.run("ANALYZE") }
                return try [
                    Query<SalesHour>.hours(span, in: .gmt, currency: "KES").sql, Query<CustomerCount>.customers(span).sql,
                    Query<ItemSales>.best(span, by: .pieces, currency: "KES", limit: 20).sql,
                ].map { query in
                    try db.all("\(words) \(sql: query)" as Query<PlanLine>).map(\.words).joined(separator: "\n")
                }
            }
            for plan in plans {
                #expect(plan.contains("cafeteria_order_sales") || plan.contains("cafeteria_order_created"), "\(plan)")
                #expect(!plan.contains("SCAN cafeteria_order") && !plan.contains("Seq Scan on cafeteria_order "), "\(plan)")
            }
        }
    }

    /// A line of a plan: SQLite's has its words last, PostgreSQL's has nothing else.
    private struct PlanLine: SQLRow {
        let words: String

        init(row: inout RowReader) throws {
            for _ in 1..<row.columnCount { _ = try row.next(Int64.self) }
            words = try row.next()
        }
    }
}
