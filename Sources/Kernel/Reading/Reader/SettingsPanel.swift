import Core
import Interface
import Markup
import Web

/// How the text is set.
struct SettingsPanel: HTML {
    let settings: ReadingSettings
    let words: ReadingWords
    /// Whether the text has verses.
    let hasVerses: Bool

    var body: some HTML {
        Panel(name: "settings", title: "Reading settings") {
            form(.class("reader-settings"), .data("settings"), .method("post"), .action(ReadingPaths.settings())) {
                fieldset(.class("reader-size")) {
                    legend { "Text size" }
                    button(.class("reader-button"), .type("button"), .data("step", "-1"), .aria("label", "Smaller")) { Icon.minus }
                    input(
                        .type("range"), .name("size"), .custom("min", "\(ReadingSettings.sizes.lowerBound)"),
                        .custom("max", "\(ReadingSettings.sizes.upperBound)"), .value(String(settings.size)),
                        .aria("label", "Text size"))
                    output { String(settings.size) }
                    button(.class("reader-button"), .type("button"), .data("step", "1"), .aria("label", "Larger")) { Icon.plus }
                }
                choices("Colours", "theme", settings.theme) { (theme: ReadingSettings.Theme) in
                    switch theme {
                    case .system: "Automatic"
                    case .light: "Light"
                    case .sepia: "Sepia"
                    case .dark: "Dark"
                    }
                }
                choices("Typeface", "face", settings.face) { (face: ReadingSettings.Face) in
                    switch face {
                    case .serif: "Serif"
                    case .sans: "Sans serif"
                    }
                }
                choices("Line spacing", "leading", settings.leading) { (leading: ReadingSettings.Leading) in
                    switch leading {
                    case .tight: "Tight"
                    case .normal: "Normal"
                    case .loose: "Loose"
                    }
                }
                choices("Line length", "width", settings.width) { (width: ReadingSettings.Width) in
                    switch width {
                    case .narrow: "Short"
                    case .normal: "Medium"
                    case .wide: "Long"
                    }
                }
                if hasVerses {
                    choices("Verses", "verses", settings.verses ?? .lines) { (verses: ReadingSettings.Verses) in
                        switch verses {
                        case .lines: "One per line"
                        case .running: "Running text"
                        }
                    }
                } else {
                    input(.type("hidden"), .name("verses"), .value((settings.verses ?? .lines).rawValue))
                }
                choices("Reading", "mode", settings.mode) { (mode: ReadingSettings.Mode) in
                    switch mode {
                    case .scroll: "Scroll"
                    case .pages: "Pages"
                    }
                }
                choices("Direction", "axis", settings.axis) { (axis: ReadingSettings.Axis) in
                    switch axis {
                    case .vertical: "Vertical"
                    case .horizontal: "Horizontal"
                    }
                }
                Markup.label(.class("reader-check")) {
                    input(.type("checkbox"), .name("justified"), .value("yes"), .flag("checked", settings.justified))
                    span { "Justify text" }
                }
                noscript { button(.class("reader-action is-primary")) { "Save" } }
            }
            KeyboardHelp(words: words)
        }
    }

    private func choices<Value: RawRepresentable<String> & CaseIterable & Equatable>(
        _ title: Text, _ name: String, _ chosen: Value, label: (Value) -> Text
    ) -> Node {
        fieldset(.class("reader-choice reader-choice-\(name)")) {
            legend { title }
            div {
                for value in Array(Value.allCases) {
                    Markup.label {
                        input(.type("radio"), .name(name), .value(value.rawValue), .flag("checked", value == chosen))
                        span { label(value) }
                    }
                }
            }
        }
    }
}

/// The keys of the reader.
struct KeyboardHelp: HTML {
    let words: ReadingWords

    private var keys: [(key: String, what: Text)] {
        [
            ("Space, PageDown", "Continue reading"), ("Shift+Space, PageUp", "Go back"), ("← →", words.turn), ("Home, End", words.edges),
            ("h", "Mark text: arrows choose, Shift extends, Enter acts"), ("b", "Bookmark this place"), ("c", "Contents"),
            ("n", "Highlights and notes"), ("/", words.searchTitle), ("Esc", "Close"),
        ]
    }

    var body: some HTML {
        details(.class("reader-keys")) {
            summary { "Keyboard shortcuts" }
            dl {
                for entry in keys {
                    dt { kbd { entry.key } }
                    dd { entry.what }
                }
            }
        }
    }
}
