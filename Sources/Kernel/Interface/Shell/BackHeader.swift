import Core
import Markup
import Web

/// A header that begins with the way back, at home with the menu: where one is, what is new, the menu of three dots.
struct BackHeader: HTML {
    let shell: Shell
    let app: ShellApp
    let page: Page
    let site: SitePlaces

    var body: some HTML {
        header(.class("shell-header back-header")) {
            // At home there is nothing to go back to inside the app; the menu leads everywhere else, as in the other apps.
            if isHome {
                ShellMenu(shell: shell, app: app, isAdmin: false, site: site)
            } else {
                IconButton(.back, label: "Back", href: page.slots.back ?? app.path, .data("back", app.path))
            }
            p(.class("header-title")) { namesPage ? page.title : page.slots.title ?? app.name }
            HeaderBrand(shell: shell, app: app, isAdmin: false)
            div(.class("shell-tools")) {
                // Inside the app a small screen needs the room for the title; the app's home searches.
                if let search = app.searchPath { SearchButton(href: search, isOpen: site.current == search) }
                if let unread = shell.person?.unread { NotificationBell(unread: unread, isOpen: site.current == SitePaths.inbox()) }
                if hasMenu { div(.data("tour", "more")) { menu } }
                AccountButton(shell: shell, site: site, profile: app.profilePath)
            }
        }
    }

    private var isHome: Bool { shell.path == app.path }

    /// Whether the header says what the page is, so that its content need not show its heading again.
    var namesPage: Bool { !isHome && [.app(app.id), .siteOr(app.id)].contains(page.shell) && page.slots.title == nil }

    private var hasMenu: Bool { !page.slots.menu.isNothing || !places.isEmpty }

    private var places: [NavigationItem] {
        page.slots.hasOwnMenuOnly ? [] : app.menu.filter { shell.person != nil || !$0.needsSignIn }
    }

    @HTMLBuilder private var menu: Node {
        if page.slots.menu.isNothing, let only = places.first, places.count == 1, only.path == SitePaths.help() {
            // Help alone needs no menu. What else might be alone in it is looked for there, by its words.
            IconButton(only.icon, label: only.label, href: only.path)
        } else {
            Menu("More", icon: .dots) {
                page.slots.menu
                for place in places { MenuLink(place.label, href: place.path, icon: place.icon) }
            }
        }
    }
}
