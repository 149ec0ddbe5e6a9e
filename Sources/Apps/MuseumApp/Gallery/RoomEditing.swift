import Audit
import Core
import Database
import Platform
import Web

extension ExhibitEditing {
    @discardableResult
    func saveRoom(_ name: String, _ text: String, _ words: TranslationForm? = nil, as id: RoomID?, by person: PersonID?) async throws -> RoomID {
        let (name, text) = (name.tidied(), text.tidiedLines())
        var wrong = words?.wrong ?? [:]
        if name.isEmpty { wrong["name"] = "Enter a name." }
        if name.length > Room.longestName { wrong["name"] = "Write at most \(Room.longestName) characters." }
        if text.length > Room.longestText { wrong["text"] = "Write at most \(Room.longestText) characters." }
        guard wrong.isEmpty else {
            throw Problem(.invalid, "museum.room-wrong", "The room wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
        return try await site.write(by: person) { write in
            let room: RoomID
            if let id {
                let count = try write.run(
                    """
                    UPDATE museum_room SET name = \(name), text = \(text), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)
                    """)
                guard count == 1 else { throw Problem.notFound }
                room = id
            } else {
                room = try write.insert(
                    """
                    INSERT INTO museum_room (name, text, position, changed_at, changed_by)
                    SELECT \(name), \(text), COALESCE(max(position), 0) + 1, \(write.now), \(write.actor) FROM museum_room
                    """)
            }
            try words?.words.save(as: .room, of: room.number, in: write)
            try write.audit(id == nil ? .create : .update, room, ["name": name])
            return room
        }
    }

    /// What was in the room stays in the gallery, without one.
    func deleteRoom(_ id: RoomID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            try Translations.remove(of: .room, id.number, in: write)
            guard let name = try write.first("DELETE FROM museum_room WHERE id = \(id) RETURNING name" as Query<String>) else {
                throw Problem.notFound
            }
            try write.audit(.delete, id, ["name": name])
        }
    }
}
