import Core
import Markup

/// A place that navigation leads to.
public struct NavigationItem: Sendable {
    /// What it is called.
    public let label: Text
    /// Its drawing.
    public let icon: Icon
    /// Its address. It is the active one while the present address lies below it and below none that is longer.
    public let path: String

    /// A place.
    public init(_ label: Text, icon: Icon, path: String) {
        self.label = label
        self.icon = icon
        self.path = path
    }
}

/// Places that belong together, under a heading: the sections of the admin portal.
public struct NavigationSection: Sendable {
    /// The heading.
    public let title: Text
    /// The places.
    public let items: [NavigationItem]

    /// Places under a heading.
    public init(_ title: Text, items: [NavigationItem]) {
        self.title = title
        self.items = items
    }
}

/// The app's places: a bar at the bottom of phones, a rail beside the content on wider screens.
struct AppNavigation: HTML {
    let items: [NavigationItem]
    let activePath: String

    var body: some HTML {
        nav(.class("app-nav"), .data("tour", "places"), .aria("label", "Main navigation")) {
            ul { for item in items { NavigationLink(item: item, isActive: item.path == items.active(at: activePath)) } }
        }
    }
}

/// The sections of the admin portal beside its content.
struct AdminNavigation: HTML {
    let sections: [NavigationSection]
    let activePath: String

    var body: some HTML {
        nav(.class("admin-nav"), .aria("label", "Administration")) {
            for section in sections { NavigationGroup(title: section.title, items: section.items, activePath: active) }
        }
    }

    /// One place of the whole portal is active, not one of each section.
    private var active: String { sections.flatMap(\.items).active(at: activePath) ?? activePath }
}

/// Places under a heading.
struct NavigationGroup: HTML {
    let title: Text
    let items: [NavigationItem]
    let activePath: String

    var body: some HTML {
        div(.class("nav-group")) {
            h2 { title }
            ul { for item in items { NavigationLink(item: item, isActive: item.path == items.active(at: activePath)) } }
        }
    }
}

private struct NavigationLink: HTML {
    let item: NavigationItem
    let isActive: Bool

    var body: some HTML {
        li {
            a(.class("nav-link"), .href(item.path), .if(isActive, .aria("current", "page"))) {
                span(.class("nav-icon")) { item.icon }
                span(.class("nav-label")) { item.label }
            }
        }
    }
}

extension [NavigationItem] {
    /// The place that `path` lies at or below: the one with the longest address.
    func active(at path: String) -> String? {
        map(\.path).filter { path == $0 || path.hasPrefix($0 == "/" ? "/" : $0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    }
}
