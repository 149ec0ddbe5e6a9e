import Core
import Interface
import Localization
import Markup
import Web

/// Makes the frame around a page: what this person sees of the site.
struct ShellMaker: Sendable {
    let site: Site
    private let apps: [ShellApp]
    /// Places of kernel parts, which are no apps: they belong to the person who is signed in.
    private let personalPlaces: [NavigationItem]

    private let footer: [NavigationItem]

    init(site: Site) {
        self.site = site
        footer = site.manifests.flatMap(\.navigation.footer)
        personalPlaces = site.manifests.filter { $0.path == nil }.flatMap(\.navigation.main)
        apps = site.manifests.compactMap { manifest in
            manifest.path.map { path in
                ShellApp(
                    id: manifest.id, name: manifest.name, icon: manifest.appearance.icon, path: path, navigation: manifest.navigation.main,
                    searchPath: manifest.navigation.search, accent: manifest.appearance.accent, header: manifest.appearance.header,
                    menu: manifest.navigation.menu, offline: manifest.appearance.offline)
            }
        }
    }

    /// Makes the frame when a page asks for it: most answers are no pages.
    func provider(_ authentication: Authentication, _ configuration: SiteConfiguration, unread: Int?) -> Shell.Provider {
        Shell.Provider { request in shell(for: request, authentication, configuration, unread) }
    }

    /// What is new for whoever asks for a page; nil where nobody counts.
    func unread(for request: Request) async throws -> Int? {
        guard let person = request.identity.personID, request.wantsPage else { return nil }
        // A browser that fetches pages before anybody wants them opens none.
        let opens = request.method == .get && request.headers["Sec-Purpose"]?.hasPrefix("prefetch") != true
        let path = opens ? String(request.head.pathText) : ""
        return try await site.extensions.service((any UnreadCounter).self)?.unread(of: person, opening: path)
    }

    private func shell(for request: Request, _ authentication: Authentication, _ configuration: SiteConfiguration, _ unread: Int?) -> Shell {
        let sections = adminSections(for: request.identity)
        let person =
            request.identity.personID == nil
            ? nil
            : ShellPerson(
                id: request.identity.personID?.description, name: request.identity.name, isStaff: !sections.isEmpty, places: personalPlaces,
                unread: unread, picture: request.identity.picture)
        return Shell(
            siteName: configuration.name, apps: apps, currentApp: CurrentApp.of(request), adminSections: sections, person: person,
            path: String(request.head.pathText),
            languages: site.languages(at: request.path), theme: Preferences.theme(of: request, account: authentication.theme), flash: request.flash,
            footer: footer, tour: tour(for: request),
            banner: configuration.isDemo ? "This is a demo site. Its people and their passwords are public." : nil, assets: site.assets,
            context: RenderingContext(language: request.language, timeZone: request.timeZone, messages: site.messages, now: site.clock.now()))
    }

    /// The tour of an app whose home is asked for with `?tour`.
    private func tour(for request: Request) -> [TourStop] {
        guard request.query["tour"] != nil else { return [] }
        return site.manifests.first { $0.path == String(request.head.pathText) }?.help.tour ?? []
    }

    /// The parts of the staff portal that somebody's permissions open.
    private func adminSections(for identity: Identity) -> [NavigationSection] {
        identity.permissions.isEmpty && identity.withheld.isEmpty
            ? [] : AdminPlaces(manifests: site.manifests).sections(for: identity.mightOnceProved)
    }
}
