import Core
import Markup

/// Something that opens and closes below a line of words.
public struct Disclosure: HTML {
    /// The line and what it opens.
    public let body: Node

    /// What opens below a few words.
    public init(_ title: Text, isOpen: Bool = false, _ attributes: Attribute..., @HTMLBuilder content: () -> Node) {
        body = Self.details(isOpen, .group(attributes), title.node, content())
    }

    /// The same with more than words in the line.
    public init(isOpen: Bool = false, _ attributes: Attribute..., @HTMLBuilder title: () -> Node, @HTMLBuilder content: () -> Node) {
        body = Self.details(isOpen, .group(attributes), title(), content())
    }

    private static func details(_ isOpen: Bool, _ attributes: Attribute, _ title: Node, _ content: Node) -> Node {
        Markup.details(.class("fold"), attributes, .flag("open", isOpen)) {
            summary {
                Icon.chevronRight
                span { title }
            }
            content
        }
    }
}
