import Core
import Database
import Foundation
import Payments

/// Hours of the site's clock as the database can group by them, which knows no time zones: the zone's offset is added, from each change of
/// the clock on the next one.
struct LocalHours {
    /// The hours since 1970-01-01 00:00 by the site's clock, as an expression over `created_at`. Written into the text: PostgreSQL wants to
    /// see that it groups by the very expression that it answers.
    let number: SQL

    /// - Parameters:
    ///   - from: nothing earlier is grouped.
    ///   - until: nothing later is.
    init(of zone: TimeZone, from: Instant, until: Instant) {
        var cases = ""
        var moment = from.date
        while let change = zone.nextDaylightSavingTimeTransition(after: moment), change < until.date, change > moment {
            cases += "WHEN created_at < \(Instant(change).milliseconds) THEN \(Self.offset(zone, moment)) "
            moment = change
        }
        var offset = String(Self.offset(zone, moment))
        if !cases.isEmpty { offset = "CASE " + cases + "ELSE " + offset + " END" }
        number = "(created_at + \(raw: offset)) / 3600000"
    }

    /// In milliseconds.
    private static func offset(_ zone: TimeZone, _ moment: Date) -> Int { zone.secondsFromGMT(for: moment) * 1000 }

    private static let epoch = Day(Instant(milliseconds: 0), in: .gmt)

    /// The day in which an hour lies.
    static func day(of hour: Int) -> Day { epoch.adding(hour / 24) }
    /// From 0 to 23.
    static func hourOfDay(_ hour: Int) -> Int { hour % 24 }
    /// From 0, Monday, to 6. The first day of all was a Thursday.
    static func weekday(of hour: Int) -> Int { (hour / 24 + 3) % 7 }
}

/// What came to in some time: sums, so that hours add up to days and days to months.
struct SalesSums: Sendable, Equatable {
    /// Orders that were begun, paid or not.
    var placed = 0
    /// Of these, paid and not cancelled.
    var sold = 0
    var cancelled = 0
    /// What the sold ones cost, in the currency's smallest unit.
    var gross = 0
    /// What went back of it later, whenever that was.
    var refunded = 0
    /// Sold orders that were wanted at once and are ready; only these say how long people wait.
    var waited = 0
    /// How long they took from payment until they were ready, together, in milliseconds.
    var waiting = 0
    /// How long they were to take.
    var promised = 0
    /// Those that were ready after the minute that was promised.
    var late = 0
    /// By how much those were late, together, in milliseconds.
    var lateness = 0

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.placed += right.placed
        sum.sold += right.sold
        sum.cancelled += right.cancelled
        sum.gross += right.gross
        sum.refunded += right.refunded
        sum.waited += right.waited
        sum.waiting += right.waiting
        sum.promised += right.promised
        sum.late += right.late
        sum.lateness += right.lateness
        return sum
    }

    /// What stays.
    var revenue: Int { gross - refunded }
    /// What an order costs, before refunds; nil where there was none.
    var averageOrder: Int? { sold == 0 ? nil : Int((Double(gross) / Double(sold)).rounded()) }
    /// From 0 to 1.
    var cancelledShare: Double? { placed == 0 ? nil : Double(cancelled) / Double(placed) }
    var lateShare: Double? { waited == 0 ? nil : Double(late) / Double(waited) }
    /// In minutes.
    var meanWaiting: Double? { waited == 0 ? nil : Double(waiting) / Double(waited) / 60_000 }
    /// Of the late ones.
    var meanLateness: Double? { late == 0 ? nil : Double(lateness) / Double(late) / 60_000 }
    var meanPromised: Double? { waited == 0 ? nil : Double(promised) / Double(waited) / 60_000 }
}

/// One hour by the site's clock.
struct SalesHour: SQLRow {
    /// See ``LocalHours/number``.
    let hour: Int
    let sums: SalesSums

    init(row: inout RowReader) throws {
        hour = try row.next()
        sums = SalesSums(
            placed: try row.next(), sold: try row.next(), cancelled: try row.next(), gross: try row.next(), refunded: try row.next(),
            waited: try row.next(), waiting: try row.next(), promised: try row.next(), late: try row.next(), lateness: try row.next())
    }
}

/// What one item brought.
struct ItemSales: SQLRow {
    let item: MenuItemID
    let quantity: Int
    /// Before discounts, in the currency's smallest unit.
    let revenue: Int
    let name: String

    init(row: inout RowReader) throws {
        item = try row.next()
        quantity = try row.next()
        revenue = try row.next()
        name = try row.next()
    }
}

/// What one way to pay brought.
struct WaySales: SQLRow {
    /// nil where points paid all of it.
    let provider: String?
    let orders: Int
    /// What stays of it, in the currency's smallest unit.
    let revenue: Int
    /// Of these orders, those that points paid a part of, and how much.
    let withPoints: Int
    let points: Int

    init(row: inout RowReader) throws {
        provider = try row.next()
        orders = try row.next()
        revenue = try row.next()
        withPoints = try row.next()
        points = try row.next()
    }
}

/// How many customers there were, and how many of them came again.
struct CustomerCount: SQLRow, Equatable {
    let all: Int
    /// With more than one order.
    let again: Int

    init(row: inout RowReader) throws {
        all = try row.next()
        again = try row.next()
    }

    /// From 0 to 1.
    var share: Double? { all == 0 ? nil : Double(again) / Double(all) }
}

/// A span of time in which orders were placed.
struct SalesSpan: Sendable {
    let from: Instant
    let until: Instant

    fileprivate var condition: SQL {
        let within: SQL = "created_at >= \(from) AND created_at < \(until)"
        return within
    }
}

/// An order that was paid and kept.
private let isSold: SQL = "confirmed_at IS NOT NULL AND status <> 'cancelled'"

extension Query where Row == SalesHour {
    /// Every hour in which something was ordered, in one pass over the index of orders by time. Money in another currency, from before the
    /// site changed its own, is left out.
    static func hours(_ span: SalesSpan, in zone: TimeZone, currency: String) -> Self {
        let hour = LocalHours(of: zone, from: span.from, until: span.until).number
        let isTimed: SQL = "\(isSold) AND ready_at IS NOT NULL AND pickup_at IS NULL"
        let isLate: SQL = "\(isTimed) AND ready_at >= promised_at + 60000"
        return """
            SELECT \(hour), count(*), \(sum("1", where: isSold)), \(sum("1", where: "status = 'cancelled'")),
                \(sum("subtotal - discount", where: "\(isSold) AND currency = \(currency)")),
                \(sum("refunded", where: "\(isSold) AND currency = \(currency)")), \(sum("1", where: isTimed)),
                \(sum("ready_at - confirmed_at", where: isTimed)), \(sum("promised_at - confirmed_at", where: isTimed)),
                \(sum("1", where: isLate)), \(sum("ready_at - promised_at", where: isLate))
            FROM cafeteria_order WHERE \(span.condition) GROUP BY \(hour) ORDER BY 1
            """
    }

    private static func sum(_ value: SQL, where fact: SQL) -> SQL {
        let sum: SQL = "CAST(sum(CASE WHEN \(fact) THEN \(value) ELSE 0 END) AS BIGINT)"
        return sum
    }
}

/// By what items are ranked.
enum ItemRank: String, CaseIterable, Sendable {
    case pieces, money

    var name: Text {
        switch self {
        case .pieces: "By pieces"
        case .money: "By sales"
        }
    }
}

extension Query where Row == ItemSales {
    /// What was sold most often, or brought most, first.
    static func best(_ span: SalesSpan, by rank: ItemRank, currency: String, limit: Int) -> Self {
        let order: SQL = rank == .pieces ? "quantity DESC, revenue DESC, item_id" : "revenue DESC, quantity DESC, item_id"
        return """
            SELECT s.item_id, s.quantity, s.revenue, i.name FROM (
                SELECT l.item_id, CAST(sum(l.quantity) AS BIGINT) AS quantity, CAST(sum(l.quantity * l.unit_price) AS BIGINT) AS revenue
                FROM (SELECT id FROM cafeteria_order WHERE \(span.condition) AND \(isSold) AND currency = \(currency)) o
                JOIN cafeteria_order_line l ON l.order_id = o.id GROUP BY l.item_id ORDER BY \(order) LIMIT \(limit)) s
            JOIN cafeteria_item i ON i.id = s.item_id ORDER BY \(order)
            """
    }
}

extension Query where Row == WaySales {
    /// Every way to pay that was used, what brought most first.
    static func ways(_ span: SalesSpan, currency: String) -> Self {
        """
        SELECT provider, count(*), CAST(sum(revenue) AS BIGINT), CAST(sum(CASE WHEN discount > 0 THEN 1 ELSE 0 END) AS BIGINT),
            CAST(sum(discount) AS BIGINT)
        FROM (
            SELECT \(Payments.provider(of: Order.kind, "o.id")) AS provider, subtotal - discount - refunded AS revenue, discount
            FROM cafeteria_order o WHERE \(span.condition) AND \(isSold) AND currency = \(currency)) w
        GROUP BY provider ORDER BY 3 DESC, 1 LIMIT 20
        """
    }
}

extension Query where Row == CustomerCount {
    static func customers(_ span: SalesSpan) -> Self {
        """
        SELECT count(*), CAST(COALESCE(sum(CASE WHEN orders > 1 THEN 1 ELSE 0 END), 0) AS BIGINT) FROM (
            SELECT count(*) AS orders FROM cafeteria_order WHERE \(span.condition) AND \(isSold) AND person_id IS NOT NULL GROUP BY person_id) c
        """
    }
}
