import Core
import Markup

/// How much a button asks for attention. A page has one primary action at most.
public enum ButtonStyle: String, Sendable {
    case primary, secondary, quiet, danger

    var className: String { "button button-" + rawValue }
}

/// A button of a form or of a script.
public struct Button: HTML {
    private let label: Text
    private let icon: Icon?
    private let style: ButtonStyle
    private let attributes: [Attribute]

    /// A button with words. It submits its form unless `attributes` say `.type("button")`.
    public init(_ label: Text, icon: Icon? = nil, style: ButtonStyle = .primary, _ attributes: Attribute...) {
        self.label = label
        self.icon = icon
        self.style = style
        self.attributes = attributes
    }

    /// The button.
    public var body: some HTML {
        button(.class(style.className), .submitting(unless: attributes), .group(attributes)) {
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
    private let label: Text
    private let address: String
    private let icon: Icon?
    private let style: ButtonStyle
    private let attributes: [Attribute]

    /// A link with words.
    public init(_ label: Text, href: String, icon: Icon? = nil, style: ButtonStyle = .primary, _ attributes: Attribute...) {
        self.label = label
        address = href
        self.icon = icon
        self.style = style
        self.attributes = attributes
    }

    /// The link.
    public var body: some HTML {
        a(.class(style.className), .href(address), .group(attributes)) {
            icon
            span { label }
        }
    }
}

/// A square button that shows only an icon; its label is read to those who do not see it and appears on hovering.
public struct IconButton: HTML {
    /// How it looks: filled in the colour of actions, or plain.
    public enum Style: String, Sendable { case filled, plain }

    private let icon: Icon
    private let label: Text
    private let style: Style
    private let address: String?
    private let attributes: [Attribute]

    /// A button; it submits its form unless `attributes` say `.type("button")`.
    public init(_ icon: Icon, label: Text, style: Style = .plain, _ attributes: Attribute...) {
        self.icon = icon
        self.label = label
        self.style = style
        address = nil
        self.attributes = attributes
    }

    /// A link.
    public init(_ icon: Icon, label: Text, href: String, style: Style = .plain, _ attributes: Attribute...) {
        self.icon = icon
        self.label = label
        self.style = style
        address = href
        self.attributes = attributes
    }

    /// The button or link.
    public var body: some HTML {
        if let address {
            a(.href(address), look, .group(attributes)) { icon }
        } else {
            button(look, .submitting(unless: attributes), .group(attributes)) { icon }
        }
    }

    private var look: Attribute {
        .group([.class("icon-button icon-button-" + style.rawValue), .aria("label", label), .title(label)])
    }
}

/// Buttons in a row, the most important first; on phones they share the width.
public struct Actions: HTML {
    private let content: Node

    /// Collects buttons.
    public init(@HTMLBuilder content: () -> Node) { self.content = content() }

    /// The row.
    public var body: some HTML { div(.class("actions")) { content } }
}
