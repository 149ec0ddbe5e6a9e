import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// A request as a square of a list: its colour is its category's (VOL-013, VOL-014, VOL-064, VOL-072).
struct PostPreview: HTML {
    let entry: FeedEntry
    let language: Language
    /// The page that the bookmark button leads back to.
    let here: String
    /// The level of its heading: 2 in a list, 3 in a section, 4 on a shelf of the front page.
    var level = 2

    var body: some HTML {
        article(
            .class("post-card \((entry.category?.colour ?? .slate).hue.className)"), .if(!entry.post.isOpen, .class("post-card-closed")),
            .id("post-\(entry.post.id)"),
            .data("post", entry.post.id.description)
        ) {
            div(.class("post-card-band")) {
                span(.class("post-card-category")) { entry.category?.name(in: language) ?? "" }
                if !entry.isOwn { BookmarkButton(post: entry.post, isMarked: entry.isBookmarked, here: here) }
            }
            heading
            if entry.post.closedAt != nil, !entry.post.isOut {
                Badge(entry.post.standing.name, tone: .quiet, icon: entry.post.isExpired ? .clock : .check)
            } else if entry.post.status != .accepted {
                Badge(entry.post.standing.name, tone: entry.post.standing.tone)
            } else if entry.isOwn {
                // Where nothing is being decided, that others see it is what its author wants to know.
                Badge("Published", tone: .success)
            }
            if entry.post.closedAt == nil, entry.post.isWithheld {
                Badge("Not open at the moment", tone: .quiet)
            }
            if let waiting = entry.waiting, entry.post.acceptedVersion != nil {
                Badge(waiting.status == .pending ? "Change pending moderation" as Text : "Change rejected", tone: waiting.status.tone)
            }
            PostWhen(time: entry.post.content.time)
            p(.class("post-card-words"), .dir("auto"), .lang(entry.post.content.language)) { words(entry.post.content.body) }
            PostByline(post: entry.post, poster: entry.poster, offers: entry.offers, language: language)
        }
    }
}

extension PostPreview {
    @HTMLBuilder private var heading: Node {
        let attributes = Attribute.group([.class("post-card-title"), .dir("auto"), .lang(entry.post.content.language)])
        switch level {
        case 2: h2(attributes) { link }
        case 3: h3(attributes) { link }
        default: h4(attributes) { link }
        }
    }

    private var link: some HTML { a(.href(VolunteersPaths.post(entry.post.id))) { words(entry.post.content.title) } }

    private func words(_ text: String) -> Node { entry.sought?.marked(text) ?? Fragment { text }.node }
}

/// Whose it is, from where and when.
struct PostByline: HTML {
    let post: Post
    let poster: String
    /// The poster's page; a preview leads to the request only.
    var profile: String?
    /// How many people offered to help; a number is shown of some.
    var offers = 0
    /// The reader's, beside which another one is named.
    var language: Language?

    var body: some HTML {
        div(.class("post-byline")) {
            Avatar(poster)
            div(.class("post-byline-words")) {
                if let profile {
                    a(.class("post-card-poster"), .href(profile), .dir("auto")) { poster }
                } else {
                    span(.class("post-card-poster"), .dir("auto")) { poster }
                }
                p(.class("post-card-facts")) {
                    if !post.content.area.isEmpty { span(.dir("auto")) { post.content.area } }
                    TimeAgo(post.shownAt)
                    if let language, language != post.content.language { span(.lang(post.content.language)) { post.content.language.nativeName } }
                    if offers > 0 { span { "\(offers) offers" as Text } }
                }
            }
        }
    }
}

/// The bookmark icon: red while the post is on the list (VOL-029, VOL-030).
struct BookmarkButton: HTML {
    let post: Post
    let isMarked: Bool
    let here: String

    var body: some HTML {
        form(.class("bookmark-form"), .method("post"), .action(VolunteersPaths.bookmark(post.id)), .data("bookmark")) {
            input(.type("hidden"), .name("marked"), .value(isMarked ? "false" : "true"))
            input(.type("hidden"), .name("then"), .value(here))
            IconButton(
                .bookmark, label: "Bookmark “\(post.content.title)”", .class("bookmark-button"), .aria("pressed", isMarked))
        }
    }
}

/// Squares in a grid, and the way on.
struct PostGrid: HTML {
    let content: FeedPageContent
    let language: Language
    let here: String
    let next: String?
    let previous: String?
    /// Whether a post leaves the page with its bookmark.
    var forgets = false
    /// Of the headings.
    var level = 2

    var body: some HTML {
        div(.class("post-grid"), .data("bookmarks", forgets ? "forget" : ""), NoAnswer.words) {
            for entry in content.entries { PostPreview(entry: entry, language: language, here: here, level: level) }
        }
        Pagination(previous: previous, next: next)
    }
}

/// What scripts say when the server does not answer (VOL-018).
enum NoAnswer {
    static let words: Attribute = .data("no-answer", text: "The server doesn’t answer. Nothing was changed; try again in a moment.")
}
