import Core
import Interface
import Markup
import Web

/// The home of the app: the feed (VOL-007 to VOL-017).
struct FeedPage: PageAnswer {
    let filter: FeedFilter
    let content: FeedPageContent
    let categories: CategoryList
    let isFirst: Bool
    /// Whether there ever was a request, open or not.
    let hasHistory: Bool
    let viewer: FeedViewer
    /// How many requests wait for a moderator; nil for everybody else.
    let waiting: Int?
    /// Whether it is known where the reader is.
    let hasArea: Bool
    /// The place in the event stream at which this page was drawn.
    let sequence: Int64

    var title: Text { "Requests" }
    var shell: ShellStyle { .app("volunteers") }
    var activePath: String? { VolunteersPaths.home() }
    var scripts: [String] { ["volunteers/js/bookmarks.js", "volunteers/js/new-posts.js"] }
    var slots: FrameSlots {
        FrameSlots(
            back: "/", menu: { MenuLink("View list of bookmarks", href: VolunteersPaths.bookmarks(), icon: .bookmark) },
            floating: {
                if !isBare { FloatingButton(.plus, label: "New request", href: VolunteersPaths.new(), .data("needs-connection")) }
            })
    }

    /// Whether nothing is open at all: there is nothing to filter, and the page itself offers to ask.
    private var isBare: Bool { content.entries.isEmpty && isFirst && !filter.isNarrowed }

    var body: some HTML {
        h1(.class("visually-hidden")) { title }
        if let waiting { ModeratorTabs(isPending: false, waiting: waiting) }
        if !isBare {
            div(.class("feed-tools")) {
                FilterPanel(filter: filter, categories: categories, language: viewer.language)
                LinkButton("Bookmarks", href: VolunteersPaths.bookmarks(), icon: .bookmark, style: .secondary)
                ActiveFilters(filter: filter, categories: categories, language: viewer.language, hasArea: hasArea)
            }
        }
        NewPostsHint(filter: filter, sequence: sequence, isFirst: isFirst)
        if content.entries.isEmpty {
            nothing
        } else {
            PostGrid(
                content: content, language: viewer.language, here: Self.address(filter),
                next: content.next.map { Self.address(filter, after: $0) }, previous: isFirst ? nil : Self.address(filter))
        }
    }

    @HTMLBuilder private var nothing: Node {
        if filter.isNarrowed {
            EmptyState(.filter, title: "No requests match this filter", message: "Choose something else, or show all requests.") {
                LinkButton("Show all requests", href: VolunteersPaths.home(), style: .secondary)
            }
        } else {
            EmptyState(
                .hand, title: hasHistory ? "No open requests right now" : "No requests yet",
                message: hasHistory
                    ? "When someone asks for help, you see it here. You can ask for help too."
                    : "When someone asks for help, you see it here. Be the first to ask."
            ) {
                LinkButton("New request", href: VolunteersPaths.new(), icon: .plus, .data("tour", "new"), .data("needs-connection"))
            }
        }
    }

    /// The address of the feed with its choices.
    static func address(_ filter: FeedFilter, after mark: Cursor? = nil) -> String {
        link(VolunteersPaths.home(), query: QueryItems(filter.query + (mark.map { [("after", $0.text)] } ?? [])))
    }
}

/// Moderators choose between what is new and what waits for them (VOL-016); nobody else has this header.
struct ModeratorTabs: HTML {
    let isPending: Bool
    let waiting: Int

    var body: some HTML {
        Tabs(
            "Which requests",
            [
                Tab("Most recent", href: VolunteersPaths.home(), isCurrent: !isPending),
                Tab("Pending Moderation", href: VolunteersPaths.home() + "?show=pending", isCurrent: isPending, count: waiting),
            ])
    }
}

/// What waits for a moderator, as moderators see it on their home.
struct PendingPage: PageAnswer {
    let content: FeedPageContent
    let isFirst: Bool
    let viewer: FeedViewer
    let waiting: Int

    var title: Text { "Pending Moderation" }
    var shell: ShellStyle { .app("volunteers") }
    var activePath: String? { VolunteersPaths.home() }

    var body: some HTML {
        h1(.class("visually-hidden")) { title }
        ModeratorTabs(isPending: true, waiting: waiting)
        if content.entries.isEmpty {
            EmptyState(.check, title: "Nothing to do right now", message: "Requests that need a moderator’s decision appear here.")
        } else {
            PostGrid(
                content: content, language: viewer.language, here: address(), next: content.next.map { address(after: $0) },
                previous: isFirst ? nil : address())
        }
    }

    private func address(after mark: Cursor? = nil) -> String {
        link(VolunteersPaths.home(), query: ["show": "pending", "after": mark?.text])
    }
}

/// Says that the feed has grown; a script shows it when the event comes.
struct NewPostsHint: HTML {
    let filter: FeedFilter
    let sequence: Int64
    let isFirst: Bool

    var body: some HTML {
        if isFirst, filter.sort == .time, !filter.ascends {
            p(
                .class("new-posts"), .role("status"), .data("new-posts"), .live(Feed.topic),
                .data("live-after", String(sequence)), .data("category", filter.category?.description ?? "")
            ) {
                a(.href(FeedPage.address(filter)), .class("button button-secondary"), .flag("hidden")) {
                    Icon.refresh
                    span { "There are new requests" }
                }
            }
        }
    }
}
