import Core
import Database
import Hosting
import Platform

/// One attempt at a backup, and what its restore drill found.
struct BackupRecord: SQLRow {
    let id: ID<BackupRecord>
    /// The file's name; nil when the attempt failed.
    let name: String?
    let reason: BackupManifest.Reason
    let madeAt: Instant
    let failure: String?
    let testedAt: Instant?
    let report: DrillReport?

    static let columns: SQL = "id, name, reason, made_at, failure, tested_at, report"

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        reason = BackupManifest.Reason(rawValue: try row.next()) ?? .asked
        madeAt = try row.next()
        failure = try row.next()
        testedAt = try row.next()
        report = try row.next(StoredJSON<DrillReport>?.self)?.value
    }

    /// Whether it was restored and was as it should be.
    var isProven: Bool { report.map { $0.problems.isEmpty } ?? false }
}

extension Query where Row == BackupRecord {
    /// The latest attempts.
    static func backups(limit: Int) -> Self {
        "SELECT \(BackupRecord.columns) FROM operations_backup ORDER BY made_at DESC, id DESC LIMIT \(limit)"
    }

    /// The attempt that made a file.
    static func backup(named name: String) -> Self { "SELECT \(BackupRecord.columns) FROM operations_backup WHERE name = \(name)" }
}

/// What a restore drill compared, and what was not as it should be.
struct DrillReport: Codable, Sendable, Equatable {
    var files = 0
    var bytes: Int64 = 0
    var tables = 0
    var rows = 0
    var auditEntries = 0
    var milliseconds: Int64 = 0
    /// In technical words; empty when the backup is good.
    var problems: [String] = []
}
