import Audit
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// The archive of the log: what lies in it, and moving more into it in two steps.
struct LogArchiveRoutes: Sendable {
    let site: Site
    let archive: LogArchive

    var routes: [Route] {
        [
            .get(OperationsPaths.logArchive, allow: .permission(.systemLogArchive), use: show),
            .post(OperationsPaths.logArchive, allow: .permission(.systemLogArchive), use: move),
        ]
    }

    private struct PolicyForm: Decodable {
        let days: Int?
        let entries: Int?
        let confirmed: Bool?
    }

    func show(_ request: Request, _ member: Member) async throws -> LogArchivePage {
        let audit = site.audit
        return try await site.database.readInBackground { db in
            let counts = try audit.counts(in: db)
            return LogArchivePage(archives: try audit.archives(in: db).reversed(), here: counts.here, archived: counts.archived)
        }
    }

    func move(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(PolicyForm.self)
        guard form.days != nil || form.entries != nil else { throw Problem.wrongField("days", "Enter how many days or entries to keep.") }
        guard (0...36_500).contains(form.days ?? 0), (1...100_000_000).contains(form.entries ?? 1) else {
            throw Problem.wrongField("entries", "This number is too small or too large.")
        }
        let policy = LogArchive.Policy(days: form.days, entries: form.entries, by: member.id)
        let count = try await archive.count(policy)
        guard count > 0 else {
            return .seeOther(OperationsPaths.logArchive(), flash: "No entry is that old, and there are no more than that.", tone: .warning)
        }
        guard form.confirmed == true else { return try await question(policy, count).response(for: request) }
        try await archive.ask(policy)
        return .seeOther(OperationsPaths.logArchive(), flash: "\(count) entries are being moved to the archive.")
    }

    private func question(_ policy: LogArchive.Policy, _ count: Int) -> ConfirmPage {
        let fields = [("days", policy.days), ("entries", policy.entries)].compactMap { name, value in value.map { (name, String($0)) } }
        return ConfirmPage(
            "Archive old entries?", shell: .admin, message: "\(count) entries leave the system log.",
            consequences: [
                "They can no longer be found on the page of the log.", "They’re kept in files that `stoa audit verify` can still verify.",
                "They can’t be moved back.",
            ],
            confirm: "Archive", icon: .folder, action: OperationsPaths.logArchive(), cancel: OperationsPaths.logArchive(),
            fields: fields.map { (name: $0.0, value: $0.1) })
    }
}

/// What has been archived, and a form for more.
struct LogArchivePage: PageAnswer {
    let archives: [AuditArchive]
    let here: Int
    let archived: Int

    var title: Text { "System log archive" }
    var shell: ShellStyle { .admin }
    var activePath: String? { OperationsPaths.log() }

    var body: some HTML {
        PageHeader(
            title, lead: "Entries are never deleted, but old ones can be moved into files.",
            crumbs: [Crumb("System log", href: OperationsPaths.log())])
        StatGrid {
            StatCard("Entries in the log", value: "\(here)", icon: .history)
            StatCard("Entries in the archive", value: "\(archived)", icon: .folder)
        }
        Card("Archive old entries") {
            Form(OperationsPaths.logArchive()) {
                TextField("Days to keep", name: "days", value: "", kind: .number, hint: "Older entries move to the archive.", .min("0"))
                TextField(
                    "Entries to keep", name: "entries", value: "", kind: .number, hint: "Anything beyond that moves to the archive.",
                    .min("1"))
                Actions { Button("Continue", style: .danger) }
            }
        }
        if archives.isEmpty {
            EmptyState(.folder, title: "Nothing archived yet", message: "Archive files are on the server, in the site’s folder “archive”.")
        } else {
            DataTable(
                "Archives", columns: [.init("File"), .init("Entries", isNumeric: true), .init("Archived"), .init("SHA-256")],
                rows: archives.prefix(200).map { archive in
                    .init([
                        code { archive.file }.node, ("\(archive.count)" as Text).node, ("\(moment: archive.at)" as Text).node,
                        code(.class("digest")) { archive.sha256 }.node,
                    ])
                })
        }
    }
}
