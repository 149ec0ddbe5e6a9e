import Audit
import Core
import Database
import Media
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
    let media: MediaHolds

    /// Changes single fields of the description (LIB-095).
    /// - Parameter version: the version that the editor saw; nil to change whatever is there now.
    /// - Throws: ``ItemRefusal`` for wrong fields or when somebody else was faster; then nothing is changed.
    @discardableResult
    func edit(_ id: ItemID, _ change: ItemChange, version: Int? = nil, by person: PersonID) async throws -> Item {
        try await write(id, by: person) { write, item in
            if let version, version != item.version { throw ItemRefusal.changedMeanwhile }
            return try Self.apply(change, to: item, in: write)
        }
    }

    /// Writes what differs; false when nothing does.
    static func apply(_ change: ItemChange, to item: Item, in write: Write) throws -> Bool {
        let languages = Set(try write.all(Query<LibraryLanguage>.all).map(\.tag))
        let categories = Set(try write.all(Query<Category>.all).map(\.id))
        let old = item.metadata
        var new = old
        let hasVerses = try write.first(.books(of: item.id)) != nil
        try new.apply(change, languages: languages, knownCategories: categories, hasVerses: hasVerses)
        let differences = new.differences(from: old)
        guard !differences.isEmpty else { return false }
        try ItemStatements(write).update(item.id, new)
        let details = Dictionary(differences.map { ($0.key.name, ["from": $0.value.old, "to": $0.value.new]) }) { first, _ in first }
        try write.audit(.update, item.id, details)
        return true
    }

    /// Moves an item to another status (LIB-103).
    /// - Throws: ``ItemRefusal`` when the rules of ``ItemStatus`` forbid it.
    @discardableResult
    func move(_ id: ItemID, to status: ItemStatus, by person: PersonID?) async throws -> Item {
        try await write(id, by: person) { write, item in
            try Self.step(item, to: status, in: write)
            return true
        }
    }

    /// Writes a step that the rules allow.
    static func step(_ item: Item, to status: ItemStatus, in write: Write) throws {
        let next = try item.status.moving(to: status, hasContent: item.hasContent)
        try ItemStatements(write).setStatus(item.id, next)
        try write.audit(next == .deleted ? .delete : .update, item.id, ["status": ["from": item.status.rawValue, "to": next.rawValue]])
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

    /// Exchanges the cover, or removes it. Its files are under a lease of the caller's.
    @discardableResult
    func setCover(_ id: ItemID, _ cover: StoredCover?, by person: PersonID) async throws -> Item {
        try await write(id, by: person) { write, item in
            try ItemStatements(write).setCover(id, cover)
            try media.setHolds(of: .cover(of: id), to: cover?.files ?? [], in: write)
            try write.audit(.update, id, ["cover": ["from": item.coverRef ?? "", "to": cover?.original.digest ?? ""]])
            return true
        }
    }

    /// Changes an item by `change`, which answers whether it changed anything; readers and the search learn of it.
    func write(_ id: ItemID, by person: PersonID?, _ change: @escaping @Sendable (Write, Item) throws -> Bool) async throws -> Item {
        try await writer.write(by: person) { write in
            guard let before = try write.first(.item(id, write.dialect)) else { throw Problem.notFound }
            guard try change(write, before) else { return }
            try publishing.refresh(try write.one(.item(id, write.dialect)), in: write)
            try write.invalidate(lists.shared)
        }
        guard let item = try await database.read({ db in try db.first(.item(id, db.dialect)) }) else { throw Problem.notFound }
        return item
    }
}

extension Item: Audited {
    static var auditEntity: String { Publishing.source }
}

extension MediaOwner {
    /// An item, as to the file that it was made of.
    static func file(of id: ItemID) -> Self { MediaOwner("library.item", id) }

    /// An item, as to its cover.
    static func cover(of id: ItemID) -> Self { MediaOwner("library.cover", id) }

    /// An upload that waits for its conversion.
    static func upload(_ id: UploadID) -> Self { MediaOwner("library.upload", id) }
}
