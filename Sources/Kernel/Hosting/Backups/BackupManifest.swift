import Core
import Foundation

/// The last file in a backup: what the others are. A backup without it is cut off.
public struct BackupManifest: Codable, Sendable, Equatable {
    /// One file of the backup.
    public struct File: Codable, Sendable, Equatable {
        /// Its place in the site's folder; the database is `stoa.db` or `stoa.dump`.
        public var name: String
        /// In bytes.
        public var size: Int64
        /// In hexadecimal digits.
        public var sha256: String
    }

    /// The end of the audit log at the moment of the copy.
    public struct AuditEnd: Codable, Sendable, Equatable {
        /// How many entries the database holds.
        public var entries: Int
        /// The number of the last one; nil where there is none.
        public var last: Int64?
        /// Its digest, in hexadecimal digits.
        public var head: String
    }

    /// Why a backup was made; part of its file's name.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// By the schedule.
        case scheduled
        /// Because somebody asked for it.
        case asked
        /// Before an update changed the database; stored files are not in it, for updates do not touch them.
        case update
    }

    /// Of this form of backup.
    public static let format = 1
    /// The form's version.
    public var format = Self.format
    /// The site's name, for whoever finds the file.
    public var site: String
    /// When the copy of the database was made.
    public var madeAt: Instant
    /// Why.
    public var reason: Reason
    /// `sqlite` or `postgres`.
    public var engine: String
    /// The steps of the schema that had run; a program that does not know them cannot use the backup.
    public var migrations: [String]
    /// How many rows each table has.
    public var rows: [String: Int]
    /// Where the audit log ended.
    public var audit: AuditEnd
    /// Everything else in the backup.
    public var files: [File]

    static let name = "manifest.json"

    /// The database's file.
    var database: String { engine == "sqlite" ? "stoa.db" : "stoa.dump" }
    /// Whether the stored files are in it.
    public var hasMedia: Bool { reason != .update }
}
