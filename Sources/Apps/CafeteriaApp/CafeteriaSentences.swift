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
            case (.update, "true"?): "\(f.actor) put “\(f["name"] ?? "")” back on the menu."
            case (.update, "false"?): "\(f.actor) marked “\(f["name"] ?? "")” as sold out."
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
        "cafeteria.cash-up": { f in
            guard let currency = f["currency"] else { return nil }
            let (counted, difference) = (f["counted"].flatMap { Int($0) } ?? 0, f["difference"].flatMap { Int($0) } ?? 0)
            let cash = Money(minor: counted, currency: currency)
            let off = Money(minor: difference, currency: currency)
            if f.entry.action == .update {
                return difference == 0
                    ? "\(f.actor) counted the drawer: \(cash), no difference." : "\(f.actor) counted the drawer: \(cash), difference \(off)."
            }
            return difference == 0
                ? "\(f.actor) closed a cash-up: \(cash) counted, no difference."
                : "\(f.actor) closed a cash-up: \(cash) counted, difference \(off)."
        },
        "cafeteria.cash-movement": { f in
            guard let amount = f["amount"].flatMap({ Int($0) }), let currency = f["currency"] else { return nil }
            let (money, reason) = (Money(minor: abs(amount), currency: currency), f["reason"] ?? "")
            return amount < 0
                ? "\(f.actor) took \(money) out of the drawer: “\(reason)”." : "\(f.actor) put \(money) into the drawer: “\(reason)”."
        },
        "cafeteria.category": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added the menu category “\(f["name"] ?? "")”."
            case .update: "\(f.actor) changed the menu category “\(f["to"] ?? "")”."
            case .delete: "\(f.actor) deleted the menu category “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "cafeteria.station": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added the station “\(f["name"] ?? "")”."
            case .update: "\(f.actor) changed the station “\(f["name"] ?? "")”."
            case .delete: "\(f.actor) deleted the station “\(f["name"] ?? "")”."
            default: nil
            }
        },
        "cafeteria.promotion": { f in
            let name = f["name"] ?? ""
            return switch f.entry.action {
            case .create: "\(f.actor) planned the promotion “\(name)”."
            case .update: "\(f.actor) changed the promotion “\(name)”."
            case .delete: "\(f.actor) deleted the promotion “\(name)”."
            default: nil
            }
        },
        "cafeteria.menu-import": { f in
            "\(f.actor) imported “\(f["name"] ?? "")”. Added: \(f["added"].flatMap { Int($0) } ?? 0). Changed: \(f["changed"].flatMap { Int($0) } ?? 0)."
        },
        "cafeteria.points-adjustment": { f in
            let (points, person, reason) = (f["points"].flatMap { Int($0) } ?? 0, f.person(f["person"] ?? ""), f["reason"] ?? "")
            return points < 0
                ? "\(f.actor) removed \(-points) points from \(person): “\(reason)”." : "\(f.actor) gave \(person) \(points) points: “\(reason)”."
        },
        "cafeteria.kitchen": { f in
            if let minutes = f["minutes"].flatMap({ Int($0) }) { return "\(f.actor) paused ordering for \(minutes) min." }
            return f["paused"] == "true" ? "\(f.actor) paused ordering." : "\(f.actor) turned ordering on again."
        },
    ]

    private static func number(_ f: AuditFacts) -> String { Int64(f.entry.entityID).map { Order.number(of: $0) } ?? f.entry.entityID }
}
