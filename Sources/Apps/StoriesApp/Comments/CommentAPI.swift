import Core
import Database
import Platform
import Web

/// Comments for programs: what the pages do, by the same rules.
struct CommentAPI: Sendable {
    let comments: Comments

    private static let pages = PageSize(usual: Comments.pageSize, most: 100)

    var routes: [Route] {
        [
            .get(StoriesPaths.apiComments, allow: .everyone, use: list).summary("The comments on a chapter with their replies, page by page.")
                .query("order", .oneOf(CommentOrder.self), "Which come first.").paged(Self.pages),
            .post(StoriesPaths.apiComments, allow: .members, body: .json, use: add)
                .summary("Comments on a chapter; the answer says how the filter judged it.").accepts(CommentInput.self),
            .get(StoriesPaths.apiComment, allow: .everyone, use: show).summary("One comment with its replies."),
            .put(StoriesPaths.apiComment, allow: .members, use: edit).summary("Changes an own comment, for 15 minutes.").accepts(CommentChange.self),
            .delete(StoriesPaths.apiComment, allow: .members, use: delete).summary("Deletes an own comment for good."),
            .post(StoriesPaths.apiReplies, allow: .members, body: .json, use: reply).summary("Replies to a comment.").accepts(CommentChange.self),
            .put(StoriesPaths.apiHidden, allow: .members, body: .none, use: hide).summary("Hides a comment on an own story from readers."),
            .delete(StoriesPaths.apiHidden, allow: .members, use: unhide).summary("Shows a hidden comment again."),
        ]
    }

    func list(_ request: Request, _ visitor: Visitor, _ chapter: ChapterID) async throws -> Paged<ThreadAnswer> {
        let order = request.query["order"].flatMap(CommentOrder.init(rawValue:)) ?? .oldest
        let viewer = CommentViewer(visitor)
        let found = try await comments.page(
            on: chapter, order, after: request.after(.comments(order)), limit: request.query.limit(Self.pages), for: viewer
        ) { [request] in try request.cursor(.comments(order), after: $0) }
        return Paged(items: answers(found, viewer, request), next: found.next)
    }

    func add(_ request: Request, _ member: Member, _ chapter: ChapterID) async throws -> CreatedAt<ThreadAnswer> {
        let draft = try request.json(CommentInput.self).draft
        let id = try await comments.add(draft, to: chapter, language: request.language, by: member.id)
        return CreatedAt(StoriesPaths.apiComment(id), try await thread(id, CommentViewer(member), request))
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: CommentID) async throws -> ThreadAnswer {
        try await thread(id, CommentViewer(visitor), request)
    }

    func edit(_ request: Request, _ member: Member, _ id: CommentID) async throws -> ThreadAnswer {
        try await requirePublic(id)
        let draft = try request.json(CommentChange.self).draft
        try await comments.edit(id, words: draft.words, isSpoiler: draft.isSpoiler, language: request.language, by: member.id)
        return try await thread(id, CommentViewer(member), request)
    }

    func delete(_ request: Request, _ member: Member, _ id: CommentID) async throws -> NoContent {
        try await requirePublic(id)
        try await comments.delete(id, by: member.id)
        return NoContent()
    }

    func reply(_ request: Request, _ member: Member, _ id: CommentID) async throws -> CreatedAt<ThreadAnswer> {
        try await requirePublic(id)
        let draft = try request.json(CommentChange.self).draft
        let chapter = try await comments.thread(id, for: CommentViewer(member)).chapter.id
        let made = try await comments.add(draft, to: chapter, answering: id, language: request.language, by: member.id)
        return CreatedAt(StoriesPaths.apiComment(made), try await thread(made, CommentViewer(member), request))
    }

    func hide(_ request: Request, _ member: Member, _ id: CommentID) async throws -> NoContent {
        try await requirePublic(id)
        try await comments.setHidden(true, id, by: member.id)
        return NoContent()
    }

    func unhide(_ request: Request, _ member: Member, _ id: CommentID) async throws -> NoContent {
        try await requirePublic(id)
        try await comments.setHidden(false, id, by: member.id)
        return NoContent()
    }

    /// What first readers say about drafts is on their pages alone.
    private func requirePublic(_ id: CommentID) async throws {
        let comment = try await comments.site.database.read { db in try db.first(.comment(id)) }
        guard comment?.isOnDraft == false else { throw Problem.notFound }
    }

    private func thread(_ id: CommentID, _ viewer: CommentViewer, _ request: Request) async throws -> ThreadAnswer {
        try await requirePublic(id)
        guard let answer = answers(try await comments.thread(id, for: viewer), viewer, request).first else { throw Problem.notFound }
        return answer
    }

    private func answers(_ list: CommentList, _ viewer: CommentViewer, _ request: Request) -> [ThreadAnswer] {
        list.threads.map { thread in
            ThreadAnswer(
                comment: CommentAnswer(thread.comment, in: list, for: viewer, request),
                replies: thread.replies.map { CommentAnswer($0, in: list, for: viewer, request) })
        }
    }
}

/// A comment and its replies as programs read them.
struct ThreadAnswer: JSONAnswer, Codable {
    let comment: CommentAnswer
    let replies: [CommentAnswer]
}

/// A comment as programs read it.
struct CommentAnswer: Codable, Sendable {
    let id: CommentID
    let chapter: ChapterID
    let parent: CommentID?
    /// Null of one that was deleted while it had replies.
    let author: PersonID?
    let name: String?
    /// Whether the author of the story wrote it.
    let isByAuthor: Bool
    let words: String
    let isSpoiler: Bool
    let quote: TextQuote?
    /// How its newest version stands; only its author is told anything but `accepted`.
    let status: String
    let reason: String?
    let isHidden: Bool
    let createdAt: String
    let editedAt: String?
    let page: String

    init(_ comment: Comment, in list: CommentList, for viewer: CommentViewer, _ request: Request) {
        let isOwn = comment.author != nil && comment.author == viewer.person
        (id, chapter, parent, author) = (comment.id, comment.chapter, comment.parent, comment.author)
        name = comment.author.flatMap { list.names[$0] }
        isByAuthor = comment.author.map { list.authors.contains($0) } ?? false
        words = isOwn ? comment.words : comment.shownWords ?? ""
        isSpoiler = comment.isSpoiler
        quote = comment.quote?.quote
        status = isOwn ? comment.status.rawValue : CommentStatus.accepted.rawValue
        reason = isOwn ? comment.reason.map { request.render($0) } : nil
        isHidden = comment.isHidden
        createdAt = comment.createdAt.rfc3339
        editedAt = comment.editedAt?.rfc3339
        page = StoriesPaths.comment(comment.id)
    }
}

/// A comment as programs send it.
struct CommentInput: Codable, Sendable {
    var words: String
    var isSpoiler: Bool?
    /// A passage of the chapter, as it is addressed everywhere.
    var quote: QuotedWords?

    /// Words of the chapter with what stands around them.
    struct QuotedWords: Codable, Sendable {
        var exact: String
        var prefix: String?
        var suffix: String?
    }

    var draft: CommentDraft {
        get throws(CommentRefusal) {
            try CommentDraft(
                words: words, isSpoiler: isSpoiler ?? false,
                quote: quote.flatMap { quote in
                    quote.exact.isEmpty
                        ? nil
                        : CommentQuote(
                            quote: TextQuote(exact: quote.exact, prefix: quote.prefix ?? "", suffix: quote.suffix ?? ""),
                            position: TextPosition(start: 0, end: 0))
                })
        }
    }
}

extension CommentInput: LimitedMembers {
    static var limits: [String: Schema] { ["words": .text(.words, most: Comment.longest)] }
}

extension CommentInput.QuotedWords: LimitedMembers {
    static var limits: [String: Schema] {
        ["exact": .text(most: CommentDraft.longestQuote), "prefix": .text(most: 1000), "suffix": .text(most: 1000)]
    }
}

/// New words of a comment, or a reply.
struct CommentChange: Codable, Sendable {
    var words: String
    var isSpoiler: Bool?

    var draft: CommentDraft {
        get throws(CommentRefusal) { try CommentDraft(words: words, isSpoiler: isSpoiler ?? false, quote: nil) }
    }
}

extension CommentChange: LimitedMembers {
    static var limits: [String: Schema] { ["words": .text(.words, most: Comment.longest)] }
}
