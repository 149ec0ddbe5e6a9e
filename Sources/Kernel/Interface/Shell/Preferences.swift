import Core
import Localization
import Markup
import Web

/// Language and theme, each changed with one touch. It posts `language` or `theme`, and `then` to come back, to `/preferences`.
public struct PreferencesForm: HTML {
    private let shell: Shell

    /// The switches, set as `shell` says.
    public init(shell: Shell) { self.shell = shell }

    /// The form.
    public var body: some HTML {
        form(.class("preferences"), .method("post"), .action(SitePaths.preferences()), .data("preferences")) {
            input(.type("hidden"), .name("then"), .value(shell.path))
            ThemeSwitch(selected: shell.theme)
            if shell.languages.count > 1 { LanguageSwitch(languages: shell.languages, selected: shell.context.language) }
            if !shell.context.language.isReviewed { p(.class("muted")) { "No native speaker has reviewed this translation yet." } }
        }
    }
}

/// Three buttons: as the device has it, light, dark. It belongs into a form to `/preferences`.
public struct ThemeSwitch: HTML {
    private let selected: Theme

    /// The switch with one theme chosen.
    public init(selected: Theme) { self.selected = selected }

    /// The buttons.
    public var body: some HTML {
        div(.class("switch"), .role("group"), .aria("label", "Theme")) {
            for theme in Theme.allCases {
                button(
                    .type("submit"), .name("theme"), .value(theme.rawValue), .aria("pressed", theme == selected), .aria("label", label(theme)),
                    .title(label(theme))
                ) {
                    switch theme {
                    case .system: Icon.contrast
                    case .light: Icon.sun
                    case .dark: Icon.moon
                    }
                }
            }
        }
    }

    private func label(_ theme: Theme) -> Text {
        switch theme {
        case .system: "Theme of the device"
        case .light: "Light theme"
        case .dark: "Dark theme"
        }
    }
}

/// A button per language, each named in itself. It belongs into a form to `/preferences`.
public struct LanguageSwitch: HTML {
    private let languages: [Language]
    private let selected: Language

    /// The switch with one language chosen.
    public init(languages: [Language], selected: Language) {
        self.languages = languages
        self.selected = selected
    }

    /// The buttons.
    public var body: some HTML {
        div(.class("switch"), .role("group"), .aria("label", "Language")) {
            for language in languages {
                button(.type("submit"), .name("language"), .value(language.rawValue), .lang(language), .aria("pressed", language == selected)) {
                    language.nativeName
                }
            }
        }
    }
}

/// The foot of every page.
struct ShellFooter: HTML {
    let shell: Shell
    /// Whether it has the switches of theme and language.
    let hasPreferences: Bool
    /// The place that is open.
    let current: String?

    var body: some HTML {
        footer(.class("shell-footer")) {
            p { shell.siteName }
            if !shell.footer.isEmpty {
                nav(.class("footer-places"), .aria("label", "About this site")) {
                    ul { for item in shell.footer { li { a(.href(item.path), .if(item.path == current, .aria("current", "page"))) { item.label } } } }
                }
            }
            if hasPreferences { PreferencesForm(shell: shell) }
        }
    }
}

/// A line that a script shows while there is no connection.
struct OfflineLine: HTML {
    let app: ShellApp?

    var body: some HTML {
        p(.class("offline-line"), .data("offline"), .flag("hidden"), .role("status")) {
            Icon.offline
            span {
                app?.offlineWords ?? "You’re offline. Most things need a connection."
                " "
                span(.data("updated", text: "Last updated \("#").")) {}
            }
        }
    }
}
