import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// Every setting on one page, a card for each part of the house.
struct SettingsPage: PageAnswer {
    let site: Site
    var form: SiteSettingsRoutes.SiteForm?
    var declared: [String: String] = [:]
    /// What parts say about their settings, by id.
    var notes: [String: Text] = [:]
    var problem: Problem?

    var title: Text { "Settings" }
    var shell: ShellStyle { .admin }
    var status: Status { problem == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        let configuration = site.configuration
        PageHeader(title, lead: "What holds for everybody on this site. Changes count at once.")
        ProblemNotice(problem)
        contents
        Card("The site", .id("site")) { SiteFields(site: site, form: form, wrong: problem?.fields ?? [:]) }
        for app in site.apps {
            Card(app.name, .id("app-\(app.id)")) {
                AppFields(
                    app: app, policy: site.policy(of: app.id),
                    languages: site.translations.languages.filter { !configuration.languages.contains($0) })
            }
        }
        for group in groups {
            Card(group.title, .id("part-\(group.id)")) {
                if let lead = group.lead { p(.class("muted")) { lead } }
                DeclaredFields(group: group, values: configuration.settings, typed: declared, notes: notes, wrong: problem?.fields ?? [:])
            }
        }
    }

    private var groups: [SettingGroup] { SettingGroup.all(of: site) }

    /// Leads to each card, for the page is long.
    private var contents: some HTML {
        nav(.class("cluster page-contents"), .aria("label", "On this page")) {
            a(.class("chip"), .href("#site")) { "The site" as Text }
            for app in site.apps { a(.class("chip"), .href("#app-\(app.id)")) { app.name } }
            for group in groups { a(.class("chip"), .href("#part-\(group.id)")) { group.title } }
        }
    }
}

/// Name, languages, time zone, address, registration, uploads.
private struct SiteFields: HTML {
    let site: Site
    let form: SiteSettingsRoutes.SiteForm?
    let wrong: [String: Text]

    var body: some HTML {
        let now = site.configuration
        Form(SettingsPaths.site()) {
            TextField("Name", name: "name", value: form?.name ?? now.name, error: wrong["name"], isRequired: true, .maxlength(80))
            LanguageBoxes(
                title: "Languages", offered: site.translations.languages, chosen: form?.languages ?? now.languages, error: wrong["languages"])
            TimeZoneField(
                name: "timeZone", value: form?.timeZone ?? now.timeZone, hint: "Days begin and end by this clock.", error: wrong["timeZone"],
                isRequired: true)
            TextField(
                "Address of the site", name: "baseURL", value: form?.baseURL ?? now.baseURL ?? "", kind: .url,
                hint: "Links in emails, notifications and feeds begin with it, such as https://stoa.example.", error: wrong["baseURL"])
            TextField(
                "Largest upload in MB", name: "uploadMegabytes", value: String(form?.uploadMegabytes ?? Int(now.uploadLimit >> 20)),
                kind: .number, error: wrong["uploadMegabytes"], isRequired: true, .min("1"), .max("4096"))
            TextField(
                "Currency", name: "currency", value: form?.currency ?? now.currency, hint: "Of new budget lines; three letters.",
                error: wrong["currency"], isRequired: true, .maxlength(3))
            Checkbox(
                "People may register themselves", name: "registrationOpen", isChecked: form?.registrationOpen ?? now.registrationOpen,
                hint: "Otherwise only administrators make accounts.")
            Actions { Button("Save", icon: .check) }
        }
    }
}

/// A box for each language.
private struct LanguageBoxes: HTML {
    let title: Text
    let offered: [Language]
    let chosen: [Language]
    var error: Text?

    var body: some HTML {
        fieldset(.class("choices")) {
            legend { title }
            div(.class("choices-row")) {
                for language in offered {
                    Checkbox(
                        .verbatim(language.nativeName), name: "languages", value: language.rawValue, isChecked: chosen.contains(language))
                }
            }
            if let error { p(.class("field-error"), .role("alert")) { error } }
        }
    }
}

/// Who may come into an app, in which further languages, and whether its terms must be accepted.
private struct AppFields: HTML {
    let app: AppManifest
    let policy: AppPolicy
    let languages: [Language]

    var body: some HTML {
        Form(SettingsPaths.app(app.id)) {
            RadioGroup(
                "Without an account people", name: "guests",
                choices: [Choice("browse", "see what is public"), Choice("none", "are asked to sign in first")],
                selected: policy.guests.rawValue)
            if !languages.isEmpty {
                LanguageBoxes(title: "Languages besides those of the site", offered: languages, chosen: policy.languages)
            }
            Checkbox(
                "Ask for agreement to the terms", name: "asksForTerms", isChecked: policy.asksForTerms,
                hint: "Before somebody posts or buys anything.")
            Actions { Button("Save", icon: .check) }
        }
    }
}

/// The settings that a part or an app declares.
private struct DeclaredFields: HTML {
    let group: SettingGroup
    let values: [String: String]
    let typed: [String: String]
    let notes: [String: Text]
    let wrong: [String: Text]

    var body: some HTML {
        Form(SettingsPaths.declared(group.id), .class("form setting-grid")) {
            for setting in group.settings { field(setting) }
            Actions { Button("Save", icon: .check) }
        }
    }

    @HTMLBuilder private func field(_ setting: SettingDeclaration) -> Node {
        let value = typed[setting.id] ?? values[setting.id].flatMap(setting.read) ?? setting.initial
        let hint = notes[setting.id].map { "\(setting.hint) \($0)" } ?? setting.hint
        switch setting.control {
        case .number(let range):
            TextField(
                setting.label, name: setting.id, value: value, kind: .number, hint: hint, error: wrong[setting.id], isRequired: true,
                .min(String(range.lowerBound)), .max(String(range.upperBound)))
        case .text(let most):
            TextField(setting.label, name: setting.id, value: value, hint: hint, error: wrong[setting.id], .maxlength(most))
        case .lines(let most):
            TextArea(setting.label, name: setting.id, value: value, lines: 6, hint: hint, error: wrong[setting.id], .maxlength(most))
        case .flag:
            Checkbox(
                setting.label, name: setting.id, isChecked: value == "true", hint: hint, error: wrong[setting.id],
                .if(wrong[setting.id] != nil, .flag("autofocus")))
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
