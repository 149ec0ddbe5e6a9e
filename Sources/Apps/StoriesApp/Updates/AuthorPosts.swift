import Audit
import Core
import Database
import Moderation
import Platform
import Web

/// Posts as their authors write them. Every write is one transaction with its verdict and its audit entry.
struct AuthorPosts: Sendable {
    let site: Site
    let stories: Stories
    let moderation: Moderation

    /// - Parameter story: an own story that it is about.
    func write(_ text: String, about story: StoryID?, by author: PersonID, language: Language) async throws -> AuthorPostID {
        let id = try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            if let story { _ = try stories.writes(story, author, in: write) }
            let id = AuthorPostID(
                try write.insert(
                    """
                    INSERT INTO stories_post (author_id, story_id, text, status, created_at, changed_at, changed_by)
                    VALUES (\(author), \(story), \(text), \(ReleaseStatus.draft), \(write.now), \(write.now), \(author))
                    """))
            try write.audit(.create, AuditName("stories.post", id))
            try moderation.submit(AuthorPostSubject.key(id), author: author, text: [text], language: language, in: write)
            return id.number
        }
        return AuthorPostID(id)
    }

    /// Removes an own post for good.
    func delete(_ id: AuthorPostID, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            _ = try own(id, author, in: write)
            try moderation.withdraw(AuthorPostSubject.key(id), in: write)
            try write.run("DELETE FROM stories_post WHERE id = \(id)")
            try write.audit(.delete, AuditName("stories.post", id))
        }
    }

    func own(_ id: AuthorPostID, _ author: PersonID, in db: any Connection) throws -> AuthorPost {
        guard let post = try db.first(.post(id)), post.author == author else { throw Problem.notFound }
        return post
    }
}

/// What Moderation asks and tells about posts of authors (STO-038).
struct AuthorPostSubject: ModeratedSubject {
    static let kind = "stories.update"

    let news: ReaderNews

    var kind: String { Self.kind }
    var name: Text { "Author’s post" }
    var mention: SubjectMention { SubjectMention("a post", titled: "the post") }
    var app: String { StoriesApp.manifest.id }
    var moderators: Permission { .storiesModerate }
    var reasons: [ModerationReason] { ModerationReason.ofRemarks }
    var filterPolicy: FilterPolicy { FilterPolicy(asksPeople: true) }

    /// The name of a post in other parts.
    static func key(_ id: AuthorPostID) -> SubjectKey { SubjectKey(kind: kind, id: id.number) }

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let post = try db.first(.post(AuthorPostID(id))) else { return nil }
        let line = post.text.split(whereSeparator: \.isNewline).first ?? ""
        return SubjectSnapshot(
            author: post.author, title: String(line.prefix(60)), text: post.text, link: StoriesPaths.person(post.author), writtenAt: post.createdAt)
    }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool { try db.first(.post(AuthorPostID(id)))?.isShown ?? false }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let post = try write.first(.post(AuthorPostID(id))) else { return }
        let (status, isShown): (ReleaseStatus, Bool) =
            switch decision {
            case .accept: (.accepted, true)
            case .hold: (.pending, post.isShown)
            case .reject: (.rejected, post.isShown)
            case .remove: (.rejected, false)
            }
        let reason = try decision.reason.map { try StoredJSON($0) }
        let published: Instant? = isShown ? post.publishedAt ?? write.now : post.publishedAt
        try write.run(
            """
            UPDATE stories_post SET status = \(status), is_shown = \(isShown), reason = \(reason), published_at = \(published), changed_at = \(write.now)
            WHERE id = \(post.id)
            """)
        if isShown, post.publishedAt == nil { try news.tell(of: post.id, in: write) }
    }
}
