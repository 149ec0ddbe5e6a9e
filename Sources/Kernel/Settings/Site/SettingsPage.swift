import Accounts
import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// Every setting on one page: a line for each part of the house, which opens its card; each card is saved by itself.
struct SettingsPage: PageAnswer {
    let site: Site
    /// Whether the reader may choose the site's address.
    let maySetAddress: Bool
    /// Whether the reader may turn apps on and off.
    let mayTurnApps: Bool
    /// What was sent and refused: every field shows it again.
    var typed: QueryItems?
    /// What parts say about their settings, by id.
    var notes: [String: Text] = [:]
    /// What holds, where their values alone would say something else, by id.
    var facts: [String: Text] = [:]
    var problem: Problem?
    /// One card alone, as the list of first steps asks for it: a part of the site's, `apps`, `privacy`, or the settings of one part or app.
    var only: String?
    /// The step that saving it does.
    var reviews: String?
    /// The card of the whole page that is open.
    var opened: String?
    /// Whether saving leads back to that list.
    var comesFromSetup = false

    var title: Text {
        switch only {
        case Self.apps: "Apps, names and colours"
        case Self.privacy: "Terms and personal data"
        default: part?.title ?? group?.title ?? "Settings"
        }
    }

    static let apps = "apps"
    static let privacy = "privacy"
    private var part: SitePart? { only.flatMap(SitePart.init(rawValue:)) }
    private var group: SettingGroup? { SettingGroup.all(of: site).first { only == "part-\($0.id)" } }
    private var isWhole: Bool { part == nil && group == nil && only != Self.apps && only != Self.privacy }
    var shell: ShellStyle { .admin }
    var status: Status { problem == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "Settings for everyone. They apply as soon as you save them.", crumbs: SetupReturn.crumbs(comesFromSetup))
        ProblemAlert(problem)
        if isWhole {
            div(.class("settings-cards")) { for card in cards { folded(card) } }
        } else {
            Form(SettingsPaths.site(), .class("settings-form")) {
                if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
                if let reviews { input(.type("hidden"), .name(SetupReturn.reviewed), .value(reviews)) }
                if let only { input(.type("hidden"), .name("only"), .value(only)) }
                for card in cards { shown(card) }
                if only == Self.privacy {
                    Card("Terms") {
                        p { "Read the terms of each app, and change what doesn’t fit your community." }
                        Actions { LinkButton("Open the terms", href: AccountsPaths.termsEditor(), icon: .book, style: .secondary) }
                    }
                }
                Actions { Button("Save", icon: .check) }
            }
        }
    }

    private struct SettingsCard {
        let id: String
        let title: Text
        /// What holds now, in a few words.
        let summary: Text
        var lead: Text?
        let content: Node
    }

    /// Those that are shown, in their order.
    private var cards: [SettingsCard] {
        let parts = part.map { [$0] } ?? (isWhole ? SitePart.allCases : [])
        let apps = isWhole || only == Self.apps ? site.apps : []
        let groups = only == Self.privacy ? [.privacy(of: site)] : group.map { [$0] } ?? (isWhole ? SettingGroup.all(of: site) : [])
        return parts.map { part in
            let fields = SiteFields(part: part, site: site, maySetAddress: maySetAddress, form: fields(of: part.rawValue, or: "site"))
            return SettingsCard(id: part.rawValue, title: part.title, summary: part.summary(of: site.configuration), content: fields.node)
        }
            + switches
            + apps.map { app in
                let id = "app-\(app.id)"
                return SettingsCard(
                    id: id, title: "\(app.name): name and access", summary: app.summary,
                    content: AppFields(app: app, site: site, form: fields(of: id)).node)
            }
            + groups.map { group in
                let id = "part-\(group.id)"
                let fields = DeclaredFields(group: group, notes: notes, facts: facts, form: fields(of: id))
                return SettingsCard(
                    id: id, title: group.title, summary: group.summary(of: site.configuration.settings, facts), lead: group.lead, content: fields.node
                )
            }
    }

    /// Which apps are on; there is nothing to choose where the site has one.
    private var switches: [SettingsCard] {
        guard mayTurnApps, isWhole || only == Self.apps, site.switchableApps.count > 1 else { return [] }
        return [
            SettingsCard(
                id: AppSwitches.card, title: "Apps", summary: AppSwitches.summary(of: site),
                lead: "An app that is off is hidden from everyone. Its content stays, and is there again when you turn it on.",
                content: AppSwitches(site: site, form: fields(of: AppSwitches.card)).node)
        ]
    }

    /// What was typed in a card; a card that was not sent shows what holds.
    private func fields(of card: String, or whole: String? = nil) -> SettingsFields {
        let sent = typed?.all(SettingsForm.card) ?? []
        let wasSent = sent.contains(card) || whole.map(sent.contains) ?? false
        return SettingsFields(typed: wasSent ? typed : nil, values: site.configuration.settings, wrong: problem?.fields ?? [:])
    }

    /// A card that the page is about alone is called by the title of the page.
    private func shown(_ card: SettingsCard) -> some HTML {
        Card(part == nil && group == nil ? card.title : nil, .id(card.id)) { fields(of: card) }
    }

    private func folded(_ card: SettingsCard) -> some HTML {
        let sent = typed?.all(SettingsForm.card) ?? []
        let wasRefused = problem != nil && (sent.contains(card.id) || sent.contains("site") && SitePart(rawValue: card.id) != nil)
        return Disclosure(isOpen: wasRefused || opened == card.id, .class("settings-fold"), .id(card.id)) {
            strong { card.title }
            span(.class("muted")) { card.summary }
        } content: {
            Form(SettingsPaths.site(), .class("settings-form")) {
                input(.type("hidden"), .name(SettingsForm.section), .value(card.id))
                fields(of: card)
                Actions { Button("Save", icon: .check) }
            }
        }
    }

    @HTMLBuilder private func fields(of card: SettingsCard) -> Node {
        if let lead = card.lead { p(.class("muted")) { lead } }
        input(.type("hidden"), .name(SettingsForm.card), .value(card.id))
        card.content
    }
}

extension SitePart {
    /// What its card is called.
    var title: Text {
        switch self {
        case .identity: "Name and address"
        case .region: "Languages, time zone and currency"
        case .registration: "Registration"
        case .uploads: "Uploads"
        }
    }

    /// What holds now.
    func summary(of now: SiteConfiguration) -> Text {
        switch self {
        case .identity: .verbatim([now.name, now.baseURL].compactMap(\.self).joined(separator: " · "))
        case .region: .verbatim(now.languages.map(\.nativeName).joined(separator: ", ") + " · " + now.timeZone + " · " + now.currency)
        case .registration: now.registrationOpen ? "Anyone can register" : "Only people with an invitation can register"
        case .uploads: "At most \(Int(now.uploadLimit >> 20)) MB"
        }
    }
}

extension SettingGroup {
    /// What holds now; `values` are those that were chosen, by id.
    fileprivate func summary(of values: [String: String], _ known: [String: Text]) -> Text {
        let facts = settings.compactMap { known[$0.id] ?? $0.fact(values[$0.id] ?? $0.initial) }
        return facts.dropFirst().reduce(facts.first ?? "Nothing chosen yet") { "\($0) · \($1)" }
    }
}

extension SettingDeclaration {
    /// What it is now, in a few words; nil for words that nobody wrote.
    fileprivate func fact(_ value: String) -> Text? {
        switch control {
        case .number: "\(label): \(amount(value))"
        case .flag: value == "true" ? "\(label): on" : "\(label): off"
        case .text, .lines: value.isEmpty ? nil : "\(label): \(value.split(separator: "\n").first.map(String.init) ?? "")"
        }
    }

    /// A number with what it counts. Where things are kept for so long, 0 keeps them for ever.
    private func amount(_ value: String) -> Text {
        guard let unit, let number = Int(value) else { return .verbatim(value) }
        if number == 0, topic == .retention { return unit == .entries ? "no limit" : "for ever" }
        return switch unit {
        case .days: "\(number) days"
        case .years: "\(number) years"
        case .entries: "\(number) entries"
        }
    }
}

/// What the fields of the page hold: what was typed, else what holds now.
struct SettingsFields: Sendable {
    let typed: QueryItems?
    /// Declared settings as they are, by id.
    let values: [String: String]
    let wrong: [String: Text]

    func text(_ name: String, _ present: String) -> String { typed?[name] ?? present }
    func isTicked(_ name: String, _ present: Bool) -> Bool { typed.map { $0[name] == "true" } ?? present }
    func isChosen(_ name: String, _ value: String, _ present: Bool) -> Bool { typed.map { $0.all(name).contains(value) } ?? present }
    func languages(_ name: String, _ present: [Language]) -> [Language] { typed.map { $0.all(name).map { Language($0) } } ?? present }
}

/// Name and address, languages and time zone, registration or uploads.
private struct SiteFields: HTML {
    let part: SitePart
    let site: Site
    let maySetAddress: Bool
    let form: SettingsFields

    var body: some HTML {
        div(.class("form")) {
            switch part {
            case .identity: identity
            case .region: region
            case .registration:
                Checkbox(
                    "Anyone can register", name: "registrationOpen", isChecked: form.isTicked("registrationOpen", now.registrationOpen),
                    hint: "If off, people need an invitation.")
            case .uploads:
                TextField(
                    "Largest upload in MB", name: "uploadMegabytes", value: form.text("uploadMegabytes", String(now.uploadLimit >> 20)),
                    kind: .number, error: form.wrong["uploadMegabytes"], isRequired: true, .min("1"), .max("4096"))
            }
        }
    }

    private var now: SiteConfiguration { site.configuration }

    @HTMLBuilder private var identity: Node {
        TextField("Name", name: "name", value: form.text("name", now.name), error: form.wrong["name"], isRequired: true, .maxlength(80))
        TextField(
            "Address of the site", name: "baseURL", value: form.text("baseURL", now.baseURL ?? ""),
            hint: maySetAddress
                ? "The start of every link in emails, notifications and feeds, such as https://stoa.example."
                : "Only an owner of the site can change it.",
            error: form.wrong["baseURL"], maySetAddress ? .nothing : .custom("readonly", ""), .inputmode("url"), .autocomplete("url"))
    }

    @HTMLBuilder private var region: Node {
        LanguageBoxes(
            title: "Languages", name: "languages", offered: site.translations.languages, chosen: form.languages("languages", now.languages),
            error: form.wrong["languages"])
        TimeZoneField(
            name: "timeZone", value: form.text("timeZone", now.timeZone), hint: "Type a city to search, such as Stockholm.",
            error: form.wrong["timeZone"], isRequired: true, takesDevices: now.timeZone == "UTC" && form.typed == nil)
        TextField(
            "Currency", name: "currency", value: form.text("currency", now.currency), hint: "For budgets. Three letters, such as SEK.",
            error: form.wrong["currency"], isRequired: true, .maxlength(3))
    }
}

/// A box for each language.
private struct LanguageBoxes: HTML {
    let title: Text
    let name: String
    let offered: [Language]
    let chosen: [Language]
    var error: Text?

    var body: some HTML {
        fieldset(.class("choices"), .id("field-" + name)) {
            legend { title }
            div(.class("choices-row")) {
                for language in offered {
                    Checkbox(.verbatim(language.nativeName), name: name, value: language.rawValue, isChecked: chosen.contains(language))
                }
            }
            if let error { p(.class("field-error"), .role("alert")) { error } }
        }
    }
}

/// What an app is called, who may come into it, in which further languages, and whether its terms must be accepted.
private struct AppFields: HTML {
    let app: AppManifest
    let site: Site
    let form: SettingsFields

    var body: some HTML {
        let (policy, names) = (site.policy(of: app.id), AppNames(app, site))
        let languages = site.translations.languages.filter { !site.configuration.languages.contains($0) }
        div(.class("form")) {
            for language in names.languages {
                TextField(
                    "Name (\(language.nativeName))", name: names.field(language),
                    value: form.text(names.field(language), names.present(language)), error: form.wrong[names.field(language)],
                    .maxlength(AppNames.longest), .lang(language))
            }
            swatches(form.text(field("accent"), (policy.accent ?? app.appearance.accent).rawValue))
            RadioGroup(
                "Visitors without an account", name: field("guests"),
                choices: [Choice("browse", "See public content"), Choice("none", "Must sign in first")],
                selected: form.text(field("guests"), policy.guests.rawValue))
            if !languages.isEmpty {
                LanguageBoxes(
                    title: "Languages besides those of the site", name: field("languages"), offered: languages,
                    chosen: form.languages(field("languages"), policy.languages))
            }
            Checkbox(
                "Require accepting the terms", name: field("asksForTerms"), isChecked: form.isTicked(field("asksForTerms"), policy.asksForTerms),
                hint: "Before someone posts anything.")
        }
    }

    /// The colours, each as it looks in the theme of the page.
    private func swatches(_ selected: String) -> some HTML {
        fieldset(.class("field swatches")) {
            legend(.class("field-label")) { "Colour" }
            div(.class("choices-row")) {
                for accent in Accent.allCases {
                    Markup.label(.class("check")) {
                        input(.type("radio"), .name(field("accent")), .value(accent.rawValue), .flag("checked", accent.rawValue == selected))
                        span(.class("check-label swatch")) {
                            span(.class("swatch-sample"), .data("accent", accent.rawValue), .aria("hidden", true)) {}
                            accent.name
                        }
                    }
                }
            }
        }
    }

    private func field(_ name: String) -> String { SettingsForm.field(app, name) }
}

/// The settings that a part or an app declares.
private struct DeclaredFields: HTML {
    let group: SettingGroup
    let notes: [String: Text]
    let facts: [String: Text]
    let form: SettingsFields

    var body: some HTML {
        div(.class("form setting-grid")) { for setting in group.settings { field(setting) } }
    }

    @HTMLBuilder private func field(_ setting: SettingDeclaration) -> Node {
        let value = form.text(setting.id, form.values[setting.id].flatMap(setting.read) ?? setting.initial)
        let hint = notes[setting.id].map { "\(setting.hint) \($0)" } ?? setting.hint
        let error = form.wrong[setting.id]
        switch setting.control {
        case .number(let range):
            TextField(
                setting.label, name: setting.id, value: value, kind: .number, hint: hint, error: error, isRequired: true,
                .min(String(range.lowerBound)), .max(String(range.upperBound)))
        case .text(let most): TextField(setting.label, name: setting.id, value: value, hint: hint, error: error, .maxlength(most))
        case .lines(let most): TextArea(setting.label, name: setting.id, value: value, lines: 6, hint: hint, error: error, .maxlength(most))
        case .flag where value != "true" && facts[setting.id] != nil:
            // It holds for now without having been chosen here: an empty box would deny it.
            div(.class("field")) {
                p(.class("field-label")) { setting.label }
                p(.class("field-hint")) { notes[setting.id] ?? facts[setting.id] }
            }
        case .flag: Checkbox(setting.label, name: setting.id, isChecked: value == "true", hint: hint, error: error)
        }
    }
}

extension SettingControl {
    /// What may be typed, for a form that is shown again.
    var limits: Text {
        switch self {
        case .number(let range): "A number from \(range.lowerBound) to \(range.upperBound)."
        case .text(let most), .lines(let most): "At most \(most) characters."
        case .flag: "Yes or no."
        }
    }
}
