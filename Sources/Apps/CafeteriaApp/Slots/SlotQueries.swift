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

/// What is free in the kitchen, read as far ahead as somebody looks, in the transaction that takes a part of it: nobody else takes the same.
final class KitchenCapacity {
    private let db: any Connection
    private let capacity: [StationID: Int]
    private var used: [Key: Int] = [:]
    /// The parts of the day that were read.
    private var known: Set<Int64> = []
    /// How many slots are read at once: an hour, since most orders find room in the next one.
    private static let part: Int64 = 12

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

    init(in db: any Connection) throws {
        self.db = db
        capacity = Dictionary(try db.all(Query<Station>.all).map { ($0.id, $0.capacity) }) { first, _ in first }
    }

    /// What a station can still do in a slot.
    func free(_ slot: Slot, _ station: StationID) throws -> Int {
        let part = slot.number / Self.part
        if known.insert(part).inserted { try read(part) }
        return (capacity[station] ?? 0) - (used[Key(slot: slot, station: station)] ?? 0)
    }

    private func read(_ part: Int64) throws {
        let first = part * Self.part
        let rows = try db.all(
            """
            SELECT slot, station_id, used FROM cafeteria_slot
            WHERE slot BETWEEN \(first) AND \(first + Self.part - 1) ORDER BY slot, station_id LIMIT 2000
            """ as Query<Row>)
        for row in rows { used[Key(slot: row.slot, station: row.station)] = row.used }
    }
}

extension SlotPlan {
    /// Takes the plan's shares for an order, in the transaction that read what is free: of two that read the same room one runs again, so a slot
    /// never holds more than its station can do (Docs/decisions/writes-take-turns.md).
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

    /// Gives back what an order had taken.
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
