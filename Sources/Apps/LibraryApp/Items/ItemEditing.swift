import Audit
import Core
import Database
import Platform
import Reading
import Web

/// What staff do with items. Every change is checked, written, audited (LIB-100) and, where readers see the item, indexed
/// again in the same transaction (LIB-098).
struct ItemEditing: Sendable {
    let database: Database
    let writer: Writer
    let lists: CatalogueCache
    let publishing: Publishing

    /// Changes single fields of the description (LIB-095).
    /// - Parameter version: the version that the editor saw; nil to change whatever is there now.
    /// - Throws: ``ItemRefusal`` for wrong fields or when somebody else was faster; then nothing is changed.
    @discardableResult
    func edit(_ id: ItemID, _ change: ItemChange, version: Int? = nil, by person: PersonID) async throws -> Item {
        try await write(id, by: person) { write, item in
            if let version, version != item.version { throw ItemRefusal.changedMeanwhile }
            let languages = Set(try write.all(Query<LibraryLanguage>.all).map(\.tag))
            let categories = Set(try write.all(Query<Category>.all).map(\.id))
            let old = ItemMetadata(stored: item)
            var new = old
            let hasVerses = try write.first(.books(of: id)) != nil
            try new.apply(change, languages: languages, knownCategories: categories, hasVerses: hasVerses)
            let differences = new.differences(from: old)
            guard !differences.isEmpty else { return false }
            try ItemStatements(write).update(id, new)
            let details = Dictionary(differences.map { ($0.key.rawValue, ["from": $0.value.old, "to": $0.value.new]) }) { first, _ in first }
            try write.audit(.update, id, details)
            return true
        }
    }

    /// Moves an item to another status (LIB-103).
    /// - Throws: ``ItemRefusal`` when the rules of ``ItemStatus`` forbid it.
    @discardableResult
    func move(_ id: ItemID, to status: ItemStatus, by person: PersonID?) async throws -> Item {
        try await write(id, by: person) { write, item in
            let next = try item.status.moving(to: status, hasContent: item.hasContent)
            try ItemStatements(write).setStatus(id, next)
            try write.audit(next == .deleted ? .delete : .update, id, ["status": ["from": item.status.rawValue, "to": next.rawValue]])
            return true
        }
    }

    /// Marks or unmarks a staff pick.
    @discardableResult
    func setStaffPick(_ id: ItemID, _ isPick: Bool, by person: PersonID) async throws -> Item {
        try await write(id, by: person) { write, item in
            guard item.isStaffPick != isPick else { return false }
            try ItemStatements(write).setStaffPick(id, isPick)
            try write.audit(.update, id, ["staffPick": isPick])
            return true
        }
    }

    /// Exchanges the cover, or removes it.
    @discardableResult
    func setCover(_ id: ItemID, _ cover: StoredCover?, by person: PersonID) async throws -> Item {
        try await write(id, by: person) { write, item in
            let old = try write.all(Query<String>("SELECT file_ref FROM library_cover WHERE item_id = \(id) LIMIT 20"))
            try ItemStatements(write).setCover(id, cover)
            try write.enqueue(OrphanedMedia.job, .init(old + [item.coverRef].compactMap { $0 }))
            try write.audit(.update, id, ["cover": ["from": item.coverRef ?? "", "to": cover?.original ?? ""]])
            return true
        }
    }

    /// Changes an item by `change`, which answers whether it changed anything; readers and the search learn of it.
    private func write(_ id: ItemID, by person: PersonID?, _ change: @escaping @Sendable (Write, Item) throws -> Bool) async throws -> Item {
        try await writer.write(by: person) { write in
            guard let before = try write.first(.item(id, write.dialect)) else { throw Problem.notFound }
            guard try change(write, before) else { return }
            try publishing.refresh(try write.one(.item(id, write.dialect)), in: write)
            write.afterCommit(lists.clear)
        }
        guard let item = try await database.read({ db in try db.first(.item(id, db.dialect)) }) else { throw Problem.notFound }
        return item
    }
}

extension Item: Audited {
    static var auditEntity: String { Publishing.source }
}

extension Connection {
    /// Whether any item, cover, waiting upload or picture of a publication still needs a stored file. The media store keeps
    /// equal files once, so that the file of one may be the picture of another.
    func isInUse(_ ref: String, by publications: Publications) throws -> Bool {
        if try publications.needsFile(ref, in: self) { return true }
        let uses: Int = try one(
            """
            SELECT (SELECT count(*) FROM library_item WHERE file_ref = \(ref) OR cover_ref = \(ref))
                + (SELECT count(*) FROM library_cover WHERE file_ref = \(ref))
                + (SELECT count(*) FROM library_upload WHERE file_ref = \(ref) AND status = 'waiting')
            """)
        return uses > 0
    }
}
