import Core
import Database
import Events
import Payments
import Platform
import Web

/// What those who serve see: who still pays, what is ready, and the order behind a code.
struct Counter: Sendable {
    let site: Site
    let payments: Payments

    /// Orders are looked for this far back: an older code belongs to no meal any more.
    static let daysBack = 3
    /// How many orders that are over are shown.
    private static let mostOver = 20
    /// How many orders of a name are shown.
    private static let mostNamed = 50
    /// How long an order that wasn't paid in time stays on the screen: its customer may still be in the queue.
    private static let lateFor = Duration.seconds(15 * 60)
    /// Letters and digits that a code has at least: a token without its hyphens and underscores.
    private static let shortestCode = 30

    /// What stands on the counter's screen.
    struct Board: Sendable {
        /// Orders that wait for their money here.
        let unpaid: [Order]
        /// Those of them whose time ran out a short while ago, the latest first.
        let late: [Order]
        /// What is paid and not handed over yet: nobody has begun with it, somebody has, it is ready. Each in the order in which it is wanted.
        let waiting: [Order], preparing: [Order], ready: [Order]
        /// Handed over or cancelled, the latest first.
        let over: [Order]
        /// What is in those that are ready or over.
        let lines: [OrderID: [OrderLine]]
        /// Cash that customers still have to get back, the oldest first.
        let owed: [OwedCash]
        /// The place in the event stream at which this was read.
        let sequence: Int64
    }

    func board() async throws -> Board {
        let now = site.clock.now()
        return try await site.database.read { [site, payments] db in
            let active = try db.all(Query<Order>.active)
            let waiting = try db.all(
                "SELECT \(Order.columns) FROM cafeteria_order o WHERE o.status = 'pending-payment' ORDER BY o.id LIMIT 200" as Query<Order>)
            let unpaidEnded = try db.all(
                """
                SELECT \(Order.columns) FROM cafeteria_order o
                WHERE o.status = 'cancelled' AND o.cancelled_at > \(now - Self.lateFor) AND o.confirmed_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM cafeteria_order n WHERE n.replaces_id = o.id)
                ORDER BY o.cancelled_at DESC, o.id DESC LIMIT 100
                """ as Query<Order>
            ).filter { $0.cancelReason == Orders.notPaidInTime }
            // Who pays by phone needs nobody here, unless the sale was made here.
            let isHere: (Order) throws -> Bool = { order in try order.person == nil || payments.all(for: order.subject, in: db).first?.isCash ?? false
            }
            let unpaid = try waiting.filter(isHere)
            let late = try (waiting.reversed() + unpaidEnded).filter { try ($0.status == .cancelled || $0.payableUntil <= now) && isHere($0) }
            let ready = active.filter { $0.status == .ready }
            let since = now - Kitchen.recallable
            let ended = try db.all(.handedOver(since: since, limit: Self.mostOver)) + db.all(.cancelled(since: since, limit: Self.mostOver))
            let over = ended.sorted { ($0.overAt, $0.id) > ($1.overAt, $1.id) }.prefix(Self.mostOver)
            return Board(
                unpaid: unpaid.filter { $0.payableUntil > now }, late: late, waiting: active.filter { $0.status == .confirmed },
                preparing: active.filter { $0.status == .preparing }, ready: ready, over: Array(over),
                lines: Dictionary(grouping: try db.all(.lines(of: (ready + over).map(\.id))), by: \.order),
                owed: try OwedCash.all(in: db), sequence: try site.events.head(in: db))
        }
    }

    /// What somebody began to sell on this device; nil where nothing is begun.
    func begunSale(of member: Member) async throws -> CounterSale? {
        guard let begun = BegunSale(of: member) else { return nil }
        let now = site.clock.now()
        return try await site.database.read { db in try begun.read(at: now, in: db) }
    }

    /// The order behind a code that was scanned, or a number that was typed: the one that is under way, or the latest. A keyboard layout may
    /// turn the signs between the letters of a code into others, so that only letters and digits count.
    /// - Parameter day: on which it was ordered; nil: one of the last days.
    /// - Returns: nil where no order of that time has it.
    func find(_ code: String, on day: Day? = nil) async throws -> OrderID? {
        let plain = String(code.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        let span = span(of: day)
        let (since, until) = (span.lowerBound, span.upperBound)
        return try await site.database.read { db in
            if plain.count >= Self.shortestCode {
                try db.first(
                    """
                    SELECT o.id FROM cafeteria_order o
                    WHERE o.created_at >= \(since) AND o.created_at < \(until) AND REPLACE(REPLACE(o.token, '-', ''), '_', '') = \(plain)
                    """ as Query<OrderID>)
            } else if let number = Int64(plain), plain.count <= 3 {
                try db.first(
                    """
                    SELECT o.id FROM cafeteria_order o
                    WHERE o.created_at >= \(since) AND o.created_at < \(until) AND o.id % 1000 = \(number)
                    ORDER BY CASE WHEN o.status IN ('completed', 'cancelled') THEN 1 ELSE 0 END, o.id DESC LIMIT 1
                    """ as Query<OrderID>)
            } else {
                nil
            }
        }
    }

    /// Whether it can only be a name: numbers have digits, and so have most codes; the rest of them are longer than the words of a name.
    static func isName(_ words: String) -> Bool {
        words.contains(where: \.isLetter) && !words.contains(where: \.isNumber) && words.split(separator: " ").allSatisfy { $0.count < 30 }
    }

    /// What was ordered on a day by the site's clock; without one, in the last days.
    private func span(of day: Day?) -> Range<Instant> {
        guard let day else {
            let now = site.clock.now()
            return (now - .days(Self.daysBack))..<(now + .days(1))
        }
        let zone = site.configuration.zone
        return day.start(in: zone)..<day.start(in: zone, after: 1)
    }

    /// Orders by their customer's name or a part of it: those under way first, then the latest.
    /// - Parameter day: on which they were ordered; nil: the last days.
    func named(_ words: String, on day: Day? = nil) async throws -> [Order] {
        let (key, span) = (words.sortKey, span(of: day))
        return try await site.database.read { db in
            let names = try db.all(
                """
                SELECT id, customer FROM cafeteria_order WHERE created_at >= \(span.lowerBound) AND created_at < \(span.upperBound)
                ORDER BY id DESC LIMIT 5000
                """ as Query<Row2<OrderID, String>>)
            let ids = names.filter { $0.second.sortKey.contains(key) }.prefix(Self.mostNamed).map(\.first)
            return try db.all(.orders(ids)).sorted { ($0.status.isOver ? 1 : 0, $1.id) < ($1.status.isOver ? 1 : 0, $0.id) }
        }
    }
}
