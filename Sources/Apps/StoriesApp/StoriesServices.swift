import Accounts
import Jobs
import Messages
import Moderation
import Notifications
import Platform
import Profiles
import Reading

/// The app's services, made once when a site is opened and handed to whoever needs them.
struct StoriesServices: Sendable {
    let site: Site
    let stories: Stories
    let chapters: Chapters
    let scheduled: ScheduledPublishing
    let publications: Publications
    let positions: Positions
    let publishing: StoryPublishing
    let pictures: StoryPictures
    let moderation: Moderation
    let news: ReaderNews
    let follows: Follows
    let posts: AuthorPosts
    let lists: ReadingLists
    let library: Library
    let people: AuthorProfiles
    let conversations: Conversations
    let mutes: Mutes
    let ratings: Ratings
    let comments: Comments
    let participants: Participants
    let invitationLinks: InvitationLinks
    let drafts: Drafts
    let commentNews: CommentNews
    let ofAge: OfAge
    let search: StorySearch
    let tags: TagKeeping
    let ranking: RankingUpdate

    init(site: Site) throws {
        let moderation: Moderation = try site.service()
        self.moderation = moderation
        self.site = site
        news = ReaderNews(site: site, notifier: try site.service())
        publications = Publications(clock: site.clock)
        positions = Positions(database: site.database, writer: site.writer)
        publishing = StoryPublishing(
            publications: publications, index: StoryIndex(index: site.search), lists: StoryLists("stories.lists", clock: site.clock),
            news: news, messages: site.messages)
        ofAge = OfAge(site: site)
        mutes = Mutes(site: site)
        search = StorySearch(site: site, index: site.search, ofAge: ofAge, mutes: mutes, lists: publishing.lists)
        tags = TagKeeping(site: site, publishing: publishing)
        ranking = RankingUpdate(site: site, positions: positions, publishing: publishing)
        pictures = StoryPictures(site: site, moderation: moderation, lists: publishing.lists)
        stories = Stories(site: site, moderation: moderation, publishing: publishing, pictures: pictures, bans: try site.service())
        chapters = Chapters(
            site: site, stories: stories, moderation: moderation, publishing: publishing,
            rendering: ChapterRendering(converter: site.converter, media: site.media))
        scheduled = ScheduledPublishing(site: site, chapters: chapters, notifier: try site.service())
        follows = Follows(site: site)
        posts = AuthorPosts(site: site, stories: stories, moderation: moderation)
        lists = ReadingLists(site: site, moderation: moderation, stories: stories)
        library = Library(site: site, positions: positions)
        people = AuthorProfiles(site: site, profiles: try site.service())
        conversations = try site.service()
        ratings = Ratings(site: site, stories: stories, positions: positions)
        comments = Comments(site: site, stories: stories, moderation: moderation, publications: publications)
        participants = Participants(
            site: site, stories: stories, publishing: publishing, news: ParticipantNews(notifier: try site.service(), mutes: mutes))
        invitationLinks = InvitationLinks(participants: participants, mailer: try site.service())
        drafts = Drafts(
            site: site, chapters: chapters, moderation: moderation, pictures: pictures,
            news: DraftNews(notifier: try site.service(), mutes: mutes))
        commentNews = CommentNews(notifier: try site.service(), mutes: mutes)
    }
    /// Work away from requests: the words of stories in the search, tags that count as others now, and the ranking.
    var jobs: [JobKind] {
        [
            scheduled.job, invitationLinks.kind,
            JobKind(StoryIndex.textJob, limit: 1) { [publishing, site] work, _ in try await publishing.index.enterText(work, site.writer) },
            JobKind(TagKeeping.job, limit: 1) { [tags] work, context in try await tags.enter(work, context) },
            JobKind(RankingUpdate.job, limit: 1) { [ranking] (_, _) in try await ranking.run() },
        ]
    }

    var schedules: [Schedule] { [Schedule(RankingUpdate.job, .every(.seconds(600))), invitationLinks.schedule] }
}
