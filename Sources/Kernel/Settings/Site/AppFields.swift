import Core
import Interface
import Localization
import Markup
import Platform

/// What an app is called, who may come into it, in which further languages, and whether its terms must be accepted.
struct AppFields: HTML {
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
                choices: GuestAccess.allCases.map { Choice($0.rawValue, $0.choice) },
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

extension GuestAccess {
    /// What somebody without an account can do, or must.
    var choice: Text {
        switch self {
        case .browse: "See public content"
        case .none: "Must sign in first"
        }
    }
}
