import Accounts
import Core
import Database
import Interface
import Markup
import Moderation
import Platform
import Web

/// Writing and deleting posts.
struct AuthorPostRoutes: Sendable {
    let posts: AuthorPosts

    var routes: [Route] {
        [
            .get(StoriesPaths.newPost, allow: .members, use: begin),
            .post(StoriesPaths.newPost, allow: .members, use: create),
            .get(StoriesPaths.deletePost, allow: .members, use: confirmDelete),
            .post(StoriesPaths.deletePost, allow: .members, use: delete),
        ]
    }

    func begin(_ request: Request, _ member: Member) async throws -> PostFormPage {
        try await page(PostForm(text: nil, story: request.query["story"]), nil, member)
    }

    func create(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(PostForm.self)
        let text: String
        do throws(AuthorPostRefusal) { text = try AuthorPost.checked(form.text) } catch {
            return try await page(form, error.problem, member).response(for: request)
        }
        let story = form.story.flatMap { StoryID($0) }
        let id = try await posts.write(text, about: story, by: member.id, language: request.language)
        let status = try await posts.site.database.read { db in try db.one(.post(id)).status }
        return .seeOther(
            StoriesPaths.posts(of: member.id), flash: status == .accepted ? "Posted." : "A moderator reads your post first.",
            tone: status == .accepted ? .done : .note)
    }

    private func page(_ form: PostForm, _ problem: Problem?, _ member: Member) async throws -> PostFormPage {
        let stories = try await posts.site.database.read { db in try db.all(.written(by: member.id, limit: 200)) }
        return PostFormPage(form: form, stories: stories.filter(\.isShown), person: member.id, problem: problem)
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: AuthorPostID) async throws -> ConfirmPage {
        _ = try await posts.site.database.read { db in try posts.own(id, member.id, in: db) }
        return ConfirmPage(
            "Delete this post?", shell: .app("stories"), activePath: StoriesPaths.profile(), message: "Readers can’t see it any more.",
            confirm: "Delete", icon: .trash, action: StoriesPaths.deletePost(id), cancel: StoriesPaths.posts(of: member.id))
    }

    func delete(_ request: Request, _ member: Member, _ id: AuthorPostID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.deletePost(id)) }
        try await posts.delete(id, by: member.id)
        return .seeOther(StoriesPaths.posts(of: member.id), flash: "The post was deleted.")
    }
}

/// A post as it is sent; no story is one about none.
struct PostForm: Decodable, Sendable {
    var text: String?
    var story: String?
}

/// A few words to one's readers; about a story, also to those who follow only that.
struct PostFormPage: PageAnswer {
    let form: PostForm
    let stories: [Story]
    let person: PersonID
    var problem: Problem?

    var title: Text { "New post" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.profile() }
    var slots: FrameSlots {
        FrameSlots(back: StoriesPaths.posts(of: person), footer: { Button("Post", icon: .send, .custom("form", "post-form")) })
    }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: "Your followers are notified. It also appears on your profile.")
            Form(StoriesPaths.newPost(), .id("post-form"), .class("card stack"), .data("draft", person.description), .data("draft-sends")) {
                TextArea(
                    "Your post", name: "text", value: form.text ?? "", lines: 5, hint: "Up to \(AuthorPost.longest) characters.",
                    error: problem?.fields["text"], isRequired: true, .maxlength(AuthorPost.longest))
                if !stories.isEmpty {
                    Select(
                        "About", name: "story",
                        choices: [Choice("", "No story")] + stories.map { Choice($0.id.description, .verbatim($0.readersTitle)) },
                        selected: form.story ?? "", hint: "Choose a story to tell its followers, too. Say what changed, for example.",
                        isRequired: false)
                }
            }
        }
    }
}

/// A post in a list.
struct PostWords: HTML {
    let post: AuthorPost
    let author: String
    let story: Story?
    var isOwn = false

    var body: some HTML {
        div(.class("post-head")) {
            p(.class("update-author")) {
                a(.href(StoriesPaths.person(post.author)), .dir("auto")) { author }
                TimeAgo(post.publishedAt ?? post.createdAt)
            }
            Menu("More about this post") {
                if isOwn {
                    MenuLink("Delete", href: StoriesPaths.deletePost(post.id), icon: .trash)
                } else {
                    ReportForm.menuLink(to: AuthorPostSubject.key(post.id), then: StoriesPaths.posts(of: post.author))
                }
            }
        }
        if let story { p(.class("muted")) { a(.href(StoriesPaths.story(story.id)), .dir("auto")) { story.readersTitle } } }
        p(.class("post-text"), .dir("auto")) { post.text }
        if isOwn, post.status == .pending {
            Badge("Waiting for a moderator", tone: .warning)
        } else if isOwn, post.status == .rejected {
            Alert(.danger, title: "A moderator rejected this post.") {
                if let reason = post.reason { p { reason } }
                AnotherLookLink(AuthorPostSubject.key(post.id))
            }
        }
    }
}
