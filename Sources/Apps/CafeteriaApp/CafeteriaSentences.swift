import Audit
import Core
import Platform

/// How the system log tells of the cafeteria.
enum CafeteriaSentences {
    static let all: [String: AuditSentence] = [
        "cafeteria.order": { f in
            switch f.entry.action {
            case .create: "\(f.actor) placed order \(number(f))."
            case .update:
                f["to"].flatMap { OrderStatus(rawValue: $0) }.map { status in "\(f.actor) moved order \(number(f)) to “\(status.name)”." }
            default: nil
            }
        },
        "cafeteria.item": { f in
            switch (f.entry.action, f["available"]) {
            case (.update, "true"?): "\(f.actor) marked “\(f["name"] ?? "")” as available."
            case (.update, "false"?): "\(f.actor) marked “\(f["name"] ?? "")” as unavailable."
            case (.create, _): "\(f.actor) added “\(f["name"] ?? "")” to the menu."
            case (.update, _): "\(f.actor) changed “\(f["name"] ?? "")” on the menu."
            case (.delete, _): "\(f.actor) removed “\(f["name"] ?? "")” from the menu."
            default: nil
            }
        },
        "cafeteria.display": { f in
            switch f.entry.action {
            case .create: "\(f.actor) made a link for the display “\(f["name"] ?? "")”."
            case .delete: "\(f.actor) ended the link of the display “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "cafeteria.kitchen": { f in f["paused"] == "true" ? "\(f.actor) paused ordering." : "\(f.actor) turned ordering on again." },
    ]

    private static func number(_ f: AuditFacts) -> String { Int64(f.entry.entityID).map { Order.number(of: $0) } ?? f.entry.entityID }
}
