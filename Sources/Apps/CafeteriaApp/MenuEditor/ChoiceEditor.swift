import Core
import Interface
import Markup
import Web

/// The choices of an item as rows of its form. Each button sends the form, and the answer is the form with the rows changed and nothing saved;
/// a script puts only these rows in place.
struct ChoiceEditor: HTML {
    let rows: ChoiceRows
    let currency: String
    let wrong: [String: Text]
    /// The id of the control that is used next, after a button was pressed.
    let focus: String?

    private typealias Field = ChoiceRows.Field

    var body: some HTML {
        div(.id("choice-editor"), .data("failed", text: "The connection was lost. Try again.")) {
            p(.class("muted")) { "What customers choose with the item, such as its size, extras, or what to leave out." }
            for (index, group) in rows.groups.enumerated() { box(group, index) }
            if rows.groups.count < ChoiceText.mostGroups {
                div(.class("choice-add")) { Button("Add choice", icon: .plus, style: .secondary, sends(ChoiceEdit(.add))) }
            }
        }
    }

    private func box(_ group: ChoiceRows.Group, _ index: Int) -> some HTML {
        let label: Text = group.name.trimmed.isEmpty ? "Choice \(index + 1)" : .verbatim(group.name)
        return div(.class("choice-box"), .role("group"), .aria("label", label)) {
            hidden(Field.id(index), group.id)
            div(.class("choice-head")) {
                TextField(
                    "Name of the choice", name: Field.name(index), value: group.name, error: wrong[Field.name(index)], isConditional: true,
                    .maxlength(ChoiceGroup.longestName), .autocomplete("off"), .placeholder("Size"), focused("field-" + Field.name(index)))
                Select(
                    "Customers choose", name: Field.rule(index), choices: ChoiceRows.Rule.allCases.map { Choice($0.rawValue, $0.name) },
                    selected: group.rule.rawValue)
                tools(index, nil, of: rows.groups.count, remove: "Remove choice")
            }
            div(.class("choice-limits")) {
                count("At least", Field.least(index), group.least, placeholder: "0")
                count("At most", Field.most(index), group.most, placeholder: "All")
            }
            for (place, option) in group.options.enumerated() { row(option, index, place, of: group.options.count) }
            if group.options.count < ChoiceText.mostChoices {
                div(.class("choice-add")) { Button("Add option", icon: .plus, style: .quiet, sends(ChoiceEdit(.add, index))) }
            }
        }
    }

    private func count(_ label: Text, _ field: String, _ value: String, placeholder: Text) -> some HTML {
        TextField(
            label, name: field, value: value, error: wrong[field], isConditional: true, .custom("inputmode", "numeric"), .autocomplete("off"),
            .placeholder(placeholder))
    }

    private func row(_ option: ChoiceRows.Option, _ group: Int, _ place: Int, of count: Int) -> some HTML {
        let label: Text = option.name.trimmed.isEmpty ? "Option \(place + 1)" : .verbatim(option.name)
        return div(.class("choice-row"), .role("group"), .aria("label", label)) {
            hidden(Field.id(group, place), option.id)
            TextField(
                "Option", name: Field.name(group, place), value: option.name, error: wrong[Field.name(group, place)], isConditional: true,
                .maxlength(ChoiceGroup.longestName), .autocomplete("off"), focused("field-" + Field.name(group, place)))
            TextField(
                "Price change in \(currency)", name: Field.price(group, place), value: option.price, error: wrong[Field.price(group, place)],
                isConditional: true, .autocomplete("off"), .custom("placeholder", "0"))
            tools(group, place, of: count, remove: "Remove option")
            Disclosure(isOpen: false, .class("choice-allergen-fold")) {
                allergens(option)
            } content: {
                div(.class("allergen-grid")) {
                    for allergen in Allergen.allCases {
                        Checkbox(
                            allergen.name, name: Field.allergens(group, place), value: allergen.rawValue,
                            isChecked: option.allergens.contains(allergen.rawValue))
                    }
                }
            }
        }
    }

    @HTMLBuilder private func allergens(_ option: ChoiceRows.Option) -> Node {
        "Allergens"
        let names = Allergen.allCases.filter { option.allergens.contains($0.rawValue) }.map(\.name)
        if !names.isEmpty {
            span(.class("choice-allergens")) { for name in names { span { name } } }
        }
    }

    private func tools(_ group: Int, _ option: Int?, of count: Int, remove: Text) -> some HTML {
        let place = option ?? group
        return div(.class("choice-tools")) {
            IconButton(.chevronUp, label: "Move up", .flag("disabled", place == 0), sends(ChoiceEdit(.up, group, option)))
            IconButton(.chevronDown, label: "Move down", .flag("disabled", place == count - 1), sends(ChoiceEdit(.down, group, option)))
            IconButton(.trash, label: remove, sends(ChoiceEdit(.remove, group, option)))
        }
    }

    private func hidden(_ name: String, _ value: String) -> Node {
        value.isEmpty ? .nothing : input(.type("hidden"), .name(name), .value(value))
    }

    private func sends(_ edit: ChoiceEdit) -> Attribute {
        .group([.id(edit.id), .name(ChoiceEdit.field), .value(edit.value), .flag("formnovalidate"), .data("choices"), focused(edit.id)])
    }

    private func focused(_ id: String) -> Attribute { .flag("autofocus", id == focus) }
}

extension ChoiceRows.Rule {
    var name: Text {
        switch self {
        case .one: "Exactly one"
        case .optional: "One or none"
        case .several: "Several"
        }
    }
}
