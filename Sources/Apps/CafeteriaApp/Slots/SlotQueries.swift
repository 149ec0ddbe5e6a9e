import Core
import Database
import Platform

extension Station: SQLRow {
    static let columns: SQL = "id, name, capacity"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        capacity = try row.next()
    }
}

extension Query where Row == Station {
    static var all: Self { "SELECT \(Station.columns) FROM cafeteria_station ORDER BY position, id LIMIT 100" }
}

/// What is free in the kitchen, read in the transaction that takes a part of it: nobody else takes the same.
struct KitchenCapacity {
    private let capacity: [StationID: Int]
    private let used: [Key: Int]

    private struct Key: Hashable {
        let slot: Slot
        let station: StationID
    }

    private struct Row: SQLRow {
        let slot: Slot
        let station: StationID
        let used: Int

        init(row: inout RowReader) throws {
            slot = Slot(number: try row.next())
            station = try row.next()
            used = try row.next()
        }
    }

    /// What is taken between two moments.
    init(from start: Instant, until end: Instant, in db: any Connection) throws {
        capacity = Dictionary(try db.all(Query<Station>.all).map { ($0.id, $0.capacity) }) { first, _ in first }
        let rows = try db.all(
            """
            SELECT slot, station_id, used FROM cafeteria_slot
            WHERE slot BETWEEN \(Slot(at: start).number) AND \(Slot(at: end).number) ORDER BY slot, station_id LIMIT 20000
            """ as Query<Row>)
        used = Dictionary(rows.map { (Key(slot: $0.slot, station: $0.station), $0.used) }) { first, _ in first }
    }

    func free(_ slot: Slot, _ station: StationID) -> Int { (capacity[station] ?? 0) - (used[Key(slot: slot, station: station)] ?? 0) }
}

extension SlotPlan {
    /// Takes the plan's shares for an order. The check of the schema is the last word: a slot never holds more than its station can do.
    func take(for order: OrderID, in write: Write) throws {
        for share in shares {
            try write.run(
                """
                INSERT INTO cafeteria_slot (slot, station_id, used, changed_at, changed_by)
                VALUES (\(share.slot.number), \(share.station), \(share.units), \(write.now), \(write.actor))
                ON CONFLICT (slot, station_id) DO UPDATE SET used = cafeteria_slot.used + excluded.used, changed_at = excluded.changed_at,
                    changed_by = excluded.changed_by
                """)
            try write.run(
                """
                INSERT INTO cafeteria_order_slot (order_id, slot, station_id, units, changed_at, changed_by)
                VALUES (\(order), \(share.slot.number), \(share.station), \(share.units), \(write.now), \(write.actor))
                """)
        }
    }

    /// Gives back what an order had taken, for slots that are not over.
    static func release(_ order: OrderID, in write: Write) throws {
        try write.run(
            """
            UPDATE cafeteria_slot SET used = used - (SELECT units FROM cafeteria_order_slot s
                    WHERE s.order_id = \(order) AND s.slot = cafeteria_slot.slot AND s.station_id = cafeteria_slot.station_id),
                changed_at = \(write.now), changed_by = \(write.actor)
            WHERE EXISTS (SELECT 1 FROM cafeteria_order_slot s
                    WHERE s.order_id = \(order) AND s.slot = cafeteria_slot.slot AND s.station_id = cafeteria_slot.station_id)
            """)
        try write.run("DELETE FROM cafeteria_order_slot WHERE order_id = \(order)")
    }
}
