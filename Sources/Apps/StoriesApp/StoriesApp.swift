import Accounts
import Core
import Foundation
import Interface
import Jobs
import Messages
import Platform
import Reading
import Web

/// Stories: people write in chapters, publish them, and read what others write (STO).
public struct StoriesApp: App {
    /// What the app is.
    public static let manifest = AppManifest(
        id: "stories", name: "Stories", summary: "Write stories in chapters, and read what others write.", path: StoriesPaths.home(),
        appearance: .init(icon: .quote, accent: .lilac, header: .back, offline: .kept),
        navigation: .init(
            main: [
                NavigationItem("Home", icon: .home, path: StoriesPaths.home()),
                NavigationItem("Search", icon: .search, path: StoriesPaths.search()),
                NavigationItem("Library", icon: .books, path: StoriesPaths.library()),
                NavigationItem("Updates", icon: .inbox, path: StoriesPaths.updates()),
                NavigationItem("Write", icon: .edit, path: StoriesPaths.write()),
            ],
            profile: StoriesPaths.profile(),
            menu: [NavigationItem("Muted people", icon: .ban, path: StoriesPaths.muted(), needsSignIn: true)],
            portal: [
                AdminPlace(
                    "Browse tags", "Tags of stories", searchedAs: "synonyms genres merge", icon: .tag, path: StoriesPaths.adminTags(),
                    permission: .storiesModerate)
            ],
            uses: [MessagesModule.manifest.id, ReadingModule.manifest.id]),
        access: .init(permissions: StoriesRoles.permissions, roles: StoriesRoles.all, policy: AppPolicy(languages: [.english, .swedish])),
        schema: .init(
            StoriesMigrations.all,
            entityNames: [
                "stories.story": "Story", "stories.chapter": "Chapter", "stories.post": "Author’s post", "stories.list": "Reading list",
                "stories.follow": "Followed author", "stories.story-follow": "Followed story", "stories.library-entry": "Story in a library",
                "stories.recommendation": "Recommended story", "stories.settings": "Settings of Stories", "stories.rating": "Rating",
                "stories.comment": "Comment", "stories.mute": "Muted people", "stories.coauthor": "Co-author", "stories.first-reader": "First reader",
                "stories.tag": "Browse tag",
            ], sentences: StoriesSentences.all,
            jobNames: [
                "stories.chapters-due": "Finding new chapters to tell readers about", "stories.chapters": "Notifying readers of new chapters",
                "stories.posts": "Notifying readers of posts", "stories.text-index": "Updating the search of stories",
                "stories.tag-index": "Updating stories after a change of tags", "stories.ranking": "Counting readers of stories",
                "stories.scheduled-chapters": "Publishing scheduled chapters",
                "stories.invitation-links": "Deleting invitation links that have ended",
            ]),
        settings: StoriesChoices.all,
        notifications: StoriesNotifications.all + CommentNews.all + [ScheduledPublishing.published] + ParticipantNews.all,
        help: .init(StoriesHelp.topics, tour: StoriesHelp.tour),
        resources: Bundle.module)

    let services: StoriesServices

    /// Wires the app to a site.
    public init(site: Site) throws { services = try StoriesServices(site: site) }

    /// Every page and address of the app.
    public var routes: [Route] {
        let app = services
        let drafts = DraftRoutes(drafts: app.drafts, comments: app.comments)
        return [
            HomeRoutes(site: app.site, positions: app.positions, search: app.search, mutes: app.mutes).routes,
            StoryRoutes(
                site: app.site, publications: app.publications, ratings: app.ratings, mutes: app.mutes, ofAge: app.ofAge
            ).routes,
            SearchRoutes(search: app.search).routes, OfAgeRoutes(ofAge: app.ofAge).routes, TagRoutes(keeping: app.tags).routes,
            StoryAPI(search: app.search, publications: app.publications).routes,
            ImportRoutes(site: app.site, stories: app.stories, chapters: app.chapters).routes,
            ChapterPictureRoutes(site: app.site, pictures: ChapterPictures(chapters: app.chapters, pictures: app.pictures)).routes,
            StoryExportRoutes(site: app.site, publications: app.publications).routes,
            WorkspaceRoutes(stories: app.stories, chapters: app.chapters).routes,
            ManuscriptRoutes(stories: app.stories, chapters: app.chapters).routes, StoryCommentsRoutes(stories: app.stories).routes,
            EditorRoutes(chapters: app.chapters, drafts: drafts).routes,
            HistoryRoutes(chapters: app.chapters).routes,
            ChapterAPI(chapters: app.chapters).routes,
            ScheduleRoutes(scheduled: app.scheduled).routes,
            PictureRoutes(stories: app.stories, ofAge: app.ofAge).routes,
            RatingRoutes(ratings: app.ratings).routes,
            CommentRoutes(comments: app.comments).routes,
            CommentAPI(comments: app.comments).routes,
            MuteRoutes(mutes: app.mutes).routes,
            ParticipantRoutes(participants: app.participants, links: app.invitationLinks, role: .author).routes,
            ParticipantRoutes(participants: app.participants, links: app.invitationLinks, role: .reader).routes,
            InvitationLinkRoutes(links: app.invitationLinks).routes,
            drafts.routes,
            ReadersRoutes(stories: app.stories, publications: app.publications, positions: app.positions).routes,
            peopleRoutes,
        ].flatMap(\.self)
    }

    private var peopleRoutes: [Route] {
        let app = services
        return [
            FollowRoutes(follows: app.follows).routes, AuthorPostRoutes(posts: app.posts).routes,
            AuthorPostAPI(posts: app.posts).routes, ListAPI(lists: app.lists).routes,
            UpdatesRoutes(updates: Updates(site: app.site), positions: app.positions, ofAge: app.ofAge).routes,
            ListRoutes(lists: app.lists).routes, LibraryRoutes(library: app.library).routes,
            ProfileRoutes(people: app.people).routes, RecommendationRoutes(people: app.people).routes,
            MessageRoutes(people: app.people, conversations: app.conversations).routes, SettingsRoutes(site: app.site).routes,
            FeedRoutes(site: app.site).routes,
        ].flatMap(\.self)
    }

    /// Telling readers what is new, entering stories into the search, and the ranking.
    public var jobs: [JobKind] { services.news.jobs + services.jobs }

    /// When readers are counted again.
    public var schedules: [Schedule] { services.schedules }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(
            ChapterSubject(publishing: services.publishing, pictures: services.pictures, drafts: services.drafts), to: .moderatedSubjects)
        extensions.add(DraftSubject(pictures: services.pictures, news: services.drafts.news), to: .moderatedSubjects)
        try extensions.provide(services)
        extensions.add(services.publishing.lists.shared, to: .caches)
        extensions.add(services.ofAge.gate, to: .readingGates)
        extensions.add(ReaderData(site: services.site), to: .personalData)
        extensions.add(StorySubject(publishing: services.publishing), to: .moderatedSubjects)
        for titled in TitledEntity.ofStories { extensions.add(titled, to: .titledEntities) }
        extensions.add(CoverSubject(pictures: services.pictures), to: .moderatedSubjects)
        extensions.add(
            StoriesData(
                site: services.site, moderation: services.stories.moderation, publishing: services.publishing, pictures: services.pictures,
                news: services.participants.news),
            to: .personalData)
        extensions.add(StoriesDemo(services: services), to: .demoContent)
        extensions.add(AuthorPostSubject(news: services.news), to: .moderatedSubjects)
        extensions.add(ListSubject(), to: .moderatedSubjects)
        extensions.add(ProfilePages { StoriesPaths.person($0) }, to: .profilePages)
        extensions.add(StoriesPlaces(), to: .placeChoices)
        extensions.add(PeopleData(site: services.site, moderation: services.moderation), to: .personalData)
        for isOnDraft in [false, true] { extensions.add(CommentSubject(isOnDraft: isOnDraft, news: services.commentNews), to: .moderatedSubjects) }
        extensions.add(ReadingWords.story, to: .readingWords)
        extensions.add(services.comments.sectionLinks(rating: services.ratings), to: .sectionLinks)
        extensions.add(FeedbackData(site: services.site, moderation: services.moderation), to: .personalData)
    }
}
