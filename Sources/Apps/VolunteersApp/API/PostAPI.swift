import Core
import Crypto
import Web

/// Requests for programs: what the pages do, by the same rules.
struct PostAPI: Sendable {
    let posts: Posts
    let feed: Feed
    let bookmarks: Bookmarks
    let categories: Categories

    var routes: [Route] {
        [
            .get(VolunteersPaths.apiPosts, allow: .members, use: list)
                .summary("Public requests, page by page.")
                .query("category", CategoryID.self, "Only of this category.").query("poster", String.self, "Words of the poster's name.")
                .query("period", String.self, "ever, day, week or month.").query("sort", String.self, "time, category or poster.")
                .query("order", String.self, "ascending or descending.").query("limit", Int.self, "1 to 100.")
                .query("after", String.self, "Where the page before ended."),
            .post(VolunteersPaths.apiPosts, allow: .members, body: .json, use: create)
                .summary("Sends a request; the answer says how the filter judged it.").accepts(PostInput.self).answers(PostAnswer.self),
            .get(VolunteersPaths.apiPost, allow: .members, use: show).summary("One request."),
            .put(VolunteersPaths.apiPost, allow: .members, use: edit)
                .summary("Changes an own request; the public version stays until the change is accepted.").accepts(PostInput.self),
            .delete(VolunteersPaths.apiPost, allow: .members, use: delete).summary("Deletes an own request for good."),
            .put(VolunteersPaths.apiClosed, allow: .members, body: .none, use: close)
                .summary("Says that the author has got help: the request leaves the lists."),
            .delete(VolunteersPaths.apiClosed, allow: .members, use: reopen).summary("Opens an own request again."),
            .get(VolunteersPaths.apiOwn, allow: .members, use: own).summary("The caller's own requests with their status."),
            .get(VolunteersPaths.apiBookmarks, allow: .members, use: marked).summary("The caller's bookmarks, the latest first."),
            .put(VolunteersPaths.apiBookmark, allow: .members, body: .none, use: mark).summary("Bookmarks a request of somebody else."),
            .delete(VolunteersPaths.apiBookmark, allow: .members, use: unmark).summary("Takes a bookmark away."),
            .get(VolunteersPaths.apiCategories, allow: .members, use: listCategories).summary("The categories."),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> Paged<PostAnswer> {
        let filter = try FeedFilter(request.query, categories: await categories.list())
        return Paged(
            try await feed.page(
                filter, after: request.query.after(FeedCursor.self), limit: request.query.limit(usual: Feed.pageSize, most: 100),
                for: FeedViewer(member, request)))
    }

    func create(_ request: Request, _ member: Member) async throws -> Response {
        let draft = try PostDraft(request.json(PostInput.self).form, language: request.language, categories: await categories.list())
        let id = try await posts.create(draft, mark: Token().text, by: PostAuthor(member))
        var response = try Response.json(PostAnswer(await posts.details(id, for: FeedViewer(member, request)), request: request))
        response.status = .created
        response.headers.set("Location", VolunteersPaths.apiPost(id))
        return response
    }

    func show(_ request: Request, _ member: Member, _ id: PostID) async throws -> PostAnswer {
        PostAnswer(try await posts.details(id, for: FeedViewer(member, request)), request: request)
    }

    func edit(_ request: Request, _ member: Member, _ id: PostID) async throws -> PostAnswer {
        let draft = try PostDraft(request.json(PostInput.self).form, language: request.language, categories: await categories.list())
        try await posts.edit(id, draft, by: PostAuthor(member))
        return try await show(request, member, id)
    }

    func delete(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        try await posts.delete(id, by: PostAuthor(member))
        return Response(.noContent)
    }

    func close(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        try await posts.close(id, by: PostAuthor(member))
        return Response(.noContent)
    }

    func reopen(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        try await posts.reopen(id, by: PostAuthor(member))
        return Response(.noContent)
    }

    func own(_ request: Request, _ member: Member) async throws -> Paged<PostAnswer> {
        Paged(
            try await feed.posts(
                of: member.id, after: request.query.after(PersonCursor.self),
                limit: request.query.limit(usual: Feed.pageSize, most: 100), for: FeedViewer(member, request)))
    }

    func marked(_ request: Request, _ member: Member) async throws -> Paged<PostAnswer> {
        Paged(
            try await bookmarks.page(
                after: request.query.after(PersonCursor.self), limit: request.query.limit(usual: Feed.pageSize, most: 100),
                for: FeedViewer(member, request)))
    }

    func mark(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        try await bookmarks.add(id, by: member.id)
        return Response(.noContent)
    }

    func unmark(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        try await bookmarks.remove(id, by: member.id)
        return Response(.noContent)
    }

    func listCategories(_ request: Request, _ member: Member) async throws -> [CategoryAnswer] {
        try await categories.list().all.map { CategoryAnswer(id: $0.id, name: $0.name(in: request.language), colour: $0.colour.rawValue) }
    }
}
