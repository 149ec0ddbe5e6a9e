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
    }

    let token: String
    let siteName: String
    let name: String
    let email: String
    let timeZone: String
    let languages: [Language]
    let apps: [AppChoice]
    let problem: Problem?

    init(site: Site, token: String, form: SetupForm? = nil, problem: Problem? = nil) {
        self.token = token
        self.problem = problem
        siteName = form?.siteName ?? site.configuration.name
        name = form?.name ?? ""
        email = form?.email ?? ""
        timeZone = form?.timeZone ?? site.configuration.timeZone
        languages = site.messages.languages
        apps = site.manifests.filter { $0.path != nil }.map { AppChoice(id: $0.id, name: $0.name) }
    }
}

/// The one-time set-up page.
struct SetupPage: HTML {
    let model: SetupModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Set up this site", lead: "A few choices, and the doors are open. All of them can be changed later.")
            if let problem = model.problem { ProblemNotice(problem) }
            Form(AccountsPaths.setup(model.token)) {
                TextField("Name of the site", name: "siteName", value: model.siteName, error: error("siteName"), isRequired: true)
                TextField(
                    "Time zone", name: "timeZone", value: model.timeZone, hint: "Write it like Europe/Stockholm.", error: error("timeZone"),
                    isRequired: true)
                fieldset(.class("field")) {
                    legend(.class("field-label")) { "Languages of the site" }
                    for language in model.languages {
                        Checkbox(.verbatim(language.nativeName), name: "languages", value: language.rawValue, isChecked: true)
                    }
                }
                fieldset(.class("field")) {
                    legend(.class("field-label")) { "Apps" }
                    for app in model.apps { Checkbox(app.name, name: "apps", value: app.id, isChecked: true) }
                }
                SectionHeader("The owner", detail: "The owner may do everything, and gives others their roles.")
                TextField("Your name", name: "name", value: model.name, error: error("name"), isRequired: true, .autocomplete("name"))
                TextField(
                    "E-mail", name: "email", value: model.email, kind: .email, error: error("email"), isRequired: true,
                    .autocomplete("username"))
                TextField(
                    "Password", name: "password", kind: .password, hint: "At least 8 characters with at least one number.",
                    error: error("password"), isRequired: true, .autocomplete("new-password"))
                Actions { Button("Open the site", icon: .check) }
            }
        }
    }

    private func error(_ field: String) -> Text? { model.problem?.fields[field] }
}
