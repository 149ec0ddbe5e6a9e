import Core
import Database
import Media
import Platform
import Reading
import Web

/// Deleted items (LIB-102). They come back as drafts, so that nothing reappears among readers by itself.
struct ItemBin: RecycleBin {
    let publishing: Publishing
    let media: MediaHolds
    let lists: CatalogueCache

    var kind: String { Publishing.source }
    var name: Text { "Items" }
    var permission: Permission { .libraryDelete }

    func contents(limit: Int, in db: any Connection) throws -> [RecycledItem] {
        try db.all(
            """
            SELECT id, title, COALESCE(deleted_at, changed_at), changed_by FROM library_item WHERE status = 'deleted'
            ORDER BY deleted_at DESC, id DESC LIMIT \(limit)
            """ as Query<BinRow>
        ).map(\.item)
    }

    func restore(_ id: Int64, in write: Write) throws {
        let item = try find(ItemID(id), in: write)
        let status = try item.status.moving(to: .draft, hasContent: item.hasContent)
        try ItemStatements(write).setStatus(item.id, status)
        try publishing.refresh(try write.one(.item(item.id, write.dialect)), in: write)
        try write.invalidate(lists.shared)
    }

    func purge(_ id: Int64, in write: Write) throws {
        let item = try find(ItemID(id), in: write)
        try publishing.remove(item, in: write)
        try ItemStatements(write).purge(item.id)
        for owner in [.file(of: item.id), .cover(of: item.id)] as [MediaOwner] { try media.releaseAll(by: owner, in: write) }
        try write.invalidate(lists.shared)
    }

    private func find(_ id: ItemID, in db: any Connection) throws -> Item {
        guard let item = try db.first(.item(id, db.dialect)) else { throw Problem.notFound }
        guard item.status == .deleted else { throw ItemRefusal.notInBin }
        return item
    }
}

/// A row of a bin: id, title, when and by whom it was deleted.
struct BinRow: SQLRow {
    let item: RecycledItem

    init(row: inout RowReader) throws {
        item = RecycledItem(id: try row.next(), title: try row.next(), deletedAt: try row.next(), deletedBy: try row.next())
    }
}
