import Core
import Database
import Foundation

/// Makes backups: one file with everything that a site is made of, whole or not there.
public struct SiteBackup: Sendable {
    /// Tells how far it is, from 0 to 1.
    public typealias Progress = @Sendable (Double) -> Void

    private let folder: SiteFolder
    private let database: Database
    private let clock: SiteClock

    /// Backups of a site, which may be running.
    public init(folder: SiteFolder, database: Database, clock: SiteClock) {
        self.folder = folder
        self.database = database
        self.clock = clock
    }

    /// Copies the database, the stored files, `site.json` and `site.key` into one file in `backups/`; answers where it lies.
    ///
    /// The database is one consistent snapshot. Stored files never change, and those that it refers to are in the backup even if
    /// they are removed meanwhile. The file appears under its name when it is on disk, and not before.
    /// - Throws: ``BackupRefusal``, or what the database says.
    @discardableResult
    public func make(_ reason: BackupManifest.Reason, progress: Progress = { _ in }) async throws -> (file: URL, manifest: BackupManifest) {
        try FileManager.default.createDirectory(
            at: folder.backups, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = folder.temporary.appending(path: "backup-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: draft) }
        try checkSpace(reason)

        // Before and after the copy: a file that comes in meanwhile is in the second look, one that goes in the first.
        let files = draft.appending(path: "files", directoryHint: .isDirectory)
        try SiteFiles.link(folder.url, to: files, withMedia: reason != .update)
        let engine = database.dialect == .sqlite ? "sqlite" : "postgres"
        let copy = draft.appending(path: engine == "sqlite" ? "stoa.db" : "stoa.dump")
        let moment = clock.now()
        let contents = try await database.copy(to: copy.path) { try BackupContents(in: $0) }
        try SiteFiles.link(folder.url, to: files, withMedia: reason != .update)

        var manifest = BackupManifest(
            site: try folder.readConfiguration().name, madeAt: moment, reason: reason, engine: engine, migrations: contents.migrations,
            rows: contents.rows, audit: contents.audit, files: [])
        let part = draft.appending(path: "whole.tar")
        var tar = try TarWriter(creating: part)
        manifest.files.append(try tar.add(copy, as: copy.lastPathComponent))
        let names = try SiteFiles.names(in: files)
        for (number, name) in names.enumerated() {
            try Task.checkCancellation()
            manifest.files.append(try tar.add(files.appending(path: name), as: name))
            progress(Double(number + 1) / Double(names.count + 1))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try tar.add(try encoder.encode(manifest), as: BackupManifest.name)
        try tar.finish()

        return (try place(part, moment, reason), manifest)
    }

    /// Gives a finished backup its name. Another one of the same second keeps its own.
    private func place(_ part: URL, _ moment: Instant, _ reason: BackupManifest.Reason) throws -> URL {
        for number in 1...99 {
            let target = folder.backups.appending(path: BackupName(moment, reason, number: number).text)
            guard SiteFiles.move(part, toNew: target) else {
                guard errno == EEXIST else { throw BackupRefusal.notWritable(target.path, String(cString: strerror(errno))) }
                continue
            }
            try SiteFiles.sync(folder.backups)
            return target
        }
        throw BackupRefusal.notWritable(folder.backups.path, String(cString: strerror(EEXIST)))
    }

    private func checkSpace(_ reason: BackupManifest.Reason) throws {
        let stored = reason == .update ? 0 : try SiteFiles.size(of: folder.media)
        // The copy of the database lies there twice: by itself, and in the backup.
        let needed = stored + 2 * SiteFiles.size(ofFile: folder.database) + (16 << 20)
        let free = try SiteFiles.freeSpace(at: folder.url)
        guard free > needed else { throw BackupRefusal.noSpace(needed: needed, free: free) }
    }
}

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
        audit = BackupManifest.AuditEnd(entries: rows["audit_entry"] ?? 0, last: last?.first, head: (last?.second ?? []).hexadecimal)
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String { map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined() }
}

/// The name of a backup's file: `stoa-20261121T031500Z-asked.tar`, and `…-asked-2.tar` for the second one of a second.
public struct BackupName: Sendable, Comparable {
    /// When it was made, to the second.
    public let madeAt: Instant
    /// Why.
    public let reason: BackupManifest.Reason
    /// Which one of its second it is.
    let number: Int
    /// The name itself.
    public let text: String

    /// The name of a backup made now.
    init(_ madeAt: Instant, _ reason: BackupManifest.Reason, number: Int = 1) {
        self.madeAt = madeAt
        self.reason = reason
        self.number = number
        let digits = madeAt.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        text = "stoa-\(digits)Z-\(reason.rawValue)\(number > 1 ? "-\(number)" : "").tar"
    }

    /// Reads a file's name; nil for any other file.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: /stoa-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z]+)(?:-([2-9]|[1-9][0-9]))?\.tar/),
            let reason = BackupManifest.Reason(rawValue: String(match.7)),
            let moment = Instant(rfc3339: "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z")
        else { return nil }
        self.text = text
        self.reason = reason
        madeAt = moment
        number = match.8.flatMap { Int($0) } ?? 1
    }

    /// Whether it was made before another one.
    public static func < (one: Self, other: Self) -> Bool {
        (one.madeAt, one.number, one.reason.rawValue) < (other.madeAt, other.number, other.reason.rawValue)
    }
}
