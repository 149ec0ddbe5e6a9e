import Core
import Markup

/// A field for a colour: digits to type, and the browser's own way to pick one beside them.
public struct ColorField: HTML {
    /// The name of the picker's field, and of what it showed at first: a browser without scripts leaves the digits as they are.
    public static func picker(of name: String) -> String { name + ".picked" }
    public static func shown(of name: String) -> String { name + ".shown" }

    /// The field.
    public let body: Node

    /// - Parameters:
    ///   - value: what is in the field, empty where nothing was chosen.
    ///   - initial: what the picker shows then.
    public init(_ label: Text, name: String, value: String, initial: RGBColor, hint: Text? = nil, error: Text? = nil) {
        let shown = (RGBColor(hex: value) ?? initial).hex
        body = .field(label, name: name, hint: hint, error: error, isRequired: false) { id, description in
            div(.class("color-field"), .data("color")) {
                input(.class("color-pick"), .type("color"), .name(Self.picker(of: name)), .value(shown), .aria("label", "Pick a colour"))
                input(
                    .class("input"), .id(id), .type("text"), .name(name), .if(!value.isEmpty, .value(value)), .placeholder(.verbatim(initial.hex)),
                    .autocomplete("off"), .custom("spellcheck", "false"), .maxlength(7), .dir("ltr"), description)
            }
            input(.type("hidden"), .name(Self.shown(of: name)), .value(shown))
        }
    }
}
