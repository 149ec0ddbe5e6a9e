import Core
import Crypto
import Database

/// What the manifest says about the database, read from the very copy.
public struct BackupContents: Sendable, Equatable {
    /// The steps of the schema that have run.
    public let migrations: [String]
    /// How many rows each table has.
    public let rows: [String: Int]
    /// Where the audit log ends.
    public let audit: BackupManifest.AuditEnd

    /// Counts; it takes a while on a large site.
    public init(in db: any Connection) throws {
        migrations = try db.all("SELECT id FROM stoa_migration ORDER BY id LIMIT 10000" as Query<String>)
        // Every table of ours says when its rows changed; what does not is an index that the engine keeps.
        let names: Query<String> =
            switch db.dialect {
            case .sqlite:
                """
                SELECT sqlite_master.name FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS field
                WHERE sqlite_master.type = 'table' AND field.name = 'changed_at' ORDER BY 1 LIMIT 1000
                """
            case .postgres:
                """
                SELECT CAST(table_name AS text) FROM information_schema.columns
                WHERE table_schema = current_schema() AND column_name = 'changed_at' ORDER BY 1 LIMIT 1000
                """
            }
        rows = try db.all(names).reduce(into: [:]) { rows, name in
            rows[name] = try db.one("SELECT count(*) FROM \(raw: "\"\(name)\"")" as Query<Int>)
        }
        let last = try db.first("SELECT id, hash FROM audit_entry ORDER BY id DESC LIMIT 1" as Query<Row2<Int64, [UInt8]>>)
        audit = BackupManifest.AuditEnd(entries: rows["audit_entry"] ?? 0, last: last?.first, head: (last?.second ?? []).hex)
    }
}
