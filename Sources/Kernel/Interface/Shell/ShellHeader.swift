import Core
import Markup
import Web

/// The bar at the top: menu, names, search, account.
struct ShellHeader: HTML {
    let shell: Shell
    let app: ShellApp?
    let isAdmin: Bool
    let site: SitePlaces

    var body: some HTML {
        header(.class("shell-header")) {
            ShellMenu(shell: shell, app: app, isAdmin: isAdmin, site: site)
            HeaderBrand(shell: shell, app: app, isAdmin: isAdmin)
            div(.class("shell-tools")) {
                if let search = app?.searchPath { SearchButton(href: search, isOpen: site.current == search) }
                if let unread = shell.person?.unread { NotificationBell(unread: unread, isOpen: site.current == SitePaths.inbox()) }
                AccountButton(shell: shell, site: site, profile: app?.profilePath)
            }
        }
    }
}

/// The way to the app's search.
struct SearchButton: HTML {
    let href: String
    let isOpen: Bool

    var body: some HTML {
        IconButton(
            .search, label: "Search", href: href, .data("tour", "search"), .class("header-search"), .if(isOpen, .aria("current", "page")))
    }
}

/// The names in the header, and the way to the first page.
struct HeaderBrand: HTML {
    let shell: Shell
    let app: ShellApp?
    let isAdmin: Bool

    var body: some HTML {
        a(.class("brand"), .if(shell.look.logo != nil, .class("brand-pictured")), .href(app?.path ?? (isAdmin ? SitePaths.administration() : "/"))) {
            if shell.look.logo != nil {
                BrandSign(shell: shell)
                span(.class("brand-words")) { words }
            } else {
                words
            }
        }
    }

    private var words: BrandWords { BrandWords(shell: shell, place: app?.name ?? (isAdmin ? "Administration" : nil)) }
}

/// The name of a place of the site, and above it the site's.
private struct BrandWords: HTML {
    let shell: Shell
    let place: Text?

    var body: some HTML {
        if let place {
            if !shell.isNamedByLogo { span(.class("brand-site")) { shell.siteName } }
            span(.class("brand-app")) { place }
        } else if !shell.isNamedByLogo {
            span(.class("brand-app")) { shell.siteName }
        }
    }
}

/// The header of pages that show one thing at a time: only the way back. Where a site is one app, people know it by the app's name.
struct BareHeader: HTML {
    let shell: Shell

    var body: some HTML {
        header(.class("bare-header")) {
            a(.class("brand"), .href("/")) {
                BrandSign(shell: shell)
                span(.class("brand-words")) { BrandWords(shell: shell, place: shell.apps.count == 1 ? shell.apps.first?.name : nil) }
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
    let isOpen: Bool

    var body: some HTML {
        a(
            .class("icon-button icon-button-plain bell"), .href(SitePaths.inbox()), .title("Notifications"), .data("bell", SitePaths.unreadCount()),
            .live("notices"), .if(isOpen, .aria("current", "page"))
        ) {
            Icon.bell
            span(.class("visually-hidden")) { "Notifications" }
            UnreadCount(unread: unread)
        }
    }
}

/// Who is signed in and their pages, or the way to sign in. Where the app shows people, it leads to how it shows this one.
struct AccountButton: HTML {
    let shell: Shell
    let site: SitePlaces
    var profile: String?

    var body: some HTML {
        if let person = shell.person, let profile {
            a(
                .class("avatar-button"), .href(profile), .title("My profile"), .aria("label", "My profile"), .data("tour", "account"),
                .if(profile == site.current, .aria("current", "page"))
            ) { picture(of: person) }
        } else if let person = shell.person {
            details(.class("menu account-menu"), .data("menu"), .data("tour", "account")) {
                summary(.class("avatar-button"), .aria("label", "Account of \(person.name)"), .title(.verbatim(person.name))) {
                    picture(of: person)
                }
                div(.class("menu-list")) { AccountLinks(person: person, site: site) }
            }
        } else {
            IconButton(.person, label: "Sign in", href: Web.link(SitePaths.signIn(), query: ["then": shell.path]), .data("tour", "account"))
        }
    }

    @HTMLBuilder private func picture(of person: ShellPerson) -> Node {
        if let picture = person.picture {
            img(.class("avatar"), .src(picture), .alt(""), .width(34), .height(34))
        } else {
            span(.class("avatar"), .aria("hidden", true)) { Avatar.letters(of: person.name) }
        }
    }
}

/// The site's places and the apps, in the order of the rail, and the way out: for the menu behind one's name.
struct AccountLinks: HTML {
    let person: ShellPerson
    let site: SitePlaces

    var body: some HTML {
        p(.class("menu-heading")) { person.name }
        for place in site.places {
            MenuLink(
                place.item.label, href: place.item.path, icon: place.item.icon, .if(place.item.path == site.current, .aria("current", "page")))
        }
        if !site.apps.isEmpty {
            div(.class("menu-group"), .role("group"), .aria("label", "Apps")) {
                for app in site.apps {
                    MenuLink(app.label, href: app.path, icon: app.icon, .if(app.path == site.currentApp, .aria("current", "true")))
                }
            }
        }
        div(.class("menu-group")) { MenuButton("Sign out", action: SitePaths.signOut(), icon: .signOut) }
    }
}

/// The three lines where no rail is beside the content, and what opens from them: the rail's places, language and theme.
struct ShellMenu: HTML {
    let shell: Shell
    let app: ShellApp?
    let isAdmin: Bool
    let site: SitePlaces

    var body: some HTML {
        details(.class("drawer"), .data("menu", "drawer"), .data("tour", "menu")) {
            summary(.class("icon-button icon-button-plain"), .aria("label", "Menu"), .title("Menu")) { Icon.menu }
            div(.class("drawer-backdrop"), .data("menu-close"))
            div(.class("drawer-panel"), .data("menu-panel"), isAdmin ? .data("portal-places") : .nothing) {
                div(.class("drawer-head")) {
                    BrandSign(shell: shell)
                    if !shell.isNamedByLogo { strong { shell.siteName } }
                    IconButton(.close, label: "Close the menu", .type("button"), .data("menu-close"), .class("needs-script"))
                }
                account
                if let app { NavigationGroup(title: app.name, items: app.navigation + app.further, current: site.current) }
                if let app, !app.work.isEmpty { NavigationGroup(title: "Staff", items: app.work, current: site.current) }
                if isAdmin { AdminSections(sections: shell.adminSections, current: site.current) }
                SitePlacesList(places: site, hasAccount: false)
                PreferencesForm(shell: shell)
            }
        }
    }

    @HTMLBuilder private var account: Node {
        if let person = shell.person {
            a(.class("drawer-account"), .href(site.account.path), .if(site.account.path == site.current, .aria("current", "page"))) {
                Avatar(person.name, picture: person.picture)
                span {
                    strong(.dir("auto")) { person.name }
                    span { site.account.label }
                }
            }
        } else {
            a(.class("drawer-account"), .href(site.account.path)) {
                site.account.icon
                strong { site.account.label }
            }
        }
    }
}
