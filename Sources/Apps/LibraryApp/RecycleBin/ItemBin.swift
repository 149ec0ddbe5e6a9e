import Core
import Database
import Jobs
import Platform
import Reading
import Web

/// Deleted items (LIB-102). They come back as drafts, so that nothing reappears among readers by itself.
struct ItemBin: RecycleBin {
    let publishing: Publishing
    let files: OrphanedMedia
    let clock: SiteClock

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

    func restore(_ id: Int64, by person: PersonID, in db: any Connection) throws {
        let item = try find(ItemID(id), in: db)
        let status = try item.status.moving(to: .draft, hasContent: item.hasContent)
        try ItemStatements(db: db, now: clock.now(), person: person).setStatus(item.id, status)
        try publishing.refresh(try db.one(.item(item.id, db.dialect)), in: db)
        try files.ask(for: [], in: db)
    }

    func purge(_ id: Int64, in db: any Connection) throws {
        let item = try find(ItemID(id), in: db)
        let pictures = try item.publication.map { try publishing.publications.files(of: $0, in: db) } ?? []
        let covers = try db.all(Query<String>("SELECT file_ref FROM library_cover WHERE item_id = \(item.id) LIMIT 20"))
        try publishing.remove(item, in: db)
        try ItemStatements(db: db, now: clock.now(), person: nil).purge(item.id)
        try files.ask(for: [item.file?.ref, item.coverRef].compactMap { $0 } + covers + pictures, in: db)
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
