import Core
import Interface
import Markup
import Reading
import Web

/// The home screen.
struct HomePage: PageAnswer {
    let featured: Catalogue.Featured
    let kinds: [FacetCount]
    let begun: [Begun]
    /// Whether the person may fill an empty library.
    let mayUpload: Bool

    /// An item that the person has begun, and how far they are in percent.
    struct Begun: Sendable {
        let item: ItemSummary
        let progress: Double
        /// The chapter of a Bible in which they stopped; nil for everything else.
        let place: String?

        /// The part of a whole that its card shows; a Bible is seldom read from one end to the other.
        var shown: Double? { item.kind == .bible ? nil : progress / 100 }
    }

    var title: Text { "Home" }
    var shell: ShellStyle { .app("library") }

    private var isEmpty: Bool { featured.newArrivals.isEmpty }

    var body: some HTML {
        section(.class("home-welcome")) {
            h1 { "Welcome Home!" }
            SearchBox(LibraryPaths.search(), placeholder: "Search...", suggestions: LibraryPaths.suggest(), isProminent: true)
        }
        if isEmpty {
            EmptyState(.books, title: "The library is empty", message: "Books, Bibles and hymns appear here once they’re published.") {
                if mayUpload { LinkButton("Upload content", href: LibraryPaths.adminUploads(), icon: .upload) }
            }
        } else {
            if !begun.isEmpty {
                Carousel("Continue reading", level: 2, items: begun.map { ItemCard(begun: $0) })
            }
            section(.class("home-featured stack"), .aria("labelledby", "featured")) {
                h2(.id("featured")) { "Featured Content" }
                Shelf("New Arrivals", items: featured.newArrivals, more: ItemListPage.address(LibraryPaths.books(), sort: .newest))
                if !featured.staffPicks.isEmpty { Shelf("Staff Picks", items: featured.staffPicks) }
                if !featured.mostRead.isEmpty {
                    Shelf("Most Read", items: featured.mostRead, more: ItemListPage.address(LibraryPaths.books(), sort: .popular))
                }
            }
            KindLinks(kinds: kinds)
        }
    }
}

/// A carousel of covers.
struct Shelf: HTML {
    private let title: Text
    private let items: [ItemSummary]
    private let more: String?

    init(_ title: Text, items: [ItemSummary], more: String? = nil) {
        self.title = title
        self.items = items
        self.more = more
    }

    var body: some HTML {
        Carousel(title, more: more, level: 3, items: items.map { ItemCard(item: $0) })
    }
}

/// The cover of an item, which leads to its page; of what somebody is in the middle of, to where they stopped.
struct ItemCard: HTML {
    private let item: ItemSummary
    private let begun: HomePage.Begun?

    init(item: ItemSummary) { (self.item, begun) = (item, nil) }
    init(begun: HomePage.Begun) { (item, self.begun) = (begun.item, begun) }

    var body: some HTML {
        CoverCard(
            title: item.title, authors: begun?.place ?? item.authors.joined(separator: ", "),
            href: begun.flatMap { $0.item.publication }.map { ReadingPaths.publication($0) } ?? LibraryPaths.item(item.id),
            image: item.coverRef.map { CoverLink.url(item.id, .medium, $0) }, icon: item.kind.icon, progress: begun?.shown)
    }
}

/// The ways into the library by kind, with how much there is of each (LIB-019).
struct KindLinks: HTML {
    let kinds: [FacetCount]

    var body: some HTML {
        section(.class("stack"), .aria("labelledby", "kinds")) {
            h2(.id("kinds")) { "Browse the library" }
            CardGrid {
                for entry in entries {
                    LinkCard(entry.kind.plural, detail: "\(entry.count) items", icon: entry.kind.icon, href: entry.kind.path)
                }
            }
        }
    }

    private var entries: [(kind: ItemKind, count: Int)] {
        ItemKind.allCases.compactMap { kind in
            kinds.first { $0.value == kind.rawValue }.map { (kind, $0.count) }
        }
    }
}

extension ItemKind {
    /// The drawing for items of this kind.
    var icon: Icon {
        switch self {
        case .book: .book
        case .bible: .bible
        case .leaflet, .document: .file
        case .hymn: .music
        case .audio: .headphones
        }
    }

    /// The screen on which items of this kind are found.
    var path: String {
        switch self {
        case .book: LibraryPaths.books()
        case .bible: LibraryPaths.bible()
        case .leaflet: LibraryPaths.leaflets()
        case .hymn: LibraryPaths.hymns()
        case .audio: LibraryPaths.audio()
        case .document: LibraryPaths.documents()
        }
    }

    /// The place of the navigation under which that screen, and the items on it, stand.
    var navigationPath: String {
        switch self {
        case .bible, .hymn: path
        case .book, .leaflet, .audio, .document: LibraryPaths.books()
        }
    }
}
