import Analytics
import Core
import Database
import Payments
import Platform

/// What the app counts: orders that were paid and kept, by the day they were placed.
extension Measure {
    static let orders = Measure(
        "cafeteria.orders", "Orders", hint: "Paid orders, on the day they were placed. Cancelled orders don’t count.", isHeadline: true)
    static let revenue = Measure(
        "cafeteria.revenue", "Revenue", hint: "What customers paid, after discounts and refunds. Cancelled orders don’t count.",
        unit: .money(currency: "KES"))
    static let cancelledOrders = Measure(
        "cafeteria.cancelled", "Cancelled orders", hint: "Orders that were cancelled, or not paid in time.")
}

extension CafeteriaApp {
    static let measures: [Measure] = [.orders, .revenue, .cancelledOrders]

    /// Orders from before they were counted.
    var pastFacts: [PastFacts] {
        [
            PastFacts(.orders) { before in
                """
                SELECT created_at, '' FROM cafeteria_order
                WHERE created_at < \(before) AND confirmed_at IS NOT NULL AND status <> 'cancelled'
                """
            },
            PastFacts(.revenue) { before in
                """
                SELECT created_at, '', subtotal - discount - refunded FROM cafeteria_order
                WHERE created_at < \(before) AND confirmed_at IS NOT NULL AND status <> 'cancelled'
                """
            },
            PastFacts(.cancelledOrders) { before in
                "SELECT created_at, '' FROM cafeteria_order WHERE created_at < \(before) AND status = 'cancelled'"
            },
        ]
    }
}

extension Site {
    /// Counts an order that was paid, in the transaction that confirms it.
    func countPaid(_ order: Order, in write: Write) throws {
        try counts.add(1, to: .orders, at: order.createdAt, in: write)
        try counts.add(order.total, to: .revenue, at: order.createdAt, in: write)
    }

    /// Counts an order that is cancelled; one that was paid no longer counts as sold.
    func countCancelled(_ order: Order, in write: Write) throws {
        try counts.add(1, to: .cancelledOrders, at: order.createdAt, in: write)
        guard order.confirmedAt != nil else { return }
        try counts.add(-1, to: .orders, at: order.createdAt, in: write)
        let refunded: Int = try write.one("SELECT refunded FROM cafeteria_order WHERE id = \(order.id)")
        try counts.add(refunded - order.total, to: .revenue, at: order.createdAt, in: write)
    }
}

extension Orders {
    /// Takes what went back of an order off its revenue, on the day it was placed: what it cost less the money that is still here. A payment that
    /// was sent back because the order was paid already leaves it as it is.
    func countRefund(of order: Order, in write: Write) throws {
        let held = try payments.all(for: order.subject, in: write).filter { $0.receipt != nil && $0.status != .refunded }
        let refunded = max(0, order.total - held.reduce(0) { $0 + $1.amount.minor })
        let before: Int = try write.one("SELECT refunded FROM cafeteria_order WHERE id = \(order.id)")
        guard refunded != before else { return }
        try write.run(
            """
            UPDATE cafeteria_order SET refunded = \(refunded), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(order.id)
            """)
        guard order.confirmedAt != nil, order.status != .cancelled else { return }
        try site.counts.add(before - refunded, to: .revenue, at: order.createdAt, in: write)
    }
}
