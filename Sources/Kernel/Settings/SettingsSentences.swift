import Audit
import Core
import Interface
import Platform

/// How the system log tells of settings: which were changed.
enum SettingsSentences {
    static let all: [String: AuditSentence] = [
        "settings.site": { changed($0) }, "settings.app": { changed($0) }, "settings.part": { changed($0) },
        "settings.front": { f in
            f.entry.entityID == "picture" ? "\(f.actor) changed the picture of the front page." : "\(f.actor) changed the welcome of the front page."
        },
        "settings.look": { f in
            guard f.entry.entityID == "logo" else { return "\(f.actor) changed the colour of the site." }
            return switch f["changed"] {
            case "logo": "\(f.actor) changed the logo of the site."
            case "name": "\(f.actor) changed whether the site’s name stands beside its logo."
            default: "\(f.actor) removed the logo of the site."
            }
        },
        "settings.hours": { f in "\(f.actor) changed the opening hours of \(f.named(f.entry.entityID))." },
        "settings.budget-line": { f in f.entry.action == .create ? "\(f.actor) added the budget line “\(f["name"] ?? "")”." : nil },
        "settings.expense": { f in
            switch f.entry.action {
            case .create: "\(f.actor) recorded an expense."
            case .delete: "\(f.actor) deleted an expense."
            default: nil
            }
        },
        "settings.text": { f in f["key"].map { "\(f.actor) changed the text “\($0)”." } },
    ]

    /// Older entries do not name what they changed.
    private static func changed(_ f: AuditFacts) -> Text? {
        let labels = f.names.map { Self.labels[$0] ?? f.named($0) }
        guard f.entry.action == .update, let first = labels.first else { return nil }
        let list = labels.dropFirst().reduce(first) { "\($0), \($1)" }
        guard f.entry.entity == "settings.app" else { return "\(f.actor) changed the settings of the site: \(list)." }
        return "\(f.actor) changed the settings of \(f.named(f.entry.entityID)): \(list)."
    }

    /// What no part declares.
    private static let labels: [String: Text] = [
        "name": "Name", "baseURL": "Address of the site", "uploadMegabytes": "Largest upload in MB", "languages": "Languages",
        "timeZone": "Time zone", "currency": "Currency", "registrationOpen": "Anyone can register", "guests": "Access without an account",
        "apps": "Apps", "accent": "Colour", "asksForTerms": "Ask for agreement to the terms",
    ]
}

extension SettingsForm.Change {
    /// What the log notes of it: each choice that differs, from what to what.
    func steps(from old: SiteConfiguration, to new: SiteConfiguration) -> [String: [String: String]] {
        guard details.isEmpty else { return details }
        var steps: [String: [String: String]] = [:]
        func note(_ name: String, _ value: (SiteConfiguration) -> String) {
            let (from, to) = (value(old), value(new))
            if from != to { steps[name] = ["from": from, "to": to] }
        }
        guard entity == "settings.app" else {
            note("name", \.name)
            note("baseURL") { $0.baseURL ?? "" }
            note("uploadMegabytes") { String($0.uploadLimit >> 20) }
            note("languages") { $0.languages.map(\.rawValue).joined(separator: " ") }
            note("timeZone", \.timeZone)
            note("currency", \.currency)
            note("apps") { $0.apps?.joined(separator: " ") ?? "" }
            note("registrationOpen") { String($0.registrationOpen) }
            return steps
        }
        note("guests") { $0.policies[id]?.guests.rawValue ?? "" }
        note("languages") { ($0.policies[id]?.languages ?? []).map(\.rawValue).joined(separator: " ") }
        note("accent") { $0.policies[id]?.accent?.rawValue ?? "" }
        note("asksForTerms") { String($0.policies[id]?.asksForTerms ?? false) }
        if old.texts != new.texts { steps["name"] = [:] }
        return steps
    }
}
