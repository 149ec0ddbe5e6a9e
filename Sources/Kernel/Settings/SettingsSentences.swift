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
        let steps = f.names.map { step($0, f) }
        guard f.entry.action == .update, !steps.isEmpty else { return nil }
        let list = Text.list(of: steps)
        guard f.entry.entity == "settings.app" else { return "\(f.actor) changed the settings of the site: \(list)." }
        return "\(f.actor) changed the settings of \(f.named(f.entry.entityID)): \(list)."
    }

    /// One choice, from what to what, as the form calls all three. What a part declares may be long, and only its numbers are told.
    private static func step(_ name: String, _ f: AuditFacts) -> Text {
        let (label, values) = (labels[name] ?? f.named(name), f.inner(name))
        guard let from = values["from"], let to = values["to"], labels[name] != nil || Int(from) != nil && Int(to) != nil else { return label }
        return "\(label) (\(value(from, of: name, f)) → \(value(to, of: name, f)))"
    }

    private static func value(_ value: String, of name: String, _ f: AuditFacts) -> Text {
        guard !value.isEmpty else { return "–" }
        return switch name {
        case "accent": Accent(rawValue: value)?.name ?? .verbatim(value)
        case "guests": GuestAccess(rawValue: value)?.choice ?? .verbatim(value)
        case "registrationOpen", "asksForTerms": value == "true" ? "Yes" : "No"
        case "languages": .list(value.split(separator: " ").map { Language(String($0)) })
        case "apps": .list(of: value.split(separator: " ").map { f.named(String($0)) })
        default: .verbatim(value)
        }
    }

    /// What no part declares.
    private static let labels: [String: Text] = [
        "name": "Name", "baseURL": "Address of the site", "uploadMegabytes": "Largest upload in MB", "languages": "Languages",
        "timeZone": "Time zone", "currency": "Currency", "registrationOpen": "Anyone can register", "guests": "Visitors without an account",
        "apps": "Apps", "accent": "Colour", "asksForTerms": "Require accepting the terms",
    ]
}

extension SettingsForm.Change {
    /// What the log notes of it: each choice that differs, from what to what.
    func steps(from old: SiteConfiguration, to new: SiteConfiguration, on site: Site) -> [String: [String: String]] {
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
        // What nobody chose is as the app has it.
        func policy(_ configuration: SiteConfiguration) -> AppPolicy { configuration.policies[id] ?? site.declaredPolicy(of: id) }
        note("guests") { policy($0).guests.rawValue }
        note("languages") { policy($0).languages.map(\.rawValue).joined(separator: " ") }
        note("asksForTerms") { String(policy($0).asksForTerms) }
        guard let app = site.app(id) else { return steps }
        note("accent") { (policy($0).accent ?? app.appearance.accent).rawValue }
        let names = AppNames(app, site)
        let renamed = names.languages.filter { names.called($0, in: old) != names.called($0, in: new) }
        note("name") { configuration in renamed.map { names.called($0, in: configuration) }.joined(separator: ", ") }
        return steps
    }
}
