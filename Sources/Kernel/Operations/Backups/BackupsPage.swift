import Core
import Hosting
import Interface
import Jobs
import Markup
import Platform
import Web

/// What backups there are, whether each one could be restored, and the button for the next (LIB-142).
struct BackupsPage: PageAnswer {
    /// A file in the folder of backups.
    struct Entry: Sendable {
        let name: BackupName
        let size: Int
        let record: BackupRecord?
    }

    let entries: [Entry]
    let failures: [BackupRecord]
    let running: [JobStatus]
    let names: JobNames
    let days: Int
    let kept: Int
    let now: Instant
    /// Whether the first backup should have been made by now.
    let isOverdue: Bool
    /// Whether the button leads back to the list of first steps.
    var comesFromSetup = false

    var title: Text { "Backups" }
    var shell: ShellStyle { .admin }
    var scripts: [String] { ["operations/js/refresh.js"] }

    var body: some HTML {
        PageHeader(
            title, lead: "A backup is made automatically every \(days) days. The last \(kept) are kept.", crumbs: SetupReturn.crumbs(comesFromSetup)
        ) {
            Form(OperationsPaths.backups()) {
                if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
                Button("Back up now", icon: .download)
            }
        }
        div(.id("backups"), .if(!running.isEmpty, .data("refresh", "2"))) {
            standing
            for job in running { JobProgress(job: job, name: names.name(of: job.kind)) }
            if entries.isEmpty {
                EmptyState(.inbox, title: "No backup yet", message: "The first one is made tonight, or when you ask for it.")
            } else {
                table
            }
            if !failures.isEmpty { failed }
        }
        p(.class("muted")) {
            "Backups are on the server, in the site’s folder “backups”. They contain everyone’s data, so nobody can download them here. Ask the person who runs the server to copy them to another computer: if the server’s disk breaks, the backups on it are lost too."
        }
    }

    @HTMLBuilder private var standing: Node {
        if let last = entries.first(where: { $0.record?.isProven == true }) {
            let isOld = now - last.name.madeAt > .days(days + 2)
            Alert(isOld ? .warning : .success, title: isOld ? "The last good backup is old" : "The last good backup can be restored") {
                p { "It was made on \(moment: last.name.madeAt)." }
            }
        } else if isOverdue || !failures.isEmpty {
            Alert(.warning, title: "There’s no backup that has passed its test") {
                p { "Until there is one, a broken disk means everything is lost." }
            }
        }
    }

    private var table: some HTML {
        DataTable(
            title,
            columns: [.init("Made"), .init("Why"), .init("Size", isNumeric: true), .init("Test"), .init("File")],
            rows: entries.map { entry in
                .init([
                    ("\(moment: entry.name.madeAt)" as Text).node, entry.name.reason.label.node,
                    ByteCount.text(Int64(entry.size)).node, outcome(of: entry), code { entry.name.text }.node,
                ])
            })
    }

    @HTMLBuilder private func outcome(of entry: Entry) -> Node {
        if let record = entry.record, let report = record.report {
            if record.isProven {
                Disclosure(title: { Badge("Passed", tone: .success, icon: .check) }) {
                    p {
                        "Restored \(report.files) files, \(report.tables) tables with \(report.rows) rows and \(report.auditEntries) entries of the log; all as it was copied."
                    }
                }
            } else {
                Disclosure(isOpen: true, title: { Badge("Failed", tone: .danger, icon: .warning) }) {
                    ul { for problem in report.problems { li { problem } } }
                }
            }
        } else if entry.name.reason == .update {
            Badge("Not tested", tone: .quiet)
        } else {
            Badge("Waiting for its test", tone: .info)
        }
    }

    private var failed: some HTML {
        section {
            SectionHeader("Backups that failed")
            ul(.class("rows")) {
                for record in failures.prefix(20) {
                    li(.class("row")) {
                        span { "\(moment: record.madeAt)" as Text }
                        span { record.failure ?? "" }
                    }
                }
            }
        }
    }
}

extension BackupManifest.Reason {
    /// In the table.
    var label: Text {
        switch self {
        case .scheduled: "Scheduled"
        case .asked: "Requested"
        case .update: "Before an update"
        }
    }
}

/// A number of bytes in words.
enum ByteCount {
    static func text(_ bytes: Int64) -> Text {
        switch bytes {
        case ..<1000: "\(Int(bytes)) bytes"
        case ..<1_000_000: "\(Double(bytes) / 1000, decimals: 0) kB"
        case ..<1_000_000_000: "\(Double(bytes) / 1_000_000, decimals: 1) MB"
        default: "\(Double(bytes) / 1_000_000_000, decimals: 1) GB"
        }
    }
}
