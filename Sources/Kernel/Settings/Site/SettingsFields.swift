import Core
import Interface
import Localization
import Markup
import Web

/// What the fields of the page hold: what was typed, else what holds now.
struct SettingsFields: Sendable {
    let typed: QueryItems?
    /// Declared settings as they are, by id.
    let values: [String: String]
    let wrong: [String: Text]

    func text(_ name: String, _ present: String) -> String { typed?[name] ?? present }
    func isTicked(_ name: String, _ present: Bool) -> Bool { typed.map { $0[name] == "true" } ?? present }
    func isChosen(_ name: String, _ value: String, _ present: Bool) -> Bool { typed.map { $0.all(name).contains(value) } ?? present }
    func languages(_ name: String, _ present: [Language]) -> [Language] { typed.map { $0.all(name).map { Language($0) } } ?? present }
}

/// A box for each language.
struct LanguageBoxes: HTML {
    let title: Text
    let name: String
    let offered: [Language]
    let chosen: [Language]
    var error: Text?

    var body: some HTML {
        fieldset(.class("choices"), .id("field-" + name)) {
            legend { title }
            div(.class("choices-row")) {
                for language in offered {
                    Checkbox(.verbatim(language.nativeName), name: name, value: language.rawValue, isChecked: chosen.contains(language))
                }
            }
            if let error { p(.class("field-error"), .role("alert")) { error } }
        }
    }
}
