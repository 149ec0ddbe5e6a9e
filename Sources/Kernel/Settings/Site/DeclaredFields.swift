import Core
import Interface
import Markup
import Platform

/// The settings that a part or an app declares.
struct DeclaredFields: HTML {
    let group: SettingGroup
    let notes: [String: Text]
    let facts: [String: Text]
    let form: SettingsFields

    var body: some HTML {
        div(.class("form setting-grid")) { for setting in group.settings { field(setting) } }
    }

    @HTMLBuilder private func field(_ setting: SettingDeclaration) -> Node {
        let value = form.text(setting.id, form.values[setting.id].flatMap(setting.read) ?? setting.initial)
        let hint = notes[setting.id].map { "\(setting.hint) \($0)" } ?? setting.hint
        let error = form.wrong[setting.id]
        switch setting.control {
        case .number(let range):
            TextField(
                setting.label, name: setting.id, value: value, kind: .number, hint: hint, error: error, isRequired: true,
                .min(String(range.lowerBound)), .max(String(range.upperBound)))
        case .text(let most): TextField(setting.label, name: setting.id, value: value, hint: hint, error: error, .maxlength(most))
        case .lines(let most): TextArea(setting.label, name: setting.id, value: value, lines: 6, hint: hint, error: error, .maxlength(most))
        case .flag where value != "true" && facts[setting.id] != nil:
            // It holds for now without having been chosen here: an empty box would deny it.
            div(.class("field")) {
                p(.class("field-label")) { setting.label }
                p(.class("field-hint")) { notes[setting.id] ?? facts[setting.id] }
            }
        case .flag: Checkbox(setting.label, name: setting.id, isChecked: value == "true", hint: hint, error: error)
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
