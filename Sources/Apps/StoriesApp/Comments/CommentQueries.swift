import Core
import Database

extension CommentStatus: SQLConvertible {}

extension Comment: SQLRow {
    static let columns: SQL = """
        c.id, c.story_id, c.chapter_id, c.parent_id, c.author_id, c.words, c.shown_words, c.language, c.is_spoiler, c.quote_exact, \
        c.quote_prefix, c.quote_suffix, c.quote_start, c.quote_end, c.status, c.reason, c.is_manual, c.is_removed, c.is_hidden, \
        c.published_at, c.edited_at, c.created_at, c.is_on_draft
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        story = try row.next()
        chapter = try row.next()
        parent = try row.next()
        author = try row.next()
        words = try row.next()
        shownWords = try row.next()
        language = try row.next()
        isSpoiler = try row.next()
        quote = try CommentQuote(columnsOf: &row)
        status = try row.next()
        reason = try row.next(StoredJSON<Text>?.self)?.value
        isManual = try row.next()
        isRemoved = try row.next()
        isHidden = try row.next()
        publishedAt = try row.next()
        editedAt = try row.next()
        createdAt = try row.next()
        isOnDraft = try row.next()
    }

    /// ``isShown`` as a condition on a table or alias.
    private static func isShown(_ table: SQL) -> SQL {
        "\(table).shown_words IS NOT NULL AND \(table).is_removed = 0 AND \(table).is_hidden = 0 AND \(table).author_id IS NOT NULL" as SQL
    }

    /// What somebody sees of a list: what everybody sees, without those they muted, and their own. Authors of the story also see what
    /// they hid, moderators see all that was ever shown.
    static func isSeen(_ table: SQL, by viewer: CommentViewer) -> SQL {
        let shown: SQL = "(\(isShown(table)) AND \(Mutes.shows("\(table).author_id", to: viewer.person)))"
        guard let person = viewer.person else { return shown }
        let moderated: SQL = viewer.isModerator ? "OR (\(table).author_id IS NOT NULL AND \(table).shown_words IS NOT NULL)" : ""
        return """
            (\(shown) OR \(table).author_id = \(person) OR (\(table).is_hidden = 1 AND \(table).is_removed = 0 AND \(table).author_id IS NOT NULL
                AND \(table).story_id IN (\(sql: Authors.stories(by: person)))) \(moderated))
            """
    }

    /// Those that count for somebody: shown, and not an answer to what they don't see.
    static func counts(for viewer: CommentViewer, onDraft: Bool = false) -> SQL {
        let person = viewer.person
        return """
            c.is_on_draft = \(onDraft) AND \(isShown("c")) AND \(Mutes.shows("c.author_id", to: person)) AND (c.parent_id IS NULL OR EXISTS (
                SELECT 1 FROM stories_comment p WHERE p.id = c.parent_id AND p.is_hidden = 0 AND p.is_removed = 0
                    AND (p.author_id IS NULL OR \(Mutes.shows("p.author_id", to: person)))))
            """
    }
}

extension Query where Row == QuotingComment {
    /// What is said about passages of a chapter, with the answers that count for somebody.
    static func quoting(_ chapter: ChapterID, seenBy viewer: CommentViewer) -> Self {
        """
        SELECT c.id, c.quote_exact, c.quote_prefix, c.quote_suffix, c.quote_start, c.quote_end,
            CASE WHEN \(Comment.counts(for: viewer)) THEN 1 + (\(sql: Comment.replyCount(for: viewer))) ELSE 0 END
        FROM stories_comment c WHERE c.chapter_id = \(chapter) AND c.is_on_draft = 0 AND c.parent_id IS NULL AND c.quote_exact IS NOT NULL
            AND \(Comment.isSeen("c", by: viewer))
        ORDER BY c.id DESC LIMIT 2000
        """
    }
}

extension Comment {
    fileprivate static func replyCount(for viewer: CommentViewer) -> SQL {
        """
        SELECT CAST(count(*) AS BIGINT) FROM stories_comment r
        WHERE r.parent_id = c.id AND \(isShown("r")) AND \(Mutes.shows("r.author_id", to: viewer.person))
        """
    }

    /// Whether others said something about a chapter that this person doesn't see: it was hidden or removed, or they muted who said it.
    static func isAnyUnseen(on chapter: ChapterID, by viewer: CommentViewer, in db: any Connection) throws -> Bool {
        try db.first(
            """
            SELECT c.id FROM stories_comment c WHERE c.chapter_id = \(chapter) AND c.is_on_draft = 0 AND c.author_id IS NOT NULL
                AND c.published_at IS NOT NULL AND NOT (\(isSeen("c", by: viewer))) LIMIT 1
            """ as Query<CommentID>) != nil
    }
}

extension CommentQuote {
    init?(columnsOf row: inout RowReader) throws {
        let exact: String? = try row.next()
        let prefix: String? = try row.next()
        let suffix: String? = try row.next()
        let start: Int? = try row.next()
        let end: Int? = try row.next()
        guard let exact, let start, let end else { return nil }
        self.init(
            quote: TextQuote(exact: exact, prefix: prefix ?? "", suffix: suffix ?? ""), position: TextPosition(start: start, end: end))
    }
}

extension Query where Row == Comment {
    static func comment(_ id: CommentID) -> Self { "SELECT \(Comment.columns) FROM stories_comment c WHERE c.id = \(id)" }

    /// A page of what is said about a chapter, without the answers. One that was deleted stays while it has an answer that is seen.
    /// - Parameter some: of these alone.
    static func comments(
        on chapter: ChapterID, onDraft: Bool, among some: [CommentID]? = nil, seenBy viewer: CommentViewer, _ order: CommentOrder,
        after: CommentID?, limit: Int
    ) -> Self {
        let place: SQL = after.map { order == .oldest ? "c.id > \($0)" : "c.id < \($0)" } ?? "1 = 1"
        let choice: SQL = some.map { "c.id IN \(list: $0)" } ?? "1 = 1"
        return """
            SELECT \(Comment.columns) FROM stories_comment c
            WHERE c.chapter_id = \(chapter) AND c.is_on_draft = \(onDraft) AND c.parent_id IS NULL AND \(place) AND \(choice) AND (\(Comment.isSeen("c", by: viewer)) OR c.author_id IS NULL
                AND EXISTS (SELECT 1 FROM stories_comment r WHERE r.parent_id = c.id AND \(Comment.isSeen("r", by: viewer))))
            ORDER BY c.id \(raw: order == .oldest ? "" : "DESC") LIMIT \(limit)
            """
    }

    /// The answers to comments, oldest first.
    static func replies(to comments: [CommentID], seenBy viewer: CommentViewer) -> Self {
        """
        SELECT \(Comment.columns) FROM stories_comment c WHERE c.parent_id IN \(list: comments) AND \(Comment.isSeen("c", by: viewer))
        ORDER BY c.id LIMIT \(comments.count * Comment.mostReplies)
        """
    }
}

extension Query where Row == Row2<ChapterID, Int> {
    /// How many comments somebody finds under each of some chapters.
    static func commentCounts(of chapters: [ChapterID], onDraft: Bool = false, for viewer: CommentViewer) -> Self {
        """
        SELECT c.chapter_id, CAST(count(*) AS BIGINT) FROM stories_comment c WHERE c.chapter_id IN \(list: chapters)
            AND \(Comment.counts(for: viewer, onDraft: onDraft)) GROUP BY c.chapter_id ORDER BY c.chapter_id LIMIT \(chapters.count)
        """
    }
}

extension Query where Row == ChapterID {
    /// The chapters that readers see, in their order: as Reading counts its sections.
    static func shown(of story: StoryID, from: Int = 0, limit: Int = 20_000) -> Self {
        """
        SELECT id FROM stories_chapter WHERE story_id = \(story) AND shown_revision IS NOT NULL AND is_removed = 0
        ORDER BY position, id LIMIT \(limit) OFFSET \(from)
        """
    }
}
