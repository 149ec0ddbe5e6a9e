import Core
import Markup
import Web

/// The bar at the top: menu, names, search, account.
struct ShellHeader: HTML {
    let shell: Shell
    let app: ShellApp?
    let isAdmin: Bool
    let activePath: String

    var body: some HTML {
        header(.class("shell-header")) {
            ShellMenu(shell: shell, app: app, isAdmin: isAdmin, activePath: activePath)
            HeaderBrand(shell: shell, app: app, isAdmin: isAdmin)
            div(.class("shell-tools")) {
                if let search = app?.searchPath { IconButton(.search, label: "Search", href: search, .data("tour", "search")) }
                if let unread = shell.person?.unread { NotificationBell(unread: unread) }
                AccountButton(shell: shell, app: app)
            }
        }
    }
}

/// The names in the header, and the way to the first page.
struct HeaderBrand: HTML {
    let shell: Shell
    let app: ShellApp?
    let isAdmin: Bool

    var body: some HTML {
        a(.class("brand"), .href(app?.path ?? (isAdmin ? SitePaths.administration() : "/"))) {
            if let app {
                span(.class("brand-site")) { shell.siteName }
                span(.class("brand-app")) { app.name }
            } else if isAdmin {
                span(.class("brand-site")) { shell.siteName }
                span(.class("brand-app")) { "Administration" }
            } else {
                span(.class("brand-app")) { shell.siteName }
            }
        }
    }
}

/// The header of pages that show one thing at a time: only the way back.
struct BareHeader: HTML {
    let shell: Shell

    var body: some HTML {
        header(.class("bare-header")) {
            a(.class("brand"), .href("/")) {
                BrandMark()
                span(.class("brand-app")) { shell.siteName }
            }
        }
    }
}

/// Stoa's sign: four columns under a roof.
struct BrandMark: HTML {
    var body: some HTML {
        svg(.class("brand-mark"), .custom("viewBox", "0 0 32 32"), .width(32), .height(32), .aria("hidden", true)) {
            SVG.path(.custom("d", "M16 4 29 11v3H3v-3z M5 25h22v3H5z M6 16h3v7H6z M12 16h3v7h-3z M17 16h3v7h-3z M23 16h3v7h-3z"))
        }
    }
}

/// The way to the inbox, with how much in it is new; it counts on while the page is open.
struct NotificationBell: HTML {
    let unread: Int

    var body: some HTML {
        a(
            .class("icon-button icon-button-plain bell"), .href(SitePaths.inbox()), .title("Notifications"), .data("bell", SitePaths.unreadCount()),
            .live("notices")
        ) {
            Icon.bell
            span(.class("visually-hidden")) { "Notifications" }
            UnreadCount(unread: unread)
        }
    }
}

/// Who is signed in and their pages, or the way to sign in.
struct AccountButton: HTML {
    let shell: Shell
    let app: ShellApp?

    var body: some HTML {
        if let person = shell.person {
            details(.class("menu account-menu"), .data("menu"), .data("tour", "account")) {
                summary(.class("avatar-button"), .aria("label", "Account of \(person.name)"), .title(.verbatim(person.name))) {
                    if let picture = person.picture {
                        img(.class("avatar"), .src(picture), .alt(""), .width(34), .height(34))
                    } else {
                        span(.class("avatar"), .aria("hidden", true)) { Avatar.letters(of: person.name) }
                    }
                }
                div(.class("menu-list")) { AccountLinks(person: person, apps: app?.header == .back ? shell.apps.filter { $0.id != app?.id } : []) }
            }
        } else {
            IconButton(.person, label: "Sign in", href: Web.link(SitePaths.signIn(), query: ["then": shell.path]), .data("tour", "account"))
        }
    }
}

/// What belongs to the person who is signed in, for a menu.
struct AccountLinks: HTML {
    let person: ShellPerson
    /// The other apps, where no drawer leads to them.
    let apps: [ShellApp]

    var body: some HTML {
        p(.class("menu-heading")) { person.name }
        MenuLink("Your account", href: SitePaths.account(), icon: .person)
        for place in person.places { MenuLink(place.label, href: place.path, icon: place.icon) }
        if person.isStaff { MenuLink("Administration", href: SitePaths.administration(), icon: .shield) }
        for app in apps { MenuLink(app.name, href: app.path, icon: app.icon) }
        MenuButton("Sign out", action: SitePaths.signOut(), icon: .signOut)
    }
}

/// The three lines, and what opens from them: this app's places, the other apps, the portal, language and theme.
struct ShellMenu: HTML {
    let shell: Shell
    let app: ShellApp?
    let isAdmin: Bool
    let activePath: String

    var body: some HTML {
        details(.class("drawer"), .data("menu", "drawer"), .data("tour", "menu")) {
            summary(.class("icon-button icon-button-plain"), .aria("label", "Menu"), .title("Menu")) { Icon.menu }
            div(.class("drawer-backdrop"), .data("menu-close"))
            div(.class("drawer-panel"), .data("menu-panel")) {
                div(.class("drawer-head")) {
                    BrandMark()
                    strong { shell.siteName }
                    IconButton(.close, label: "Close the menu", .type("button"), .data("menu-close"), .class("needs-script"))
                }
                if let app { NavigationGroup(title: app.name, items: app.navigation, activePath: activePath) }
                if isAdmin { AdminSections(sections: shell.adminSections, activePath: activePath) }
                if !otherApps.isEmpty { NavigationGroup(title: "Apps", items: otherApps, activePath: activePath) }
                if let person = shell.person, person.isStaff, !isAdmin {
                    NavigationGroup(
                        title: "Staff", items: [NavigationItem("Administration", icon: .shield, path: SitePaths.administration())],
                        activePath: activePath)
                }
                PreferencesForm(shell: shell)
            }
        }
    }

    private var otherApps: [NavigationItem] {
        shell.apps.filter { $0.id != app?.id }.map { NavigationItem($0.name, icon: $0.icon, path: $0.path) }
    }
}
