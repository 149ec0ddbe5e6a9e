import Core
import Markup
import Web

/// The sections of the admin portal beside its content, then the site's places.
struct AdminNavigation: HTML {
    let sections: [NavigationSection]
    let site: SitePlaces

    var body: some HTML {
        nav(.class("admin-nav"), .aria("label", "Administration")) {
            div(.class("admin-nav-places"), .data("portal-places")) {
                AdminSections(sections: sections, current: site.current)
                SitePlacesList(places: site)
            }
        }
    }
}

/// The places of the portal, and a field that finds one among them.
struct AdminSections: HTML {
    let sections: [NavigationSection]
    /// The one place of the whole portal that is open, not one of each section.
    let current: String?

    var body: some HTML {
        PlaceFinder()
        ul(.class("portal-overview")) {
            NavigationLink(item: .portal, isActive: NavigationItem.portal.path == current)
            for item in sections.filter(\.standsAlone).flatMap(\.items) { NavigationLink(item: item, isActive: item.path == current) }
        }
        for section in sections where !section.standsAlone {
            for part in section.parts { AdminGroupFold(title: part.title, items: part.items, current: current) }
            if !section.items.isEmpty { AdminGroupFold(title: section.title, items: section.items, current: current) }
        }
    }
}

/// Places of the portal under a heading that opens them; those among which one is are open.
private struct AdminGroupFold: HTML {
    let title: Text
    let items: [NavigationItem]
    let current: String?

    private var waiting: Int { items.reduce(0) { $0 + $1.waiting } }

    var body: some HTML {
        // On the overview what waits is seen without opening anything.
        let isOpen = items.contains { $0.path == current } || waiting > 0 && current == NavigationItem.portal.path
        details(.class("nav-group nav-fold"), .flag("open", isOpen)) {
            summary {
                h2 { title }
                WaitingCount(waiting: waiting)
                Icon.chevronDown
            }
            NavigationList(items: items, current: current)
        }
    }
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
