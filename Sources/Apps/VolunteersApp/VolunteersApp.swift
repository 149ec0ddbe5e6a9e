import Accounts
import Core
import Database
import Foundation
import Interface
import Jobs
import Messages
import Platform
import Web

/// Volunteers (Växjö Volunteers in its requirements and in the demo): people ask for help, others find them and help (VOL).
public struct VolunteersApp: App {
    /// What the app is.
    public static let manifest = AppManifest(
        id: "volunteers", name: "Volunteers", summary: "Ask for help, and help others.", path: VolunteersPaths.home(),
        appearance: .init(icon: .hand, accent: .leaf, header: .back, offline: .message),
        navigation: .init(
            main: [
                NavigationItem("Home", icon: .home, path: VolunteersPaths.home()),
                NavigationItem("My requests", short: "Mine", icon: .list, path: VolunteersPaths.own()),
                NavigationItem("Settings", icon: .settings, path: VolunteersPaths.settings()),
                NavigationItem("My profile", icon: .idCard, path: VolunteersPaths.profile()),
            ], search: VolunteersPaths.search(),
            menu: [
                NavigationItem("Help", icon: .help, path: SitePaths.help())
            ],
            portal: [
                AdminPlace(
                    "Request categories", "Kinds of requests", icon: .tag, path: VolunteersPaths.adminCategories(), permission: .volunteersCategories)
            ], uses: [MessagesModule.manifest.id]),
        access: .init(
            permissions: VolunteersRoles.permissions, roles: VolunteersRoles.all,
            policy: AppPolicy(signIn: [.google], guests: .none, languages: [.english, .swedish], asksForTerms: true), terms: VolunteersTerms.all),
        schema: .init(
            VolunteersMigrations.all,
            entityNames: [
                "volunteers.post": "Request", "volunteers.category": "Category", "volunteers.news": "Notifications of new requests",
            ], sentences: VolunteersSentences.all,
            jobNames: [
                "volunteers.index": "Updating the search of requests",
                "volunteers.news": "Notifying people of new requests",
                "volunteers.openness": "Notifying people who offered help",
                "volunteers.ban-end": "Showing requests after a ban",
                "volunteers.expiry": "Taking requests from the list whose time is over",
            ]),
        notifications: VolunteersNotifications.all,
        measures: .init(measures, readers: .volunteersStatistics),
        help: .init(VolunteersHelp.topics, tour: VolunteersHelp.tour),
        resources: Bundle.module)

    let services: VolunteersServices

    /// Wires the app to a site.
    public init(site: Site) throws {
        services = try VolunteersServices(site: site)
    }

    /// Every page and address of the app.
    public var routes: [Route] {
        let app = services
        return [
            FeedRoutes(site: app.site, feed: app.feed, categories: app.categories).routes,
            PostRoutes(posts: app.posts, categories: app.categories, similar: app.similar).routes,
            ClosingRoutes(posts: app.posts).routes,
            RequestCalendar(posts: app.posts).routes,
            SimilarRoutes(similar: app.similar).routes,
            SearchRoutes(search: app.search).routes,
            BookmarkRoutes(bookmarks: app.bookmarks).routes,
            OwnRoutes(feed: app.feed, posts: app.posts).routes,
            ProfileRoutes(site: app.site, members: app.members, feed: app.feed, bookmarks: app.bookmarks).routes,
            OfferRoutes(site: app.site, posts: app.posts, consents: app.consents, conversations: app.conversations).routes,
            SettingsRoutes(site: app.site, members: app.members, categories: app.categories).routes,
            CategoryRoutes(categories: app.categories) { app.site.languages(of: Self.manifest) }.routes,
            PostAPI(posts: app.posts, feed: app.feed, bookmarks: app.bookmarks, categories: app.categories).routes,
            PersonAPI(site: app.site, members: app.members, feed: app.feed, categories: app.categories).routes,
        ].flatMap(\.self)
    }

    /// Telling of new posts, entering older ones into the search, bringing back what a ban had taken out of it, and ending what is over.
    public var jobs: [JobKind] { [services.newRequestJob, services.indexJob, services.banEndJob, services.closureJob, services.expiryJob] }

    public func register(in extensions: inout Extensions) throws {
        let (site, hiding) = (services.site, services.withholding)
        try extensions.provide(services)
        extensions.add(VolunteersDemo(requests: DemoRequests(services: services), site: site), to: .demoContent)
        extensions.add(FrontRequests(feed: services.feed), to: .frontPage)
        extensions.add(VolunteersBookmarks(bookmarks: services.bookmarks), to: .bookmarks)
        extensions.add(Preparation { [services] in try services.prepare(in: $0) }, to: .preparations)
        extensions.add(AccessObserver { try hiding.update($0, in: $1) }, to: .accessChanges)
        extensions.add(BanEffects { try BannedAuthorHiding.effects(on: $0, in: $1) }, to: .banEffects)
        extensions.add(ProfilePages { VolunteersPaths.person($0) }, to: .profilePages)
        extensions.add(ConversationOpening(kind: PostSubject.kind) { "\($0) offered to help you" }, to: .conversationOpenings)
        extensions.add(VolunteersData(site: site, moderation: services.moderation, index: services.index), to: .personalData)
        extensions.add(PostSubject(index: services.index, expiry: services.expiry), to: .moderatedSubjects)
        for level in levels { extensions.add(level, to: .levels) }
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
    }
}
