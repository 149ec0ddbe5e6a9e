import Core
import Interface
import Markup
import Moderation
import Platform
import Reading
import Web

/// What readers say about a chapter.
struct CommentsPage: PageAnswer {
    let list: CommentList
    let order: CommentOrder
    let isFirst: Bool
    let viewer: CommentViewer
    let now: Instant
    var form = CommentForm()
    var problem: Problem?

    private var here: String { StoriesPaths.comments(list.chapter.id) }
    /// The paragraph stays with every link of its page.
    private func here(_ order: CommentOrder, after cursor: Cursor? = nil) -> String {
        link(here, query: ["order": order.rawValue, "after": cursor?.text, SectionLinks.Remarks.parameter: list.paragraph?.place.text])
    }

    var title: Text { "Comments: \(list.name)" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.home() }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var slots: FrameSlots { FrameSlots(back: list.chapterPath, title: .verbatim(list.story.readersTitle)) }

    var body: some HTML {
        div(.class("narrow stack"), .data("reader-panel")) {
            PageHeader("Comments", crumbs: list.crumbs)
            p(.class("comment-place"), .dir("auto")) { list.name }
            if let paragraph = list.paragraph {
                blockquote(.class("comment-quote"), .dir("auto"), .lang(list.story.details.language)) { paragraph.words.tidied(limit: 300) }
                p { a(.href(here)) { "All comments on this chapter" } }
            }
            CommentFields(
                action: here, isSignedIn: viewer.person != nil, takesQuote: true, paragraph: list.paragraph, form: form, problem: problem)
            if list.threads.isEmpty {
                if isFirst { none }
            } else {
                section(.aria("label", "Comments")) {
                    if list.count > 1 || order == .newest {
                        ChipRow("Order") {
                            for one in CommentOrder.allCases {
                                Chip(one.name, href: here(one), isSelected: one == order)
                            }
                        }
                    }
                    ol(.class("comments")) { for thread in list.threads { CommentThreadItem(thread: thread, page: self.context) } }
                }
            }
            Pagination(
                previous: isFirst ? nil : here(order),
                next: list.next.map { here(order, after: $0) })
        }
    }

    /// Others may have said something that isn't shown here: then there are comments, only none to see.
    @HTMLBuilder private var none: Node {
        if list.hasUnseen, list.paragraph == nil {
            EmptyState(
                .quote, title: "No comments to show",
                message: viewer.person == nil
                    ? "Comments here were hidden by the author or removed by a moderator."
                    : "Comments here were hidden by the author, removed by a moderator, or are by people you’ve muted.")
        } else if viewer.person == nil {
            EmptyState(.quote, title: "No comments yet", message: "Sign in to write the first one.")
        } else {
            EmptyState(.quote, title: "No comments yet", message: "Say what you liked, or ask the author something.")
        }
    }

    private var context: CommentContext { CommentContext(list: list, viewer: viewer, now: now, here: here, offersReply: true) }
}

/// One comment with its answers, where one answers.
struct CommentThreadPage: PageAnswer {
    let list: CommentList
    let viewer: CommentViewer
    let now: Instant
    var form = CommentForm()
    var problem: Problem?

    var title: Text { "Comment: \(list.name)" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.home() }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var slots: FrameSlots { FrameSlots(back: list.path, title: .verbatim(list.story.readersTitle)) }

    var body: some HTML {
        div(.class("narrow stack"), .data("reader-panel")) {
            PageHeader("Comment", crumbs: list.crumbs)
            for thread in list.threads {
                let here = StoriesPaths.comment(thread.comment.id)
                ol(.class("comments")) {
                    CommentThreadItem(
                        thread: thread, page: CommentContext(list: list, viewer: viewer, now: now, here: here, offersReply: false))
                }
                if thread.comment.isShown, list.takesReplies {
                    CommentFields(
                        action: StoriesPaths.reply(thread.comment.id), isSignedIn: viewer.person != nil, takesQuote: false, form: form,
                        problem: problem)
                }
            }
            p { a(.href(list.path)) { "All comments on this chapter" } }
        }
    }
}

extension CommentList {
    /// What the chapter is called.
    var name: Text { Chapter.name(title, number: section + 1) }
    /// What the comments are about.
    var crumbs: [Crumb] {
        let whole = isOnDraft ? StoriesPaths.drafts(story.id) : StoriesPaths.story(story.id)
        return [Crumb(.verbatim(story.readersTitle), href: whole), Crumb(name, href: chapterPath)]
    }
    /// Where all of them are.
    var path: String { isOnDraft ? StoriesPaths.draft(chapter.id) : StoriesPaths.comments(chapter.id) }
    /// Where the chapter is read.
    var chapterPath: String {
        isOnDraft ? path : story.publication.map { ReadingPaths.section($0, section) } ?? StoriesPaths.story(story.id)
    }
}

/// The form of a comment or an answer; for guests, the way to sign in.
struct CommentFields: HTML {
    let action: String
    let isSignedIn: Bool
    /// Whether it may be about a passage: an answer is about what it answers.
    let takesQuote: Bool
    /// The paragraph that it is about, unless it quotes something else.
    var paragraph: (place: CommentParagraph, words: String)?
    let form: CommentForm
    let problem: Problem?

    /// A paragraph is quoted from its beginning: a longer one is known by that.
    private var quote: String { form.quote ?? paragraph.map { CommentDraft.quote(of: $0.words) } ?? "" }

    /// What was chosen in the text, as it stands there.
    @HTMLBuilder private var chosen: Node {
        if paragraph == nil, !quote.isEmpty {
            blockquote(.class("comment-quote"), .dir("auto")) {
                TextQuote(exact: quote, prefix: form.prefix ?? "", suffix: form.suffix ?? "").shown
            }
        }
    }

    /// Where nothing was chosen, or it isn't found, a passage can be typed.
    @HTMLBuilder private func passage(_ error: Text?) -> Node {
        if !quote.isEmpty, error == nil {
            input(.type("hidden"), .name("quote"), .value(quote))
        } else {
            Disclosure("Quote a passage", isOpen: error != nil) {
                TextArea(
                    "Passage", name: "quote", value: quote, lines: 2, hint: "Copy it from the chapter.", error: error,
                    .maxlength(CommentDraft.longestQuote))
            }
        }
        for (name, value) in [("prefix", form.prefix), ("suffix", form.suffix)] {
            if let value, !value.isEmpty { input(.type("hidden"), .name(name), .value(value)) }
        }
    }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        if isSignedIn {
            Form(action, .id("write"), .class("card"), .data("panel-last"), .waitsOffline(as: takesQuote ? "Comment" : "Reply")) {
                ProblemAlert(problem)
                if takesQuote, wrong["quote"] == nil { chosen }
                TextArea(
                    takesQuote ? "Your comment" : "Your reply", name: "words", value: form.words ?? "", lines: 3, error: wrong["words"],
                    isRequired: true, .maxlength(Comment.longest), .saying(CommentDraft.wordsMissing))
                if takesQuote {
                    if let paragraph { input(.type("hidden"), .name(SectionLinks.Remarks.parameter), .value(paragraph.place.text)) }
                    passage(wrong["quote"])
                }
                Checkbox("Contains spoilers", name: "spoiler", isChecked: form.spoiler ?? false)
                Actions { Button(takesQuote ? "Comment" : "Reply", icon: .send) }
            }
        } else {
            p {
                a(.href(link(SitePaths.signIn(), query: ["then": takesQuote ? action : action.replacing("/replies", with: "")]))) {
                    takesQuote ? "Sign in to comment" : "Sign in to reply"
                }
            }
        }
    }
}

/// Changing an own comment.
struct EditCommentPage: PageAnswer {
    let comment: Comment
    let form: CommentForm
    var problem: Problem?

    var title: Text { "Edit comment" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.home() }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.comment(comment.id)) }

    var body: some HTML {
        div(.class("narrow stack"), .data("reader-panel")) {
            PageHeader(title)
            Form(StoriesPaths.editComment(comment.id), .class("card")) {
                ProblemAlert(problem)
                TextArea(
                    "Your comment", name: "words", value: form.words ?? "", lines: 5, error: problem?.fields["words"], isRequired: true,
                    .maxlength(Comment.longest), .saying(CommentDraft.wordsMissing))
                Checkbox("Contains spoilers", name: "spoiler", isChecked: form.spoiler ?? false)
                Actions { Button("Save", icon: .check) }
            }
        }
    }
}

/// The second step before a comment is gone for good.
struct DeleteCommentPage: PageAnswer {
    let comment: Comment

    var title: Text { "Delete this comment?" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.home() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.comment(comment.id)) }

    var body: some HTML {
        ConfirmPage(
            title, message: "“\(comment.words.tidied(limit: 120))” will be deleted.", consequences: ["Replies to it stay.", "You can’t undo this."],
            confirm: "Delete", icon: .trash, action: StoriesPaths.deleteComment(comment.id), cancel: StoriesPaths.comment(comment.id))
    }
}
