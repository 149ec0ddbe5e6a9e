import Audit
import Core
import Database
import Foundation
import Hosting
import Platform
import Web

/// Restores a backup into a scratch folder, opens it as a site, and compares what it finds with what was copied.
struct RestoreDrill: Sendable {
    let site: Site
    let file: URL

    /// Always answers; whatever goes wrong is in the report.
    func run(progress: @escaping SiteBackup.Progress) async -> DrillReport {
        let began = ContinuousClock.now
        var report = DrillReport()
        let scratch = SiteFolder(site.folder.temporary.appending(path: "drill-\(UUID().uuidString)", directoryHint: .isDirectory))
        do {
            let manifest = try BackupArchive(file).check()
            report.files = manifest.files.count
            report.bytes = manifest.files.reduce(0) { $0 + $1.size }
            report.tables = manifest.rows.count
            report.rows = manifest.rows.values.reduce(0, +)
            report.auditEntries = manifest.audit.entries
            let stored = manifest.files.filter { $0.name.hasPrefix("media/") && $0.name != "media/\(MediaMark.name)" }
            for file in stored where !file.name.hasSuffix("/\(file.sha256)") {
                report.problems.append("\(file.name) is not what its name says.")
            }
            try FileManager.default.createDirectory(at: scratch.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try BackupArchive(file).extract(to: scratch.url) { progress($0 * 0.8) }
            let copy = scratch.url.appending(path: manifest.engine == "sqlite" ? "stoa.db" : "stoa.dump").path
            report.problems += try await site.database.withCopy(at: copy) { try await problems(of: $0, manifest, scratch) }
            report.problems += try await liveProblems(manifest)
        } catch {
            report.problems.append("\(error)")
        }
        try? FileManager.default.removeItem(at: scratch.url)
        report.milliseconds = (ContinuousClock.now - began).wholeMilliseconds
        return report
    }

    private func problems(of database: Database, _ manifest: BackupManifest, _ scratch: SiteFolder) async throws -> [String] {
        let audit = site.audit
        var problems = try await database.readInBackground { db in
            var problems: [String] = []
            let contents = try BackupContents(in: db)
            for (table, rows) in manifest.rows.sorted(by: { $0.key < $1.key }) where contents.rows[table] != rows {
                problems.append("\(table) has \(contents.rows[table] ?? 0) rows instead of \(rows).")
            }
            if contents.audit != manifest.audit { problems.append("The audit log does not end where it ended.") }
            switch try audit.verify(archives: scratch.archive, in: db) {
            case .intact: break
            case .broken(let place): problems.append("The audit log is broken at entry \(place).")
            case let verdict: problems.append("The audit log does not hold: \(verdict).")
            }
            if db.dialect == .sqlite {
                let words = try db.all("PRAGMA integrity_check(10)" as Query<String>)
                if words != ["ok"] { problems.append("SQLite finds damage: \(words.joined(separator: "; ")).") }
            }
            return problems
        }
        // The real thing: every part and app is made on it, the schema is brought up to date, and it answers.
        let running = try await RunningSite.open(
            scratch, apps: [], parts: site.moduleTypes, clock: site.clock, log: .silent, database: database)
        do {
            let head = try RequestHead(method: .get, target: SitePaths.ready(), headers: ["Host": "localhost"])
            let answer = await running.handler.respond(to: Request(id: "drill", head: head))
            if answer.status != .ok { problems.append("The restored site does not answer.") }
            await running.close()
        } catch {
            await running.close()
            throw error
        }
        return problems
    }

    /// The end of the copied log must stand in the living one, with the same digest.
    private func liveProblems(_ manifest: BackupManifest) async throws -> [String] {
        guard let last = manifest.audit.last else { return [] }
        let (audit, head) = (site.audit, manifest.audit.head)
        let stands = try await site.database.read { db in try audit.holds(head: head, at: ID(last), in: db) }
        return stands ? [] : ["The living audit log does not hold the entry that the copied one ends with."]
    }
}
