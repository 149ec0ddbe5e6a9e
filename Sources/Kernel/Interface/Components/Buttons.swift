import Core
import Markup

/// How much a button asks for attention. A page has one primary action at most.
public enum ButtonStyle: String, Sendable {
    case primary, secondary, quiet, danger
    /// Red words on a light ground: it leads to what can't be undone, beside actions that are used more.
    case dangerOutline = "danger-outline"

    var className: String { "button button-" + rawValue }
}

/// A button of a form or of a script.
public struct Button: HTML {
    /// The button.
    public let body: Node

    /// A button with words. It submits its form unless `attributes` say `.type("button")`.
    public init(_ label: Text, icon: Icon? = nil, style: ButtonStyle = .primary, _ attributes: Attribute...) {
        body = button(.class(style.className), .submitting(unless: attributes), .group(attributes)) {
            icon
            span { label }
        }
    }
}

extension Attribute {
    /// A button submits its form unless it says otherwise.
    fileprivate static func submitting(unless attributes: [Attribute]) -> Attribute { .if(!attributes.contains("type"), .type("submit")) }
}

/// A link that looks like a button: for going somewhere, where ``Button`` is for doing something.
public struct LinkButton: HTML {
    /// The link.
    public let body: Node

    /// A link with words.
    public init(_ label: Text, href: String, icon: Icon? = nil, style: ButtonStyle = .primary, _ attributes: Attribute...) {
        body = a(.class(style.className), .href(href), .group(attributes)) {
            icon
            span { label }
        }
    }
}

extension Attribute {
    /// For a link to a file that takes seconds to make: a word says so until its download begins.
    public static var prepared: Attribute { .data("prepared", text: "Preparing the file. The download starts in a few seconds.") }
}

/// A square button that shows only an icon; its label is read to those who do not see it and appears on hovering.
public struct IconButton: HTML {
    /// How it looks: filled in the colour of actions, or plain.
    public enum Style: String, Sendable { case filled, plain }

    /// The button or link.
    public let body: Node

    /// A button; it submits its form unless `attributes` say `.type("button")`.
    public init(_ icon: Icon, label: Text, style: Style = .plain, _ attributes: Attribute...) {
        body = button(.looking(style, label), .submitting(unless: attributes), .group(attributes)) { icon }
    }

    /// A link.
    public init(_ icon: Icon, label: Text, href: String, style: Style = .plain, _ attributes: Attribute...) {
        body = a(.href(href), .looking(style, label), .group(attributes)) { icon }
    }
}

extension Attribute {
    fileprivate static func looking(_ style: IconButton.Style, _ label: Text) -> Attribute {
        .group([.class("icon-button icon-button-" + style.rawValue), .aria("label", label), .title(label)])
    }
}

/// Buttons in a row, the most important first; on phones they share the width.
public struct Actions: HTML {
    /// The row.
    public let body: Node

    /// Collects buttons.
    public init(@HTMLBuilder content: () -> Node) {
        body = div(.class("actions")) { content() }
    }
}

/// What Enter presses in a field of a form whose first visible button does something else than send the form: the first button counts.
/// Put it first.
public struct EnterButton: HTML {
    /// The button, which nobody sees or reaches otherwise.
    public let body: Node

    /// Sends the form as it is.
    public init() { body = button(.type("submit"), .class("visually-hidden"), .tabindex(-1), .aria("hidden", true)) {}.node }
}
