import Core
import Database
import Media

extension CoverPicture: SQLRow {
    init(row: inout RowReader) throws {
        let digest: String = try row.next()
        guard let ref = MediaRef(digest: digest, size: 0) else { throw DatabaseError.unreadable("\(digest) is no digest") }
        self.ref = ref
        type = try row.next()
    }
}

extension CoverSize: SQLConvertible {}

extension Query where Row == CoverPicture {
    /// The picture of an item in a size. Readers see covers of what is published, staff see all.
    static func cover(of id: ItemID, _ size: CoverSize, forStaff: Bool) -> Self {
        """
        SELECT cover.file_ref, cover.file_type FROM library_cover AS cover JOIN library_item AS item ON item.id = cover.item_id
        WHERE cover.item_id = \(id) AND cover.size = \(size)
            AND (item.status IN ('published', 'archived') OR \(forStaff ? 1 : 0) = 1)
        """
    }
}
