import Core
import Database
import Foundation
import Media
import Platform
import Reading

/// The statements that change items. Each stamps who did it and when (CORE-036).
struct ItemStatements {
    let db: any Connection
    let now: Instant
    let person: PersonID?

    /// Adds an item and returns its id.
    func insert(
        _ metadata: ItemMetadata, status: ItemStatus, isStaffPick: Bool = false, file: ItemFile?, words: Int, topics: [String] = []
    ) throws -> ItemID {
        let published: Instant? = status == .published ? now : nil
        let columns = metadata.columnValues
        let number = try db.insert(
            """
            INSERT INTO library_item (
                uuid, \(raw: columns.map(\.column).joined(separator: ", ")), status,
                file_ref, file_name, file_type, file_size, staff_pick, words, topics, published_at, created_at, changed_at, changed_by)
            VALUES (
                \(UUID().uuidString.lowercased()), \(sql: columns.map(\.value).joined(by: ", ")), \(status),
                \(file?.ref), \(file?.name), \(file?.type), \(file?.size), \(isStaffPick), \(words), \(ItemTopics.joined(topics)),
                \(published),
                \(now), \(now), \(person))
            """)
        let id = ItemID(number)
        try insertLists(metadata, of: id)
        return id
    }

    /// Writes the description of an item.
    func update(_ id: ItemID, _ metadata: ItemMetadata) throws {
        let changes = metadata.columnValues.map { "\(raw: $0.column) = \(sql: $0.value)" as SQL }.joined(by: ", ")
        try db.run("UPDATE library_item SET \(sql: changes), \(sql: stamp) WHERE id = \(id)")
        try db.run("DELETE FROM library_item_author WHERE item_id = \(id)")
        try db.run("DELETE FROM library_item_category WHERE item_id = \(id)")
        try insertLists(metadata, of: id)
    }

    private func insertLists(_ metadata: ItemMetadata, of id: ItemID) throws {
        for (position, name) in metadata.authors.enumerated() {
            try db.run(
                """
                INSERT INTO library_item_author (item_id, position, name, changed_at, changed_by)
                VALUES (\(id), \(position), \(name), \(now), \(person))
                """)
        }
        for category in metadata.categories {
            try db.run(
                """
                INSERT INTO library_item_category (item_id, category_id, changed_at, changed_by)
                VALUES (\(id), \(category), \(now), \(person))
                """)
        }
    }

    /// Moves an item to another status. The first publishing dates it as a new arrival; later ones keep that date.
    func setStatus(_ id: ItemID, _ status: ItemStatus) throws {
        let deleted: Instant? = status == .deleted ? now : nil
        try db.run("UPDATE library_item SET status = \(status), deleted_at = \(deleted), \(sql: stamp) WHERE id = \(id)")
        if status == .published {
            try db.run("UPDATE library_item SET published_at = \(now) WHERE id = \(id) AND published_at IS NULL")
        }
    }

    /// Marks or unmarks a staff pick.
    func setStaffPick(_ id: ItemID, _ isPick: Bool) throws {
        try db.run("UPDATE library_item SET staff_pick = \(isPick), \(sql: stamp) WHERE id = \(id)")
    }

    /// Ties an item to the publication that the reader opens.
    func setPublication(_ id: ItemID, _ publication: PublicationID, words: Int) throws {
        try db.run("UPDATE library_item SET publication_id = \(publication), words = \(words), \(sql: stamp) WHERE id = \(id)")
    }

    /// Exchanges the original.
    func setFile(_ id: ItemID, _ file: ItemFile, format: ItemFormat, kind: ItemKind) throws {
        try db.run(
            """
            UPDATE library_item SET file_ref = \(file.ref), file_name = \(file.name), file_type = \(file.type),
                file_size = \(file.size), format = \(format), kind = \(kind), \(sql: stamp)
            WHERE id = \(id)
            """)
    }

    /// Exchanges the cover: the picture as it came, and its sizes.
    func setCover(_ id: ItemID, _ cover: StoredCover?) throws {
        try db.run("DELETE FROM library_cover WHERE item_id = \(id)")
        for (size, picture) in (cover?.sizes ?? [:]).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try db.run(
                """
                INSERT INTO library_cover (item_id, size, file_ref, file_type, changed_at, changed_by)
                VALUES (\(id), \(size), \(picture.ref.digest), \(picture.type), \(now), \(person))
                """)
        }
        try db.run("UPDATE library_item SET cover_ref = \(cover?.original.digest), \(sql: stamp) WHERE id = \(id)")
    }

    /// Removes an item for good; everything of it goes with it.
    func purge(_ id: ItemID) throws {
        try db.run("DELETE FROM library_item WHERE id = \(id)")
    }

    /// Adds a language that a file brought along, under its own tag, unless the list has it.
    func ensureLanguage(_ language: Language, name: String) throws {
        try db.run(
            """
            INSERT INTO library_language (tag, name, changed_at, changed_by)
            VALUES (\(language), \(name), \(now), \(person)) ON CONFLICT (tag) DO NOTHING
            """)
    }

    private var stamp: SQL { "version = version + 1, changed_at = \(now), changed_by = \(person)" as SQL }
}

extension ItemStatements {
    /// The statements of whoever writes.
    init(_ write: Write) { self.init(db: write, now: write.now, person: write.actor) }
}
