import Audit
import Core
import Database
import Media
import Platform

/// The identity of an import.
typealias ImportID = ID<UploadedCollection>

/// A file of a collection that somebody uploaded, and what it is to become.
struct UploadedCollection: Sendable {
    let id: ImportID
    /// What is imported again under the same name changes what came of it before.
    let source: String
    let file: MediaRef
    let mapping: ImportMapping
    let isDone: Bool
    let added: Int, changed: Int
}

extension UploadedCollection: Audited {
    static var auditEntity: String { "museum.import" }
}

extension UploadedCollection: SQLRow {
    static let columns: SQL = "i.id, i.source, i.file_digest, i.file_size, i.mapping, i.is_done, i.added, i.changed"

    init(row: inout RowReader) throws {
        id = try row.next()
        source = try row.next()
        let (digest, size): (String, Int) = (try row.next(), try row.next())
        guard let reference = MediaRef(digest: digest, size: size) else { throw DatabaseError.unreadable("The file of an import has no digest.") }
        file = reference
        let stored: StoredJSON<ImportMapping> = try row.next()
        mapping = stored.value
        isDone = try row.next()
        added = try row.next()
        changed = try row.next()
    }
}

extension Query where Row == UploadedCollection {
    static func collection(_ id: ImportID) -> Self { "SELECT \(UploadedCollection.columns) FROM museum_import i WHERE i.id = \(id)" }
    static var collections: Self { "SELECT \(UploadedCollection.columns) FROM museum_import i ORDER BY i.id DESC LIMIT 50" }
}

extension MediaOwner {
    /// An import, as to its file and the pictures that came with it.
    static func collectionImport(_ id: ImportID) -> Self { MediaOwner("museum.import", id) }
}

/// How many pictures of an import are where.
struct ImportPictures: Sendable, Equatable {
    var names: Set<String> = []
    var waiting = 0, done = 0
    /// Those that can't be used.
    var failed: [String] = []
}
