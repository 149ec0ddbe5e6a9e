import Core
import Markup

/// A form. With `post` it carries the answer's address; with `get` its fields become the query.
public struct Form: HTML {
    /// How it is sent.
    public enum Method: String, Sendable { case get, post }

    /// The form.
    public let body: Node

    /// A form to `action`. One with files says so, else they would not be sent.
    public init(
        _ action: String, method: Method = .post, hasFiles: Bool = false, _ attributes: Attribute...,
        @HTMLBuilder content: () -> Node
    ) {
        body = form(
            .class("form"), .action(action), .method(method.rawValue), .if(hasFiles, .enctype("multipart/form-data")), .group(attributes)
        ) {
            // Sent again, by a double click or after a crash, it is the same form and takes effect once.
            if method == .post { input(.type("hidden"), .name("submission"), .value(Self.freshKey())) }
            content()
        }
    }

    private static func freshKey() -> String {
        var random = SystemRandomNumberGenerator()
        let halves = [random.next(), random.next()]
        return halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> ($0 * 8)) } }.base64URL
    }
}

extension Attribute {
    /// Lets a form wait on the device when there is no connection, called `title` there; it is sent once, by its author, when there is one.
    /// For a form of a person who is signed in, without files, whose handler writes and then leads to another page.
    public static func waitsOffline(as title: Text) -> Attribute { .data("outbox", text: title) }

    /// Of a form that ``waitsOffline(as:)``: where its answer leads back to the same page, these parts of it are renewed and the rest stays as
    /// it is.
    public static func renews(_ selectors: String...) -> Attribute { .data("renews", selectors.joined(separator: ", ")) }
}

extension Node {
    /// What stands around every control: its label, a hint, and what is wrong with it. The control is made with its id, `field-NAME`,
    /// and with the attributes that tie it to its hint and its error.
    static func field(
        _ label: Text, name: String, hint: Text?, error: Text?, isRequired: Bool,
        @HTMLBuilder control: (_ id: String, _ description: Attribute) -> Node
    ) -> Node {
        let id = "field-" + name
        return div(.class("field"), .if(error != nil, .class("field-invalid"))) {
            Markup.label(.for(id), .class("field-label")) {
                label
                if !isRequired { span(.class("field-optional")) { "optional" } }
            }
            if let hint { p(.class("field-hint"), .id(id + "-hint")) { hint } }
            control(id, .describing(id, hint: hint, error: error))
            if let error { Node.fieldError(error, of: id) }
        }
    }

    /// What is wrong with a field.
    static func fieldError(_ error: Text, of id: String) -> Node {
        p(.class("field-error"), .id(id + "-error")) {
            Icon.warning
            span { error }
        }
    }
}

extension Attribute {
    /// What the script says at the field when it is empty or its value is wrong: give it what the handler says then. Where nothing is given
    /// it says that something is missing or not allowed.
    public static func saying(_ fault: Text) -> Attribute { .group([.data("missing", text: fault), .data("wrong", text: fault)]) }

    /// The ARIA attributes that tie a control to its hint and its error.
    static func describing(_ id: String, hint: Text?, error: Text?) -> Attribute {
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

        /// What the script says where the browser finds the value wrong; the server says the same.
        fileprivate var fault: Attribute {
            switch self {
            case .email: .saying("Enter an email address like name@example.org.")
            default: .nothing
            }
        }
    }

    /// The field.
    public let body: Node

    /// A field; its id is `field-NAME`. What the person wrote is put back with `value`, and what was wrong with it with `error`.
    /// - Parameter isConditional: it is needed with some of the form's other choices, so it is not called optional.
    public init(
        _ label: Text, name: String, value: String = "", kind: Kind = .text, hint: Text? = nil, error: Text? = nil,
        isRequired: Bool = false, isConditional: Bool = false, _ attributes: Attribute...
    ) {
        body = .field(label, name: name, hint: hint, error: error, isRequired: isRequired || isConditional) { id, description in
            let control = input(
                .class("input"), .id(id), .type(kind.rawValue), .name(name), .if(!value.isEmpty, .value(value)),
                .flag("required", isRequired), kind.fault, description, .group(attributes))
            if kind == .password {
                div(.class("password-field")) {
                    control
                    // Shown by the script that it needs.
                    IconButton(.eye, label: "Show password", .type("button"), .flag("hidden"), .data("reveal", id), .aria("pressed", false))
                }
            } else {
                control
            }
        }
    }
}

/// Something to be copied: a line that cannot be changed, and a button that takes it along.
public struct CopyField: HTML {
    public let body: Node

    /// - Parameter done: what the button answers.
    public init(_ label: Text, value: String, done: Text, hint: Text? = nil) {
        body = .field(label, name: "copy", hint: hint, error: nil, isRequired: true) { id, description in
            div(.class("copy-field")) {
                input(.class("input"), .id(id), .type("text"), .value(value), .flag("readonly"), .dir("ltr"), description)
                // Shown by the script that it needs.
                Button("Copy", icon: .copy, style: .secondary, .type("button"), .flag("hidden"), .data("copy", id), .data("done", text: done))
            }
        }
    }
}

/// A field of several lines.
public struct TextArea: HTML {
    /// The field.
    public let body: Node

    /// A field that shows `lines` lines at first; its id is `field-NAME`.
    public init(
        _ label: Text, name: String, value: String = "", lines: Int = 4, hint: Text? = nil, error: Text? = nil,
        isRequired: Bool = false, _ attributes: Attribute...
    ) {
        body = .field(label, name: name, hint: hint, error: error, isRequired: isRequired) { id, description in
            textarea(
                .class("input"), .id(id), .name(name), .rows(lines), .flag("required", isRequired), description, .group(attributes)
            ) { value }
        }
    }
}
