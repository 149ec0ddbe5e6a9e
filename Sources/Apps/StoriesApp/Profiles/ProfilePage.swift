import Core
import Interface
import Markup
import Moderation
import Profiles
import Web

/// What of a person their page shows.
enum ProfileTab: String, Sendable, CaseIterable {
    case about, stories, lists, posts
}

/// A person: picture, name, how many follow, then biography and recommendations, stories, public lists, posts (STO-013 to STO-017).
struct ProfilePage: PageAnswer {
    let found: AuthorProfile
    let viewer: ProfileViewer
    let tab: ProfileTab
    /// What its person wrote since, which a moderator reads first.
    let waiting: String?
    let posts: [AuthorPost]
    let postStories: [StoryID: Story]
    let next: Cursor?
    /// What was written and refused.
    var draft: String?
    var problem: Problem?

    private var id: PersonID { found.profile.id }
    private var name: String { found.profile.name }

    var title: Text { viewer.isOwn ? "My profile" : .verbatim(name) }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem == nil ? .ok : .unprocessableContent }
    var activePath: String? { viewer.isOwn ? StoriesPaths.profile() : StoriesPaths.home() }
    var pageSummary: Text? { found.about.isEmpty ? nil : .verbatim(found.about) }
    var head: Node {
        guard !found.works.isEmpty else { return .nothing }
        return Markup.link(.rel("alternate"), .type("application/atom+xml"), .title(.verbatim(name)), .href(StoriesPaths.authorFeed(id)))
    }
    var slots: FrameSlots {
        FrameSlots(menu: {
            if viewer.isOwn {
                MenuLink("Settings", href: StoriesPaths.ownSettings(), icon: .settings)
            }
            MenuLink("Share", href: StoriesPaths.person(id), icon: .share, .data("share"), .data("done", text: "The link is copied."))
            if !viewer.isOwn, viewer.person != nil {
                MuteButton(person: id, name: name, isMuted: viewer.isMuted, then: StoriesPaths.person(id))
                MenuLink("Report", href: StoriesPaths.reportAbout(id), icon: .warning)
            }
            if viewer.isModerator, !viewer.isOwn { MenuLink("What this person does", href: ModerationPaths.person(id), icon: .history) }
        })
    }

    var body: some HTML {
        section(.class("profile"), .aria("labelledby", "profile-name")) {
            PersonPicture(name: name, picture: found.profile.picture)
            h1(.id("profile-name"), .dir("auto")) { name }
            if !viewer.isAuthorFocused { counts }
            div(.class("profile-actions")) {
                if viewer.isOwn {
                    LinkButton("Settings", href: StoriesPaths.ownSettings(), icon: .settings, style: .secondary)
                } else {
                    FollowButton(action: StoriesPaths.followAuthor(id), isFollowing: viewer.isFollowing, name: name)
                    LinkButton("Message", href: StoriesPaths.message(id), icon: .mail, style: .secondary)
                }
            }
        }
        div(.class("narrow stack")) {
            Tabs(title, tabs)
            switch tab {
            case .about: aboutTab
            case .stories: stories
            case .lists: lists
            case .posts: postsTab
            }
        }
    }

    /// What a profile opens on: what its person wrote of themselves, or else their stories.
    static func firstTab(of found: AuthorProfile, isOwn: Bool) -> ProfileTab { found.about.isEmpty && !isOwn ? .stories : .about }

    private var tabs: [Tab] {
        let first = Self.firstTab(of: found, isOwn: viewer.isOwn)
        func tab(_ which: ProfileTab, _ label: Text, count: Int? = nil) -> Tab {
            Tab(label, href: link(address, query: ["show": which == first ? nil : which.rawValue]), isCurrent: which == self.tab, count: count)
        }
        return [tab(.about, "About"), tab(.stories, "Stories", count: found.works.count)]
            + (viewer.isAuthorFocused ? [] : [tab(.lists, "Reading lists", count: found.lists.count)]) + [tab(.posts, "Posts")]
    }

    private var address: String { viewer.isOwn ? StoriesPaths.profile() : StoriesPaths.person(id) }

    private var counts: some HTML {
        ul(.class("profile-counts")) {
            li {
                if viewer.isOwn {
                    a(.href(StoriesPaths.following())) { "\(found.following) following" }
                } else {
                    "\(found.following) following" as Text
                }
            }
            li { "\(found.followers) followers" }
            li { "\(found.works.count) stories" }
        }
    }

    @HTMLBuilder private var aboutTab: Node {
        section(.class("stack"), .aria("labelledby", "about")) {
            h2(.id("about")) { "Biography" }
            if found.about.isEmpty {
                p(.class("muted")) { viewer.isOwn ? "Tell readers a little about yourself." as Text : "No biography yet." }
            } else {
                div(.class("post-text"), .dir("auto")) { found.about }
            }
            if let waiting {
                Alert(.info, title: "Waiting for a moderator. Others see the earlier version.") { p(.class("post-text"), .dir("auto")) { waiting } }
            }
            if viewer.isOwn { aboutEditor }
        }
        if viewer.isOwn || !found.recommendations.isEmpty {
            RecommendationBox(stories: found.recommendations, authors: found.authors, isOwn: viewer.isOwn)
        }
    }

    private var aboutEditor: some HTML {
        details(.class("profile-edit"), .flag("open", problem != nil)) {
            summary(.class("button button-secondary")) {
                Icon.edit
                span { "Edit biography" }
            }
            Form(StoriesPaths.about()) {
                TextArea(
                    "Biography", name: "about", value: draft ?? waiting ?? found.about, lines: 6,
                    hint: "Up to \(Profiles.longestAbout) characters. Everyone can read it.", error: problem?.fields["about"],
                    .maxlength(Profiles.longestAbout))
                Actions { Button("Save", icon: .check) }
            }
        }
    }

    @HTMLBuilder private var stories: Node {
        if found.works.isEmpty {
            EmptyState(.book, title: "No stories yet", message: "Published stories appear here.") {
                if viewer.isOwn { LinkButton("Write", href: StoriesPaths.write(), icon: .edit) }
            }
        } else {
            h2(.class("visually-hidden")) { "Stories" }
            ul(.class("cover-rows")) {
                for story in found.works {
                    li {
                        CoverRow(
                            title: story.readersTitle, href: StoriesPaths.story(story.id), image: story.coverAddress(),
                            facts: {
                                span { "\(story.chapterCount) chapters" }
                                Badge(story.details.isComplete ? "Complete" : "Ongoing", tone: .quiet)
                            })
                    }
                }
            }
        }
    }

    @HTMLBuilder private var lists: Node {
        if found.lists.isEmpty {
            EmptyState(
                .list, title: viewer.isOwn ? "No reading lists yet" : "No public reading lists", message: "Reading lists that are public appear here."
            ) {
                if viewer.isOwn { LinkButton("Reading lists", href: StoriesPaths.lists(), icon: .list) }
            }
        } else {
            ListRows(lists: found.lists, counts: found.listCounts, isOwn: viewer.isOwn)
        }
    }

    @HTMLBuilder private var postsTab: Node {
        if viewer.isOwn { div { LinkButton("New post", href: StoriesPaths.newPost(), icon: .plus) } }
        if posts.isEmpty {
            EmptyState(.quote, title: "No posts yet", message: "Short updates to readers appear here.")
        } else {
            ul(.class("rows update-rows"), .data("more")) {
                for post in posts {
                    li(.class("row update")) {
                        div(.class("row-words")) {
                            PostWords(post: post, author: name, story: post.story.flatMap { postStories[$0] }, isOwn: viewer.isOwn)
                        }
                    }
                }
            }
            Pagination(next: next.map { link(address, query: ["show": ProfileTab.posts.rawValue, "after": $0.text]) })
        }
    }
}
