import Audit
import Core
import Database
import Platform
import Web

/// A step in a list.
enum MoveDirection: String, Decodable, Sendable {
    case up, down
}

/// The form of a step.
struct MoveForm: Decodable, Sendable {
    var direction: String?

    var step: MoveDirection? { direction.flatMap { MoveDirection(rawValue: $0) } }
}

/// The order in which people walk: of the rooms, and of what is in one.
extension ExhibitEditing {
    private static let mostMoved = 5_000

    func move(_ id: RoomID, _ direction: MoveDirection, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let rooms = try write.all(.rooms)
            guard let room = rooms.first(where: { $0.id == id }) else { throw Problem.notFound }
            guard let order = Self.moved(id, direction, in: rooms.map(\.id)) else { return }
            for (position, room) in order.enumerated() {
                try write.run("UPDATE museum_room SET position = \(position) WHERE id = \(room) AND position <> \(position)")
            }
            try write.audit(.update, id, ["name": room.name])
        }
    }

    func move(_ id: ExhibitID, _ direction: MoveDirection, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard let exhibit = try write.first(.exhibit(id)) else { throw Problem.notFound }
            let room: SQL = exhibit.room.map { "room_id = \($0)" } ?? "room_id IS NULL"
            let ids = try write.all(
                "SELECT id FROM museum_exhibit WHERE \(sql: room) ORDER BY position, id LIMIT \(Self.mostMoved)" as Query<ExhibitID>)
            guard let order = Self.moved(id, direction, in: ids) else { return }
            for (position, exhibit) in order.enumerated() {
                try write.run("UPDATE museum_exhibit SET position = \(position) WHERE id = \(exhibit) AND position <> \(position)")
            }
            try write.audit(.update, id, ["name": exhibit.title])
        }
    }

    /// The list with one of it a step further; nil where it is at the end already.
    private static func moved<Entry: Equatable>(_ one: Entry, _ direction: MoveDirection, in list: [Entry]) -> [Entry]? {
        guard let here = list.firstIndex(of: one) else { return nil }
        let there = direction == .up ? here - 1 : here + 1
        guard list.indices.contains(there) else { return nil }
        var order = list
        order.swapAt(here, there)
        return order
    }
}
