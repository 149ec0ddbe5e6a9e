import Core
import Documents
import Interface
import Markup
import Moderation
import Platform
import Reading
import Web

/// A draft as first readers are shown it, with what is said about it: below on phones, beside it on wide screens. Its authors see the same.
struct DraftPage: PageAnswer {
    let access: DraftAccess
    let number: Int
    /// What the chapter is called where it has no title.
    let name: String
    let settings: ReadingSettings
    let list: CommentList
    /// Whether this is the first page of the comments.
    let isFirst: Bool
    let viewer: CommentViewer
    let authors: StoryAuthors
    let readerCount: Int
    /// How many haven't answered an invitation.
    let invitedCount: Int
    let isReported: Bool
    let now: Instant
    var form = CommentForm()
    var problem: Problem?

    private var story: Story { access.story }
    private var chapter: Chapter { access.chapter }
    private var here: String { StoriesPaths.draft(chapter.id) }
    private var above: String { access.isAuthor ? StoriesPaths.workspace(story.id) : StoriesPaths.drafts(story.id) }

    var title: Text { "Draft: \(Chapter.name(access.draft?.release.title ?? chapter.title, number: number))" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { access.isAuthor ? StoriesPaths.write() : StoriesPaths.library() }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var slots: FrameSlots {
        FrameSlots(
            back: above, title: .verbatim(story.details.title),
            menu: { menu })
    }

    @HTMLBuilder private var menu: Node {
        if access.isAuthor {
            MenuLink("Edit chapter", href: StoriesPaths.editor(chapter.id), icon: .edit)
            DraftActions(chapter: chapter, draft: access.draft?.state, isOnDraftPage: true)
            MenuLink("First readers", href: StoriesPaths.firstReaders(story.id), icon: .book)
        } else if isReported {
            MenuNote("You’ve reported this", icon: .flag)
        } else {
            ReportForm.menuLink(to: DraftSubject.key(chapter.id), then: here)
        }
    }

    var body: some HTML {
        let text = text
        div(.class("draft"), .if(text == nil, .class("narrow"))) {
            div(.class("draft-head")) {
                Breadcrumbs([Crumb(.verbatim(story.details.title), href: above)])
                if text?.hasTitle ?? false {
                    standing
                } else {
                    h1(.dir("auto")) { Chapter.name(access.draft?.release.title ?? chapter.title, number: number) }
                    standing
                }
                notices
            }
            if let text { div(.class("draft-text")) { text } }
            section(.class("draft-comments"), .id("comments"), .aria("labelledby", "comments-title")) { comments }
        }
    }

    private var text: ReaderText? {
        guard let draft = access.draft else { return nil }
        return ReaderText(draft.release.section(called: name), language: story.details.language, settings: settings) { name in
            PictureMarks.picture(named: name).map { StoriesPaths.picture($0, .large) }
        }
    }

    /// Says first of all that it is a draft, and who sees it.
    @HTMLBuilder private var standing: Node {
        if let draft = access.draft {
            p(.class("draft-standing")) {
                Badge("Draft", tone: .warning, icon: .edit)
                TimeAgo(draft.shownAt)
            }
        }
        p(.class("draft-who")) {
            if access.draft == nil {
                "Not shown to first readers now."
            } else if !access.isAuthor {
                "By \(authors.text(of: story)). Only first readers can read this."
            } else if access.draft?.isShown ?? false, readerCount == 0 {
                "Nobody can read this draft yet."
            } else if access.draft?.isShown ?? false {
                "\(readerCount) first readers can read this."
            } else if access.isShown {
                "Your first readers see the earlier draft until this one is accepted."
            } else {
                "Your first readers can’t read this."
            }
        }
    }

    @HTMLBuilder private var notices: Node {
        if access.isAuthor, let draft = access.draft {
            if draft.status == .pending {
                Alert(.warning, title: "A moderator reads the draft first.") { if let reason = draft.reason { p { reason } } }
            } else if draft.status == .rejected {
                Alert(.danger, title: "A moderator rejected the draft.") { if let reason = draft.reason { p { reason } } }
            }
            if readerCount == 0 {
                if invitedCount == 0 {
                    Alert(.info, title: "You have no first readers yet.") {
                        p { a(.href(StoriesPaths.firstReaders(story.id))) { "Invite first readers" } }
                    }
                } else {
                    Alert(.info, title: "\(invitedCount) invited first readers haven’t answered yet.") {
                        p { a(.href(StoriesPaths.firstReaders(story.id))) { "View first readers" } }
                    }
                }
            } else if draft.release.revision != chapter.head {
                Alert(.info, title: "You’ve changed the chapter since.") {
                    Form(StoriesPaths.showDraft(chapter.id)) { Button("Show latest text", icon: .send, style: .secondary) }
                }
            }
        }
    }

    @HTMLBuilder private var comments: Node {
        h2(.id("comments-title")) { "Comments" }
        if list.takesReplies {
            CommentFields(
                action: StoriesPaths.draftComments(chapter.id), isSignedIn: true, takesQuote: true, form: form, problem: problem)
        }
        if list.threads.isEmpty {
            if isFirst {
                p(.class("muted")) {
                    access.isAuthor ? "What your first readers say appears here." : "The authors and the other first readers see your comments."
                }
            }
        } else {
            ol(.class("comments")) {
                for thread in list.threads {
                    CommentThreadItem(
                        thread: thread,
                        page: CommentContext(list: list, viewer: viewer, now: now, here: here, offersReply: list.takesReplies))
                }
            }
        }
        Pagination(previous: isFirst ? nil : here, next: list.next.map { link(here, query: ["after": $0.text]) })
    }
}
