import Audit
import Core
import Platform

/// How the system log tells of the library.
enum LibrarySentences {
    static let all: [String: AuditSentence] = [
        "library.item": { item($0) }, "library.category": { category($0) },
        "library.language": { f in
            switch f.entry.action {
            case .update: "\(f.actor) saved the language “\(f["name"] ?? f.entry.entityID)”."
            case .delete: "\(f.actor) removed the language “\(f.entry.entityID)”."
            default: nil
            }
        },
        "library.upload": { f in f.entry.action == .create ? "\(f.actor) uploaded the file “\(f["file"] ?? "")”." : nil },
    ]

    private static func item(_ f: AuditFacts) -> Text? {
        switch f.entry.action {
        case .create: "\(f.actor) added \(f.mention)."
        case .delete: "\(f.actor) moved \(f.mention) to the recycle bin."
        case .update where f.has("restored"): "\(f.actor) restored \(f.mention)."
        case .update where f.has("status"): moved(f)
        case .update where f["staffPick"] == "true": "\(f.actor) made \(f.mention) a staff pick."
        case .update where f.has("staffPick"): "\(f.actor) removed \(f.mention) from the staff picks."
        case .update where f.has("cover"): "\(f.actor) changed the cover of \(f.mention)."
        case .update where f["replaced"] == "yes": "\(f.actor) replaced the file of \(f.mention)."
        case .update: "\(f.actor) edited \(f.mention)."
        default: nil
        }
    }

    private static func moved(_ f: AuditFacts) -> Text? {
        let status = f.inner("status")
        return switch status["to"].flatMap(ItemStatus.init) {
        case .published: "\(f.actor) published \(f.mention)."
        case .archived: "\(f.actor) archived \(f.mention)."
        case .draft where status["from"] == ItemStatus.deleted.rawValue: "\(f.actor) restored \(f.mention)."
        case .draft: "\(f.actor) unpublished \(f.mention)."
        case .deleted: "\(f.actor) moved \(f.mention) to the recycle bin."
        case nil: nil
        }
    }

    private static func category(_ f: AuditFacts) -> Text? {
        switch f.entry.action {
        case .create: "\(f.actor) added the category “\(f["name"] ?? "")”."
        case .update where f.has("restored"): "\(f.actor) restored the category “\(f["restored"] ?? "")”."
        case .update where f.has("to") && f["from"] != f["to"]: "\(f.actor) renamed the category “\(f["from"] ?? "")” to “\(f["to"] ?? "")”."
        case .update where f.has("to"): "\(f.actor) changed the category “\(f["to"] ?? "")”."
        case .delete where f.has("into"): "\(f.actor) merged the category “\(f["merged"] ?? "")” into “\(f["into"] ?? "")”."
        case .delete where f.has("name"): "\(f.actor) deleted the category “\(f["name"] ?? "")”."
        default: nil
        }
    }
}
