import Audit
import Core
import Hosting
import Platform

/// How the system log tells of what keeps the site.
enum OperationsSentences {
    static let all: [String: AuditSentence] = [
        "audit.archive": { f in "\(f.actor) moved \(f.number("entries")) old entries of this log to the archive." },
        "operations.backup": { f in
            switch f.entry.action {
            case .create: "A backup was made: \(f.backup)."
            case .run where f.entry.entityID == "asked": "\(f.actor) started a backup."
            case .run where f.has("problems"): "The backup of \(f.backup) failed its test: \(f["problems"] ?? "")"
            case .run: "The backup of \(f.backup) was tested: \(f.number("tables")) tables, \(f.number("files")) files."
            default: nil
            }
        },
        "operations.job": { f in
            switch f["step"] {
            case "retry": "\(f.actor) started a job again: \(f["kind"] ?? "")."
            case "cancel": "\(f.actor) cancelled a job: \(f["kind"] ?? "")."
            default: "\(f.actor) changed a job: \(f["kind"] ?? "")."
            }
        },
        "operations.log": { f in
            switch f.entry.action {
            case .exportData: "\(f.actor) exported \(f.number("entries")) entries of this log as \(f.entry.entityID.uppercased())."
            case .run where f["intact"] == "true": "\(f.actor) verified this log: \(f.number("entries")) entries, none changed."
            case .run: "\(f.actor) verified this log, and something was wrong with it."
            default: nil
            }
        },
        "operations.restore": { f in "The site was restored from the backup \(f["file"] ?? "")." },
    ]
}

extension AuditFacts {
    fileprivate func number(_ name: String) -> Int { self[name].flatMap { Int($0) } ?? 0 }

    /// The day and time of a backup where its name tells them.
    fileprivate var backup: Text { BackupName(entry.entityID).map { "\(moment: $0.madeAt)" } ?? "“\(entry.entityID)”" }
}
