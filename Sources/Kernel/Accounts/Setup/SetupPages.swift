import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// What the set-up page shows, at first and again after a refusal.
struct SetupModel: Sendable {
    /// An app to tick.
    struct AppChoice: Sendable {
        let id: String
        let name: Text
        /// What it is for, in a sentence.
        let summary: Text?
    }

    let token: String
    let siteName: String
    let name: String
    let email: String
    let timeZone: String
    let address: String
    let currency: String
    /// The name under which the page was opened; nil for a loopback one.
    let host: String?
    let languages: [Language]
    let chosenLanguages: Set<Language>
    let apps: [AppChoice]
    let chosenApps: Set<String>
    /// Whether nothing has been sent yet.
    let isNew: Bool
    let problem: Problem?

    init(site: Site, token: String, address: String? = nil, host: String? = nil, form: SetupForm? = nil, problem: Problem? = nil) {
        self.token = token
        self.problem = problem
        isNew = form == nil
        siteName = form?.siteName ?? site.configuration.name
        name = form?.name ?? ""
        email = form?.email ?? ""
        // What a site begins with is nobody's choice; a script puts in the zone of the device.
        let zone = site.configuration.timeZone
        timeZone = form?.timeZone ?? (zone == SiteConfiguration().timeZone ? "" : zone)
        self.host = host
        currency = form?.currency ?? site.configuration.currency
        self.address = form?.address ?? address ?? ""
        languages = site.messages.languages
        // Translations that nobody has reviewed are there for whoever wants them.
        chosenLanguages = Set(form.map { ($0.languages ?? []).map { Language($0) } } ?? languages.filter(\.isReviewed))
        apps = site.apps.map { AppChoice(id: $0.id, name: $0.name, summary: $0.summary) }
        chosenApps = Set(form.map { $0.apps ?? [] } ?? apps.map(\.id))
    }
}

/// The one-time set-up page.
struct SetupPage: HTML {
    let model: SetupModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Set up this site", lead: "A few choices and your site is ready. You can change most of them later.")
            ProblemAlert(model.problem)
            Form(AccountsPaths.setup(model.token)) {
                TextField("Name of the site", name: "siteName", value: model.siteName, error: error("siteName"), isRequired: true)
                TimeZoneField(
                    name: "timeZone", value: model.timeZone, hint: "Type a city to search, such as Stockholm.", error: error("timeZone"),
                    isRequired: true,
                    takesDevices: model.isNew)
                TextField(
                    "Address of the site", name: "address", value: model.address,
                    hint: SiteAddress.isLocal(model.address)
                        ? "localhost works only on this computer. Type the address that people will use, such as https://stoa.example. If you don’t have one yet, leave it as it is."
                        : "The start of every link in emails, notifications and feeds, such as https://stoa.example.",
                    error: error("address"), .inputmode("url"), .autocomplete("url"))
                TextField(
                    "Currency", name: "currency", value: model.currency, hint: "For prices and budgets. Three letters, such as SEK, KES or USD.",
                    error: error("currency"), isRequired: true, .maxlength(3), .autocomplete("off"))
                if let host = model.host {
                    Alert(.info) { "You opened this page at \(host). The site will answer to that name too, and to no other." }
                }
                fieldset(.class("field")) {
                    legend(.class("field-label")) { "Languages of the site" }
                    for language in model.languages {
                        Checkbox(
                            .verbatim(language.nativeName), name: "languages", value: language.rawValue,
                            isChecked: model.chosenLanguages.contains(language),
                            hint: language.isReviewed ? nil : "No native speaker has reviewed this translation yet.")
                    }
                }
                fieldset(.class("field")) {
                    legend(.class("field-label")) { "Apps" }
                    p(.class("field-hint")) {
                        "If you’re not sure, keep the tick. You can turn apps on and off later, and rename them, in the settings."
                    }
                    for app in model.apps {
                        Checkbox(app.name, name: "apps", value: app.id, isChecked: model.chosenApps.contains(app.id), hint: app.summary)
                    }
                }
                SectionHeader("The owner", detail: "The owner may do everything, and gives others their roles.")
                TextField("Your name", name: "name", value: model.name, error: error("name"), isRequired: true, .autocomplete("name"))
                TextField(
                    "Email", name: "email", value: model.email, kind: .email, error: error("email"), isRequired: true,
                    .autocomplete("username"))
                TextField(
                    "Password", name: "password", kind: .password, hint: "At least 8 characters with at least one number.",
                    error: error("password") ?? typeAgain, isRequired: true, .autocomplete("new-password"), .custom("minlength", "8"),
                    .custom("pattern", ".*[0-9].*"), .saying("Use at least 8 characters with at least one number."))
                Actions { Button("Open the site", icon: .check) }
            }
        }
    }

    /// A page never holds a password, so that what was typed is gone after a refusal.
    private var typeAgain: Text? { model.problem == nil ? nil : "Type the password once more." }

    private func error(_ field: String) -> Text? { model.problem?.fields[field] }
}
