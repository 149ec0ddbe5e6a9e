import Core
import Interface
import Markup
import Statistics
import Web

/// How the cafeteria does: key figures, courses, what sells and when (CAF-046).
struct AnalyticsPage: PageAnswer {
    let report: SalesReport
    let mistakes: [String: Text]

    var title: Text { "Cafeteria analytics" }
    var shell: ShellStyle { .admin }
    var status: Status { mistakes.isEmpty ? .ok : .unprocessableContent }

    private var total: SalesSums { report.total }
    private var before: SalesSums { report.before }

    var body: some HTML {
        PageHeader(title, lead: lead) {
            LinkButton(
                "PDF", href: link(CafeteriaPaths.analyticsPDF(), query: query()), icon: .download, style: .secondary,
                .aria("label", "Export as PDF"), .prepared)
        }
        PeriodChoice(period: report.period, action: CafeteriaPaths.analytics(), mistakes: mistakes)
        if total.placed == 0, before.placed == 0 {
            EmptyState(.chart, title: "No orders yet", message: "Figures appear here once people have ordered.")
        } else {
            div(.class("analytics-cards")) { cards }
            courses
            if !report.ways.isEmpty { ways }
            if !report.items.isEmpty { popular }
            if total.sold > 0 { busyHours }
        }
    }

    /// Both periods, once; or that there is nothing to compare with.
    private var lead: Text {
        let (period, earlier) = (report.period, report.period.before)
        if total.placed == 0, before.placed == 0 { return "\(period.from) to \(period.through)" }
        return before.placed == 0
            ? "\(period.from) to \(period.through). There were no orders in the \(period.length) days before, so nothing is compared."
            : "\(period.from) to \(period.through), compared with \(earlier.from) to \(earlier.through)."
    }

    private var cards: some HTML {
        StatGrid {
            StatCard("Orders", value: "\(total.sold)", detail: change(total.sold, before.sold, "\(before.sold)"), icon: .list)
            StatCard(
                "Revenue", value: money(total.revenue),
                detail: Self.together(
                    change(total.revenue, before.revenue, money(before.revenue)),
                    total.refunded > 0 ? "Gross \(money(total.gross)), refunded \(money(total.refunded))" : nil), icon: .wallet)
            StatCard(
                "Average order", value: money(total.averageOrder),
                detail: total.sold == 0 ? noOrders : change(total.averageOrder, before.averageOrder, money(before.averageOrder)), icon: .cart)
            StatCard(
                "Cancelled orders", value: SalesWords.share(total.cancelledShare),
                detail: total.placed == 0 ? noOrders : before.cancelledShare.map { SalesWords.before(SalesWords.share($0)) }, icon: .close)
            StatCard(
                "Waiting time", value: SalesWords.minutes(total.meanWaiting),
                detail: Self.together(
                    waiting, before.meanWaiting.map { SalesWords.before(SalesWords.minutes($0)) }), icon: .clock)
            StatCard(
                "Repeat customers", value: SalesWords.share(report.customers.share), detail: Self.together(repeated, repeatedBefore), icon: .people)
        }
    }

    private var waiting: Text {
        guard let promised = total.meanPromised else { return "Measured once orders are ready" }
        let (words, share) = (SalesWords.minutes(promised), SalesWords.share(total.lateShare))
        guard let lateness = total.meanLateness else { return "Promised: \(words). Late: \(share)" }
        return "Promised: \(words). Late: \(share), by \(SalesWords.minutes(lateness)) on average"
    }

    private var noOrders: Text { "No orders in this period" }

    private var repeated: Text {
        report.customers.all > 0
            ? "Ordered more than once: \(report.customers.again) of \(report.customers.all)"
            : total.sold > 0 ? "No orders from customers with an account" : noOrders
    }

    private var repeatedBefore: Text? { report.customersBefore.share.map { SalesWords.before(SalesWords.share($0)) } }

    private func money(_ minor: Int?) -> Text { SalesWords.money(minor, report.currency) }

    /// nil where the time before had no orders, which the page's lead says once.
    private func change(_ now: Int?, _ then: Int?, _ words: Text) -> Text? {
        before.placed == 0 ? nil : SalesWords.change(now.map(Double.init), then.map(Double.init), words)
    }

    private static func together(_ first: Text?, _ second: Text?) -> Text? {
        guard let first, let second else { return first ?? second }
        return "\(first). \(second)"
    }

    @HTMLBuilder private var courses: Node {
        section("Over time", table: .steps)
        ChipRow("One line for each") {
            for one in Granularity.allCases {
                Chip(
                    one.name, href: link(CafeteriaPaths.analytics(), query: query(grain: one)), isSelected: one == report.granularity)
            }
        }
        div(.class("charts")) {
            chart("Orders", .bars, total: "\(total.sold)", [.init("Orders", report.steps.map { Double($0.sums.sold) })]) {
                "\(Int(saturating: $0))"
            }
            chart(
                "Revenue", .bars, total: SalesWords.money(total.revenue, report.currency),
                [.init("Revenue", report.steps.map { Double($0.sums.revenue) })]
            ) { SalesWords.money(Int(saturating: $0), report.currency) }
            chart(
                "Waiting time", .line, total: SalesWords.minutes(total.meanWaiting),
                [.init("Actual", report.steps.map(\.sums.meanWaiting)), .init("Promised", report.steps.map(\.sums.meanPromised))],
                SalesWords.minutes)
        }
    }

    private func chart(
        _ title: Text, _ style: SeriesChart.Style, total: Text, _ series: [SeriesChart.Series], _ words: @escaping (Double) -> Text
    ) -> SeriesChart {
        SeriesChart(
            title: title, total: total, style: report.steps.count > 62 ? .line : style, periods: report.steps.map(\.step.name), series: series,
            words: words)
    }

    @HTMLBuilder private var ways: Node {
        section("Ways to pay", table: .ways)
        div(.class("card popular-frame")) {
            table(.class("popular")) {
                caption(.class("visually-hidden")) { "Ways to pay" }
                thead {
                    tr {
                        th(.scope("col")) { "Payment method" }
                        th(.scope("col"), .class("numeric")) { "Orders" }
                        th(.scope("col"), .class("numeric")) { "Amount" }
                    }
                }
                tbody {
                    for way in report.ways {
                        tr {
                            th(.scope("row")) {
                                span { way.name }
                                ShareBar(way.amount, of: report.ways.map(\.amount).max() ?? 0)
                            }
                            td(.class("numeric")) { "\(way.orders)" as Text }
                            td(.class("numeric")) { SalesWords.money(way.amount, report.currency) }
                        }
                    }
                }
            }
        }
        if report.ways.contains(where: \.isPoints) { p(.class("muted")) { "Points were taken off the price, so they aren’t part of the revenue." } }
    }

    @HTMLBuilder private var popular: Node {
        section("Popular items", table: .items)
        ChipRow("Order of the items") {
            for one in ItemRank.allCases {
                Chip(one.name, href: link(CafeteriaPaths.analytics(), query: query(rank: one)), isSelected: one == report.rank)
            }
        }
        div(.class("card popular-frame")) {
            table(.class("popular")) {
                caption(.class("visually-hidden")) { "Popular items" }
                thead {
                    tr {
                        th(.scope("col")) { "Menu item" }
                        th(.scope("col"), .class("numeric")) { "Sold" }
                        th(.scope("col"), .class("numeric")) { "Sales" }
                    }
                }
                tbody {
                    for item in report.items {
                        tr {
                            th(.scope("row")) {
                                span(.dir("auto")) { item.name }
                                report.rank == .pieces
                                    ? ShareBar(item.quantity, of: report.items.first?.quantity ?? 0)
                                    : ShareBar(item.revenue, of: report.items.first?.revenue ?? 0)
                            }
                            td(.class("numeric")) { "\(item.quantity)" as Text }
                            td(.class("numeric")) { SalesWords.money(item.revenue, report.currency) }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder private var busyHours: Node {
        section("Busy hours", table: .hours)
        BusyHours(report: report)
    }

    private func section(_ title: Text, table: AnalyticsTable) -> some HTML {
        div(.class("analytics-section")) {
            SectionHeader(title)
            LinkButton(
                "CSV", href: link(CafeteriaPaths.analyticsCSV(), query: query(table: table)), icon: .download, style: .quiet,
                .aria("label", "Export as CSV"))
        }
    }

    private func query(grain: Granularity? = nil, rank: ItemRank? = nil, table: AnalyticsTable? = nil) -> QueryItems {
        QueryItems(
            report.period.query + [("grain", (grain ?? report.granularity).rawValue), ("rank", (rank ?? report.rank).rawValue)]
                + (table.map { [("table", $0.rawValue)] } ?? []))
    }
}

/// The tables of the page as files.
enum AnalyticsTable: String, CaseIterable, Sendable {
    case steps, ways, items, hours
}

/// How much of the most something is, as a bar.
struct ShareBar: HTML {
    let share: Double

    init(_ amount: Int, of most: Int) { share = most > 0 ? Double(amount) / Double(most) : 0 }

    var body: some HTML {
        svg(.class("share-bar"), .custom("viewBox", "0 0 100 8"), .custom("preserveAspectRatio", "none"), .aria("hidden", "true")) {
            SVG.rect(.class("share-bar-all"), .custom("width", "100"), .custom("height", "8"), .custom("rx", "2"))
            SVG.rect(.class("share-bar-part"), .custom("width", String(max(1, Int((share * 100).rounded())))), .custom("height", "8"))
        }
    }
}

/// How many orders come at which hour of which weekday; the darker, the more.
struct BusyHours: HTML {
    let report: SalesReport

    private var most: Int { report.busy.flatMap(\.self).max() ?? 0 }

    var body: some HTML {
        div(.class("busy-frame"), .tabindex(0), .role("region"), .aria("label", "Busy hours")) {
            table(.class("busy")) {
                caption(.class("visually-hidden")) { "Orders by weekday and hour" }
                thead {
                    tr {
                        th(.scope("col")) { span(.class("visually-hidden")) { "Weekday" } }
                        for hour in report.openHours { th(.scope("col")) { SalesWords.hour(hour) } }
                    }
                }
                tbody {
                    for weekday in 0..<7 {
                        tr {
                            th(.scope("row")) { ClockWords.weekday(weekday) }
                            for hour in report.openHours { cell(report.busy[weekday][hour]) }
                        }
                    }
                }
            }
        }
    }

    private func cell(_ count: Int) -> some HTML {
        let level = count == 0 ? 0 : max(1, (count * 5 + most - 1) / max(1, most))
        return td(.class("busy-\(level)")) { if count > 0 { "\(count)" as Text } }
    }
}
