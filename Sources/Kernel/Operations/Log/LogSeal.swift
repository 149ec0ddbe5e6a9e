import Audit
import Core
import Crypto
import Database
import Foundation
import Jobs
import Platform

/// Notes the end of the log in a file beside the database, sealed with the site's key, every minute. Whoever can change the
/// database alone cannot cut off its end unnoticed; who holds the key can, and is noticed by the heads in backups elsewhere.
struct LogSeal: Sendable {
    let site: Site
    static let context = "operations.audit-end"

    /// The end as it was noted last; nil where none was, or the file is not ours.
    var noted: AuditEnd? {
        guard let sealed = try? Data(contentsOf: site.folder.auditSeal), let bytes = try? site.key.open(Array(sealed), context: Self.context) else {
            return nil
        }
        return try? JSONDecoder().decode(AuditEnd.self, from: Data(bytes))
    }

    /// Notes the present end, if the log has grown. It never goes back: a log that ends before the noted entry stays suspicious.
    func note() async throws {
        let audit = site.audit
        guard let end = try await site.database.read({ try audit.end(in: $0) }), end.entry > noted?.entry ?? 0 else { return }
        let sealed = site.key.seal(Array(try JSONEncoder().encode(end)), context: Self.context)
        try Data(sealed).write(to: site.folder.auditSeal, options: .atomic)
    }

    /// Walks the whole chain and compares its end with the noted one.
    func verify(known: AuditEnd? = nil) async throws -> AuditVerdict {
        let (audit, folder, end) = (site.audit, site.folder.archive, known ?? noted)
        return try await site.database.report { db in try audit.verify(archives: folder, known: end, in: db) }
    }
}
