import Core
import Markup

/// The head of a page's content: where one is, what this is, what one can do.
public struct PageHeader: HTML {
    /// Breadcrumbs, heading, lead, actions.
    public let body: Node

    /// The page's one heading of the first level.
    public init(_ title: Text, lead: Text? = nil, crumbs: [Crumb] = [], @HTMLBuilder actions: () -> Node = { .nothing }) {
        let actions = actions()
        body = header(.class("page-header"), .if(lead == nil && actions.isNothing, .class("page-header-plain"))) {
            if !crumbs.isEmpty { Breadcrumbs(crumbs) }
            div(.class("page-header-row")) {
                div {
                    h1(.dir("auto")) { title }
                    if let lead { p(.class("lead")) { lead } }
                }
                if !actions.isNothing { div(.class("actions")) { actions } }
            }
        }
    }
}

/// The head of a section, with a way to all of what it shows some of.
public struct SectionHeader: HTML {
    /// The head.
    public let body: Node

    /// A heading of the second level, or of the third below one of the second.
    public init(_ title: Text, detail: Text? = nil, more: String? = nil, moreLabel: Text = "See all", level: Int = 2) {
        body = div(.class("section-header")) {
            div {
                if level == 3 { h3 { title } } else { h2 { title } }
                if let detail { p { detail } }
            }
            if let more {
                a(.class("more-link"), .href(more)) {
                    span { moreLabel }
                    span(.class("visually-hidden")) { title }
                    Icon.chevronRight
                }
            }
        }
    }
}

/// A step on the way to where one is.
public struct Crumb: Sendable {
    let label: Text
    let address: String

    /// A step that can be gone back to.
    public init(_ label: Text, href: String) {
        self.label = label
        address = href
    }
}

/// The way to where one is.
public struct Breadcrumbs: HTML {
    /// The way.
    public let body: Node

    /// The steps above this page, the outermost first.
    public init(_ crumbs: [Crumb]) {
        body = nav(.class("breadcrumbs"), .aria("label", "Breadcrumbs")) {
            ol {
                for crumb in crumbs {
                    li {
                        a(.href(crumb.address)) { crumb.label }
                        Icon.chevronRight
                    }
                }
            }
        }
    }
}

/// One of several views of the same thing.
public struct Tab: Sendable {
    let label: Text
    let address: String
    let isCurrent: Bool
    let count: Int?

    /// A view with its address; `count` stands beside its name.
    public init(_ label: Text, href: String, isCurrent: Bool = false, count: Int? = nil) {
        self.label = label
        address = href
        self.isCurrent = isCurrent
        self.count = count
    }
}

/// Several views of the same thing, each with an address of its own.
public struct Tabs: HTML {
    /// The row.
    public let body: Node

    /// A row of views; `label` says of what.
    public init(_ label: Text, _ tabs: [Tab]) {
        body = nav(.class("tabs"), .data("tabs"), .aria("label", label)) {
            ul {
                for tab in tabs {
                    li {
                        a(.href(tab.address), .if(tab.isCurrent, .aria("current", "page"))) {
                            span { tab.label }
                            if let count = tab.count { span(.class("chip-count")) { "\(count)" } }
                        }
                    }
                }
            }
        }
    }
}
