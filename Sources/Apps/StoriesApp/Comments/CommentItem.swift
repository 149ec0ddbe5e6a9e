import Accounts
import Core
import Interface
import Markup
import Moderation
import Platform
import Reading
import Web

/// The page that comments stand on.
struct CommentContext: Sendable {
    let list: CommentList
    let viewer: CommentViewer
    let now: Instant
    let here: String
    /// Whether answering is on a page of its own.
    let offersReply: Bool
}

/// A comment with its answers below.
struct CommentThreadItem: HTML {
    let thread: CommentThread
    let page: CommentContext

    var body: some HTML {
        li(.class("comment-thread")) {
            CommentItem(comment: thread.comment, page: page)
            if !thread.replies.isEmpty {
                ol(.class("comments comment-replies"), .aria("label", "Replies")) {
                    for reply in thread.replies { li { CommentItem(comment: reply, page: page) } }
                }
            }
        }
    }
}

/// One comment: who, when, about what, and the words; a spoiler's are covered.
struct CommentItem: HTML {
    let comment: Comment
    let page: CommentContext

    private var isOwn: Bool { comment.author != nil && comment.author == page.viewer.person }
    private var name: String { comment.author.flatMap { page.list.names[$0] } ?? "" }
    private var ownsStory: Bool { page.viewer.person.map { page.list.authors.contains($0) } ?? false }
    /// The author sees what they wrote last, everybody else what was accepted.
    private var words: String { isOwn ? comment.words : comment.shownWords ?? "" }

    var body: some HTML {
        article(.class("comment"), .id("comment-\(comment.id)")) {
            if comment.isDeleted {
                p(.class("muted")) { "This comment was deleted." }
            } else {
                CommentHead(comment: comment, page: page, name: name) { menu }
                if let quote = comment.quote, !isAboutAll(quote) { quoted(quote) }
                if comment.isSpoiler {
                    Disclosure("Spoiler") { said }
                } else {
                    said
                }
                standing
                if page.offersReply, comment.parent == nil, comment.isShown {
                    p(.class("comment-actions")) {
                        a(.class("quiet-link"), .href(StoriesPaths.comment(comment.id) + "#write"), .aria("label", "Reply to \(name)")) { "Reply" }
                    }
                }
            }
        }
    }

    private var said: Node { p(.class("comment-words"), .dir("auto"), .lang(comment.language)) { words }.node }

    /// The page shows the paragraph itself, and need not do it again with each comment.
    private func isAboutAll(_ quote: CommentQuote) -> Bool {
        page.list.paragraph?.words.begins(withExactly: quote.quote.exact) ?? false
    }

    private func quoted(_ quote: CommentQuote) -> Node {
        blockquote(.class("comment-quote"), .dir("auto"), .lang(page.list.story.details.language)) {
            if !page.list.isOnDraft, let publication = page.list.story.publication {
                a(.href(ReadingPaths.address(of: quote.passage(in: page.list.section), in: publication))) { quote.quote.shown }
            } else {
                quote.quote.shown
            }
        }.node
    }

    /// What its author is told, whoever hid it, and moderators.
    @HTMLBuilder private var standing: Node {
        if comment.isRemoved, !isOwn {
            p(.class("comment-standing")) { "Removed by a moderator" }
        } else if comment.isHidden, !isOwn, !ownsStory {
            p(.class("comment-standing")) { "Hidden by the author of the story" }
        }
        if comment.isHidden, isOwn || ownsStory {
            p(.class("comment-standing")) {
                ownsStory ? "You’ve hidden this comment from readers." : "The author of the story has hidden this comment."
            }
        }
        if isOwn, comment.status != .accepted {
            div(.class("comment-standing")) {
                strong { standingName }
                if let reason = comment.reason { p { reason } }
                if comment.shownWords != nil, !comment.isRemoved { p { "Others see the earlier version." } }
                if comment.status == .rejected, comment.isEditable(at: page.now) {
                    p { a(.href(StoriesPaths.editComment(comment.id))) { "Edit and send again" } }
                }
                if comment.status == .rejected, comment.isManual { AnotherLookLink(CommentSubject.key(comment)) }
                if page.list.appealable.contains(comment.id) {
                    Disclosure("Is the filter wrong?") {
                        Form(StoriesPaths.appealComment(comment.id)) {
                            TextArea("Message to the moderators", name: "message", lines: 2, .maxlength(Moderation.longestWords))
                            Actions { Button("Ask a moderator", icon: .shield, style: .secondary) }
                        }
                    }
                }
            }
        }
    }

    private var standingName: Text {
        if comment.isRemoved { return "A moderator removed your comment." }
        if comment.status == .pending { return "Waiting for a moderator. Only you see it." }
        return comment.isManual ? "A moderator rejected your comment." : "The filter rejected your comment."
    }

    @HTMLBuilder private var menu: Node {
        if page.viewer.person != nil {
            Menu("What you can do with this comment") {
                if isOwn {
                    if comment.isEditable(at: page.now) { MenuLink("Edit", href: StoriesPaths.editComment(comment.id), icon: .edit) }
                    MenuLink("Delete", href: StoriesPaths.deleteComment(comment.id), icon: .trash)
                } else {
                    if ownsStory, comment.shownWords != nil {
                        MenuButton(
                            comment.isHidden ? "Show to readers" : "Hide from readers", action: StoriesPaths.hideComment(comment.id), icon: .eye,
                            fields: [("hidden", comment.isHidden ? "false" : "true")])
                    }
                    if page.list.reported.contains(comment.id) {
                        MenuNote("You’ve reported this", icon: .flag)
                    } else if comment.isShown {
                        ReportForm.menuLink(to: CommentSubject.key(comment), then: comment.listPath)
                    }
                    if let author = comment.author { MuteButton(person: author, name: name, then: comment.listPath) }
                }
            }
        }
    }
}

/// Who wrote a comment, and when.
struct CommentHead: HTML {
    let comment: Comment
    let page: CommentContext
    let name: String
    @HTMLBuilder let menu: () -> Node

    var body: some HTML {
        header(.class("comment-head")) {
            Avatar(name, picture: comment.author.flatMap { page.list.pictures[$0] })
            div(.class("comment-who")) {
                p {
                    strong(.dir("auto")) { Text.person(named: name.isEmpty ? nil : name) }
                    if let author = comment.author, page.list.authors.contains(author) { Badge("Author", tone: .accent) }
                }
                p(.class("muted")) {
                    a(.href(StoriesPaths.comment(comment.id))) { TimeAgo(comment.publishedAt ?? comment.createdAt) }
                    if comment.editedAt != nil { span { "edited" } }
                }
            }
            menu()
        }
    }
}
