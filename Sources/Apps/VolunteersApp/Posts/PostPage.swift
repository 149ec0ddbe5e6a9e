import Accounts
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
    var activePath: String? { details.isOwn ? VolunteersPaths.own() : VolunteersPaths.home() }
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
                if details.isReported {
                    MenuNote("You’ve reported this", icon: .flag)
                } else if !details.isOwn {
                    ReportForm.menuLink(to: Posts.subject(post.id), then: VolunteersPaths.post(post.id))
                }
                if let decide { MenuLink("Decide on this request", href: decide, icon: .shield) }
            },
            footer: {
                if details.isOwn {
                    if post.isClosable {
                        LinkButton("I’ve found help", href: VolunteersPaths.close(post.id), icon: .check)
                    }
                    LinkButton("Edit", href: VolunteersPaths.edit(post.id), icon: .edit, style: .secondary)
                    LinkButton("Delete", href: VolunteersPaths.delete(post.id), icon: .trash, style: .dangerOutline)
                } else if let offer = details.offers.first {
                    LinkButton("Continue writing", href: MessagesPaths.conversation(offer.conversation.id) + "#latest", icon: .mail)
                } else if post.isListed {
                    LinkButton("I can help", href: VolunteersPaths.help(post.id), icon: .hand, style: details.isReported ? .secondary : .primary)
                }
                if let decide { LinkButton("Moderate", href: decide, icon: .shield, style: .secondary) }
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            if knowsAll, !details.isSettled { DecisionNotice(details: details) }
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
                if knowsAll { p(.class("post-status status status-\(post.standing.code)")) { post.standing.name } }
                if details.isOwn, post.isListed { p(.class("muted")) { "Published: others can see it." } }
                PostWhen(
                    time: post.content.time, calendar: details.isOwn || !details.offers.isEmpty ? VolunteersPaths.calendar(post.id) : nil)
                PostWords(words: post.content.body, language: post.content.language)
                PostByline(post: post, poster: details.poster, profile: VolunteersPaths.person(post.author))
            }
            if !post.isOpen { ClosedAlert(details: details) }
            if !details.isOwn, post.isOpen, !details.offers.isEmpty {
                Alert(.success, title: "You have offered to help.") { p { "What you agree on stays between the two of you." } }
            }
            if details.isOwn, !details.offers.isEmpty { OfferList(offers: details.offers) }
            if let edit = details.edit {
                EditAlert(details: details, edit: edit, category: categories[edit.content.category], language: viewer.language)
            }
            if details.isReported {
                p(.class("post-reported muted")) {
                    Icon.flag
                    span { "You’ve reported this. A moderator will look at it." }
                }
            }
            if details.isOwn, !details.isSettled { AppealForms(details: details) }
        }
    }
}

/// Why nobody need answer (any more).
struct ClosedAlert: HTML {
    let details: PostDetails

    var body: some HTML {
        if details.post.closedAt == nil {
            Alert(.info, title: "This request isn’t open at the moment.")
        } else if details.post.isExpired {
            Alert(.info, title: "This request has expired.") {
                if details.isOwn {
                    p { "It’s no longer in the list. Do you still need help? Open it again, or edit it and choose another day." }
                    reopening
                }
            }
        } else if details.isOwn {
            Alert(.success, title: "You’ve found help.") {
                if !details.helpers.isEmpty { p { helpers } }
                p {
                    "Your request is no longer in the list. The people who offered are told in five minutes, unless you open it again. Its page can still be read."
                }
                reopening
            }
        } else {
            Alert(.success, title: "\(details.poster) has found help.") {
                p { details.helpers.isEmpty ? "This request no longer needs an answer." as Text : "You helped. Thank you." }
            }
        }
    }

    private var reopening: some HTML {
        Form(VolunteersPaths.reopen(details.post.id)) {
            Button("Open it again", icon: .refresh, style: .secondary, .data("needs-connection"))
        }
    }

    /// Each leads to the person’s page.
    @HTMLBuilder private var helpers: Node {
        "Helped by "
        for (place, helper) in details.helpers.enumerated() {
            if place > 0 { ", " }
            a(.href(VolunteersPaths.person(helper.id)), .dir("auto")) { Text.person(named: helper.name) }
        }
    }
}

/// What the site decided and why (VOL-040), apart from what the author wrote; nothing while nothing is wrong.
struct DecisionNotice: HTML {
    let details: PostDetails

    private var newest: PostVersion? { details.newest }

    var body: some HTML {
        if details.isOwn, details.newest?.status == .accepted, !details.post.isOut, details.state?.canChange == true {
            notice(.info, "A moderator accepted your request.")
        } else if details.post.isOut {
            notice(.danger, details.isOwn ? "A moderator removed your request." : "A moderator removed this request.")
        } else if let newest, newest.status != .accepted {
            let isChange = details.edit != nil
            switch (newest.status, newest.isManual) {
            case (.rejected, true): notice(.danger, isChange ? "A moderator rejected the change." : "A moderator rejected this request.")
            case (.rejected, false):
                notice(.danger, isChange ? "The automatic filter rejected the change." : "The automatic filter rejected this request.")
            default: notice(.warning, isChange ? "The change is waiting for a moderator." : "This request is waiting for a moderator.")
            }
        }
    }

    private func notice(_ tone: Tone, _ title: Text) -> Node {
        // Not read out at once: it was there when the page came.
        section(.class("alert alert-\(tone.rawValue)"), .aria("label", "About this request")) {
            tone == .danger ? Icon.warning : Icon.clock
            div(.class("alert-words")) {
                strong { title }
                // Once a moderator was asked, what the filter said is no longer what holds.
                if details.state?.isAppealed != true, let reason = newest?.reason {
                    if reason.reasons.count > 1 {
                        ul { for one in reason.reasons { li { one } } }
                    } else {
                        p { reason }
                    }
                }
                if details.edit != nil { p { "Others see the earlier version until the change is accepted." } }
                if details.isOwn {
                    if let note = details.state?.changeNote { p { note } }
                    next
                }
            }
        }.node
    }

    /// What an author can do about it: a rejection by the filter waits for nobody.
    @HTMLBuilder private var next: Node {
        if details.state?.mayAppeal == true {
            p {
                "Edit the request. If you think the filter is wrong, "
                a(.href("#appeal")) { "ask a moderator to look at it" }
                "."
            }
        } else if newest?.status == .rejected, newest?.isManual == true {
            switch details.state?.appealStanding {
            case .waiting:
                p { "You’ve asked for another look. We’ll tell you when it’s decided." }
            case .possible:
                p {
                    "You can edit the request and publish it again; a moderator then reads it before others see it. If you think the decision is wrong, "
                    a(.href("#appeal")) { "ask for another look" }
                    "."
                }
            default:
                p { "You can edit the request and publish it again; a moderator then reads it before others see it." }
                if details.state?.appealStanding == .answered { p { "Another moderator has looked at it, and the decision is final." } }
            }
        } else if newest?.status == .pending {
            if details.state?.isAppealed == true { p { "You asked a moderator to look at it." } }
            if let words = details.state?.appeal, !words.isEmpty { blockquote(.class("post-words"), .dir("auto")) { words } }
            p { "We’ll tell you when it’s decided." }
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
            p(.class("post-status status status-\(edit.status.rawValue)")) { edit.status.name }
            h3(.dir("auto"), .lang(edit.content.language)) { edit.content.title }
            PostWhen(time: edit.content.time)
            PostWords(words: edit.content.body, language: edit.content.language)
            p(.class("post-card-facts")) {
                if let category { span { category.name(in: language) } }
                if !edit.content.area.isEmpty { span(.dir("auto")) { edit.content.area } }
            }
        }
    }
}

/// The way to a person's decision after the filter has rejected (VOL-039), and to another person's after a moderator has.
struct AppealForms: HTML {
    let details: PostDetails

    var body: some HTML {
        if details.state?.mayAppeal == true {
            section(.id("appeal"), .class("card stack"), .aria("labelledby", "appeal-title")) {
                h2(.id("appeal-title")) { "Is the filter wrong?" }
                p { "The filter is automatic. If you think your request is fine, a moderator can read it and decide." }
                Form(VolunteersPaths.appeal(details.post.id)) {
                    TextArea("Message to the moderators", name: "message", lines: 3, .maxlength(Moderation.longestWords))
                    Actions { Button("Ask a moderator", icon: .shield) }
                }
            }
        } else if details.state?.appealStanding == .possible {
            section(.id("appeal"), .class("card stack"), .aria("labelledby", "appeal-title")) {
                h2(.id("appeal-title")) { "Do you think this is wrong?" }
                p { "Another moderator reads your request and decides. You can ask once." }
                AnotherLookForm(Posts.subject(details.post.id), then: VolunteersPaths.post(details.post.id))
            }
        }
    }
}
