import Core
import Markup
import Web

/// The places of every frame that belong to no app, the same and in the same order wherever one is, and the ways to the apps.
struct SitePlaces {
    /// A place, with how much is new there if that is counted.
    struct Place {
        let item: NavigationItem
        var counted: CountedPlace?
    }

    let places: [Place]
    /// One's account or the way to sign in, last among the places.
    let account: NavigationItem
    /// Every app, then the portal; none where there is only one to go to.
    let apps: [NavigationItem]
    /// The app or portal whose frame this is.
    let currentApp: String?
    /// The place that is open, of the app or of the site.
    let current: String?

    /// - Parameter own: the places of the app or of the portal, among which the open one may be.
    init(shell: Shell, app: ShellApp?, isAdmin: Bool, activePath: String) {
        account = Self.account(of: shell)
        places = Self.places(of: shell) + [Place(item: account)]
        var portal = NavigationItem("Administration", icon: .shield, path: SitePaths.administration())
        // In the portal itself each place has its own number.
        if !isAdmin { portal.waiting = shell.adminSections.flatMap(\.all).reduce(0) { $0 + $1.waiting } }
        let isStaff = shell.person?.isStaff == true
        let open = shell.apps.map { NavigationItem($0.name, icon: $0.icon, path: $0.path) } + (isStaff ? [portal] : [])
        apps = open.count > 1 || isStaff ? open : []
        currentApp = isAdmin ? portal.path : app?.path
        // One's own page is no place of the bar, and none of those is open while it is.
        let profile = app?.profilePath.map { [NavigationItem("My profile", icon: .person, path: $0)] } ?? []
        let own = (app.map { $0.navigation + $0.further + $0.work } ?? []) + profile + (isAdmin ? [.portal] + shell.adminSections.flatMap(\.all) : [])
        // The search of an app is a place of its own: its home isn't open while one searches.
        let search = app?.searchPath.map { [NavigationItem("Search", icon: .search, path: $0)] } ?? []
        let elsewhere = search + [NavigationItem("Notifications", icon: .bell, path: SitePaths.inbox())] + shell.footer
        current = (own + places.map(\.item) + elsewhere).active(at: activePath)
    }

    private static func places(of shell: Shell) -> [Place] {
        let front = NavigationItem("Front page", icon: .globe, path: "/")
        let counted = shell.person?.counted ?? []
        let personal = (shell.person?.places ?? []).filter { place in !counted.contains { $0.item.path == place.path } }
        return (shell.apps.count > 1 ? [Place(item: front)] : []) + counted.map { Place(item: $0.item, counted: $0) }
            + (personal + shell.footer.filter { $0.path == SitePaths.help() }).map { Place(item: $0) }
    }

    private static func account(of shell: Shell) -> NavigationItem {
        shell.person == nil
            ? NavigationItem("Sign in", icon: .signIn, path: Web.link(SitePaths.signIn(), query: ["then": shell.path]))
            : NavigationItem("Your account", icon: .person, path: SitePaths.account())
    }
}

extension NavigationItem {
    /// The first page of the portal, among its places.
    static var portal: NavigationItem { NavigationItem("Overview", icon: .home, path: SitePaths.administration()) }
}

/// The site's own places and the apps, below those of the app that is open.
struct SitePlacesList: HTML {
    let places: SitePlaces
    /// The menu on a phone has it first (MUS-005, MUS-010).
    var hasAccount = true

    var body: some HTML {
        ul(.class("site-places")) {
            for place in places.places where hasAccount || place.item.path != places.account.path {
                NavigationLink(item: place.item, isActive: place.item.path == places.current, counted: place.counted)
            }
        }
        if !places.apps.isEmpty {
            div(.class("app-switch"), .role("group"), .aria("label", "Apps")) {
                p(.class("app-switch-title"), .aria("hidden", true)) { "Apps" }
                ul {
                    for app in places.apps { NavigationLink(item: app, isActive: false, isChosen: app.path == places.currentApp) }
                }
            }
        }
    }
}
