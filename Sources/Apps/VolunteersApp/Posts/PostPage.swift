import Core
import Interface
import Markup
import Messages
import Moderation
import Platform
import Web

/// One request (VOL-055 to VOL-058).
struct PostPage: PageAnswer {
    let details: PostDetails
    let categories: CategoryList
    let viewer: FeedViewer

    var title: Text { .verbatim(post.content.title) }
    var shell: ShellStyle { .app("volunteers") }
    var activePath: String? { VolunteersPaths.home() }
    var scripts: [String] { ["volunteers/js/bookmarks.js"] }

    private var post: Post { details.post }
    private var category: Category? { categories[post.content.category] }
    private var knowsAll: Bool { details.isOwn || viewer.isModerator }

    /// Where a moderator decides on it; nobody decides on what they wrote themselves.
    private var decide: String? {
        viewer.isModerator && !details.isOwn ? details.state.map { ModerationPaths.found($0.id) } : nil
    }

    var slots: FrameSlots {
        FrameSlots(
            title: "Request",
            menu: {
                if post.isListed {
                    MenuLink("Share", href: VolunteersPaths.post(post.id), icon: .share, .data("share"), .data("done", text: "The link is copied."))
                }
                if !details.isOwn {
                    ReportForm.menuLink(to: Posts.subject(post.id), then: VolunteersPaths.post(post.id))
                }
                if let decide { MenuLink("Decide on this request", href: decide, icon: .shield) }
            },
            footer: {
                if details.isOwn {
                    LinkButton("Edit", href: VolunteersPaths.edit(post.id), icon: .edit, style: .secondary)
                    LinkButton("Delete", href: VolunteersPaths.delete(post.id), icon: .trash, style: .danger)
                } else if let offer = details.offers.first {
                    LinkButton("Continue writing", href: MessagesPaths.conversation(offer.conversation.id) + "#latest", icon: .mail)
                } else if post.isListed {
                    LinkButton("I can help", href: VolunteersPaths.help(post.id), icon: .hand)
                }
                if let decide { LinkButton("Moderate", href: decide, icon: .shield, style: .secondary) }
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            article(
                .class("post-card post-card-wide \((category?.colour ?? .slate).hue.className)"), .if(!post.isOpen, .class("post-card-closed")),
                .data("bookmarks"), NoAnswer.words
            ) {
                div(.class("post-card-band")) {
                    span(.class("post-card-category")) { category?.name(in: viewer.language) ?? "" }
                    if !details.isOwn, post.status == .accepted {
                        BookmarkButton(post: post, isMarked: details.isBookmarked, here: VolunteersPaths.post(post.id))
                    }
                }
                h1(.class("post-card-title"), .dir("auto"), .lang(post.content.language)) { post.content.title }
                if knowsAll { PostStatusLine(details: details) }
                PostWords(words: post.content.body, language: post.content.language)
                PostByline(post: post, poster: details.poster, profile: VolunteersPaths.person(post.author))
            }
            if !post.isOpen { ClosedAlert(details: details) }
            if details.isOwn, post.closedAt == nil, post.status == .accepted {
                Form(VolunteersPaths.close(post.id), .class("post-state")) {
                    p { "Have you found help? Close the request. It’s removed from the list, and the people who offered are told." }
                    Button("I’ve found help", icon: .check, style: .secondary, .data("needs-connection"))
                }
            }
            if !details.isOwn, post.isOpen, !details.offers.isEmpty {
                Alert(.success, title: "You have offered to help.") { p { "What you agree on stays between the two of you." } }
            }
            if details.isOwn, !details.offers.isEmpty { OfferList(offers: details.offers) }
            if let edit = details.edit {
                EditAlert(details: details, edit: edit, category: categories[edit.content.category], language: viewer.language)
            }
            if details.isOwn { AppealForms(details: details) }
        }
    }
}

/// Why nobody need answer (any more).
struct ClosedAlert: HTML {
    let details: PostDetails

    var body: some HTML {
        if details.post.closedAt == nil {
            Alert(.info, title: "This request isn’t open at the moment.")
        } else if details.isOwn {
            Alert(.success, title: "You’ve found help.") {
                p {
                    "Your request is no longer in the list. The people who offered are told in five minutes, unless you open it again. Its page can still be read."
                }
                Form(VolunteersPaths.reopen(details.post.id)) {
                    Button("Open it again", icon: .refresh, style: .secondary, .data("needs-connection"))
                }
            }
        } else {
            Alert(.success, title: "\(details.poster) has found help.") { p { "This request no longer needs an answer." } }
        }
    }
}

/// The status below the title, for the author and moderators, with the reason that was given (VOL-040, VOL-058).
struct PostStatusLine: HTML {
    let details: PostDetails

    var body: some HTML {
        div(.class("post-status")) {
            p(.class("status status-\(details.post.status.rawValue)")) { details.post.status.name }
            if details.post.isRemoved { p { "A moderator has removed this request." } }
            if details.edit == nil, details.post.status != .accepted, let reason = details.newest?.reason {
                StatusReason(status: details.post.status, reason: reason)
                MendingLinks(details: details)
            }
        }
    }
}

/// Why, in the colour of the status and apart from the author's own words.
struct StatusReason: HTML {
    let status: PostStatus
    let reason: Text

    var body: some HTML {
        div(.class("status-reason status-reason-\(status.rawValue)")) {
            strong { "Why" }
            if reason.reasons.count > 1 {
                ul { for one in reason.reasons { li { one } } }
            } else {
                p { reason }
            }
        }
    }
}

/// What an author can do about a rejection by the filter: nobody else does anything about it.
struct MendingLinks: HTML {
    let details: PostDetails

    var body: some HTML {
        if details.isOwn, details.state?.mayAppeal == true {
            p(.class("mending-links")) {
                a(.href(VolunteersPaths.edit(details.post.id))) { "Change the request" }
                a(.href("#appeal")) { "Ask a moderator" }
            }
        }
    }
}

/// A change that others do not see (VOL-026).
struct EditAlert: HTML {
    let details: PostDetails
    let edit: PostVersion
    let category: Category?
    let language: Language

    var body: some HTML {
        section(.class("card stack"), .aria("labelledby", "edit-title")) {
            h2(.id("edit-title")) { "Your latest change" }
            div(.class("post-status")) {
                p(.class("status status-\(edit.status.rawValue)")) { edit.status.name }
                if let reason = edit.reason {
                    StatusReason(status: edit.status, reason: reason)
                    MendingLinks(details: details)
                }
                p(.class("muted")) { "Others see the version above until the change is accepted." }
            }
            h3(.dir("auto"), .lang(edit.content.language)) { edit.content.title }
            PostWords(words: edit.content.body, language: edit.content.language)
            p(.class("post-card-facts")) {
                if let category { span { category.name(in: language) } }
                if !edit.content.area.isEmpty { span(.dir("auto")) { edit.content.area } }
            }
        }
    }
}

/// The way to a person's decision after the filter has rejected (VOL-039).
struct AppealForms: HTML {
    let details: PostDetails

    var body: some HTML {
        if details.state?.isAppealed == true {
            Alert(.info, title: "You asked a moderator to look at it.") {
                p { "You’re notified when it is decided." }
                if let words = details.state?.appeal, !words.isEmpty { blockquote(.class("post-words"), .dir("auto")) { words } }
            }
        } else if details.state?.mayAppeal == true {
            section(.id("appeal"), .class("card stack"), .aria("labelledby", "appeal-title")) {
                h2(.id("appeal-title")) { "Is the filter wrong?" }
                p { "The filter is automatic. If you think your request is fine, ask a moderator to read it." }
                Form(VolunteersPaths.appeal(details.post.id)) {
                    TextArea("Message to the moderators", name: "message", lines: 3, .maxlength(Moderation.longestWords))
                    Actions { Button("Request manual approval", icon: .shield) }
                }
            }
        }
    }
}
