import Core
import Markup

/// A raised box.
public struct Card: HTML {
    /// The box.
    public let body: Node

    /// A box, with a heading if it has a title.
    public init(_ title: Text? = nil, _ attributes: Attribute..., @HTMLBuilder content: () -> Node) {
        body = section(.class("card"), .group(attributes)) {
            if let title { h2(.class("card-title")) { title } }
            content()
        }
    }
}

/// A box that leads somewhere: icon, title, a line of explanation.
public struct LinkCard: HTML {
    /// The link.
    public let body: Node

    /// A link the size of a card.
    public init(_ title: Text, detail: Text? = nil, icon: Icon? = nil, href: String) {
        body = a(.class("card link-card"), .href(href)) {
            if let icon { span(.class("link-card-icon")) { icon } }
            span(.class("link-card-words")) {
                strong { title }
                if let detail { span { detail } }
            }
            Icon.chevronRight
        }
    }
}

/// Cards beside each other, as many as fit.
public struct CardGrid: HTML {
    /// The grid.
    public let body: Node

    /// Collects cards.
    public init(@HTMLBuilder content: () -> Node) {
        body = div(.class("card-grid")) { content() }
    }
}

/// Figures beside each other, two on a phone.
public struct StatGrid: HTML {
    /// The grid.
    public let body: Node

    /// Collects ``StatCard``s.
    public init(@HTMLBuilder content: () -> Node) {
        body = div(.class("stat-grid")) { content() }
    }
}

/// A figure with its name: “Loans today: 12”.
public struct StatCard: HTML {
    private let label: Text
    private let value: Text
    private let detail: Text?
    private let icon: Icon?
    private let address: String?

    /// A figure; with `href` the card leads to what it counts.
    public init(_ label: Text, value: Text, detail: Text? = nil, icon: Icon? = nil, href: String? = nil) {
        self.label = label
        self.value = value
        self.detail = detail
        self.icon = icon
        address = href
    }

    /// The card.
    public var body: some HTML {
        Node.element(address == nil ? "div" : "a", [.class("card stat-card"), address.map { .href($0) } ?? .nothing], content: words)
    }

    @HTMLBuilder private var words: Node {
        span(.class("stat-label")) {
            icon
            label
        }
        strong(.class("stat-value")) { value }
        if let detail { span(.class("stat-detail")) { detail } }
    }
}

/// A short list of names and values.
public struct DescriptionList: HTML {
    /// A name and its value.
    public struct Item {
        let term: Text
        let value: Node

        /// A value of any kind.
        public init(_ term: Text, @HTMLBuilder value: () -> Node) {
            self.term = term
            self.value = value()
        }

        /// A value that is data; an empty one is none.
        public init(_ term: Text, _ value: String) {
            self.term = term
            self.value = value.isEmpty ? .nothing : Text.verbatim(value).node
        }
    }

    /// The list.
    public let body: Node

    /// A list; items without a value are left out.
    public init(_ items: [Item]) {
        let items = items.filter { !$0.value.isNothing }
        body = dl(.class("description-list")) {
            for item in items {
                div {
                    dt { item.term }
                    dd { item.value }
                }
            }
        }
    }
}
