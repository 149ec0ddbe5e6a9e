import Core
import Crypto
import Database
import Documents
import Foundation
import Platform

/// Explains a broken set-up: what `stoa doctor` prints. It changes nothing, and works beside a running server or without one.
public struct Doctor: Sendable {
    private let folder: SiteFolder
    private let migrations: [Migration]
    private let checks: [DoctorCheck]
    private let sections: [any ConfigurationSection.Type]
    private let clock: SiteClock

    /// Looks at the site in a folder.
    /// - Parameters:
    ///   - migrations: the steps of the schema that this program knows.
    ///   - checks: what parts look at, once the database answers.
    ///   - sections: what parts keep among the operator's choices.
    public init(
        _ folder: SiteFolder, migrations: [Migration], checks: [DoctorCheck] = [], sections: [any ConfigurationSection.Type] = [],
        clock: SiteClock = .wall
    ) {
        self.folder = folder
        self.migrations = migrations
        self.checks = checks
        self.sections = sections
        self.clock = clock
    }

    /// Looks at everything, one thing after the other.
    public func examine() async -> [DoctorFinding] {
        guard FileManager.default.fileExists(atPath: folder.url.path) else {
            return [failure("There is no folder \(folder.url.path). Give the site's folder with --data, or let `stoa serve` make one.")]
        }
        guard folder.exists else {
            return rights() + [failure("\(folder.url.path) holds no site.json, so there is no site in it. Give another folder with --data.")]
        }
        guard let node = try? folder.readNode() else {
            return rights() + [failure("\(folder.configuration.path) cannot be read. Mend it, or bring it back from a backup.")]
        }
        var findings = rights() + [ok("site.json is in order.")]
        findings += [server(), key(), disk(), time()]
        let (answers, configuration) = await database(node)
        findings += answers
        findings += backups()
        findings += await tools()
        if let configuration { findings += choices(configuration) }
        return findings
    }

    private func rights() -> [DoctorFinding] {
        var status = stat()
        guard stat(folder.url.path, &status) == 0 else { return [failure("\(folder.url.path) cannot be looked into.")] }
        guard access(folder.url.path, R_OK | W_OK | X_OK) == 0 else {
            return [failure("This user may not write in \(folder.url.path). Run as the user that owns it, or change its owner.")]
        }
        let isOpen = status.st_mode & 0o077 != 0
        return [
            isOpen
                ? warning("\(folder.url.path) is open to other users of this machine. Close it: chmod 700 \(folder.url.path)")
                : ok("The folder \(folder.url.path) is writable, and closed to others.")
        ]
    }

    private func server() -> DoctorFinding {
        do {
            try SiteLock(folder).release()
            return ok("No server runs on this site now.")
        } catch SiteRefusal.inUse {
            return ok("A server runs on this site.")
        } catch {
            return failure("\(error)")
        }
    }

    private func key() -> DoctorFinding {
        var status = stat()
        guard stat(folder.key.path, &status) == 0 else {
            return failure("site.key is missing, so stored secrets (second steps, mail password) cannot be opened. Bring it back from a backup.")
        }
        guard (try? SealingKey(fileAt: folder.key)) != nil else { return failure("site.key is damaged. Bring it back from a backup.") }
        guard status.st_mode & 0o077 == 0 else { return failure("site.key can be read by other users. Close it: chmod 600 \(folder.key.path)") }
        return ok("site.key is there and closed to others.")
    }

    private func disk() -> DoctorFinding {
        guard let free = try? SiteFiles.freeSpace(at: folder.url) else { return warning("The disk does not say how much room is left.") }
        let words = "\(free >> 20) MB are free on the disk."
        if free < 256 << 20 { return failure("\(words) Writing will soon fail: make room.") }
        return free < 2 << 30 ? warning("\(words) A large upload or a backup may not fit: make room.") : ok(words)
    }

    private func time() -> DoctorFinding {
        let now = clock.now()
        // Before this program was written, or decades after.
        guard (1_760_000_000_000..<4_000_000_000_000).contains(now.milliseconds) else {
            return failure("The machine's clock says \(now.rfc3339). Set it: sessions, signatures and backups depend on it.")
        }
        return ok("The clock says \(now.rfc3339).")
    }

    private func database(_ node: NodeConfiguration) async -> ([DoctorFinding], SiteConfiguration?) {
        if node.database == nil, !FileManager.default.fileExists(atPath: folder.database.path) {
            return ([failure("The database stoa.db is missing. Restore a backup: stoa restore FILE --data \(folder.url.path) --replace")], nil)
        }
        do {
            let database = try SiteDatabase.open(folder, node)
            let pending: [String]?
            let damage: [String]
            var isOwnKey = true
            var site: String?
            var configuration: SiteConfiguration?
            var faults: [UnreadableChoice] = []
            do {
                pending = try await database.pending(migrations)
                damage =
                    database.dialect == .sqlite
                    ? try await database.readInBackground { try $0.all("PRAGMA quick_check(3)" as Query<String>) } : ["ok"]
                if pending?.isEmpty == true {
                    let remembered = try await database.read { try SiteKey.remembered(in: $0) }
                    if FileManager.default.fileExists(atPath: folder.key.path), let key = try? SealingKey(fileAt: folder.key) {
                        isOwnKey = remembered.map { $0 == SiteKey.digest(of: key) } ?? true
                    }
                    site = remembered.map(SiteKey.site)
                    (configuration, faults) = try await chosen(in: database)
                }
                await database.close()
            } catch {
                await database.close()
                throw error
            }
            guard damage == ["ok"] else {
                return ([failure("The database is damaged (\(damage.joined(separator: "; "))). Restore a backup.")], nil)
            }
            guard isOwnKey else { return ([failure("\(SiteRefusal.keyIsAnother(path: folder.key.path))")], nil) }
            guard let pending else { return ([failure("The database is empty. Start the server once, or restore a backup.")], nil) }
            let answer =
                pending.isEmpty
                ? ok("The database answers and is up to date.")
                : warning("The database answers and waits for \(pending.count) steps of an update. `stoa migrate` or the next start takes them.")
            return ([answer] + (site.map { [media(node, of: $0)] } ?? []) + faults.map { failure("\($0)") }, configuration)
        } catch {
            return ([failure("The database does not answer: \(error). Check its address in site.json, and whether its server runs.")], nil)
        }
    }

    /// The operator's choices, and what of them can't be read.
    private func chosen(in database: Database) async throws -> (SiteConfiguration?, [UnreadableChoice]) {
        do {
            let configuration = try await database.read { try ConfigurationStore.load(in: $0)?.configuration }
            return (configuration, configuration?.faults(in: sections) ?? [])
        } catch let fault as UnreadableChoice {
            return (nil, [fault])
        }
    }

    private func media(_ node: NodeConfiguration, of site: String) -> DoctorFinding {
        var place = folder
        place.sharedMedia = node.media.map { URL(filePath: $0, directoryHint: .isDirectory) }
        let path = place.media.path
        do {
            switch try MediaMark.owner(of: place.media) {
            case site: return ok("The folder \(path) holds the files of this site.")
            case nil: return ok("The folder \(path) is not marked yet. The next start does it.")
            default: return failure("\(SiteRefusal.mediaOfAnotherSite(path: path))")
            }
        } catch {
            return failure("\(path) cannot be read: \(error.localizedDescription). Give this user the right to read and write there.")
        }
    }

    private func backups() -> [DoctorFinding] {
        guard let latest = (try? BackupName.all(in: folder))?.first(where: { $0.reason != .update }) else {
            return [warning("There is no backup. Make one: stoa backup --data \(folder.url.path)")]
        }
        let days = (clock.now() - latest.madeAt).components.seconds / 86_400
        let words = "The latest backup is \(days) days old."
        return [days > 31 ? failure("\(words) It should never be more than a month: stoa backup --data \(folder.url.path)") : ok(words)]
    }

    private func tools() async -> [DoctorFinding] {
        let programs = [
            ("bwrap", "bubblewrap", "files of strangers are refused"), ("pdftotext", "poppler-utils", "PDF is refused"),
            ("pandoc", "pandoc", "Word documents are refused"), ("tesseract", "tesseract-ocr", "scans are refused"),
            ("weasyprint", "weasyprint", "the log cannot be exported as PDF"),
        ]
        var findings = programs.filter { !FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0.0)") }.map { program, package, effect in
            warning("\(program) is missing: \(effect). Install it: apt install \(package)")
        }
        if await DocumentConverter(box: ConverterBox(), temporary: folder.temporary).isAvailable() {
            findings.append(ok("The box for converters works."))
        } else {
            findings.append(warning("The box for converters does not start, so uploads are refused. Allow user namespaces on this machine."))
        }
        return findings
    }

    private func choices(_ configuration: SiteConfiguration) -> [DoctorFinding] {
        var findings = [ok("The site is called “\(configuration.name)”.")]
        if configuration.baseURL == nil {
            findings.append(
                warning("The site has no address yet, so links in emails lead to this machine only. Set it under Administration → Settings."))
        }
        return findings + checks.map { $0(configuration) }
    }

    private func ok(_ words: String) -> DoctorFinding { DoctorFinding(.ok, words) }
    private func warning(_ words: String) -> DoctorFinding { DoctorFinding(.warning, words) }
    private func failure(_ words: String) -> DoctorFinding { DoctorFinding(.failure, words) }
}
