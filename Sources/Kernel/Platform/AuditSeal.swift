public import Audit
import Core
import Crypto
import Database
import Foundation

/// Notes the end of the audit log, sealed with the site's key, in a file beside the database and in the database itself.
///
/// Who can change the database and the folder, but has no key, can neither make a seal nor cut off the log's end unnoticed: the file
/// never goes back, and is not made again where it is missing. The copy in the database travels with backups. Who holds the key can
/// forge both; heads that were copied elsewhere show it.
public struct AuditSeal: Sendable {
    private static let context = "operations.audit-end"
    private static let name = "audit.end"
    /// The site whose log it is.
    public let site: Site

    /// The seal of a site's log.
    public init(site: Site) { self.site = site }

    /// The end that the file tells; nil where there is no file, or it is not ours.
    public var noted: AuditEnd? { (try? Data(contentsOf: site.folder.auditSeal)).flatMap { opened(Array($0)) } }

    /// Seals the log as it is now, whatever was sealed before: on a new site, and when its operator says so.
    public func accept() async throws {
        let audit = site.audit
        try await keep(try await site.database.read { try audit.end(in: $0) } ?? AuditEnd(entry: 0, head: ""))
    }

    /// Gives another node of a shared database the file that it has not had yet.
    func join() async throws {
        guard site.sharesDatabase, !FileManager.default.fileExists(atPath: site.folder.auditSeal.path) else { return }
        guard let sealed = try await site.database.read({ try Self.stored(in: $0) }), opened(sealed) != nil else { return }
        try Self.write(sealed, to: site.folder)
        site.log(.warning, "audit.seal-joined")
    }

    /// Notes the present end, if the log has grown. A log that ends before the noted entry stays suspicious, and one whose seal is
    /// gone stays without.
    public func note() async throws {
        let audit = site.audit
        guard let noted else { return }
        let (end, isStored, isWhole) = try await site.database.read {
            (try audit.end(in: $0), try Self.stored(in: $0) != nil, try noted.entry == 0 || audit.holds(noted, in: $0))
        }
        // A log that has lost the noted entry and grown again is still cut off.
        guard isWhole, let end, end.entry > noted.entry || !isStored else { return }
        try await keep(end.entry > noted.entry ? end : noted)
    }

    /// Walks the whole chain and compares its end with the noted ones.
    /// - Parameter known: an end that was printed earlier, to be passed beside the noted ones.
    public func verify(known: AuditEnd? = nil) async throws -> AuditVerdict {
        let (audit, folder, noted) = (site.audit, site.folder.archive, noted)
        let stored = try await site.database.read { try Self.stored(in: $0) }
        let inDatabase = stored.flatMap { opened($0) }
        guard known != nil || (noted != nil && (stored == nil) == (inDatabase == nil)) else { return .unsealed }
        let ends = [known, noted, inDatabase].compactMap { $0 }.filter { $0.entry > 0 }
        return try await site.database.readInBackground { db in
            let verdict = try audit.verify(archives: folder, known: ends.max { $0.entry < $1.entry }, in: db)
            guard case .intact = verdict else { return verdict }
            return try ends.first { try !audit.holds($0, in: db) }.map { .cutOff(at: $0.entry) } ?? verdict
        }
    }

    /// Puts the seal that came with a restored database into the site's folder; nothing where the backup is from before there was one.
    package static func restore(from database: Database, to folder: SiteFolder) async throws {
        let sealed = try await database.read { db -> [UInt8]? in
            let isKnown: Int? = try db.first("SELECT 1 FROM stoa_migration WHERE id = \("platform-003-seals")")
            return isKnown == nil ? nil : try stored(in: db)
        }
        if let sealed { try write(sealed, to: folder) }
    }

    private static func stored(in db: any Connection) throws -> [UInt8]? {
        try db.first("SELECT value FROM platform_seal WHERE name = \(name)" as Query<[UInt8]>)
    }

    private static func write(_ sealed: [UInt8], to folder: SiteFolder) throws {
        try Data(sealed).write(to: folder.auditSeal, options: .atomic)
    }

    private func opened(_ sealed: [UInt8]) -> AuditEnd? {
        guard let bytes = try? site.key.open(sealed, context: Self.context) else { return nil }
        return try? JSONDecoder().decode(AuditEnd.self, from: Data(bytes))
    }

    private func keep(_ end: AuditEnd) async throws {
        let sealed = site.key.seal(Array(try JSONEncoder().encode(end)), context: Self.context)
        let now = site.clock.now()
        try await site.database.write { db in
            try db.run(
                """
                INSERT INTO platform_seal (name, value, changed_at, changed_by) VALUES (\(Self.name), \(sealed), \(now), \(nil as PersonID?))
                ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
                """)
        }
        try Self.write(sealed, to: site.folder)
    }
}
