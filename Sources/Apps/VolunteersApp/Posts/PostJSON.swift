import Core
import Platform
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
    /// When its author said that they have got help, or its time was over; null while it is open.
    let closedAt: String?
    /// Whether it is closed because its time was over.
    let isExpired: Bool
    /// Until when it is listed; null for ever.
    let expiresAt: String?
    /// The day on which help is needed, like `2026-12-31`, and the minutes since midnight by the site's clock.
    let neededOn: String?
    let neededAtMinute: Int?
    /// How long the help takes: `short`, `hour`, `hours`, `half-day`, `day`; `weekly` for every week.
    let takes: String?
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
        isExpired = entry.post.isExpired
        expiresAt = entry.post.expiresAt?.rfc3339
        let time = entry.post.content.time
        (neededOn, neededAtMinute, takes) = (time.day?.description, time.minute, time.length?.rawValue)
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
    var neededOn: String?
    var neededAtMinute: Int?
    var takes: String?

    var form: PostForm {
        PostForm(
            title: title, body: description, category: category.description, area: area, day: neededOn,
            time: neededAtMinute.map(OpeningHours.clock), length: takes)
    }
}

extension PostInput {
    /// What a program is told as a conflict: each value is allowed by itself.
    func checkTime(today: Day, known: Day? = nil) throws(PostRefusal) {
        guard let day = neededOn.flatMap({ Day($0) }) else {
            if neededAtMinute != nil { throw .dayMissing }
            return
        }
        guard day == known || PostTime.days(from: today).contains(day) else { throw .dayNotPossible }
    }
}

extension PostInput: LimitedMembers {
    static var limits: [String: Schema] {
        [
            "title": .text(.words, most: PostDraft.longestTitle), "description": .text(.words, most: PostDraft.longestBody),
            "area": .text(most: Area.longest), "neededOn": .text(.date),
            "neededAtMinute": .integer(in: 0...1439),
            "takes": .choice(PostLength.allCases.map(\.rawValue)),
        ]
    }
}

/// A category as programs read it.
struct CategoryAnswer: JSONAnswer, Codable {
    let id: CategoryID
    let name: String
    let colour: String
}
