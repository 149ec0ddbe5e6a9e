import Core
import Markup
import Web

/// A place that navigation leads to.
public struct NavigationItem: Sendable {
    /// What it is called.
    public let label: Text
    /// Its drawing.
    public let icon: Icon
    /// Its address. It is the active one while the present address lies below it and below none that is longer.
    public let path: String
    /// What it is for, in a few words.
    public let summary: Text?

    /// A place.
    public init(_ label: Text, icon: Icon, path: String, summary: Text? = nil) {
        self.label = label
        self.summary = summary
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
    /// Places of apps, each app under its name.
    public let parts: [NavigationSection]

    /// Places under a heading.
    public init(_ title: Text, items: [NavigationItem], parts: [NavigationSection] = []) {
        self.title = title
        self.items = items
        self.parts = parts
    }

    /// Its lists of places: those of its parts, then its own, which need a heading beside them only.
    public var groups: [(title: Text?, items: [NavigationItem])] {
        parts.map { ($0.title, $0.items) } + (items.isEmpty ? [] : [(parts.isEmpty ? nil : "All apps", items)])
    }

    /// Its places and those of its parts.
    public var all: [NavigationItem] { parts.flatMap(\.all) + items }
}

/// A place with how much is new there; the number follows what happens while the page is open.
public struct CountedPlace: Sendable {
    let item: NavigationItem
    let unread: Int
    let topic: String
    let countPath: String

    /// A place, its count, the topic of its events and where scripts ask for the count.
    public init(_ item: NavigationItem, unread: Int, topic: String, countPath: String) {
        self.item = item
        self.unread = unread
        self.topic = topic
        self.countPath = countPath
    }
}

/// The app's places and the person's own: a bar at the bottom of phones, a rail beside the content on wider screens.
struct AppNavigation: HTML {
    let items: [NavigationItem]
    let counted: [CountedPlace]
    let activePath: String

    var body: some HTML {
        nav(.class("app-nav"), .data("tour", "places"), .aria("label", "Main navigation")) {
            ul {
                for item in items { NavigationLink(item: item, isActive: item.path == active) }
                for place in counted { NavigationLink(item: place.item, isActive: place.item.path == active, counted: place) }
            }
        }
    }

    private var active: String? { (items + counted.map(\.item)).active(at: activePath) }
}

/// The sections of the admin portal beside its content.
struct AdminNavigation: HTML {
    let sections: [NavigationSection]
    let activePath: String

    var body: some HTML {
        nav(.class("admin-nav"), .aria("label", "Administration")) {
            div(.class("admin-nav-places"), .data("portal-places")) { AdminSections(sections: sections, activePath: activePath) }
        }
    }
}

/// The places of the portal, and a field that finds one among them.
struct AdminSections: HTML {
    let sections: [NavigationSection]
    let activePath: String

    var body: some HTML {
        PlaceFinder()
        for section in sections {
            div(.class("nav-group")) {
                h2 { section.title }
                for group in section.groups {
                    if let title = group.title { h3 { title } }
                    NavigationList(items: group.items, activePath: active)
                }
            }
        }
    }

    /// One place of the whole portal is active, not one of each section.
    private var active: String { sections.flatMap(\.all).active(at: activePath) ?? activePath }
}

/// Asks for a page of the portal by what it is called or for; a script narrows the list meanwhile.
public struct PlaceFinder: HTML {
    private let words: String

    /// - Parameter words: what was asked for.
    public init(words: String = "") { self.words = words }

    public var body: some HTML {
        form(.class("place-finder"), .role("search"), .action(SitePaths.administration()), .method("get")) {
            Icon.search
            input(.type("search"), .name("q"), .value(words), .aria("label", "Find a page"), .placeholder("Find a page"), .autocomplete("off"))
        }
        p(.class("muted place-none"), .flag("hidden", true), .role("status")) { "No page matches these words." }
    }
}

/// Places under a heading.
struct NavigationGroup: HTML {
    let title: Text
    let items: [NavigationItem]
    let activePath: String

    var body: some HTML {
        div(.class("nav-group")) {
            h2 { title }
            NavigationList(items: items, activePath: activePath)
        }
    }
}

private struct NavigationList: HTML {
    let items: [NavigationItem]
    let activePath: String

    var body: some HTML {
        ul { for item in items { NavigationLink(item: item, isActive: item.path == items.active(at: activePath)) } }
    }
}

private struct NavigationLink: HTML {
    let item: NavigationItem
    let isActive: Bool
    var counted: CountedPlace?

    var body: some HTML {
        li(item.summary.map { .data("words", text: $0) } ?? .nothing) {
            a(
                .class("nav-link"), .href(item.path), .if(isActive, .aria("current", "page")),
                counted.map { .group([.data("bell", $0.countPath), .live($0.topic)]) } ?? .nothing
            ) {
                span(.class("nav-icon")) { item.icon }
                span(.class("nav-label")) { item.label }
                if let counted { UnreadCount(unread: counted.unread) }
            }
        }
    }
}

/// How much is new, for a script to count on; nothing is shown of none.
struct UnreadCount: HTML {
    let unread: Int

    var body: some HTML {
        span(.class("bell-count"), .flag("hidden", unread == 0)) {
            span(.data("bell-number")) { unread > 99 ? "99+" : String(unread) }
            span(.class("visually-hidden")) { "unread" }
        }
    }
}

extension [NavigationItem] {
    /// The place that `path` lies at or below: the one with the longest address.
    func active(at path: String) -> String? {
        map(\.path).filter { path == $0 || path.hasPrefix($0 == "/" ? "/" : $0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    }
}
