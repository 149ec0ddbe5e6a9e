import Core
import Database
import Reading

extension StoryRating: SQLConvertible {}
extension ReleaseStatus: SQLConvertible {}

extension Story: SQLRow {
    static let columns: SQL = """
        id, author_id, title, description, language, rating, is_complete, tags, warnings, is_published, is_removed, status, reason, is_manual, shown_title, \
        shown_description, shown_tags, publication_id, chapter_count, words, published_at, updated_at, created_at, changed_at, cover_id, \
        shown_cover_id
        """

    /// ``isShown`` as a condition. It stands word by word in the indexes.
    static let isShown: SQL = "is_published = 1 AND is_removed = 0 AND chapter_count > 0 AND shown_title IS NOT NULL"

    init(row: inout RowReader) throws {
        id = try row.next()
        author = try row.next()
        details = StoryDetails(
            title: try row.next(), description: try row.next(), language: try row.next(), rating: try row.next(), isComplete: try row.next(),
            tags: Self.lines(try row.next()), warnings: ContentWarning.read(try row.next()))
        isPublished = try row.next()
        isRemoved = try row.next()
        status = try row.next()
        reason = try row.next(StoredJSON<Text>?.self)?.value
        isManual = try row.next()
        shownTitle = try row.next()
        shownDescription = try row.next()
        shownTags = Self.lines(try row.next())
        publication = try row.next()
        chapterCount = try row.next()
        words = try row.next()
        publishedAt = try row.next()
        updatedAt = try row.next()
        createdAt = try row.next()
        changedAt = try row.next()
        cover = try row.next()
        shownCover = try row.next()
    }

    /// The entries of a list column.
    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}

extension Query where Row == Story {
    /// One story, whatever its state.
    static func story(_ id: StoryID) -> Self { "SELECT \(Story.columns) FROM stories_story WHERE id = \(id)" }

    /// What somebody writes, alone or with others, those changed last first.
    static func written(by author: PersonID, limit: Int) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story WHERE id IN (\(sql: Authors.stories(by: author)))
        ORDER BY changed_at DESC, id DESC LIMIT \(limit)
        """
    }

    /// What somebody began, those changed last first.
    static func begun(by author: PersonID, limit: Int) -> Self {
        "SELECT \(Story.columns) FROM stories_story WHERE author_id = \(author) ORDER BY changed_at DESC, id DESC LIMIT \(limit)"
    }

    /// What readers can read, without those whom somebody muted, those with the newest chapters first.
    static func shown(to person: PersonID?, limit: Int) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story WHERE \(Story.isShown) AND \(sql: Mutes.showsStory(to: person))
        ORDER BY updated_at DESC, id DESC LIMIT \(limit)
        """
    }

    /// What readers can read of one author, the newest first.
    static func shown(by author: PersonID, limit: Int) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story WHERE id IN (\(sql: Authors.stories(by: author))) AND \(Story.isShown)
        ORDER BY updated_at DESC, id DESC LIMIT \(limit)
        """
    }
}
