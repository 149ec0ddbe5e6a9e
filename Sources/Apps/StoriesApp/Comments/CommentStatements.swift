import Core
import Database
import Platform

/// The statements that change comments. Each stamps who did it and when (CORE-036).
struct CommentStatements {
    let db: any Connection
    let now: Instant
    /// Nil is the system: the filter, or a decision that Moderation audits under the moderator's name.
    let person: PersonID?

    func insert(
        _ draft: CommentDraft, on chapter: Chapter, onDraft: Bool = false, parent: CommentID?, author: PersonID, language: Language
    ) throws -> CommentID {
        let quote = draft.quote
        return try db.insert(
            """
            INSERT INTO stories_comment (story_id, chapter_id, parent_id, author_id, words, language, is_spoiler, quote_exact, quote_prefix,
                quote_suffix, quote_start, quote_end, is_on_draft, status, created_at, changed_at, changed_by)
            VALUES (\(chapter.story), \(chapter.id), \(parent), \(author), \(draft.words), \(language), \(draft.isSpoiler),
                \(quote?.quote.exact), \(quote?.quote.prefix), \(quote?.quote.suffix), \(quote?.position.start), \(quote?.position.end), \(onDraft),
                \(CommentStatus.pending), \(now), \(now), \(person))
            """)
    }

    func update(_ id: CommentID, words: String, isSpoiler: Bool) throws {
        try db.run(
            """
            UPDATE stories_comment SET words = \(words), is_spoiler = \(isSpoiler), edited_at = \(now), \(sql: stamp) WHERE id = \(id)
            """)
    }

    /// Shows the newest version to everybody.
    func show(_ id: CommentID) throws {
        try db.run(
            """
            UPDATE stories_comment SET shown_words = words, status = \(CommentStatus.accepted), reason = NULL, is_manual = 0, is_removed = 0,
                published_at = coalesce(published_at, \(now)), \(sql: stamp)
            WHERE id = \(id)
            """)
    }

    /// Notes why the newest version isn't shown.
    func judge(_ id: CommentID, _ status: CommentStatus, reason: Text, isManual: Bool = false) throws {
        try db.run(
            """
            UPDATE stories_comment SET status = \(status), reason = \(try StoredJSON(reason)), is_manual = \(isManual), \(sql: stamp)
            WHERE id = \(id)
            """)
    }

    func setRemoved(_ id: CommentID) throws { try db.run("UPDATE stories_comment SET is_removed = 1, \(sql: stamp) WHERE id = \(id)") }

    func setHidden(_ isHidden: Bool, _ id: CommentID) throws {
        try db.run("UPDATE stories_comment SET is_hidden = \(isHidden), \(sql: stamp) WHERE id = \(id)")
    }

    /// Deletes a comment. While it has answers an empty place stays above them; when the last of them goes, so does the place.
    func delete(_ comment: Comment) throws {
        let hasReplies = try db.first("SELECT id FROM stories_comment WHERE parent_id = \(comment.id) LIMIT 1" as Query<CommentID>) != nil
        if hasReplies {
            try db.run(
                """
                UPDATE stories_comment SET author_id = NULL, words = '', shown_words = NULL, quote_exact = NULL, quote_prefix = NULL,
                    quote_suffix = NULL, quote_start = NULL, quote_end = NULL, reason = NULL, changed_at = \(now), changed_by = NULL
                WHERE id = \(comment.id)
                """)
        } else {
            try db.run("DELETE FROM stories_comment WHERE id = \(comment.id)")
            guard let parent = comment.parent else { return }
            try db.run(
                """
                DELETE FROM stories_comment WHERE id = \(parent) AND author_id IS NULL
                    AND NOT EXISTS (SELECT 1 FROM stories_comment r WHERE r.parent_id = \(parent))
                """)
        }
    }

    func restore(_ memento: CommentMemento, to id: CommentID) throws {
        try db.run(
            """
            UPDATE stories_comment SET shown_words = \(memento.shownWords), status = \(memento.status),
                reason = \(try memento.reason.map { try StoredJSON($0) }), is_manual = \(memento.isManual), is_removed = \(memento.isRemoved),
                published_at = \(memento.publishedAt), \(sql: stamp)
            WHERE id = \(id)
            """)
    }

    private var stamp: SQL { "changed_at = \(now), changed_by = \(person)" as SQL }
}

extension CommentStatements {
    /// The statements of whoever writes.
    init(_ write: Write) { self.init(db: write, now: write.now, person: write.actor) }
}

/// How a comment stood before a moderator's decision: everything that the decision may change.
struct CommentMemento: Codable, Sendable {
    let shownWords: String?
    let status: CommentStatus
    let reason: Text?
    let isManual: Bool
    let isRemoved: Bool
    let publishedAt: Instant?

    init(_ comment: Comment) {
        (shownWords, status, reason) = (comment.shownWords, comment.status, comment.reason)
        (isManual, isRemoved, publishedAt) = (comment.isManual, comment.isRemoved, comment.publishedAt)
    }
}
