import Audit
import Core
import Database
import Platform

/// The identity of a room.
typealias RoomID = ID<Room>

/// A room of the museum, and of its gallery.
struct Room: Sendable, Equatable {
    static let longestName = 80
    static let longestText = 2_000

    let id: RoomID
    var name: String
    var text: String
}

extension Room: Audited {
    static var auditEntity: String { "museum.room" }
}

extension Room: SQLRow {
    static let columns: SQL = "r.id, r.name, r.text"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        text = try row.next()
    }
}

extension Query where Row == Room {
    /// In the order in which visitors walk.
    static var rooms: Self { "SELECT \(Room.columns) FROM museum_room r ORDER BY r.position, r.id LIMIT 200" }
    /// Those in which a picture hangs that everyone may see.
    static var roomsWithPictures: Self {
        """
        SELECT \(Room.columns) FROM museum_room r
        WHERE EXISTS (SELECT 1 FROM museum_exhibit e WHERE e.room_id = r.id AND e.is_public = \(true) AND e.picture_digest IS NOT NULL)
        ORDER BY r.position, r.id LIMIT 200
        """
    }
    /// Those in which visitors see something.
    static var openRooms: Self {
        """
        SELECT \(Room.columns) FROM museum_room r
        WHERE EXISTS (SELECT 1 FROM museum_exhibit e WHERE e.room_id = r.id AND e.is_public = \(true)) ORDER BY r.position, r.id LIMIT 200
        """
    }
    static func room(_ id: RoomID) -> Self { "SELECT \(Room.columns) FROM museum_room r WHERE r.id = \(id)" }
}
