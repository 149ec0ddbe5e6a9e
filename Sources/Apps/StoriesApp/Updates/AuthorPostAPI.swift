import Core
import Database
import Platform
import Web

/// Posts of authors for programs; those of others are among the updates.
struct AuthorPostAPI: Sendable {
    let posts: AuthorPosts

    /// The most posts in one answer.
    private static let most = 200

    var routes: [Route] {
        [
            .get(StoriesPaths.apiPosts, allow: .members, use: own).summary("The caller's own posts with their status, the latest first."),
            .post(StoriesPaths.apiPosts, allow: .members, body: .json, use: create)
                .summary("Posts a few words to the caller's readers; the answer says how the filter judged them.").accepts(AuthorPostInput.self),
            .delete(StoriesPaths.apiPost, allow: .members, use: delete).summary("Deletes an own post for good."),
        ]
    }

    func own(_ request: Request, _ member: Member) async throws -> [AuthorPostAnswer] {
        try await posts.site.database.read { db in
            try db.all(.posts(by: member.id, includingHidden: true, limit: Self.most)).map { AuthorPostAnswer($0) }
        }
    }

    func create(_ request: Request, _ member: Member) async throws -> CreatedAt<AuthorPostAnswer> {
        let input = try request.json(AuthorPostInput.self)
        let id = try await posts.write(AuthorPost.checked(input.text), about: input.story, by: member.id, language: request.language)
        let post = try await posts.site.database.read { db in try db.one(.post(id)) }
        return CreatedAt(StoriesPaths.apiPost(id), AuthorPostAnswer(post))
    }

    func delete(_ request: Request, _ member: Member, _ id: AuthorPostID) async throws -> NoContent {
        try await posts.delete(id, by: member.id)
        return NoContent()
    }
}

/// A post as programs send it.
struct AuthorPostInput: Codable, Sendable {
    var text: String
    /// An own story that it is about.
    var story: StoryID?
}

extension AuthorPostInput: LimitedMembers {
    static var limits: [String: Schema] { ["text": .text(.words, most: AuthorPost.longest)] }
}

/// An own post as programs read it.
struct AuthorPostAnswer: JSONAnswer, Codable {
    let id: AuthorPostID
    let text: String
    let story: StoryID?
    /// `accepted`, `pending` or `rejected`.
    let status: String
    let writtenAt: String

    init(_ post: AuthorPost) {
        id = post.id
        text = post.text
        story = post.story
        status = post.status.rawValue
        writtenAt = post.createdAt.rfc3339
    }
}
