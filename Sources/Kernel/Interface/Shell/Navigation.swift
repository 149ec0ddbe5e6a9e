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
    /// The same in one word, for the bar of a phone, where five places share the width.
    public let short: Text?
    /// What it is for, in a few words.
    public let summary: Text?
    /// More words that people look for it by, which nobody sees: what is done there.
    public let searchedAs: Text?
    /// Whether it is there only for who is signed in.
    public let needsSignIn: Bool
    /// How much waits there; nothing is shown of none.
    var waiting = 0
    /// How much there is new to the person; nothing is shown of none.
    var unread = 0
    /// How many things of the person are in it; nil where nobody counts them.
    var content: PlaceNumber?

    /// A place.
    public init(
        _ label: Text, short: Text? = nil, icon: Icon, path: String, summary: Text? = nil, searchedAs: Text? = nil, needsSignIn: Bool = false
    ) {
        self.label = label
        self.needsSignIn = needsSignIn
        self.short = short
        self.summary = summary
        self.searchedAs = searchedAs
        self.icon = icon
        self.path = path
    }

    /// The same with how much there is new to the person.
    public func counting(unread: Int) -> NavigationItem {
        var copy = self
        copy.unread = unread
        return copy
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
    /// Whether its places stand below the overview, without a heading.
    var standsAlone = false

    /// Places under a heading.
    public init(_ title: Text, items: [NavigationItem], parts: [NavigationSection] = []) {
        self.title = title
        self.items = items
        self.parts = parts
    }

    /// The same with how much waits in each place, by address.
    public func counting(_ waiting: [String: Int]) -> NavigationSection {
        guard !waiting.isEmpty else { return self }
        let items = items.map { item in
            var item = item
            item.waiting = waiting[item.path] ?? 0
            return item
        }
        return NavigationSection(title, items: items, parts: parts.map { $0.counting(waiting) })
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

/// How many things are in a place, with the words that are read aloud for a number.
public struct PlaceNumber: Sendable {
    let number: Int
    let words: @Sendable (Int) -> Text

    /// A number and its words.
    public init(_ number: Int, words: @escaping @Sendable (Int) -> Text) {
        self.number = number
        self.words = words
    }
}

/// The app's places, then the site's: a rail beside the content; on phones a bar at the bottom with the app's and what is counted.
struct AppNavigation: HTML {
    let items: [NavigationItem]
    /// On phones they are in the menu alone.
    var further: [NavigationItem] = []
    /// Where the person, as one of the app's staff, works; on phones in the menu too.
    var work: [NavigationItem] = []
    let site: SitePlaces

    var body: some HTML {
        nav(
            .class("app-nav"), .data("tour", "places"), .data("places", String(items.count + site.places.count { $0.counted != nil })),
            .aria("label", "Main navigation")
        ) {
            div(.class("rail")) {
                if !items.isEmpty {
                    ul(.class("app-places")) { for item in items { NavigationLink(item: item, isActive: item.path == site.current) } }
                }
                if !further.isEmpty {
                    ul(.class("app-further")) { for item in further { NavigationLink(item: item, isActive: item.path == site.current) } }
                }
                if !work.isEmpty {
                    ul(.class("app-work"), .aria("label", "Staff")) {
                        for item in work { NavigationLink(item: item, isActive: item.path == site.current) }
                    }
                }
                SitePlacesList(places: site)
            }
        }
    }
}

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

/// How much waits for somebody; nothing is shown of none.
private struct WaitingCount: HTML {
    let waiting: Int

    var body: some HTML {
        if waiting > 0 {
            span(.class("nav-count")) {
                waiting > 99 ? "99+" : String(waiting)
                span(.class("visually-hidden")) { "waiting" }
            }
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

/// Places under a heading.
struct NavigationGroup: HTML {
    let title: Text
    let items: [NavigationItem]
    let current: String?

    var body: some HTML {
        div(.class("nav-group")) {
            h2 { title }
            NavigationList(items: items, current: current)
        }
    }
}

private struct NavigationList: HTML {
    let items: [NavigationItem]
    let current: String?

    var body: some HTML {
        ul { for item in items { NavigationLink(item: item, isActive: item.path == current) } }
    }
}

struct NavigationLink: HTML {
    let item: NavigationItem
    let isActive: Bool
    var counted: CountedPlace?
    /// Whether the page lies in this app, of several.
    var isChosen = false

    var body: some HTML {
        li(
            item.summary.map { .data("words", text: $0) } ?? .nothing, item.searchedAs.map { .data("search", text: $0) } ?? .nothing,
            .if(counted != nil, .class("is-counted"))
        ) {
            a(
                .class("nav-link"), .href(item.path), .if(isActive, .aria("current", "page")), .if(isChosen, .aria("current", "true")),
                counted.map { .group([.data("bell", $0.countPath), .live($0.topic)]) } ?? .nothing,
                item.short == nil ? .nothing : .aria("label", item.label)
            ) {
                span(.class("nav-icon")) { item.icon }
                span(.class("nav-label")) {
                    if let short = item.short {
                        span(.class("nav-short")) { short }
                        span(.class("nav-full")) { item.label }
                    } else {
                        item.label
                    }
                }
                if let counted {
                    UnreadCount(unread: counted.unread)
                } else if item.unread > 0 {
                    UnreadCount(unread: item.unread)
                }
                if let content = item.content { CountBadge(content.number, words: content.words, .data("place-count", item.path)) }
                WaitingCount(waiting: item.waiting)
            }
        }
    }
}

/// How much is new, for a script to count on.
struct UnreadCount: HTML {
    let unread: Int

    var body: some HTML { CountBadge(unread) { "\($0) unread" } }
}

/// A number at a drawing, for a script to count on; nothing is shown of none.
struct CountBadge: HTML {
    private let number: Int
    private let words: (Int) -> Text
    private let attribute: Attribute

    init(_ number: Int, words: @escaping (Int) -> Text, _ attribute: Attribute = .nothing) {
        self.number = number
        self.words = words
        self.attribute = attribute
    }

    var body: some HTML {
        span(.class("bell-count"), .flag("hidden", number == 0), attribute) {
            span(.data("bell-number"), .aria("hidden", true)) { number == 0 ? "" : number > 99 ? "99+" : String(number) }
            // Read aloud in the plural form of its language; the script puts another number into the form that fits.
            span(.class("visually-hidden"), .data("one", text: words(1)), .data("other", text: words(2))) {
                if number > 0 { words(number) }
            }
        }
    }
}

extension [NavigationItem] {
    /// The place that `path` lies at or below: the one with the longest address. Nothing lies below the front page.
    func active(at path: String) -> String? {
        map(\.path).filter { path == $0 || $0 != "/" && path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    }
}

extension [NavigationSection] {
    /// The same with this place below the overview, before all sections, while it is what matters most.
    public func lifting(_ path: String) -> Self {
        guard let item = flatMap(\.items).first(where: { $0.path == path }) else { return self }
        var alone = NavigationSection(item.label, items: [item])
        alone.standsAlone = true
        let others = map { NavigationSection($0.title, items: $0.items.filter { $0.path != path }, parts: $0.parts) }
        return [alone] + others.filter { !$0.all.isEmpty }
    }
}
