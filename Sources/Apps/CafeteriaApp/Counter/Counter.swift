import Core
import Database
import Events
import Payments
import Platform

/// What those who serve see: who still pays, what is ready, and the order behind a code.
struct Counter: Sendable {
    let site: Site
    let payments: Payments

    /// Orders are looked for this far back: an older code belongs to no meal any more.
    private static let reach = Duration.days(3)
    /// Letters and digits that a code has at least: a token without its hyphens and underscores.
    private static let shortestCode = 30

    /// What stands on the counter's screen.
    struct Board: Sendable {
        /// Orders that wait for their money here.
        let unpaid: [Order]
        let ready: [Order]
        /// What the kitchen has, in the order in which it is wanted.
        let making: [Order]
        let handedOver: [Order]
        /// The place in the event stream at which this was read.
        let sequence: Int64
    }

    func board() async throws -> Board {
        let now = site.clock.now()
        return try await site.database.read { [site, payments] db in
            let active = try db.all(Query<Order>.active)
            let waiting = try db.all(
                """
                SELECT \(Order.columns) FROM cafeteria_order o WHERE o.status = 'pending-payment' AND o.payable_until > \(now)
                ORDER BY o.id LIMIT 100
                """ as Query<Order>)
            // Who pays by phone needs nobody here, unless the sale was made here.
            let unpaid = try waiting.filter { order in
                try order.person == nil || payments.all(for: order.subject, in: db).first.map { $0.isOpen && $0.isCash } ?? false
            }
            return Board(
                unpaid: unpaid, ready: active.filter { $0.status == .ready }, making: active.filter { $0.status != .ready },
                handedOver: try db.all(.handedOver(since: now - Kitchen.recallable, limit: 10)), sequence: try site.events.head(in: db))
        }
    }

    /// The order behind a code that was scanned, or a number that was typed: the one that is under way, or the latest. A keyboard layout may
    /// turn the signs between the letters of a code into others, so that only letters and digits count.
    /// - Returns: nil where no order of the last days has it.
    func find(_ code: String) async throws -> OrderID? {
        let plain = String(code.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        let since = site.clock.now() - Self.reach
        return try await site.database.read { db in
            if plain.count >= Self.shortestCode {
                try db.first(
                    """
                    SELECT o.id FROM cafeteria_order o WHERE o.created_at >= \(since) AND REPLACE(REPLACE(o.token, '-', ''), '_', '') = \(plain)
                    """ as Query<OrderID>)
            } else if let number = Int64(plain), plain.count <= 3 {
                try db.first(
                    """
                    SELECT o.id FROM cafeteria_order o WHERE o.created_at >= \(since) AND o.id % 1000 = \(number)
                    ORDER BY CASE WHEN o.status IN ('completed', 'cancelled') THEN 1 ELSE 0 END, o.id DESC LIMIT 1
                    """ as Query<OrderID>)
            } else {
                nil
            }
        }
    }
}
