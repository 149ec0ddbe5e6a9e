import Audit
import Core
import Database
import Reading

/// What staff do with items. Every change is checked, written, audited (LIB-100) and, where readers see the item, indexed
/// again in the same transaction (LIB-098).
struct ItemEditing: Sendable {
    let database: Database
    let clock: SiteClock
    let audit: AuditLog
    let lists: CatalogueCache
    let publishing: Publishing
    let files: OrphanedMedia

    /// Changes single fields of the description (LIB-095).
    /// - Parameter version: the version that the editor saw; nil to change whatever is there now.
    /// - Throws: ``ItemRefusal`` for wrong fields or when somebody else was faster; then nothing is changed.
    @discardableResult
    func edit(_ id: ItemID, _ change: ItemChange, version: Int? = nil, by person: PersonID) async throws -> Item {
        try await write(id, by: person) { db, item, statements in
            if let version, version != item.version { throw ItemRefusal.changedMeanwhile }
            let languages = Set(try db.all(Query<LibraryLanguage>.all).map(\.tag))
            let categories = Set(try db.all(Query<Category>.all).map(\.id))
            let old = ItemMetadata(stored: item)
            var new = old
            let hasVerses = try db.first(.books(of: id)) != nil
            try new.apply(change, languages: languages, knownCategories: categories, hasVerses: hasVerses)
            let differences = new.differences(from: old)
            guard !differences.isEmpty else { return nil }
            try statements.update(id, new)
            let details = Dictionary(differences.map { ($0.key.rawValue, ["from": $0.value.old, "to": $0.value.new]) }) { first, _ in first }
            return AuditEntry(actor: person, action: .update, entity: "library.item", entityID: id.description, details: details)
        }
    }

    /// Moves an item to another status (LIB-103).
    /// - Throws: ``ItemRefusal`` when the rules of ``ItemStatus`` forbid it.
    @discardableResult
    func move(_ id: ItemID, to status: ItemStatus, by person: PersonID?) async throws -> Item {
        try await write(id, by: person) { db, item, statements in
            let next = try item.status.moving(to: status, hasContent: item.hasContent)
            try statements.setStatus(id, next)
            return AuditEntry(
                actor: person, action: next == .deleted ? .delete : .update, entity: "library.item", entityID: id.description,
                details: ["status": ["from": item.status.rawValue, "to": next.rawValue]])
        }
    }

    /// Marks or unmarks a staff pick.
    @discardableResult
    func setStaffPick(_ id: ItemID, _ isPick: Bool, by person: PersonID) async throws -> Item {
        try await write(id, by: person) { db, item, statements in
            guard item.isStaffPick != isPick else { return nil }
            try statements.setStaffPick(id, isPick)
            return AuditEntry(
                actor: person, action: .update, entity: "library.item", entityID: id.description, details: ["staffPick": isPick])
        }
    }

    /// Exchanges the cover, or removes it.
    @discardableResult
    func setCover(_ id: ItemID, _ cover: StoredCover?, by person: PersonID) async throws -> Item {
        try await write(id, by: person) { db, item, statements in
            let old = try db.all(Query<String>("SELECT file_ref FROM library_cover WHERE item_id = \(id) LIMIT 20"))
            try statements.setCover(id, cover)
            try files.ask(for: old + [item.coverRef].compactMap { $0 }, in: db)
            return AuditEntry(
                actor: person, action: .update, entity: "library.item", entityID: id.description,
                details: ["cover": ["from": item.coverRef ?? "", "to": cover?.original ?? ""]])
        }
    }

    private func write(
        _ id: ItemID, by person: PersonID?,
        _ change: @escaping @Sendable (any Connection, Item, ItemStatements) throws -> AuditEntry?
    ) async throws -> Item {
        let now = clock.now()
        let item = try await database.write { db -> Item in
            guard let before = try db.first(.item(id, db.dialect)) else { throw Problem.notFound }
            guard let entry = try change(db, before, ItemStatements(db: db, now: now, person: person)) else { return before }
            let after = try db.one(.item(id, db.dialect))
            try publishing.refresh(after, in: db)
            try audit.record(entry, in: db)
            return after
        }
        lists.clear()
        return item
    }
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
