import Core
import Markup
import Web

/// What a page puts into a stacked frame besides its content.
public struct FrameSlots: Sendable {
    /// The page above, where the arrow leads when there is no page before; the app's home if not given.
    public var back: String?
    /// What the header calls the page when its content has a heading of its own; otherwise the header shows the page's title.
    public var title: Text?
    /// Entries of the menu of three dots that belong to this page.
    public var menu: Node
    /// What stands in the footer above the app's places: the buttons that belong to the whole page.
    public var footer: Node
    /// A ``FloatingButton`` above the content.
    public var floating: Node

    /// The parts of a page; what is not given is not shown.
    public init(
        back: String? = nil, title: Text? = nil, @HTMLBuilder menu: () -> Node = { .nothing }, @HTMLBuilder footer: () -> Node = { .nothing },
        @HTMLBuilder floating: () -> Node = { .nothing }
    ) {
        self.back = back
        self.title = title
        self.menu = menu()
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

/// The header of a stacked frame: the way back, where one is, what is new, the menu of three dots.
struct StackedHeader: HTML {
    let shell: Shell
    let app: ShellApp
    let page: Page

    var body: some HTML {
        header(.class("shell-header stacked-header")) {
            IconButton(.back, label: "Back", href: page.slots.back ?? (isHome ? "/" : app.path), .data("back"))
            p(.class("stacked-title")) { namesPage ? page.title : page.slots.title ?? app.name }
            div(.class("shell-tools")) {
                if let search = app.searchPath { IconButton(.search, label: "Search", href: search, .data("tour", "search")) }
                if let unread = shell.person?.unread { NotificationBell(unread: unread) }
                div(.data("tour", "more")) { menu }
            }
        }
    }

    private var isHome: Bool { shell.path == app.path }

    /// Whether the header says what the page is, so that its content need not show its heading again.
    var namesPage: Bool { !isHome && page.shell != .site && page.slots.title == nil }

    private var menu: some HTML {
        Menu("More", icon: .dots) {
            page.slots.menu
            for place in app.menu { MenuLink(place.label, href: place.path, icon: place.icon) }
            if let person = shell.person {
                p(.class("menu-heading menu-group")) { person.name }
                MenuLink("Your account", href: SitePaths.account(), icon: .person)
                if person.isStaff { MenuLink("Administration", href: SitePaths.administration(), icon: .shield) }
                for other in shell.apps where other.id != app.id { MenuLink(other.name, href: other.path, icon: other.icon) }
                MenuButton("Sign out", action: SitePaths.signOut(), icon: .signOut)
            } else {
                MenuLink("Sign in", href: Web.link(SitePaths.signIn(), query: ["then": shell.path]), icon: .signIn)
            }
        }
    }
}

/// The footer of a stacked frame: the page's own buttons, and the app's places.
struct StackedFooter: HTML {
    let app: ShellApp
    let slots: FrameSlots
    let activePath: String

    var body: some HTML {
        footer(.class("stacked-footer")) {
            if !slots.footer.isNothing { div(.class("stacked-actions actions")) { slots.footer } }
            AppNavigation(items: app.navigation, activePath: activePath)
        }
    }
}
