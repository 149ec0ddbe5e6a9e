import Audit
import Core
import Database
import DatabasePostgres
import Foundation
import Platform

/// Makes a site out of a backup.
public struct SiteRestore: Sendable {
    private let file: URL
    private let migrations: Set<String>

    /// - Parameter migrations: the steps of the schema that this program knows.
    public init(_ file: URL, migrations: [Migration]) {
        self.file = file
        self.migrations = Set(migrations.map(\.id))
    }

    /// What a restored site came from, and where the old one lies now.
    public struct Outcome: Sendable {
        /// The manifest of the backup.
        public let manifest: BackupManifest
        /// What was in the folder before, kept beside it.
        public let kept: URL?
        /// Whether earlier backups are still in ``kept``, because they could not be moved.
        public let keepsBackups: Bool
    }

    /// Restores into `folder`.
    ///
    /// Every digest is compared first. The site is made beside its place and moved there when it is whole; what was there is
    /// moved aside, never removed. A PostgreSQL database is filled in one transaction.
    /// - Parameters:
    ///   - replacing: whether there may be a site already.
    ///   - database: the address of the PostgreSQL database to fill, where it is not the one of the backup.
    /// - Throws: ``BackupRefusal``; ``SiteRefusal/inUse(path:)`` when a server runs there.
    public func restore(
        to place: SiteFolder, replacing: Bool, database: String? = nil, progress: SiteBackup.Progress = { _ in }
    ) async throws -> Outcome {
        // A link to a folder elsewhere stays; what it leads to is replaced.
        let folder = SiteFolder(place.url.resolvingSymlinksInPath())
        let manifest = try BackupArchive(file).check()
        if let step = manifest.migrations.first(where: { !migrations.contains($0) }) { throw BackupRefusal.newer(step) }
        let isThere = try Self.isFilled(folder.url)
        guard replacing || !isThere else { throw BackupRefusal.exists(folder.url.path) }
        guard manifest.hasMedia || folder.exists else { throw BackupRefusal.mediaMissing }
        // Found out before a database is filled.
        guard !Self.isMountPoint(folder.url) else { throw BackupRefusal.mountPoint(folder.url.path) }
        // Held to the end: nobody starts a server on what is being replaced.
        let lock = isThere ? try SiteLock(folder) : nil
        defer { lock?.release() }

        let draft = SiteFolder(Self.beside(folder.url, "restoring"))
        try Self.removeLeftovers(of: folder.url)
        do {
            try FileManager.default.createDirectory(at: draft.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try BackupArchive(file).extract(to: draft.url, progress: progress)
            if !manifest.hasMedia { try SiteFiles.link(folder, to: draft.url, withMedia: true, onlyMedia: true) }
            try draft.create()
            if manifest.hasMedia { try Self.bringMediaHome(draft) }
            if manifest.engine == "postgres" { try fill(draft, manifest, database, replacing: replacing) }
            try await note(draft, manifest)
            try Self.syncAll(draft.url)
        } catch {
            try? FileManager.default.removeItem(at: draft.url)
            throw error
        }
        let kept = isThere ? Self.beside(folder.url, "before-restore-\(Int(Date().timeIntervalSince1970 * 1000))") : nil
        var keepsBackups = false
        if let kept {
            // One step, so that there is a whole site at every moment; under this name nobody takes what is there for left over.
            try Self.move(draft.url, to: kept)
            do {
                try Self.exchange(kept, folder.url)
            } catch {
                FolderTree.remove(kept)
                throw error
            }
            // Earlier backups belong to the place, not to the state that was in it.
            let backups = kept.appending(path: "backups")
            if FileManager.default.fileExists(atPath: backups.path) { keepsBackups = (try? Self.move(backups, to: folder.backups)) == nil }
        } else {
            if FileManager.default.fileExists(atPath: folder.url.path) { try FileManager.default.removeItem(at: folder.url) }
            try Self.move(draft.url, to: folder.url)
        }
        try SiteFiles.sync(folder.url.deletingLastPathComponent())
        return Outcome(manifest: manifest, kept: kept, keepsBackups: keepsBackups)
    }

    private func fill(_ draft: SiteFolder, _ manifest: BackupManifest, _ given: String?, replacing: Bool) throws {
        var node = try draft.readNode()
        guard let url = given ?? node.database else { throw BackupRefusal.noDatabaseAddress }
        guard try replacing || !PostgresDatabase.isInUse(url: url) else { throw BackupRefusal.databaseInUse }
        let dump = draft.url.appending(path: manifest.database)
        try PostgresDatabase.load(dump.path, into: url, replacing: replacing)
        try FileManager.default.removeItem(at: dump)
        node.database = url
        try draft.write(node)
    }

    /// The backup's files lie in the site's own folder, even where they came from one that nodes shared.
    private static func bringMediaHome(_ draft: SiteFolder) throws {
        var node = try draft.readNode()
        guard node.media != nil else { return }
        node.media = nil
        try draft.write(node)
    }

    /// The restored log tells that it was restored.
    private func note(_ draft: SiteFolder, _ manifest: BackupManifest) async throws {
        let database = try SiteDatabase.open(draft, draft.readNode())
        let details = ["file": file.lastPathComponent, "madeAt": manifest.madeAt.rfc3339]
        do {
            try await database.write { db in
                _ = try AuditLog().record(
                    AuditEntry(actor: nil, action: .run, entity: "operations.restore", entityID: "site", details: details), in: db)
            }
            try await AuditSeal.restore(from: database, to: draft)
            await database.close()
        } catch {
            await database.close()
            throw error
        }
    }

    private static func isFilled(_ folder: URL) throws -> Bool {
        guard FileManager.default.fileExists(atPath: folder.path) else { return false }
        return try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
    }

    /// A name beside the site's folder, on the same disk.
    private static func beside(_ folder: URL, _ word: String) -> URL {
        folder.deletingLastPathComponent().appending(path: ".\(folder.lastPathComponent).\(word)", directoryHint: .isDirectory)
    }

    /// What a restore that was killed had begun.
    private static func removeLeftovers(of folder: URL) throws {
        let draft = beside(folder, "restoring")
        if FileManager.default.fileExists(atPath: draft.path) { try FileManager.default.removeItem(at: draft) }
    }

    private static func move(_ source: URL, to target: URL) throws {
        guard rename(source.path, target.path) == 0 else { throw BackupRefusal.notWritable(target.path, String(cString: strerror(errno))) }
    }

    /// Whether a file system begins there, as the kernel lists it: such a folder cannot be renamed.
    private static func isMountPoint(_ folder: URL) -> Bool {
        guard let list = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else { return false }
        let path = folder.path.replacing(exactly: " ", with: "\\040")
        return list.pieces(betweenExactly: "\n").contains { line in
            let parts = line.pieces(betweenExactly: " ")
            return parts.count > 4 && parts[4] == path
        }
    }

    private static func exchange(_ one: URL, _ other: URL) throws {
        if SiteFolder.exchange(one, other) { return }
        guard errno == EINVAL || errno == ENOSYS else { throw BackupRefusal.notWritable(other.path, String(cString: strerror(errno))) }
        // A file system that cannot do it in one step.
        let aside = one.appendingPathExtension("old")
        try move(other, to: aside)
        do { try move(one, to: other) } catch {
            try? move(aside, to: other)
            throw error
        }
        try move(aside, to: one)
    }

    private static func syncAll(_ folder: URL) throws {
        try SiteFiles.sync(folder)
        guard let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isDirectoryKey]) else { return }
        for case let file as URL in walk where try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true { try SiteFiles.sync(file) }
    }
}
