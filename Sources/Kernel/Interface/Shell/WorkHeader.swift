import Core
import Markup
import Web

/// The header where an app's staff work: the way back to the app, the places of the work, what is new and the account. On phones the places
/// stand in a bar at the bottom, as in every frame; where there is room they stand here, so that the content has the whole width.
struct WorkHeader: HTML {
    let shell: Shell
    let app: ShellApp
    let page: Page
    let site: SitePlaces

    var body: some HTML {
        header(.class("shell-header back-header work-header")) {
            IconButton(.back, label: "Back", href: page.slots.back ?? app.path, .data("back", app.path))
            p(.class("header-title")) { page.slots.title ?? page.title }
            HeaderBrand(shell: shell, app: app, isAdmin: false)
            if !app.work.isEmpty {
                nav(.class("app-nav work-nav"), .data("places", String(app.work.count)), .aria("label", "Main navigation")) {
                    div(.class("rail")) {
                        ul(.class("app-places")) { for item in app.work { NavigationLink(item: item, isActive: item.path == site.current) } }
                    }
                }
            }
            div(.class("shell-tools")) {
                if !page.slots.menu.isNothing { Menu("More", icon: .dots) { page.slots.menu } }
                if let unread = shell.person?.unread { NotificationBell(unread: unread, isOpen: false) }
                AccountButton(shell: shell, site: site)
            }
        }
    }
}
