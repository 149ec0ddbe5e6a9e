import Core
import Database

extension Draft: SQLRow {
    static let columns: SQL = "\(Release.columns), status, reason, shown_at, changed_by"

    init(row: inout RowReader) throws {
        release = try Release(row: &row)
        status = try row.next()
        reason = try row.next(StoredJSON<Text>?.self)?.value
        shownAt = try row.next()
        sender = try row.next()
    }
}

extension DraftState: SQLRow {
    static let columns: SQL = "chapter_id, revision, title, words, status, reason, shown_at"

    init(row: inout RowReader) throws {
        chapter = try row.next()
        revision = try row.next()
        title = try row.next()
        words = try row.next()
        status = try row.next()
        reason = try row.next(StoredJSON<Text>?.self)?.value
        shownAt = try row.next()
    }
}

extension Draft {
    /// What first readers see: of each chapter the newest draft, or while that isn't accepted the one before it. A table of a statement.
    static let shown: SQL = """
        (SELECT \(columns) FROM stories_draft WHERE status = \(ReleaseStatus.accepted)
            UNION ALL SELECT \(Release.columns), \(ReleaseStatus.accepted), NULL, shown_at, changed_by FROM stories_draft_earlier) AS shown
        """
}

extension Query where Row == Draft {
    static func shownDraft(of chapter: ChapterID) -> Self { "SELECT \(Draft.columns) FROM \(Draft.shown) WHERE chapter_id = \(chapter) LIMIT 1" }

    static func draft(of chapter: ChapterID) -> Self { "SELECT \(Draft.columns) FROM stories_draft WHERE chapter_id = \(chapter)" }
}

extension Query where Row == DraftState {
    static func draftState(of chapter: ChapterID) -> Self {
        "SELECT \(DraftState.columns) FROM stories_draft WHERE chapter_id = \(chapter)"
    }

    /// What first readers see of a story, in no order.
    static func shownDraftStates(of story: StoryID) -> Self {
        """
        SELECT \(DraftState.columns) FROM \(Draft.shown)
        WHERE chapter_id IN (SELECT id FROM stories_chapter WHERE story_id = \(story)) ORDER BY chapter_id LIMIT 20000
        """
    }

    /// All of a story, in no order.
    static func draftStates(of story: StoryID) -> Self {
        """
        SELECT \(DraftState.columns) FROM stories_draft
        WHERE chapter_id IN (SELECT id FROM stories_chapter WHERE story_id = \(story)) ORDER BY chapter_id LIMIT 20000
        """
    }
}

extension Query where Row == PersonID {
    /// The first readers of a story, in the order in which they accepted.
    static func firstReaders(of story: StoryID) -> Self {
        """
        SELECT person_id FROM stories_participant WHERE story_id = \(story) AND role = \(ParticipantRole.reader) AND accepted_at IS NOT NULL
        ORDER BY accepted_at, person_id LIMIT \(ParticipantRole.reader.most)
        """
    }
}

extension Query where Row == ChapterID {
    /// The chapters whose draft shows a picture to first readers.
    static func drafts(showing picture: StoryPicture) -> Self {
        """
        SELECT chapter_id FROM \(Draft.shown)
        WHERE chapter_id IN (SELECT id FROM stories_chapter WHERE story_id = \(picture.story)) AND html LIKE \("%resource:p\(picture.id).jpg%")
        ORDER BY chapter_id LIMIT 100
        """
    }
}

extension Query where Row == Story {
    /// The stories whose first reader somebody is, the latest acceptance first; without those of people they muted.
    static func firstRead(by person: PersonID) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story JOIN (
            SELECT story_id, accepted_at FROM stories_participant
            WHERE person_id = \(person) AND role = \(ParticipantRole.reader) AND accepted_at IS NOT NULL) AS mine ON mine.story_id = id
        WHERE is_removed = 0 AND \(sql: Mutes.showsStory(to: person)) ORDER BY accepted_at DESC, id DESC LIMIT 100
        """
    }
}

extension Query where Row == Row2<StoryID, Int> {
    /// How many drafts first readers see of some stories.
    static func shownDraftCounts(of stories: [StoryID]) -> Self {
        """
        SELECT c.story_id, CAST(count(*) AS BIGINT) FROM \(Draft.shown) JOIN stories_chapter c ON c.id = shown.chapter_id
        WHERE c.story_id IN \(list: stories) AND c.is_removed = 0
        GROUP BY c.story_id ORDER BY c.story_id LIMIT \(stories.count)
        """
    }
}
