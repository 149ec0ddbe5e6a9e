import Audit
import Core
import Database
import Media

/// A photo of somebody's driving licence, by which the museum knows them when they buy a membership (MUS-019).
struct Licence: Sendable, SQLRow {
    let id: ID<Licence>
    /// Whose it is; nil once their account is gone, and WordPress still has the photo.
    let person: PersonID?
    /// The sealed bytes; nil once WordPress has the photo.
    let file: MediaRef?
    /// SHA-256 of the photo.
    let hash: [UInt8]
    /// What it is called in WordPress, which nobody guesses.
    let name: String
    /// The item of WordPress' media library.
    let fileID: Int64?
    let addedAt: Instant
    let sentAt: Instant?
    /// Whether it is to be deleted in WordPress.
    let isRemoved: Bool

    static let columns: SQL = """
        l.id, l.person_id, l.file_digest, l.file_size, l.hash, l.name, l.file_id, l.added_at, l.sent_at, \
        CASE WHEN l.removed_at IS NULL THEN 0 ELSE 1 END
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        let (digest, size): (String?, Int?) = (try row.next(), try row.next())
        file = digest.flatMap { digest in size.flatMap { MediaRef(digest: digest, size: $0) } }
        hash = try row.next()
        name = try row.next()
        fileID = try row.next()
        addedAt = try row.next()
        sentAt = try row.next()
        isRemoved = try row.next()
    }
}

extension Licence: Audited {
    static var auditEntity: String { "museum.licence" }
}

extension MediaOwner {
    /// A licence, as to its sealed photo.
    static func licence(_ id: ID<Licence>) -> Self { MediaOwner("museum.licence", id) }
}

extension Query where Row == Licence {
    static func licence(of person: PersonID) -> Self {
        "SELECT \(Licence.columns) FROM museum_licence l WHERE l.person_id = \(person) AND l.removed_at IS NULL"
    }

    static func licence(_ id: ID<Licence>) -> Self { "SELECT \(Licence.columns) FROM museum_licence l WHERE l.id = \(id) AND l.removed_at IS NULL" }

    static func licences(before id: ID<Licence>, limit: Int) -> Self {
        """
        SELECT \(Licence.columns) FROM museum_licence l WHERE l.removed_at IS NULL AND l.person_id IS NOT NULL AND l.id < \(id)
        ORDER BY l.id DESC LIMIT \(limit)
        """
    }
}
