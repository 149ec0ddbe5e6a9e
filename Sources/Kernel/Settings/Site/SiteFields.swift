import Core
import Interface
import Localization
import Markup
import Platform

/// Name and address, languages and time zone, registration or uploads.
struct SiteFields: HTML {
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
