import Database
import Payments

extension LedgerRule {
    /// What must be true of points: nobody has less than none, and what is reserved belongs to orders that wait for their payment.
    static let ofPoints: [LedgerRule] = [
        LedgerRule("nobody has less than no points") { db in
            try db.all(
                """
                SELECT account || ': ' || CAST(SUM(amount) AS TEXT) FROM (
                    SELECT debit AS account, amount FROM payment_transfer WHERE book = \(Points.book.id)
                    UNION ALL SELECT credit, -amount FROM payment_transfer WHERE book = \(Points.book.id)) t
                WHERE account <> 'issued' GROUP BY account HAVING SUM(amount) < 0 ORDER BY account LIMIT 100
                """ as Query<String>)
        },
        rule("points of orders that wait for payment are reserved", "points.reserved", where: "o.points > 0"),
        rule("points of paid orders are settled", "points.redeemed", where: "o.points > 0 AND o.confirmed_at IS NOT NULL"),
        rule(
            "points of cancelled orders came back", "points.returned",
            where: "o.points > 0 AND o.status = 'cancelled' AND o.confirmed_at IS NULL"),
        rule(
            "points of cancelled paid orders came back", "points.refunded",
            where: "o.points > 0 AND o.status = 'cancelled' AND o.confirmed_at IS NOT NULL"),
        rule("points that orders earned are issued", "points.earned", where: "o.earned > 0"),
        LedgerRule("points that staff adjusted are posted") { db in
            let kind = PointsAdjustment.kind
            return try db.all(
                """
                SELECT 'adjustment ' || CAST(a.id AS TEXT) || ' is not posted' FROM cafeteria_points_adjustment a
                WHERE NOT EXISTS (SELECT 1 FROM payment_transfer t WHERE t.cause_kind = \(kind) AND t.cause_id = a.id
                    AND t.book = \(Points.book.id) AND t.amount = ABS(a.points)
                    AND (a.points > 0 AND t.credit = 'issued' OR a.points < 0 AND t.debit = 'issued')) LIMIT 100
                """ as Query<String>)
                + db.all(
                    """
                    SELECT 'transfer ' || CAST(t.id AS TEXT) || ' has no adjustment' FROM payment_transfer t
                    WHERE t.cause_kind = \(kind) AND NOT EXISTS (SELECT 1 FROM cafeteria_points_adjustment a WHERE a.id = t.cause_id) LIMIT 100
                    """ as Query<String>)
        },
    ]

    /// Orders of people and what is posted for a reason, in both directions.
    private static func rule(_ name: String, _ reason: String, where fact: SQL) -> LedgerRule {
        LedgerRule(name) { db in
            try db.all(
                """
                SELECT 'order ' || CAST(o.id AS TEXT) || ' is not posted' FROM cafeteria_order o
                WHERE \(fact) AND NOT EXISTS (SELECT 1 FROM payment_transfer t WHERE t.cause_kind = \(Order.kind) AND t.cause_id = o.id
                    AND t.reason = \(reason) AND t.book = \(Points.book.id)) LIMIT 100
                """ as Query<String>)
                + db.all(
                    """
                    SELECT 'transfer ' || CAST(t.id AS TEXT) || ' has no order' FROM payment_transfer t
                    WHERE t.cause_kind = \(Order.kind) AND t.reason = \(reason)
                        AND NOT EXISTS (SELECT 1 FROM cafeteria_order o WHERE o.id = t.cause_id AND \(fact)) LIMIT 100
                    """ as Query<String>)
        }
    }
}
