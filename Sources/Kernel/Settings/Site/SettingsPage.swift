import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// Every setting on one page, a card for each part of the house, and one button that saves all of them.
struct SettingsPage: PageAnswer {
    let site: Site
    /// Whether the reader may choose the site's address.
    let maySetAddress: Bool
    /// What was sent and refused: every field shows it again.
    var typed: QueryItems?
    /// What parts say about their settings, by id.
    var notes: [String: Text] = [:]
    var problem: Problem?
    /// One card alone, as the list of first steps asks for it: a part of the site's, or `apps`.
    var only: String?
    /// Whether saving leads back to that list.
    var comesFromSetup = false

    var title: Text {
        switch only {
        case SitePart.identity.rawValue: "Name and address"
        case SitePart.region.rawValue: "Languages and time zone"
        case SitePart.registration.rawValue: "Registration"
        case Self.apps: "Apps, names and colours"
        default: "Settings"
        }
    }

    static let apps = "apps"
    private var part: SitePart? { only.flatMap(SitePart.init(rawValue:)) }
    private var isWhole: Bool { part == nil && only != Self.apps }
    var shell: ShellStyle { .admin }
    var status: Status { problem == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "Settings for everyone. They apply as soon as you save them.", crumbs: SetupReturn.crumbs(comesFromSetup))
        ProblemAlert(problem)
        if isWhole { contents }
        Form(SettingsPaths.site(), .class("settings-form")) {
            if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
            if let only { input(.type("hidden"), .name("only"), .value(only)) }
            if let part {
                card(part.rawValue, title, lead: nil) { SiteFields(parts: [part], site: site, maySetAddress: maySetAddress, form: fields) }
            } else if isWhole {
                card("site", "The site", lead: nil) {
                    SiteFields(parts: Set(SitePart.allCases), site: site, maySetAddress: maySetAddress, form: fields)
                }
            }
            for app in part == nil ? site.apps : [] {
                card("app-\(app.id)", app.name, lead: nil) { AppFields(app: app, site: site, form: fields) }
            }
            for group in isWhole ? groups : [] {
                card("part-\(group.id)", group.title, lead: group.lead) { DeclaredFields(group: group, notes: notes, form: fields) }
            }
            div(.class("save-bar")) { Actions { Button("Save", icon: .check) } }
        }
    }

    private var groups: [SettingGroup] { SettingGroup.all(of: site) }

    private var fields: SettingsFields { SettingsFields(typed: typed, values: site.configuration.settings, wrong: problem?.fields ?? [:]) }

    private func card(_ id: String, _ title: Text, lead: Text?, @HTMLBuilder content: () -> Node) -> some HTML {
        Card(title, .id(id)) {
            if let lead { p(.class("muted")) { lead } }
            input(.type("hidden"), .name(SettingsForm.card), .value(id))
            content()
        }
    }

    /// Leads to each card, for the page is long.
    private var contents: some HTML {
        nav(.class("cluster page-contents"), .aria("label", "On this page")) {
            a(.class("chip"), .href("#site")) { "The site" as Text }
            for app in site.apps { a(.class("chip"), .href("#app-\(app.id)")) { app.name } }
            for group in groups { a(.class("chip"), .href("#part-\(group.id)")) { group.title } }
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
    func languages(_ name: String, _ present: [Language]) -> [Language] { typed.map { $0.all(name).map { Language($0) } } ?? present }
}

/// Name, languages, time zone, address, registration, uploads.
private struct SiteFields: HTML {
    let parts: Set<SitePart>
    let site: Site
    let maySetAddress: Bool
    let form: SettingsFields

    var body: some HTML {
        div(.class("form")) {
            if parts.contains(.identity) { identity }
            if parts.contains(.region) { region }
            if parts.contains(.registration) {
                Checkbox(
                    "Anyone can register", name: "registrationOpen", isChecked: form.isTicked("registrationOpen", now.registrationOpen),
                    hint: "If off, people need an invitation.")
            }
        }
    }

    private var now: SiteConfiguration { site.configuration }

    @HTMLBuilder private var identity: Node {
        TextField("Name", name: "name", value: form.text("name", now.name), error: form.wrong["name"], isRequired: true, .maxlength(80))
        TextField(
            "Address of the site", name: "baseURL", value: form.text("baseURL", now.baseURL ?? ""), kind: .url,
            hint: maySetAddress
                ? "The start of every link in emails, notifications and feeds, such as https://stoa.example."
                : "Only an owner of the site can change it.",
            error: form.wrong["baseURL"], maySetAddress ? .nothing : .custom("readonly", ""))
        TextField(
            "Largest upload in MB", name: "uploadMegabytes", value: form.text("uploadMegabytes", String(now.uploadLimit >> 20)),
            kind: .number, error: form.wrong["uploadMegabytes"], isRequired: true, .min("1"), .max("4096"))
    }

    @HTMLBuilder private var region: Node {
        LanguageBoxes(
            title: "Languages", name: "languages", offered: site.translations.languages, chosen: form.languages("languages", now.languages),
            error: form.wrong["languages"])
        TimeZoneField(
            name: "timeZone", value: form.text("timeZone", now.timeZone), hint: "Type a city to search, such as Stockholm.",
            error: form.wrong["timeZone"], isRequired: true, takesDevices: now.timeZone == "UTC" && form.typed == nil)
        TextField(
            "Currency", name: "currency", value: form.text("currency", now.currency), hint: "For new budget lines. Three letters, such as SEK.",
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
                    "Name in \(language.nativeName)", name: names.field(language),
                    value: form.text(names.field(language), names.present(language)), error: form.wrong[names.field(language)],
                    .maxlength(AppNames.longest), .lang(language))
            }
            Select(
                "Colour", name: field("accent"), choices: Accent.allCases.map { Choice($0.rawValue, $0.name) },
                selected: form.text(field("accent"), (policy.accent ?? app.appearance.accent).rawValue))
            RadioGroup(
                "Without an account people", name: field("guests"),
                choices: [Choice("browse", "see what is public"), Choice("none", "are asked to sign in first")],
                selected: form.text(field("guests"), policy.guests.rawValue))
            if !languages.isEmpty {
                LanguageBoxes(
                    title: "Languages besides those of the site", name: field("languages"), offered: languages,
                    chosen: form.languages(field("languages"), policy.languages))
            }
            Checkbox(
                "Require accepting the terms", name: field("asksForTerms"), isChecked: form.isTicked(field("asksForTerms"), policy.asksForTerms),
                hint: "Before someone posts or buys anything.")
        }
    }

    private func field(_ name: String) -> String { SettingsForm.field(app, name) }
}

/// The settings that a part or an app declares.
private struct DeclaredFields: HTML {
    let group: SettingGroup
    let notes: [String: Text]
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
