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
    var problem: Problem?

    var title: Text { "Settings" }
    var shell: ShellStyle { .admin }
    var status: Status { problem == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        let configuration = site.configuration
        PageHeader(title, lead: "What holds for everybody on this site. Changes count at once.")
        if let problem { Notice(.danger, title: problem.detail) { if let remedy = problem.remedy { p { remedy } } } }
        Card("The site") { SiteFields(site: site, form: form, wrong: problem?.fields ?? [:]) }
        for app in site.manifests where app.path != nil {
            Card(app.name) { AppFields(app: app, policy: site.policy(of: app.id), languages: site.translations.languages) }
        }
        for part in site.manifests where !part.settings.isEmpty {
            Card(part.path == nil ? part.name : "Limits of \(part.name)") {
                DeclaredFields(part: part, values: configuration.settings, typed: declared, wrong: problem?.fields ?? [:])
            }
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
            TextField(
                "Time zone", name: "timeZone", value: form?.timeZone ?? now.timeZone, hint: "Days begin and end by this clock.",
                error: wrong["timeZone"], isRequired: true)
            TextField(
                "Address of the site", name: "baseURL", value: form?.baseURL ?? now.baseURL ?? "", kind: .url,
                hint: "Letters and feeds print it. Leave it empty to use the address of each request.", error: wrong["baseURL"])
            TextField(
                "Largest upload in MB", name: "uploadMegabytes", value: String(form?.uploadMegabytes ?? Int(now.uploadLimit >> 20)),
                kind: .number, error: wrong["uploadMegabytes"], isRequired: true, .min("1"), .max("4096"))
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
        FieldGroup(title) {
            for language in offered {
                Checkbox(
                    .verbatim(language.nativeName), name: "languages", value: language.rawValue, isChecked: chosen.contains(language),
                    error: language == offered.last ? error : nil)
            }
        }
    }
}

/// Who may come into an app, in which further languages, and whether its terms must be accepted.
private struct AppFields: HTML {
    let app: AppManifest
    let policy: AppPolicy
    let languages: [Language]

    var body: some HTML {
        Form(SettingsPaths.app(app.id), .id("app-\(app.id)")) {
            RadioGroup(
                "Without an account people", name: "guests",
                choices: [Choice("browse", "see what is public"), Choice("none", "are asked to sign in first")],
                selected: policy.guests.rawValue)
            LanguageBoxes(title: "Languages besides those of the site", offered: languages, chosen: policy.languages)
            Checkbox(
                "Ask for agreement to the terms", name: "asksForTerms", isChecked: policy.asksForTerms,
                hint: "Before somebody posts or buys anything.")
            Actions { Button("Save", icon: .check) }
        }
    }
}

/// The settings that a part or an app declares.
private struct DeclaredFields: HTML {
    let part: AppManifest
    let values: [String: String]
    let typed: [String: String]
    let wrong: [String: Text]

    var body: some HTML {
        Form(SettingsPaths.declared(part.id), .id("part-\(part.id)")) {
            for setting in part.settings { field(setting) }
            Actions { Button("Save", icon: .check) }
        }
    }

    @HTMLBuilder private func field(_ setting: SettingDeclaration) -> Node {
        let value = typed[setting.id] ?? values[setting.id].flatMap(setting.read) ?? setting.initial
        switch setting.control {
        case .number(let range):
            TextField(
                setting.label, name: setting.id, value: value, kind: .number, hint: setting.hint, error: wrong[setting.id], isRequired: true,
                .min(String(range.lowerBound)), .max(String(range.upperBound)))
        case .text(let most):
            TextField(setting.label, name: setting.id, value: value, hint: setting.hint, error: wrong[setting.id], .maxlength(most))
        case .lines(let most):
            TextArea(setting.label, name: setting.id, value: value, lines: 6, hint: setting.hint, error: wrong[setting.id], .maxlength(most))
        case .flag:
            Checkbox(setting.label, name: setting.id, isChecked: value == "true", hint: setting.hint)
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
