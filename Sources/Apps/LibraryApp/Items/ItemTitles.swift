import Core
import Database
import Platform
import Web

extension TitledEntity {
    /// Items by their titles in the system log, for those who see every item anyway.
    static let libraryItem = TitledEntity(
        Item.auditEntity, mention: SubjectMention("an item", titled: "the item"), for: .libraryUpload
    ) { id, db in
        try db.first("SELECT title FROM library_item WHERE id = \(id)" as Query<String>).map { ($0, LibraryPaths.adminItem(ItemID(id))) }
    } search: { words, most in
        "SELECT id FROM library_item WHERE \(sql: .containsEach(words, in: "title")) ORDER BY id DESC LIMIT \(most)"
    }
}
