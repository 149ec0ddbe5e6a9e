import Core
import Markup
import Web

/// What a page puts into the frame of its app besides its content.
public struct FrameSlots: Sendable {
    /// The page above, where the arrow leads when there is no page before; the app's home if not given.
    public var back: String?
    /// What the header calls the page when its content has a heading of its own; otherwise the header shows the page's title.
    public var title: Text?
    /// Entries of the menu of three dots that belong to this page.
    public var menu: Node
    /// Whether that menu leaves out the entries that the app has on all of its pages: for work that people don't leave by the way.
    public var hasOwnMenuOnly: Bool
    /// The buttons that belong to the whole page: below its content, on phones above the app's places and always in reach.
    public var footer: Node
    /// A ``FloatingButton`` above the content.
    public var floating: Node
    /// Whether its content has the switches of theme and language, which then stand nowhere else.
    public var hasPreferences: Bool
    /// Whether its content fills the screen between header and bar, and scrolls inside.
    public var fills: Filling?

    /// On which screens.
    public enum Filling: String, Sendable {
        case always
        /// Tablets and desktops.
        case wide
    }

    /// The parts of a page; what is not given is not shown.
    public init(
        back: String? = nil, title: Text? = nil, hasPreferences: Bool = false, fills: Filling? = nil, hasOwnMenuOnly: Bool = false,
        @HTMLBuilder menu: () -> Node = { .nothing },
        @HTMLBuilder footer: () -> Node = { .nothing },
        @HTMLBuilder floating: () -> Node = { .nothing }
    ) {
        self.back = back
        self.title = title
        self.hasPreferences = hasPreferences
        self.fills = fills
        self.menu = menu()
        self.hasOwnMenuOnly = hasOwnMenuOnly
        self.footer = footer()
        self.floating = floating()
    }
}

/// The round button at the bottom right, for the one thing that people come to a page to make.
public struct FloatingButton: HTML {
    /// The link.
    public let body: Node

    /// A link; its label is read to those who do not see it, and stands beside the icon on wide screens.
    public init(_ icon: Icon, label: Text, href: String, _ attributes: Attribute...) {
        body = a(.class("floating-button"), .data("tour", "new"), .href(href), .aria("label", label), .title(label), .group(attributes)) {
            icon
            span(.aria("hidden", true)) { label }
        }
    }
}
