import Core
import Crypto
import Database
import Foundation

/// The key that a site's secrets are sealed with, and the database's memory of which one it is.
///
/// The database holds a digest that only this key makes, so that a key which is missing, or is another one, is noticed before
/// anything is sealed anew with it.
package enum SiteKey {
    private static let name = "site.key"

    /// What the database remembers of its key; nil where it never had one.
    package static func remembered(in db: any Connection) throws -> [UInt8]? {
        try db.first("SELECT value FROM platform_seal WHERE name = \(name)" as Query<[UInt8]>)
    }

    /// The digest by which a key is known again.
    package static func digest(of key: SealingKey) -> [UInt8] { key.derived(for: "platform.key-check") }

    /// By which a site is known outside of its database: the same on all its nodes and after a restore, as the key is, and no other site's.
    package static func site(of digest: [UInt8]) -> String { String(sha256(digest).hex.prefix(32)) }

    /// The key of a migrated site. A new site gets one; a site from before this memory is told which key it has.
    /// - Throws: ``SiteRefusal/keyMissing(path:)`` when something was done on this site and there is no key;
    ///   ``SiteRefusal/keyIsAnother(path:)``, ``SiteRefusal/keyDamaged(path:)``.
    static func open(_ folder: SiteFolder, _ database: Database, clock: SiteClock) async throws -> SealingKey {
        let isThere = FileManager.default.fileExists(atPath: folder.key.path)
        if !isThere {
            let isUsed = try await database.read { db in
                // Whatever is sealed was done by somebody, and the log tells of it.
                let hasHistory: Bool = try db.one("SELECT EXISTS (SELECT 1 FROM audit_entry) OR EXISTS (SELECT 1 FROM audit_archive)")
                return try hasHistory || remembered(in: db) != nil
            }
            guard !isUsed else { throw SiteRefusal.keyMissing(path: folder.key.path) }
        }
        let key: SealingKey
        do {
            key = try SealingKey(fileAt: folder.key)
        } catch SealingError.badKey {
            throw SiteRefusal.keyDamaged(path: folder.key.path)
        }
        let (digest, now) = (digest(of: key), clock.now())
        let known = try await database.write { db in
            // Several nodes may start at once: the first one's key is the site's.
            try db.run(
                """
                INSERT INTO platform_seal (name, value, changed_at, changed_by) VALUES (\(name), \(digest), \(now), \(nil as PersonID?))
                ON CONFLICT (name) DO NOTHING
                """)
            return try remembered(in: db)
        }
        guard known == digest else { throw SiteRefusal.keyIsAnother(path: folder.key.path) }
        return key
    }
}

extension Site {
    /// A name of this site for a purpose, 16 hex digits: it stays when the address changes, and nothing can be read from it.
    public func mark(for purpose: String) -> String {
        hmacSHA256(Array(purpose.utf8), key: key.derived(for: purpose)).prefix(8).map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
    }
}
