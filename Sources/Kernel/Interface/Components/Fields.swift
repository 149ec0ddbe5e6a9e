import Core
import Markup

/// A form. With `post` it carries the answer's address; with `get` its fields become the query.
public struct Form: HTML {
    /// How it is sent.
    public enum Method: String, Sendable { case get, post }

    private let action: String
    private let method: Method
    private let hasFiles: Bool
    private let attributes: [Attribute]
    private let content: Node

    /// A form to `action`. One with files says so, else they would not be sent.
    public init(
        _ action: String, method: Method = .post, hasFiles: Bool = false, _ attributes: Attribute...,
        @HTMLBuilder content: () -> Node
    ) {
        self.action = action
        self.method = method
        self.hasFiles = hasFiles
        self.attributes = attributes
        self.content = content()
    }

    /// The form.
    public var body: some HTML {
        form(
            .class("form"), .action(action), .method(method.rawValue), .if(hasFiles, .enctype("multipart/form-data")),
            .group(attributes)
        ) {
            content
        }
    }
}

/// What stands around every field: its label, a hint, and what is wrong with it.
public struct Field: HTML {
    private let label: Text
    private let id: String
    private let hint: Text?
    private let error: Text?
    private let isRequired: Bool
    private let control: Node

    /// Wraps a control whose id is `id`; the control gets ``describing(_:hint:error:)`` among its attributes.
    public init(
        _ label: Text, id: String, hint: Text? = nil, error: Text? = nil, isRequired: Bool = false, @HTMLBuilder control: () -> Node
    ) {
        self.label = label
        self.id = id
        self.hint = hint
        self.error = error
        self.isRequired = isRequired
        self.control = control()
    }

    /// Label, control, hint, error.
    public var body: some HTML {
        div(.class("field"), .if(error != nil, .class("field-invalid"))) {
            Markup.label(.for(id), .class("field-label")) {
                label
                if !isRequired { span(.class("field-optional")) { "optional" } }
            }
            if let hint { p(.class("field-hint"), .id(id + "-hint")) { hint } }
            control
            if let error {
                p(.class("field-error"), .id(id + "-error")) {
                    Icon.warning
                    span { error }
                }
            }
        }
    }

    /// The ARIA attributes that tie a control to its hint and its error.
    public static func describing(_ id: String, hint: Text?, error: Text?) -> Attribute {
        let ids = [hint == nil ? nil : id + "-hint", error == nil ? nil : id + "-error"].compactMap { $0 }
        return .group([
            ids.isEmpty ? .nothing : .aria("describedby", ids.joined(separator: " ")), .if(error != nil, .aria("invalid", true)),
        ])
    }
}

/// A field of one line.
public struct TextField: HTML {
    /// What is written into it; it decides the keyboard on phones and the browser's own check.
    public enum Kind: String, Sendable {
        case text, email, password, search, number, url, date, time, tel
        case dateTime = "datetime-local"
    }

    private let label: Text
    private let name: String
    private let value: String
    private let kind: Kind
    private let hint: Text?
    private let error: Text?
    private let isRequired: Bool
    private let attributes: [Attribute]

    /// A field; its id is `field-NAME`. What the person wrote is put back with `value`, and what was wrong with it with `error`.
    public init(
        _ label: Text, name: String, value: String = "", kind: Kind = .text, hint: Text? = nil, error: Text? = nil,
        isRequired: Bool = false, _ attributes: Attribute...
    ) {
        self.label = label
        self.name = name
        self.value = value
        self.kind = kind
        self.hint = hint
        self.error = error
        self.isRequired = isRequired
        self.attributes = attributes
    }

    /// The field.
    public var body: some HTML {
        let id = "field-" + name
        Field(label, id: id, hint: hint, error: error, isRequired: isRequired) {
            input(
                .class("input"), .id(id), .type(kind.rawValue), .name(name), .if(!value.isEmpty, .value(value)),
                .flag("required", isRequired), Field.describing(id, hint: hint, error: error), .group(attributes))
        }
    }
}

/// A field of several lines.
public struct TextArea: HTML {
    private let label: Text
    private let name: String
    private let value: String
    private let lines: Int
    private let hint: Text?
    private let error: Text?
    private let isRequired: Bool
    private let attributes: [Attribute]

    /// A field that shows `lines` lines at first; its id is `field-NAME`.
    public init(
        _ label: Text, name: String, value: String = "", lines: Int = 4, hint: Text? = nil, error: Text? = nil,
        isRequired: Bool = false, _ attributes: Attribute...
    ) {
        self.label = label
        self.name = name
        self.value = value
        self.lines = lines
        self.hint = hint
        self.error = error
        self.isRequired = isRequired
        self.attributes = attributes
    }

    /// The field.
    public var body: some HTML {
        let id = "field-" + name
        Field(label, id: id, hint: hint, error: error, isRequired: isRequired) {
            textarea(
                .class("input"), .id(id), .name(name), .rows(lines), .flag("required", isRequired),
                Field.describing(id, hint: hint, error: error), .group(attributes)
            ) { value }
        }
    }
}
