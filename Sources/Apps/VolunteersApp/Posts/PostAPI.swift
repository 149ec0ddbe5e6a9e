import Core
import Platform
import Web

/// Requests for programs: what the pages do, by the same rules.
struct PostAPI: Sendable {
    let posts: Posts
    let feed: Feed
    let bookmarks: Bookmarks
    let categories: Categories

    private static let pages = PageSize(usual: Feed.pageSize, most: 100)

    var routes: [Route] {
        [
            .get(VolunteersPaths.apiPosts, allow: .members, use: list)
                .summary("Public requests, page by page.")
                .query("category", .id, "Only of this category.")
                .query("poster", .text(most: FeedFilter.longestPoster), "Words of the poster's name.")
                .query("when", .choice(["week"]), "Only what is needed within the next seven days.")
                .query("period", .oneOf(FeedPeriod.self), "How far back.").query("sort", .oneOf(FeedSort.self), "By what they are put in order.")
                .query("order", .choice(["ascending", "descending"]), "In which direction.").paged(Self.pages),
            .post(VolunteersPaths.apiPosts, allow: .members, body: .json, use: create)
                .summary("Sends a request; the answer says how the filter judged it.").accepts(PostInput.self),
            .get(VolunteersPaths.apiPost, allow: .members, use: show).summary("One request."),
            .put(VolunteersPaths.apiPost, allow: .members, use: edit)
                .summary("Changes an own request; the public version stays until the change is accepted.").accepts(PostInput.self),
            .delete(VolunteersPaths.apiPost, allow: .members, use: delete).summary("Deletes an own request for good."),
            .put(VolunteersPaths.apiClosed, allow: .members, body: .none, use: close)
                .summary("Says that the author has got help: the request leaves the lists."),
            .delete(VolunteersPaths.apiClosed, allow: .members, use: reopen).summary("Opens an own request again."),
            .get(VolunteersPaths.apiOwn, allow: .members, use: own).summary("The caller's own requests with their status.").paged(Self.pages),
            .get(VolunteersPaths.apiBookmarks, allow: .members, use: marked).summary("The caller's bookmarks, the latest first.").paged(Self.pages),
            .put(VolunteersPaths.apiBookmark, allow: .members, body: .none, use: mark).summary("Bookmarks a request of somebody else."),
            .delete(VolunteersPaths.apiBookmark, allow: .members, use: unmark).summary("Takes a bookmark away."),
            .get(VolunteersPaths.apiCategories, allow: .members, use: listCategories).summary("The categories."),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> Paged<PostAnswer> {
        let filter = try FeedFilter(request.query, categories: await categories.list())
        return Paged(
            try await feed.page(
                filter, after: request.after(.feed), limit: request.query.limit(Self.pages),
                for: FeedViewer(member, request)))
    }

    func create(_ request: Request, _ member: Member) async throws -> CreatedAt<PostAnswer> {
        let input = try request.json(PostInput.self)
        try input.checkTime(today: posts.today)
        let draft = try PostDraft(input.form, language: request.language, categories: await categories.list(), today: posts.today)
        let id = try await posts.create(draft, by: PostAuthor(member))
        let made = try await posts.details(id, for: FeedViewer(member, request))
        return CreatedAt(VolunteersPaths.apiPost(id), PostAnswer(made, request: request))
    }

    func show(_ request: Request, _ member: Member, _ id: PostID) async throws -> PostAnswer {
        PostAnswer(try await posts.details(id, for: FeedViewer(member, request)), request: request)
    }

    func edit(_ request: Request, _ member: Member, _ id: PostID) async throws -> PostAnswer {
        let known = try await posts.editable(id, for: FeedViewer(member, request)).content.time.day
        let input = try request.json(PostInput.self)
        try input.checkTime(today: posts.today, known: known)
        let draft = try PostDraft(input.form, language: request.language, categories: await categories.list(), today: posts.today, known: known)
        try await posts.edit(id, draft, by: PostAuthor(member))
        return try await show(request, member, id)
    }

    func delete(_ request: Request, _ member: Member, _ id: PostID) async throws -> NoContent {
        try await posts.delete(id, by: PostAuthor(member))
        return NoContent()
    }

    func close(_ request: Request, _ member: Member, _ id: PostID) async throws -> NoContent {
        try await posts.close(id, language: request.language, by: PostAuthor(member))
        return NoContent()
    }

    func reopen(_ request: Request, _ member: Member, _ id: PostID) async throws -> NoContent {
        try await posts.reopen(id, by: PostAuthor(member))
        return NoContent()
    }

    func own(_ request: Request, _ member: Member) async throws -> Paged<PostAnswer> {
        Paged(
            try await feed.posts(
                of: member.id, after: request.after(.posts),
                limit: request.query.limit(Self.pages), for: FeedViewer(member, request)))
    }

    func marked(_ request: Request, _ member: Member) async throws -> Paged<PostAnswer> {
        Paged(
            try await bookmarks.page(
                after: request.after(.bookmarks), limit: request.query.limit(Self.pages),
                for: FeedViewer(member, request)))
    }

    func mark(_ request: Request, _ member: Member, _ id: PostID) async throws -> NoContent {
        try await bookmarks.add(id, by: member.id)
        return NoContent()
    }

    func unmark(_ request: Request, _ member: Member, _ id: PostID) async throws -> NoContent {
        try await bookmarks.remove(id, by: member.id)
        return NoContent()
    }

    func listCategories(_ request: Request, _ member: Member) async throws -> [CategoryAnswer] {
        try await categories.list().all.map { CategoryAnswer(id: $0.id, name: $0.name(in: request.language), colour: $0.colour.rawValue) }
    }
}
