import Accounts
import Jobs
import Messages
import Moderation
import Notifications
import Platform
import Profiles

/// The app's services, made once when a site is opened and handed to whoever needs them.
struct VolunteersServices: Sendable {
    let site: Site
    let members: Members
    let posts: Posts
    let feed: Feed
    let bookmarks: Bookmarks
    let categories: Categories
    let similar: Similar
    let index: PostIndex
    let search: PostSearch
    let withholding: BannedAuthorHiding
    let consents: Consents
    let moderation: Moderation
    let conversations: Conversations
    let closures: ClosureNotifier
    let expiry: Expiry
    let news: NewRequestNotifier

    init(site: Site) throws {
        let bans: Bans = try site.service()
        let notifier: Notifier = try site.service()
        self.site = site
        consents = try site.service()
        moderation = try site.service()
        conversations = try site.service()
        closures = ClosureNotifier(site: site, conversations: conversations, notifier: notifier)
        news = NewRequestNotifier(site: site, notifier: notifier)
        members = Members(consents: consents, profiles: try site.service())
        index = PostIndex(index: site.search)
        expiry = Expiry(site: site, index: index, notifier: notifier)
        withholding = BannedAuthorHiding(site: site, bans: bans, index: index)
        search = PostSearch(site: site, index: site.search)
        posts = Posts(
            site: site, members: members, index: index, bans: bans, consents: consents, moderation: moderation, conversations: conversations,
            closures: closures, expiry: expiry)
        feed = Feed(site: site)
        bookmarks = Bookmarks(database: site.database, writer: site.writer)
        categories = Categories(database: site.database, writer: site.writer)
        similar = Similar(site: site)
    }

    /// Requests of a site that is older than its search are entered once, and those of people who were banned before taken out.
    func prepare(in write: Write) throws {
        try PostIndex.catchUp(in: write)
        try withholding.catchUp(in: write)
    }

    /// Enters older posts into the search.
    var indexJob: JobKind {
        JobKind(PostIndex.job, limit: 1) { work, context in try await index.enterAll(work, site.writer, context) }
    }

    /// Brings requests back when a ban ends by itself.
    var banEndJob: JobKind { JobKind(BannedAuthorHiding.job) { work, _ in try await withholding.run(work) } }

    /// Tells those who offered what became of a request.
    var closureJob: JobKind { JobKind(ClosureNotifier.job) { work, _ in try await closures.run(work) } }

    /// Takes requests from the lists whose time is over.
    var expiryJob: JobKind { JobKind(Expiry.job) { work, _ in try await expiry.run(work) } }

    /// Tells of new posts.
    var newRequestJob: JobKind { JobKind(NewRequestNotifier.job) { work, context in try await news.run(work, context) } }
}
