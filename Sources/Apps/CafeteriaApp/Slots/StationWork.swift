import Core
import Database

/// What a station does for an order, as the kitchen planned it.
struct StationWork: Sendable, SQLRow {
    let order: OrderID
    let station: StationID
    /// How long the slowest of its items takes.
    let preparation: Duration
    /// In which its work begins; nil where it is counted as none.
    let first: Slot?

    init(row: inout RowReader) throws {
        order = try row.next()
        station = try row.next()
        preparation = .seconds(60 * (try row.next() as Int))
        first = (try row.next() as Int64?).map(Slot.init(number:))
    }

    /// When it has to begin, so that the order is ready at a moment.
    func begin(for promised: Instant) -> Instant {
        let latest = promised - max(Kitchen.lead, preparation)
        return first.map { min($0.start, latest) } ?? latest
    }
}

extension Query where Row == StationWork {
    static func work(of orders: [OrderID]) -> Self {
        """
        SELECT l.order_id, l.station_id, MAX(i.preparation), MIN(s.slot)
        FROM cafeteria_order_line l JOIN cafeteria_item i ON i.id = l.item_id
            LEFT JOIN cafeteria_order_slot s ON s.order_id = l.order_id AND s.station_id = l.station_id
        WHERE l.order_id IN \(list: orders) GROUP BY l.order_id, l.station_id ORDER BY l.order_id, l.station_id LIMIT 20000
        """
    }
}
