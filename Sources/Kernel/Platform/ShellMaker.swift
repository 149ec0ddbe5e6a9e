import Core
import Database
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
                    menu: manifest.navigation.menu, offline: manifest.appearance.offline, offlineWords: manifest.appearance.offlineWords)
            }
        }
    }

    /// What is new for a person.
    struct News: Sendable {
        /// Notifications; nil where nobody counts them.
        var notices: Int?
        /// The person's own places, with their counts.
        var places: [CountedPlace] = []
        /// How much waits in places of the staff portal, by address.
        var waiting: [String: Int] = [:]
        /// Whether first steps of the site are left that this person may take.
        var isSettingUp = false
    }

    /// Makes the frame when a page asks for it: most answers are no pages.
    func provider(_ authentication: Authentication, _ configuration: SiteConfiguration, _ news: News) -> Shell.Provider {
        Shell.Provider { request in shell(for: request, authentication, configuration, news) }
    }

    /// What is new for whoever asks for a page.
    /// - Parameter opens: whether the page is shown, and what leads to it thereby read.
    func news(for request: Request, opens: Bool = true) async throws -> News {
        guard let person = request.identity.personID, request.wantsPage else { return News() }
        // A browser that fetches pages before anybody wants them opens none.
        let opens = opens && request.method == .get && request.headers["Sec-Purpose"]?.hasPrefix("prefetch") != true
        let path = opens ? String(request.head.pathText) : ""
        let notices = try await site.extensions.service((any UnreadCounter).self)?.unread(of: person, opening: path)
        let (places, identity) = (personalPlacesInUse, request.identity)
        let isAtWork = request.path.first == "admin" && !identity.permissions.isEmpty
        let queues = isAtWork ? site.extensions[.queueCounts] : []
        guard !places.isEmpty || isAtWork else { return News(notices: notices) }
        return try await site.database.read { db in
            var news = News(notices: notices)
            news.places = try places.map { place in
                CountedPlace(
                    place.item, unread: try place.unread(of: person, opening: path, in: db), topic: place.topic, countPath: place.countPath)
            }
            for queue in queues { news.waiting[queue.path] = try queue.waiting(identity.may, db) }
            if isAtWork { news.isSettingUp = try !SetupList(site, for: identity.may, in: db).isFinished }
            return news
        }
    }

    private var personalPlacesInUse: [any PersonalPlace] {
        let used = Set(site.apps.flatMap(\.navigation.uses))
        return used.isEmpty ? [] : site.extensions.entries(at: .personalPlaces).filter { used.contains($0.module) }.map(\.value)
    }

    private func shell(for request: Request, _ authentication: Authentication, _ configuration: SiteConfiguration, _ news: News) -> Shell {
        let counted = adminSections(for: request.identity).map { $0.counting(news.waiting) }
        let sections = news.isSettingUp ? counted.lifting(SitePaths.start()) : counted
        let person =
            request.identity.personID == nil
            ? nil
            : ShellPerson(
                id: request.identity.personID?.description, name: request.identity.name, isStaff: !sections.isEmpty, places: personalPlaces,
                counted: news.places, unread: news.notices, picture: request.identity.picture)
        return Shell(
            siteName: configuration.name, apps: apps.map { $0.colored(configuration.policies[$0.id]?.accent) },
            currentApp: CurrentApp.of(request, on: site),
            closedApps: Set(authentication.closedApps.keys),
            adminSections: sections, person: person,
            path: String(request.head.pathText),
            languages: site.languages(at: request.path), theme: Preferences.theme(of: request, account: authentication.theme),
            flash: request.flash.map { Toast($0.words, sign: Toast.Sign(rawValue: $0.tone.rawValue) ?? .note) },
            footer: footer, tour: tour(for: request),
            banner: configuration.isDemo ? "This is a demo. Its accounts and passwords are public." : nil, assets: site.assets,
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
