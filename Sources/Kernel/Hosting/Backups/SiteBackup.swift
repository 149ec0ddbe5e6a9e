import Core
import Database
import Foundation
import Platform

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
        try SiteFiles.link(folder, to: files, withMedia: reason != .update)
        let engine = database.dialect == .sqlite ? "sqlite" : "postgres"
        let copy = draft.appending(path: engine == "sqlite" ? "stoa.db" : "stoa.dump")
        let moment = clock.now()
        let contents = try await database.copy(to: copy.path) { try BackupContents(in: $0) }
        try SiteFiles.link(folder, to: files, withMedia: reason != .update)

        var manifest = BackupManifest(
            site: try await name(), madeAt: moment, reason: reason, engine: engine, migrations: contents.migrations,
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

    /// The site's name; a database that an update is about to change may keep it in `site.json` still.
    private func name() async throws -> String {
        if let name = try? await database.read({ try ConfigurationStore.name(in: $0) }) { return name }
        guard case .string(let name)? = try folder.readNode().others["name"] else { return SiteConfiguration().name }
        return name
    }

    private func checkSpace(_ reason: BackupManifest.Reason) throws {
        let stored = reason == .update ? 0 : try SiteFiles.size(of: folder.media)
        // The copy of the database lies there twice: by itself, and in the backup.
        let needed = stored + 2 * SiteFiles.size(ofFile: folder.database) + (16 << 20)
        let free = try SiteFiles.freeSpace(at: folder.url)
        guard free > needed else { throw BackupRefusal.noSpace(needed: needed, free: free) }
    }
}
