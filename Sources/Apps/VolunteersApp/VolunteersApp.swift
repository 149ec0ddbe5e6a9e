import Core
import Database
import Foundation
import Interface
import Jobs
import Messages
import Platform
import Web

/// Växjö Volunteers: people ask for help, others find them and help (VOL).
public struct VolunteersApp: App {
    /// What the app is.
    public static let manifest = AppManifest(
        id: "volunteers", name: "Växjö Volunteers", icon: .hand, path: VolunteersPaths.home(), searchPath: VolunteersPaths.search(),
        summary: "Ask for help, and help others.",
        navigation: [
            NavigationItem("Home", icon: .home, path: VolunteersPaths.home()),
            NavigationItem("Settings", icon: .settings, path: VolunteersPaths.settings()),
            NavigationItem("My profile", icon: .person, path: VolunteersPaths.profile()),
        ],
        adminNavigation: [
            AdminPlace("Categories", icon: .tag, path: VolunteersPaths.adminCategories(), permission: .volunteersCategories),
            AdminPlace("Statistics", icon: .chart, path: SitePaths.appStatistics("volunteers"), permission: .volunteersStatistics),
        ],
        migrations: VolunteersMigrations.all, permissions: VolunteersRoles.permissions, roles: VolunteersRoles.all, accent: .leaf,
        frame: .stacked,
        menu: [
            NavigationItem("My requests", icon: .list, path: VolunteersPaths.own()),
            NavigationItem("Messages", icon: .mail, path: link(MessagesPaths.list(), query: ["app": "volunteers"])),
            NavigationItem("Help", icon: .help, path: "/help"),
        ],
        offline: .message,
        policy: AppPolicy(signIn: [.google], guests: .none, languages: [.english, .swedish], asksForTerms: true),
        terms: VolunteersTerms.all, notifications: VolunteersNotifications.all, measures: measures, statisticsReaders: .volunteersStatistics,
        entityNames: ["volunteers.post": "Request", "volunteers.category": "Category", "volunteers.news": "News of requests"],
        help: VolunteersHelp.topics,
        tour: VolunteersHelp.tour,
        resources: Bundle.module)

    /// Brings requests into a demo.
    public let demo: DemoRequests

    let services: VolunteersServices

    /// Wires the app to a site.
    public init(site: Site) throws {
        services = VolunteersServices(site: site)
        demo = DemoRequests(services: services)
    }

    /// Every page and address of the app.
    public var routes: [Route] {
        let app = services
        return [
            FeedRoutes(site: app.site, feed: app.feed, categories: app.categories).routes,
            PostRoutes(posts: app.posts, categories: app.categories, similar: app.similar).routes,
            SimilarRoutes(similar: app.similar).routes,
            SearchRoutes(search: app.search).routes,
            BookmarkRoutes(bookmarks: app.bookmarks).routes,
            OwnRoutes(feed: app.feed).routes,
            ProfileRoutes(site: app.site, members: app.members, feed: app.feed, bookmarks: app.bookmarks).routes,
            OfferRoutes(site: app.site, posts: app.posts).routes,
            SettingsRoutes(site: app.site, members: app.members, categories: app.categories).routes,
            CategoryRoutes(categories: app.categories).routes,
            PostAPI(posts: app.posts, feed: app.feed, bookmarks: app.bookmarks, categories: app.categories).routes,
            PersonAPI(site: app.site, members: app.members, feed: app.feed, categories: app.categories).routes,
        ].flatMap(\.self)
    }

    /// Telling of new posts, entering older ones into the search, and bringing back what a ban had taken out of it.
    public var jobs: [JobKind] { [services.newRequestJob, services.indexJob, services.banEndJob, services.closureJob] }

    /// Requests of a site that is older than its search are entered once, and those of people who were banned before taken out.
    public func prepare(in db: any Connection) throws {
        try PostIndex.catchUp(services.site.jobs, in: db)
        try services.withholding.catchUp(in: db)
    }

    /// Requests of somebody who is shut out leave the lists, and come back with them.
    public func accessChanged(of person: PersonID, in db: any Connection) throws { try services.withholding.update(person, in: db) }

    /// Posts, bookmarks and settings go with the person.
    public var personalData: [any PersonalData] { [VolunteersData(site: services.site)] }

    /// People have a profile here.
    public func profile(of person: PersonID) -> String? { VolunteersPaths.person(person) }

    /// Requests are judged.
    public var moderatedSubjects: [any ModeratedSubject] {
        [PostSubject(clock: services.site.clock, events: services.site.events, jobs: services.site.jobs, index: services.index)]
    }
}
