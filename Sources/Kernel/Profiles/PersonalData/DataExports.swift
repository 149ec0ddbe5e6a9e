import Accounts
import Archives
import Audit
import Core
import Database
import Foundation
import Jobs
import Localization
import Mail
import Markup
import Media
import Platform
import Web

/// Names a copy of somebody's data.
typealias DataExportID = ID<DataExport>

/// A copy of everything that the site knows about a person, made for that person.
struct DataExport: SQLRow, Sendable {
    enum State: String, Sendable {
        case waiting, ready
    }

    let id: DataExportID
    let person: PersonID
    let state: State
    let requestedAt: Instant
    let expiresAt: Instant?
    let digest: String?
    let size: Int?

    static let columns: SQL = "id, person_id, state, requested_at, expires_at, media_ref, size"

    init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        state = State(rawValue: try row.next()) ?? .waiting
        requestedAt = try row.next()
        expiresAt = try row.next()
        digest = try row.next()
        size = try row.next()
    }

    /// The file, while it is there.
    var media: MediaRef? { digest.flatMap { MediaRef(digest: $0, size: size ?? 0) } }
}

/// Makes copies of people's data: one ZIP file with JSON and files, made by a job from every part's share, kept for a while (CORE-020).
struct DataExports: Sendable {
    let site: Site
    let mailer: Mailer

    static let readyKind = NotificationKind(
        "accounts.export", "Your data", hint: "A copy of your data that you requested is ready.", isEssential: true)
    static let make = Job<DataExportJob>("accounts.export")
    static let expire = Job<NoPayload>("accounts.expire-exports")
    /// Copies a person may ask for in a day: each reads everything that they ever wrote.
    static let mostInADay = 3

    static let day: Duration = .seconds(86_400)

    /// Asks for a copy.
    /// - Throws: ``PrivacyRefusal``.
    func request(by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let recent = try write.all(
                """
                SELECT \(DataExport.columns) FROM account_export WHERE person_id = \(person) AND requested_at > \(write.now - Self.day)
                ORDER BY id LIMIT 10
                """ as Query<DataExport>)
            guard !recent.contains(where: { $0.state == .waiting }) else { throw PrivacyRefusal.underWay }
            guard recent.count < Self.mostInADay else { throw PrivacyRefusal.tooMany(Self.mostInADay) }
            let id: DataExportID = try write.insert(
                """
                INSERT INTO account_export (person_id, state, requested_at, changed_at, changed_by)
                VALUES (\(person), 'waiting', \(write.now), \(write.now), \(person))
                """)
            try write.enqueue(Self.make, DataExportJob(export: id), key: id.description)
            try write.audit(.exportData, person)
        }
    }

    /// A person's copies, the latest first.
    func list(of person: PersonID) async throws -> [DataExport] {
        try await site.database.read { db in
            try db.all("SELECT \(DataExport.columns) FROM account_export WHERE person_id = \(person) ORDER BY id DESC LIMIT 20")
        }
    }

    /// The file of a copy, for its owner alone.
    func file(_ id: DataExportID, of person: PersonID) async throws -> URL {
        let now = site.clock.now()
        let found = try await list(of: person).first { $0.id == id && $0.expiresAt.map { $0 > now } ?? false }
        guard let media = found?.media, site.media.contains(media) else { throw Problem.notFound }
        return site.media.url(media)
    }

    /// Making copies, and removing old ones.
    var jobs: [JobKind] {
        [
            JobKind(Self.make, retries: 2, timeout: .seconds(1800), limit: 1) { (job: DataExportJob, _) in try await carryOut(job.export) },
            JobKind(Self.expire, limit: 1) { (_, _) in try await removeOld() },
        ]
    }

    var schedules: [Schedule] { [Schedule(Self.expire, .daily(hour: 3, minute: 50, timeZone: site.configuration.zone))] }

    private func carryOut(_ id: DataExportID) async throws {
        let wanted = try await site.database.read { db in
            try db.first("SELECT \(DataExport.columns) FROM account_export WHERE id = \(id) AND state = 'waiting'" as Query<DataExport>)
        }
        guard let wanted else { return }
        let target = site.media.makeTemporaryURL()
        defer { try? FileManager.default.removeItem(at: target) }
        let now = site.clock.now()
        let zip = try ZipWriter(at: target, date: Date(timeIntervalSince1970: Double(now.milliseconds) / 1000))
        var sections: [ExportIndex.Section] = []
        for share in site.personalData {
            let folder = ZipShare(zip: zip, folder: share.folder)
            try await share.export(wanted.person, into: folder)
            if !folder.files.isEmpty { sections.append(.init(title: share.title, files: folder.files)) }
        }
        try await addIndex(sections, for: wanted.person, to: zip)
        try zip.finish()
        try await site.media.withLease { lease in try await finish(wanted, try await lease.store(fileAt: target)) }
    }

    private func addIndex(_ sections: [ExportIndex.Section], for person: PersonID, to zip: ZipWriter) async throws {
        guard let person = try await site.database.read({ try $0.first(.person(person)) }) else { return }
        let configuration = site.configuration
        let context = RenderingContext(
            language: person.language ?? configuration.mainLanguage, timeZone: configuration.zone, messages: site.messages)
        let index = ExportIndex(siteName: configuration.name, person: person.name, moment: site.clock.now(), sections: sections)
        try zip.add(index.document(in: context), as: "index.html")
    }

    /// Keeps what was made, unless the account went meanwhile: then nobody holds the file and it goes too.
    private func finish(_ export: DataExport, _ media: MediaRef) async throws {
        let days = site.value(of: AccountsSettings.exportDays.setting)
        try await site.write(by: nil) { write in
            let kept = try write.run(
                """
                UPDATE account_export SET state = 'ready', media_ref = \(media.digest), size = \(media.size),
                    expires_at = \(write.now + .days(days)), changed_at = \(write.now) WHERE id = \(export.id) AND state = 'waiting'
                """)
            guard kept > 0, let person = try write.first(.person(export.person)) else { return }
            try site.media.holds.retain(media, by: .export(export.id), in: write)
            try site.notificationSender?.tell(
                export.person, Self.readyKind.id, "Your data is ready", "Can be downloaded until \(moment: write.now + .days(days))",
                link: AccountsPaths.privacy(), by: nil, in: write)
            guard person.isVerified, site.configuration.mail != nil else { return }
            let email = Email(
                subject: "Your data is ready",
                paragraphs: [
                    "Hello \(person.name),", "The copy of your data that you requested is ready.",
                    "Sign in to download it. It’s kept for \(days) days.",
                ], action: EmailAction("Download your data", path: AccountsPaths.privacy()))
            try mailer.send(
                email, to: person.email, language: person.language,
                key: "account.export:\(export.id)", person: person.id, in: write)
        }
    }

    private func removeOld() async throws {
        let limit = site.limit(of: AccountsSettings.exportDays)
        try await site.write(by: nil) { write in
            let old = try write.all(
                """
                DELETE FROM account_export WHERE expires_at < \(write.now) OR expires_at IS NULL AND requested_at < \(limit) RETURNING id
                """ as Query<DataExportID>)
            for export in old { try site.media.holds.releaseAll(by: .export(export), in: write) }
        }
    }
}

extension MediaOwner {
    /// A copy of somebody's data.
    static func export(_ id: DataExportID) -> Self { MediaOwner("accounts.export", id) }
}

/// Which copy to make.
struct DataExportJob: Codable, Sendable {
    var export: DataExportID
}
