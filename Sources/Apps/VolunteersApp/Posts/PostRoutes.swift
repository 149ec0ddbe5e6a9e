import Accounts
import Core
import Database
import Interface
import Markup
import Moderation
import Platform
import Web

/// Reading, writing, changing and deleting requests.
struct PostRoutes: Sendable {
    let posts: Posts
    let categories: Categories
    let similar: Similar

    var routes: [Route] {
        [
            .get(VolunteersPaths.new, allow: .members, use: begin),
            .post(VolunteersPaths.new, allow: .members) { request, member in try await check(request, member, .new) },
            .post(VolunteersPaths.check, allow: .members, use: checkWords),
            .post(VolunteersPaths.posts, allow: .members, use: create),
            .get(VolunteersPaths.post, allow: .members, use: show),
            .get(VolunteersPaths.edit, allow: .members, use: beginEdit),
            .post(VolunteersPaths.edit, allow: .members) { request, member, id in try await check(request, member, .edit(id)) },
            .post(VolunteersPaths.confirmEdit, allow: .members, use: edit),
            .get(VolunteersPaths.delete, allow: .members, use: confirmDelete),
            .post(VolunteersPaths.delete, allow: .members, use: delete),
            .post(VolunteersPaths.appeal, allow: .members, use: appeal),
        ]
    }

    func begin(_ request: Request, _ member: Member) async throws -> Response {
        guard try await posts.mayWrite(PostAuthor(member)) else {
            return .seeOther(link(AccountsPaths.terms(VolunteersApp.manifest.id), query: ["then": VolunteersPaths.new()]))
        }
        let page = PostFormPage(
            target: .new, author: member.id, form: PostForm(), categories: try await categories.list(), language: request.language)
        return try await page.response(for: request)
    }

    func beginEdit(_ request: Request, _ member: Member, _ id: PostID) async throws -> PostFormPage {
        let version = try await posts.editable(id, for: FeedViewer(member, request))
        let content = version.content
        var form = PostForm(title: content.title, body: content.body, category: content.category.description, area: content.area)
        content.time.fill(&form)
        return PostFormPage(
            target: .edit(id), author: member.id, form: form, categories: try await categories.list(), language: request.language,
            refusal: version.status == .rejected ? version.reason : nil)
    }

    /// The first step: what was written comes back to be confirmed, or with what is wrong. Nothing is stored.
    private func check(_ request: Request, _ member: Member, _ target: PostFormTarget) async throws -> Response {
        var known: Day?
        if case .edit(let id) = target { known = try await posts.editable(id, for: FeedViewer(member, request)).content.time.day }
        let form = try request.form(PostForm.self)
        let list = try await categories.list()
        var page = PostFormPage(target: target, author: member.id, form: form, categories: list, language: request.language)
        guard try !request.form(ChangeForm.self).change else { return try await page.response(for: request) }
        let draft: PostDraft
        do throws(PostRefusal) {
            draft = try PostDraft(form, language: request.language, categories: list, today: posts.today, known: known)
        } catch {
            page.problem = error.problem
            return try await page.response(for: request)
        }
        var edited: PostID?
        if case .edit(let id) = target { edited = id }
        let found = try await similar.posts(
            to: draft.content.title, draft.content.body, category: draft.content.category, except: edited, by: member.id)
        return try await PostConfirmPage(
            target: target, draft: draft, form: form, category: list[draft.content.category], similar: found, language: request.language,
            check: posts.check(draft.content.words, language: draft.content.language), isReadFirst: posts.isReadFirst(target)
        ).response(for: request)
    }

    /// What the filter would say to the words of a form that is still being written; nothing is stored.
    func checkWords(_ request: Request, _ member: Member) async throws -> WritingCheckPage {
        let form = try request.form(PostForm.self)
        let title = (form.title ?? "").tidied(limit: PostDraft.longestTitle)
        let words = String((form.body ?? "").tidiedLines().prefix(PostDraft.longestBody))
        return WritingCheckPage(check: try await posts.check([title, words], language: request.language))
    }

    func create(_ request: Request, _ member: Member) async throws -> Response {
        let draft = try PostDraft(
            request.form(PostForm.self), language: request.language, categories: await categories.list(), today: posts.today)
        let id = try await posts.create(draft, by: PostAuthor(member))
        return try await sent(id, member, request, public: "Your request is public now. You’re notified when someone offers to help.")
    }

    func show(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        let viewer = FeedViewer(member, request)
        do {
            let details = try await posts.details(id, for: viewer)
            return try await PostPage(details: details, categories: categories.list(), viewer: viewer).response(for: request)
        } catch let problem as Problem where problem.code == Problem.notFound.code && request.wantsPage {
            return try await MissingPostPage().response(for: request)
        }
    }

    func edit(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        let known = try await posts.editable(id, for: FeedViewer(member, request)).content.time.day
        let draft = try PostDraft(
            request.form(PostForm.self), language: request.language, categories: await categories.list(), today: posts.today, known: known)
        try await posts.edit(id, draft, by: PostAuthor(member))
        return try await sent(id, member, request, public: "Your change is public now.")
    }

    /// Says what became of it, unless the page does: that a moderator reads it first, or why it was rejected.
    private func sent(_ id: PostID, _ member: Member, _ request: Request, public: Text) async throws -> Response {
        switch try await posts.details(id, for: FeedViewer(member, request)).newest?.status {
        case .accepted: .seeOther(VolunteersPaths.post(id), flash: `public`)
        case .pending, .rejected, nil: .seeOther(VolunteersPaths.post(id))
        }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: PostID) async throws -> DeletePostPage {
        let viewer = FeedViewer(member, request)
        let version = try await posts.editable(id, for: viewer)
        return DeletePostPage(version: version, details: try await posts.details(id, for: viewer))
    }

    func delete(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(VolunteersPaths.delete(id)) }
        try await posts.delete(id, by: PostAuthor(member))
        return .seeOther(VolunteersPaths.own(), flash: "Your request was deleted.")
    }

    func appeal(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        try await posts.appeal(id, message: (request.form(AppealForm.self).message ?? "").tidiedLines(), by: PostAuthor(member))
        return .seeOther(VolunteersPaths.post(id))
    }
}

/// The second step before a request is gone for good (VOL-027, VOL-071).
struct DeletePostPage: PageAnswer {
    let version: PostVersion
    let details: PostDetails

    var title: Text { "Delete this request?" }
    var shell: ShellStyle { .app("volunteers") }
    var slots: FrameSlots { FrameSlots(back: VolunteersPaths.post(version.post), title: "Your request") }

    var body: some HTML {
        ConfirmPage(
            title,
            message: details.offers.isEmpty || details.post.closedAt != nil
                ? "“\(version.content.title)” will be removed."
                : "“\(version.content.title)” will be removed. If you’ve found help, go back and choose “I’ve found help”: that can be undone.",
            consequences: ["Nobody can see it any more, including you.", "It’s removed from other people’s bookmarks.", "You can’t undo this."]
                + (details.offers.isEmpty ? [] : ["Those who offered to help are told."]),
            confirm: "Delete", icon: .trash, action: VolunteersPaths.delete(version.post), cancel: VolunteersPaths.post(version.post))
    }
}

/// In the place of a request that was deleted, is not public or never was: which of these it is nobody learns.
struct MissingPostPage: PageAnswer {
    var title: Text { "Request not found" }
    var shell: ShellStyle { .app("volunteers") }
    var status: Status { .notFound }
    var activePath: String? { VolunteersPaths.home() }
    var slots: FrameSlots { FrameSlots(title: "Request") }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "It was deleted, or it isn’t public.")
            Actions { LinkButton("See the open requests", href: VolunteersPaths.home()) }
        }
    }
}
