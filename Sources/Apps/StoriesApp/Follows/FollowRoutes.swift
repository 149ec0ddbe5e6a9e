import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Following authors and stories, from a page and for programs.
struct FollowRoutes: Sendable {
    let follows: Follows

    var routes: [Route] {
        [
            .post(StoriesPaths.followAuthor, allow: .members, use: setAuthor),
            .post(StoriesPaths.followStory, allow: .members, use: setStory),
            .get(StoriesPaths.following, allow: .members, use: list),
            .put(StoriesPaths.apiFollowAuthor, allow: .members, body: .none) { _, member, author in
                try await set(true, author: author, member)
            }.summary("Follows an author."),
            .delete(StoriesPaths.apiFollowAuthor, allow: .members) { _, member, author in try await set(false, author: author, member) }
                .summary("Stops following an author."),
            .put(StoriesPaths.apiFollowStory, allow: .members, body: .none) { _, member, story in
                try await set(true, story: story, member)
            }.summary("Follows a story."),
            .delete(StoriesPaths.apiFollowStory, allow: .members) { _, member, story in try await set(false, story: story, member) }
                .summary("Stops following a story."),
        ]
    }

    func setAuthor(_ request: Request, _ member: Member, _ author: PersonID) async throws -> Response {
        let form = try request.form(FollowForm.self)
        try await follows.set(form.follows, author: author, by: member.id)
        return .seeOther(
            try await place(form) ?? StoriesPaths.person(author),
            flash: form.follows ? "You’re notified of new chapters and posts." : "You no longer follow this author.")
    }

    func setStory(_ request: Request, _ member: Member, _ story: StoryID) async throws -> Response {
        let form = try request.form(FollowForm.self)
        try await follows.set(form.follows, story: story, by: member.id)
        return .seeOther(
            try await place(form) ?? StoriesPaths.story(story),
            flash: form.follows ? "You’re notified of new chapters." : "You no longer follow this story.")
    }

    /// Where somebody comes back to, unless it is what they follow.
    private func place(_ form: FollowForm) async throws -> String? {
        if form.then == StoriesPaths.following() { return StoriesPaths.following() }
        guard let id = form.endOf.flatMap({ StoryID($0) }) else { return nil }
        return try await follows.site.database.read { db in try db.first(.story(id))?.lastSection }
    }

    private func set(_ isFollowing: Bool, author: PersonID, _ member: Member) async throws -> NoContent {
        try await follows.set(isFollowing, author: author, by: member.id)
        return NoContent()
    }

    private func set(_ isFollowing: Bool, story: StoryID, _ member: Member) async throws -> NoContent {
        try await follows.set(isFollowing, story: story, by: member.id)
        return NoContent()
    }

    func list(_ request: Request, _ member: Member) async throws -> FollowingPage {
        try await follows.site.database.read { db in
            let authors = try db.all(.followed(by: member.id, limit: Follows.most))
            let stories = try db.all(.followedStories(by: member.id, limit: Follows.most))
            let people = Set(authors + stories.map(\.author))
            return FollowingPage(
                authors: authors, stories: stories, names: try People.names(of: people, in: db), pictures: try People.pictures(of: people, in: db))
        }
    }
}

/// Whether to follow, and the page to come back to.
struct FollowForm: Decodable, Sendable {
    var follows: Bool
    var then: String?
    /// The story at whose end one follows, and comes back to.
    var endOf: String?
}

/// “Follow” or “Following”, a button that does the other.
struct FollowButton: HTML {
    let action: String
    let isFollowing: Bool
    /// What screen readers add: whom or what.
    let name: String
    var then: String?
    /// Of “Follow”: secondary where something else comes first.
    var style = ButtonStyle.primary

    var body: some HTML {
        form(.class("follow"), .method("post"), .action(action)) {
            input(.type("hidden"), .name("follows"), .value(isFollowing ? "false" : "true"))
            if let then { input(.type("hidden"), .name("then"), .value(then)) }
            Button(
                isFollowing ? "Unfollow" : "Follow", icon: isFollowing ? nil : .bell, style: isFollowing ? .secondary : style,
                .aria("label", isFollowing ? "Unfollow \(name)" : "Follow \(name)"))
        }
    }
}

/// Everybody and everything that somebody follows.
struct FollowingPage: PageAnswer {
    let authors: [PersonID]
    let stories: [Story]
    let names: [PersonID: String]
    let pictures: [PersonID: String]

    var title: Text { "Following" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.profile()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            if authors.isEmpty, stories.isEmpty {
                EmptyState(.bell, title: "You don’t follow anyone yet", message: "Follow an author or a story to hear of new chapters.") {
                    LinkButton("Find stories", href: StoriesPaths.home(), icon: .search)
                }
            }
            if !authors.isEmpty {
                section(.aria("labelledby", "authors")) {
                    h2(.id("authors")) { "Authors" }
                    ul(.class("rows")) { for author in authors { row(author) } }
                }
            }
            if !stories.isEmpty {
                section(.aria("labelledby", "stories")) {
                    h2(.id("stories")) { "Stories" }
                    ul(.class("rows")) {
                        for story in stories {
                            li(.class("row person-row")) {
                                a(.href(StoriesPaths.story(story.id)), .dir("auto")) { story.readersTitle }
                                FollowButton(
                                    action: StoriesPaths.followStory(story.id), isFollowing: true, name: story.readersTitle,
                                    then: StoriesPaths.following())
                            }
                        }
                    }
                }
            }
        }
    }

    private func row(_ author: PersonID) -> Node {
        let name = names[author] ?? ""
        return li(.class("row person-row")) {
            a(.class("person-link"), .href(StoriesPaths.person(author))) {
                Avatar(name, picture: pictures[author])
                span(.dir("auto")) { name }
            }
            FollowButton(action: StoriesPaths.followAuthor(author), isFollowing: true, name: name, then: StoriesPaths.following())
        }.node
    }
}
