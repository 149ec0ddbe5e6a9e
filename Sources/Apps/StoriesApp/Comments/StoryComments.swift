import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// What is said of a whole story, the latest first, for those who write it (STO-032).
struct StoryCommentsRoutes: Sendable {
    let stories: Stories

    static let pageSize = 30

    var routes: [Route] { [.get(StoriesPaths.storyComments, allow: .members, use: show)] }

    func show(_ request: Request, _ member: Member, _ id: StoryID) async throws -> StoryCommentsPage {
        let after = try request.after(.storyComments)
        return try await stories.site.database.read { db in
            let story = try stories.writes(id, member.id, in: db)
            let viewer = CommentViewer(person: member.id, isModerator: false)
            let found = try db.all(.comments(onStory: id, seenBy: viewer, before: after, limit: Self.pageSize + 1))
            let (comments, next) = try found.page(of: Self.pageSize) { try request.cursor(.storyComments, after: StoryCommentCursor($0)) }
            let chapters = try db.all(.chapters(of: id)).enumerated().map { ($1.id, Chapter.name($1.title, number: $0 + 1)) }
            return StoryCommentsPage(
                story: story, comments: comments, chapters: Dictionary(chapters) { first, _ in first },
                names: try People.names(of: Set(comments.compactMap(\.author)), in: db), isFirst: after == nil, next: next)
        }
    }
}

/// Comments on all chapters and drafts of a story; each leads to where it is answered.
struct StoryCommentsPage: PageAnswer {
    let story: Story
    let comments: [Comment]
    let chapters: [ChapterID: Text]
    let names: [PersonID: String]
    let isFirst: Bool
    let next: Cursor?

    private var here: String { StoriesPaths.storyComments(story.id) }

    var title: Text { "Comments" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.workspace(story.id), title: .verbatim(story.details.title)) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "What readers and first readers say about your chapters, the latest first.")
            if comments.isEmpty {
                EmptyState(.comment, title: "No comments yet", message: "When someone comments on a chapter, you find it here.")
            } else {
                ul(.class("rows")) { for comment in comments { row(comment) } }
            }
            Pagination(previous: isFirst ? nil : here, next: next.map { link(here, query: ["after": $0.text]) })
        }
    }

    private func row(_ comment: Comment) -> Node {
        let name = comment.author.flatMap { names[$0] }
        return li(.class("row")) {
            div(.class("row-words")) {
                p(.class("row-facts")) {
                    span(.class("row-title")) { Text.person(named: name) }
                    span(.class("muted")) { TimeAgo(comment.createdAt) }
                    if comment.isOnDraft { Badge("Draft", tone: .quiet) }
                    if comment.isHidden { Badge("Hidden from readers", tone: .warning) }
                }
                p(.class("muted")) { a(.class("quiet-link"), .href(StoriesPaths.comment(comment.id))) { chapters[comment.chapter] ?? "Comment" } }
                if let quote = comment.quote { blockquote(.class("comment-quote"), .dir("auto")) { quote.quote.shown.tidied(limit: 300) } }
                if comment.isSpoiler { Disclosure("Spoiler") { said(comment) } } else { said(comment) }
                if comment.isShown {
                    p(.class("comment-actions")) {
                        a(
                            .class("quiet-link"), .href(StoriesPaths.comment(comment.id) + "#write"),
                            .aria("label", "Reply to \(Text.person(named: name))")
                        ) { "Reply" }
                    }
                }
            }
        }.node
    }

    private func said(_ comment: Comment) -> Node {
        p(.class("comment-words"), .dir("auto"), .lang(comment.language)) { comment.shownWords ?? comment.words }.node
    }
}

extension Query where Row == Comment {
    /// What is said of all chapters of a story and of their drafts, the latest first.
    fileprivate static func comments(onStory story: StoryID, seenBy viewer: CommentViewer, before: StoryCommentCursor?, limit: Int) -> Self {
        let place: SQL = before.map { "(c.created_at < \($0.at) OR (c.created_at = \($0.at) AND c.id < \($0.id)))" } ?? "1 = 1"
        return """
            SELECT \(Comment.columns) FROM stories_comment c
            WHERE c.story_id = \(story) AND \(place) AND c.author_id IS NOT NULL AND \(Comment.isSeen("c", by: viewer))
            ORDER BY c.created_at DESC, c.id DESC LIMIT \(limit)
            """
    }
}

/// Where a page of them ends.
private struct StoryCommentCursor: Codable, Sendable {
    let at: Instant
    let id: CommentID

    init(_ comment: Comment) { (at, id) = (comment.createdAt, comment.id) }
}

extension CursorScope<StoryCommentCursor> {
    fileprivate static var storyComments: Self { Self("stories.story-comments") }
}
