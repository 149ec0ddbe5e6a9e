import Compression
public import Core
import Crypto
public import Database
public import Foundation

/// A stretch of the log that was moved out of the database into a file, and its place in the chain.
public struct AuditArchive: SQLRow, Equatable {
    /// Numbers rise with time.
    public let id: ID<AuditArchive>
    /// The numbers of the first and the last entry in it.
    public let entries: ClosedRange<Int64>
    /// How many there are.
    public let count: Int
    /// The digest of the entry before the first; empty for the very first.
    let before: [UInt8]
    /// The digest of the last entry.
    let head: [UInt8]
    /// The file's name in the folder of archives.
    public let file: String
    /// The file's SHA-256 in hexadecimal digits.
    public let sha256: String
    /// When it was archived.
    public let at: Instant

    static let columns: SQL = "id, first_entry, last_entry, entries, hash_before, hash, file, sha256, changed_at"

    /// Takes the columns in this order.
    public init(row: inout RowReader) throws {
        id = try row.next()
        let (first, last): (Int64, Int64) = (try row.next(), try row.next())
        guard first <= last else { throw DatabaseError.unreadable("An archive ends before it begins.") }
        entries = first...last
        count = try row.next()
        before = try row.next()
        head = try row.next()
        file = try row.next()
        sha256 = try row.next()
        at = try row.next()
    }
}

/// One line of an archive's file: JSON with these members, in a gzip file of such lines (JSON Lines).
struct AuditLine: Codable {
    var id: Int64
    var at: Int64
    var actor: Int64?
    var action: String
    var entity: String
    var entityID: String
    var details: String
    var hash: String

    init(_ record: AuditRecord) {
        id = record.id.number
        at = record.at.milliseconds
        actor = record.actor?.number
        action = record.action.rawValue
        entity = record.entity
        entityID = record.entityID
        details = record.details
        hash = record.hash.hex
    }

    var link: AuditLink {
        AuditLink(
            at: Instant(milliseconds: at), actor: actor.map { PersonID($0) }, action: action, entity: entity, entityID: entityID, details: details)
    }
}

extension AuditLog {
    /// The most entries in one archive, so that a file stays small and its transaction short.
    static let mostArchived = 20_000
    /// No file of so many entries unpacks to more bytes.
    static let largestArchive = 1 << 30

    /// What has been archived, oldest first.
    public func archives(in db: any Connection) throws -> [AuditArchive] {
        try db.all("SELECT \(AuditArchive.columns) FROM audit_archive ORDER BY id LIMIT 100000")
    }

    /// How many entries are in the database, and how many in archives.
    public func counts(in db: any Connection) throws -> (here: Int, archived: Int) {
        let here: Int = try db.one("SELECT count(*) FROM audit_entry")
        return (here, try db.one("SELECT COALESCE(CAST(sum(entries) AS BIGINT), 0) FROM audit_archive"))
    }

    /// The newest entry that a policy lets go: older than a moment, or more than so many from the end. Nil when there is none.
    public func lastToArchive(before moment: Instant?, keeping most: Int?, in db: any Connection) throws -> ID<AuditRecord>? {
        let newest = try db.first("SELECT id FROM audit_entry ORDER BY id DESC LIMIT 1" as Query<Int64>)
        guard let newest else { return nil }
        var last: Int64?
        if let moment {
            last = try db.first("SELECT id FROM audit_entry WHERE changed_at < \(moment) ORDER BY changed_at DESC, id DESC LIMIT 1" as Query<Int64>)
        }
        if let most {
            let over = try db.first("SELECT id FROM audit_entry ORDER BY id DESC LIMIT 1 OFFSET \(most)" as Query<Int64>)
            last = [last, over].compactMap { $0 }.max()
        }
        // The newest entry stays: the next one is chained to it.
        return last.map { ID(min($0, newest - 1)) }
    }

    /// Moves the oldest entries up to `last` into one file; answers nil when there is nothing left to move.
    ///
    /// The file is on disk before the entries leave the database, and the transaction that removes them tells of it in the log.
    /// The database lets go of entries only when an archive names them.
    public func archive(upTo last: ID<AuditRecord>, into folder: URL, by person: PersonID?, database: Database) async throws -> AuditArchive? {
        let (records, before) = try await database.readInBackground { db in
            let records = try db.all(
                "SELECT \(AuditRecord.columns) FROM audit_entry WHERE id <= \(last) ORDER BY id LIMIT \(Self.mostArchived)" as Query<AuditRecord>)
            return (records, try archives(in: db).last?.head ?? [])
        }
        guard let first = records.first, let end = records.last else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines: [UInt8] = []
        for record in records { lines += try encoder.encode(AuditLine(record)) + [UInt8(ascii: "\n")] }
        guard let packed = gzip(lines, level: 9) else { throw DatabaseError.failed("The archive could not be packed.") }
        let name = "audit-\(first.id)-\(end.id).jsonl.gz"
        try Self.store(packed, as: name, in: folder)
        let (digest, now) = (sha256(packed).hex, clock.now())
        return try await database.write { db in
            let here: Int = try db.one("SELECT count(*) FROM audit_entry WHERE id <= \(end.id)")
            guard here == records.count else { throw DatabaseError.busy }
            try record(
                AuditEntry(
                    actor: person, action: .run, entity: "audit.archive", entityID: "\(first.id)-\(end.id)",
                    details: ["file": name, "sha256": digest, "head": end.hash.hex, "entries": "\(records.count)"]), in: db)
            let archive = try db.one(
                """
                INSERT INTO audit_archive (first_entry, last_entry, entries, hash_before, hash, file, sha256, changed_at, changed_by)
                VALUES (\(first.id), \(end.id), \(records.count), \(before), \(end.hash), \(name), \(digest), \(now), \(person))
                RETURNING \(AuditArchive.columns)
                """ as Query<AuditArchive>)
            try db.run("DELETE FROM audit_entry WHERE id >= \(first.id) AND id <= \(end.id)")
            return archive
        }
    }

    /// Writes a file whole or not at all.
    private static func store(_ bytes: [UInt8], as name: String, in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = folder.appending(path: ".\(name).part")
        try Data(bytes).write(to: draft)
        let handle = try FileHandle(forWritingTo: draft)
        try handle.synchronize()
        try handle.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: draft.path)
        guard rename(draft.path, folder.appending(path: name).path) == 0 else {
            throw DatabaseError.failed("\(name) could not be stored: \(String(cString: strerror(errno))).")
        }
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
    }
}
