import Core
import Web

/// One request as programs read it.
struct PostAnswer: JSONAnswer, Codable {
    let id: PostID
    let title: String
    let description: String
    let category: CategoryID
    let area: String
    let language: String
    let status: String
    let author: PersonID
    let poster: String
    let isBookmarked: Bool
    let isOwn: Bool
    /// For its author and moderators: what was said about the newest version, and how it stands.
    let newest: Newest?
    let page: String
    let publishedAt: String?
    /// When its author said that they have got help; null while they still need it.
    let closedAt: String?
    let createdAt: String

    struct Newest: Codable, Sendable {
        let title: String
        let description: String
        let category: CategoryID
        let area: String
        let status: String
        let reason: String?
    }

    init(_ entry: FeedEntry, newest: Newest? = nil) {
        id = entry.post.id
        title = entry.post.content.title
        description = entry.post.content.body
        category = entry.post.content.category
        area = entry.post.content.area
        language = entry.post.content.language.rawValue
        status = entry.post.status.rawValue
        author = entry.post.author
        poster = entry.poster
        isBookmarked = entry.isBookmarked
        isOwn = entry.isOwn
        self.newest = newest
        page = VolunteersPaths.post(entry.post.id)
        closedAt = entry.post.closedAt?.rfc3339
        publishedAt = entry.post.publishedAt?.rfc3339
        createdAt = entry.post.createdAt.rfc3339
    }

    init(_ details: PostDetails, request: Request) {
        let entry = FeedEntry(
            post: details.post, category: nil, poster: details.poster, isBookmarked: details.isBookmarked, isOwn: details.isOwn, waiting: nil)
        self.init(
            entry,
            newest: details.newest.map { version in
                Newest(
                    title: version.content.title, description: version.content.body, category: version.content.category, area: version.content.area,
                    status: version.status.rawValue, reason: version.reason.map { request.render($0) })
            })
    }
}

extension Paged<PostAnswer> {
    init(_ content: FeedPageContent) {
        self.init(items: content.entries.map { PostAnswer($0) }, next: content.next)
    }
}

/// A request as programs send it.
struct PostInput: Codable, Sendable {
    var title: String
    var description: String
    var category: CategoryID
    var area: String?

    var form: PostForm { PostForm(title: title, body: description, category: category.description, area: area) }
}

extension PostInput: LimitedMembers {
    static var limits: [String: Schema] {
        [
            "title": .text(.words, most: PostDraft.longestTitle), "description": .text(.words, most: PostDraft.longestBody),
            "area": .text(most: Area.longest),
        ]
    }
}

/// A category as programs read it.
struct CategoryAnswer: JSONAnswer, Codable {
    let id: CategoryID
    let name: String
    let colour: String
}
