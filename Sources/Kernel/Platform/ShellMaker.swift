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
    /// Places of kernel parts by the part's id: those who are signed in see them on a site with an app that uses the part.
    private let partPlaces: [(part: String, places: [NavigationItem])]

    private let footer: [NavigationItem]
    /// Where the staff of each app work, by the app's id.
    private let workPlaces: [String: [WorkPlace]]

    init(site: Site) {
        self.site = site
        footer = site.everyManifest.filter { $0.path == nil }.flatMap(\.navigation.footer)
        workPlaces = Dictionary(site.everyManifest.map { ($0.id, $0.navigation.work) }) { first, _ in first }
        partPlaces = site.everyManifest.filter { $0.path == nil }.map { ($0.id, $0.navigation.main) }
        apps = site.everyManifest.compactMap { manifest in
            manifest.path.map { path in
                ShellApp(
                    id: manifest.id, name: manifest.name, icon: manifest.appearance.icon, path: path, navigation: manifest.navigation.main,
                    searchPath: manifest.navigation.search, profilePath: manifest.navigation.profile, accent: manifest.appearance.accent,
                    header: manifest.appearance.header, menu: manifest.navigation.menu, offline: manifest.appearance.offline,
                    offlineWords: manifest.appearance.offlineWords)
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
        /// The places of the app whose frame it is, where the person has others than everybody.
        var navigation: (app: String, places: AppManifest.Navigation)?
        /// How many things are in places of the app, by address.
        var contents: [String: PlaceNumber] = [:]
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
        let queues = identity.permissions.isEmpty ? [] : site.shown(.queueCounts)
        let choice = placeChoice(for: request)
        let app = CurrentApp.of(request, on: site)
        let counts = site.extensions[.placeCounts].filter { $0.app == app }
        guard !places.isEmpty || isAtWork || !queues.isEmpty || choice != nil || !counts.isEmpty else { return News(notices: notices) }
        return try await site.database.read { db in
            var news = News(notices: notices)
            news.places = try places.map { place in
                CountedPlace(
                    place.item, unread: try place.unread(of: person, opening: path, in: db), topic: place.topic, countPath: place.countPath)
            }
            if let (app, choice) = choice {
                news.navigation = (app.id, try choice.navigation(app.navigation, of: person, opening: path, in: db))
            }
            for queue in queues { news.waiting[queue.path] = try queue.waiting(person, identity.may, db) }
            for place in counts { news.contents[place.path] = PlaceNumber(try place.count(person, db), words: place.words) }
            if isAtWork { news.isSettingUp = try !SetupList(site, for: identity.may, in: db).isFinished }
            return news
        }
    }

    /// The app whose frame the page has, where its places differ from person to person.
    private func placeChoice(for request: Request) -> (app: AppManifest, choice: any PlaceChoice)? {
        let choices = site.extensions.entries(at: .placeChoices)
        guard !choices.isEmpty, let id = CurrentApp.of(request, on: site), let choice = choices.first(where: { $0.module == id })?.value,
            let app = site.apps.first(where: { $0.id == id })
        else { return nil }
        return (app, choice)
    }

    /// Ids of the kernel parts that the apps that are on use.
    private var usedParts: Set<String> { Set(site.apps.flatMap(\.navigation.uses)) }

    private var personalPlacesInUse: [any PersonalPlace] {
        let used = usedParts
        return used.isEmpty ? [] : site.extensions.entries(at: .personalPlaces).filter { used.contains($0.module) }.map(\.value)
    }

    private func shell(for request: Request, _ authentication: Authentication, _ configuration: SiteConfiguration, _ news: News) -> Shell {
        let counted = adminSections(for: request.identity).map { $0.counting(news.waiting) }
        let sections = news.isSettingUp ? counted.lifting(SitePaths.start()) : counted
        let person = request.identity.personID.map { id in
            let used = usedParts
            return ShellPerson(
                id: id.description, name: request.identity.name, isStaff: !sections.isEmpty,
                places: partPlaces.filter { used.contains($0.part) }.flatMap(\.places), counted: news.places, unread: news.notices,
                picture: request.identity.picture)
        }
        return Shell(
            siteName: configuration.name,
            apps: apps.filter { !site.isTurnedOff($0.id) }.map { app in
                let work = (workPlaces[app.id] ?? []).filter { request.identity.may($0.permission) }
                return app.colored(configuration.policies[app.id]?.accent).with(news.navigation).with(work: work.map(\.item)).counting(news.contents)
            },
            currentApp: CurrentApp.of(request, on: site),
            closedApps: Set(authentication.closedApps.keys),
            adminSections: sections, person: person,
            path: String(request.head.pathText),
            languages: site.languages(for: request), theme: Preferences.theme(of: request, account: authentication.theme),
            flash: request.flash.map { flash in
                Toast(
                    flash.words, sign: Toast.Sign(rawValue: flash.tone.rawValue) ?? .note,
                    undo: flash.undo.flatMap { LocalPath.isLocal($0) ? $0 : nil })
            },
            footer: footer, tour: tour(for: request),
            banner: configuration.isDemo ? "This is a demo. Its accounts and passwords are public." : nil, look: site.look,
            assets: site.assets,
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

extension ShellApp {
    /// The same with the places that somebody has in it.
    fileprivate func with(_ chosen: (app: String, places: AppManifest.Navigation)?) -> ShellApp {
        guard let chosen, chosen.app == id else { return self }
        return replacing(navigation: chosen.places.main, searchPath: chosen.places.search, menu: chosen.places.menu)
    }
}
