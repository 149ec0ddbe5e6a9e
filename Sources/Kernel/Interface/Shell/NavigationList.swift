import Core
import Markup

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

struct NavigationList: HTML {
    let items: [NavigationItem]
    let current: String?

    var body: some HTML {
        ul { for item in items { NavigationLink(item: item, isActive: item.path == current) } }
    }
}

/// The way to a place.
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
