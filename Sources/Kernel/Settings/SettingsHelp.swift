import Core
import Platform
import Web

/// What whoever sets the site up asks.
enum SettingsHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "site-name", "How do I change the site’s name, logo or colours?",
            "Under Administration, Settings, Name and address. The site’s logo and colour are under Logo and colour.",
            "Each app has a colour of its own: it’s in Settings, under the app’s name.",
            searchedAs: "site name title rename brand logo icon favicon color colors colour theme accent look design",
            permission: .settingsChange, link: .init("Settings", path: SettingsPaths.site())),
        HelpTopic(
            "apps", "How do I turn an app on or off, or decide who can use it?",
            "Under Administration, Settings, each app has a part of its own: whether it’s on, how people sign in, and whether guests can look around.",
            searchedAs: "app enable disable hide show guests access registration open closed private",
            permission: .settingsChange, link: .init("Settings", path: SettingsPaths.site())),
        HelpTopic(
            "hours", "How do I change the opening hours?",
            "Under Administration, Opening hours. Days with other hours, such as holidays, come below the week.",
            searchedAs: "opening hours closed holidays special days schedule times",
            permission: .settingsChange, link: .init("Opening hours", path: SettingsPaths.hours())),
    ]
}
