import Core
import Markup
import Web

/// A header that begins with the way back, at home with the menu: where one is, what is new, the menu of three dots.
struct BackHeader: HTML {
    let shell: Shell
    let app: ShellApp
    let page: Page

    var body: some HTML {
        header(.class("shell-header back-header")) {
            // At home there is nothing to go back to inside the app; the menu leads everywhere else, as in the other apps.
            if isHome {
                ShellMenu(shell: shell, app: app, isAdmin: false, activePath: page.activePath ?? shell.path)
            } else {
                IconButton(.back, label: "Back", href: page.slots.back ?? app.path, .data("back", app.path))
            }
            p(.class("header-title")) { namesPage ? page.title : page.slots.title ?? app.name }
            HeaderBrand(shell: shell, app: app, isAdmin: false)
            div(.class("shell-tools")) {
                if let search = app.searchPath { IconButton(.search, label: "Search", href: search, .data("tour", "search")) }
                if let unread = shell.person?.unread { NotificationBell(unread: unread) }
                div(.data("tour", "more")) { menu }
                AccountButton(shell: shell, app: app)
            }
        }
    }

    private var isHome: Bool { shell.path == app.path }

    /// Whether the header says what the page is, so that its content need not show its heading again.
    var namesPage: Bool { !isHome && [.app(app.id), .siteOr(app.id)].contains(page.shell) && page.slots.title == nil }

    private var menu: some HTML {
        Menu("More", icon: .dots) {
            page.slots.menu
            for place in app.menu { MenuLink(place.label, href: place.path, icon: place.icon) }
            div(.class("menu-account")) { account }
        }
    }

    /// On phones; on wider screens the account has a menu of its own.
    @HTMLBuilder private var account: Node {
        if let person = shell.person {
            AccountLinks(person: person, apps: shell.apps.filter { $0.id != app.id })
        } else {
            MenuLink("Sign in", href: Web.link(SitePaths.signIn(), query: ["then": shell.path]), icon: .signIn)
        }
    }
}
