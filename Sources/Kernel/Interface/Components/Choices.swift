import Core
import Markup

/// One of several values to choose from.
public struct Choice: Sendable {
    /// What is sent.
    public let value: String
    /// What is shown.
    public let label: Text
    /// A word more, for radio buttons.
    public let hint: Text?

    /// A choice.
    public init(_ value: String, _ label: Text, hint: Text? = nil) {
        self.value = value
        self.label = label
        self.hint = hint
    }
}

/// A drop-down list.
public struct Select: HTML {
    /// The list.
    public let body: Node

    /// Choices under a heading of their own.
    public typealias Group = (heading: Text, choices: [Choice], attribute: Attribute)

    /// A list; its id is `field-NAME`. What is wanted less often follows under a heading of its own.
    public init(
        _ label: Text, name: String, choices: [Choice], further: (heading: Text, choices: [Choice])? = nil, selected: String? = nil,
        hint: Text? = nil, error: Text? = nil,
        isRequired: Bool = true, _ attributes: Attribute...
    ) {
        self.init(
            label, name: name, choices: choices, groups: further.map { [($0.heading, $0.choices, .nothing)] } ?? [], selected: selected, hint: hint,
            error: error, isRequired: isRequired, .group(attributes))
    }

    /// A list with groups after the first choices.
    public init(
        _ label: Text, name: String, choices: [Choice], groups: [Group], selected: String? = nil, hint: Text? = nil, error: Text? = nil,
        isRequired: Bool = true, _ attributes: Attribute...
    ) {
        body = .field(label, name: name, hint: hint, error: error, isRequired: isRequired) { id, description in
            div(.class("select")) {
                select(.class("input"), .id(id), .name(name), description, .group(attributes)) {
                    for choice in choices { Self.option(choice, selected) }
                    for group in groups {
                        optgroup(.custom("label", text: group.heading), group.attribute) {
                            for choice in group.choices { Self.option(choice, selected) }
                        }
                    }
                }
                Icon.chevronDown
            }
        }
    }

    private static func option(_ choice: Choice, _ selected: String?) -> Node {
        Markup.option(.value(choice.value), .flag("selected", choice.value == selected)) { choice.label }
    }
}

/// Something that is on or off.
public struct Checkbox: HTML {
    /// The box with its label.
    public let body: Node

    /// A box that sends `value` when it is ticked and nothing otherwise.
    public init(
        _ label: Text, name: String, value: String = "true", isChecked: Bool = false, hint: Text? = nil, error: Text? = nil,
        _ attributes: Attribute...
    ) {
        let id = "field-\(name)-\(value)"
        body = div(.class("field"), .if(error != nil, .class("field-invalid"))) {
            Markup.label(.class("check")) {
                input(
                    .type("checkbox"), .id(id), .name(name), .value(value), .flag("checked", isChecked),
                    .describing(id, hint: hint, error: error), .group(attributes))
                span(.class("check-label")) {
                    label
                    if let hint { span(.class("field-hint"), .id(id + "-hint")) { hint } }
                }
            }
            if let error { Node.fieldError(error, of: id) }
        }
    }
}

/// One choice of a few, all in sight.
public struct RadioGroup: HTML {
    /// The group.
    public let body: Node

    /// Radio buttons under a common heading.
    public init(_ label: Text, name: String, choices: [Choice], selected: String? = nil, error: Text? = nil) {
        let id = "group-" + name
        body = fieldset(.class("field"), .if(error != nil, .class("field-invalid")), .describing(id, hint: nil, error: error)) {
            legend(.class("field-label")) { label }
            for choice in choices {
                Markup.label(.class("check")) {
                    input(.type("radio"), .name(name), .value(choice.value), .flag("checked", choice.value == selected))
                    span(.class("check-label")) {
                        choice.label
                        if let hint = choice.hint { span(.class("field-hint")) { hint } }
                    }
                }
            }
            if let error { Node.fieldError(error, of: id) }
        }
    }
}

/// Fields that belong together, under a heading.
public struct FieldGroup: HTML {
    /// The group.
    public let body: Node

    /// Collects fields.
    /// - Parameters:
    ///   - name: what the group is called among the fields of a refusal; needed with `error`.
    ///   - error: what is wrong with the group as a whole.
    public init(_ title: Text, name: String = "", error: Text? = nil, @HTMLBuilder content: () -> Node) {
        let id = "group-" + name
        body = fieldset(.class("field-group"), .if(error != nil, .class("field-invalid")), .describing(id, hint: nil, error: error)) {
            legend { title }
            content()
            if let error { Node.fieldError(error, of: id) }
        }
    }
}

/// A field for files: a place to drop them, checks of size and type before they are sent, and progress while they are.
public struct FileField: HTML {
    /// The field.
    public let body: Node

    /// A field for files of the types in `accept` (`.epub,.pdf`), each at most `maxBytes` long. The form must have `hasFiles`.
    /// - Parameter opensCamera: whether a phone opens its camera rather than its files; have another field beside it for whoever has none.
    public init(
        _ label: Text, name: String, accept: String, isMultiple: Bool = false, maxBytes: Int, hint: Text? = nil, error: Text? = nil,
        isRequired: Bool = true, opensCamera: Bool = false
    ) {
        let megabytes = Swift.max(1, maxBytes / 1_048_576)
        body = .field(label, name: name, hint: hint, error: error, isRequired: isRequired) { id, description in
            div(
                .class("drop-zone"), .data("upload"), .data("max-bytes", String(maxBytes)),
                .data("too-large", text: "This file is larger than \(megabytes) MB."),
                .data("wrong-type", text: "This type of file can’t be used here."), .data("sending", text: "Sending…"),
                .data("failed", text: "The connection was lost. Nothing was saved; send it again.")
            ) {
                Icon.upload
                p { isMultiple ? "Drop files here, or choose them." as Text : "Drop a file here, or choose one." }
                input(
                    .class("input-file"), .id(id), .type("file"), .name(name), .accept(accept), .flag("multiple", isMultiple),
                    .flag("required", isRequired), opensCamera ? .custom("capture", "environment") : .group([]), description)
                ul(.class("file-list"), .data("upload-list"), .aria("live", "polite"))
            }
        }
    }
}
