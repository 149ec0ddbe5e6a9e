import Accounts
import Core
import Interface
import Localization
import Markup
import Messages
import Notifications
import Platform
import Web

/// Settings: rows parted by lines, each a switch or the way to a further page (VOL-059).
struct SettingsPage: PageAnswer {
    let news: NewRequestChoice
    let categories: CategoryList
    let theme: Theme
    let language: Language
    let languages: [Language]

    var title: Text { "Settings" }
    var shell: ShellStyle { .app("volunteers") }
    var scripts: [String] { ["volunteers/js/settings.js"] }
    var slots: FrameSlots { FrameSlots(hasPreferences: true) }

    var body: some HTML {
        div(
            .class("narrow"), .data("settings-cache"), .data("theme", theme.rawValue), .data("language", language.rawValue), .data("news", news.name)
        ) {
            PageHeader(title)
            ul(.class("rows settings-rows card")) {
                li(.class("row")) {
                    strong { "Theme" }
                    SettingsPreference(then: VolunteersPaths.settings()) { ThemeSwitch(selected: theme) }
                }
                li(.class("row")) {
                    strong { "Language" }
                    SettingsPreference(then: VolunteersPaths.settings()) { LanguageSwitch(languages: languages, selected: language) }
                }
                li(.class("row settings-news")) {
                    form(.method("post"), .action(VolunteersPaths.news())) {
                        RadioGroup(
                            "Notify me of new requests", name: "news",
                            choices: [
                                Choice("none", "None"), Choice("all", "All new requests"), Choice("category", "New requests of one category"),
                            ], selected: news.name)
                        Select(
                            "Category", name: "category",
                            choices: categories.all.map { $0.choice(in: language) },
                            selected: news.categoryID?.description)
                        Actions { Button("Save", icon: .check) }
                    }
                }
                SettingsLink(label: "Notification settings", icon: .bell, href: NotificationsPaths.choices())
                SettingsLink(label: "Messages and blocked people", icon: .mail, href: link(MessagesPaths.list(), query: ["app": "volunteers"]))
                SettingsLink(label: "Your account and your data", icon: .person, href: AccountsPaths.account())
                SettingsLink(label: "Terms", icon: .scroll, href: AccountsPaths.terms(VolunteersApp.manifest.id))
                SettingsLink(label: "Help", icon: .help, href: SitePaths.help())
                SettingsLink(label: "A short tour", icon: .hand, href: VolunteersPaths.home() + "?tour")
                SettingsSignOut()
            }
        }
    }

}
