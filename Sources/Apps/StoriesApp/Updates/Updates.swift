import Accounts
import Core
import Database
import Platform
import Web

/// Something new from whom or what somebody follows.
struct Update: Sendable {
    enum Content: Sendable {
        /// With its place among the chapters that readers see, counted from 0.
        case chapter(Chapter, Story, place: Int)
        case post(AuthorPost, Story?)
    }

    let content: Content
    let moment: Instant
    /// Whether it came after one followed and last looked.
    let isNew: Bool

    /// The story that it is a chapter of.
    var newChapterOf: Story? { if case .chapter(_, let story, _) = content { story } else { nil } }

    /// Whether it is a chapter that somebody hasn't come to, by how many chapters of each story lie behind them.
    func isUnreadChapter(_ finished: [StoryID: Int]) -> Bool {
        guard case .chapter(_, let story, let place) = content else { return false }
        return place >= finished[story.id] ?? 0
    }

    var author: PersonID {
        switch content {
        case .chapter(_, let story, _): story.author
        case .post(let post, _): post.author
        }
    }
}

/// Where a page of updates ends.
struct UpdateCursor: Codable, Sendable, Hashable, SQLRow {
    let moment: Instant
    /// 0 is a chapter, 1 a post.
    let kind: Int
    let id: Int64

    init(row: inout RowReader) throws {
        moment = try row.next()
        kind = try row.next()
        id = try row.next()
    }
}

extension CursorScope<UpdateCursor> {
    static var updates: Self { Self("stories.updates") }
}

/// Chapters and posts of the authors and stories that somebody follows, the latest first (STO-008).
struct Updates: Sendable {
    static let pageSize = 30
    /// More than this aren't counted.
    static let mostCounted = 100

    let site: Site

    func page(of person: PersonID, after cursor: UpdateCursor?, limit: Int, in db: any Connection) throws -> [(UpdateCursor, Update)] {
        let rows = try db.all(.updates(of: person, after: cursor, limit: limit))
        let chapters = Dictionary(
            try db.all(.published(rows.filter { $0.kind == 0 }.map { ChapterID($0.id) })).map { ($0.id.number, $0) }
        ) { first, _ in first }
        let posts = Dictionary(
            try db.all(.posts(rows.filter { $0.kind == 1 }.map { AuthorPostID($0.id) })).map { ($0.id.number, $0) }
        ) { first, _ in first }
        let ids = Set(chapters.values.map(\.story) + posts.values.compactMap(\.story))
        let stories = Dictionary(try db.all(.stories(ids)).map { ($0.id, $0) }) { first, _ in first }
        let seenAt = try db.first(.member(person))?.updatesSeenAt
        let new = Set(try seenAt.map { try db.all(.newUpdates(of: person, since: $0, limit: Self.mostCounted)) } ?? [])
        let places = Dictionary(
            try db.all(.places(of: rows.filter { $0.kind == 0 }.map { ChapterID($0.id) })).map { ($0.first, $0.second) }
        ) { first, _ in first }
        return rows.compactMap { row -> (UpdateCursor, Update)? in
            let isNew = new.contains(row)
            if row.kind == 0 {
                guard let chapter = chapters[row.id], let story = stories[chapter.story] else { return nil }
                return (row, Update(content: .chapter(chapter, story, place: places[chapter.id] ?? 0), moment: row.moment, isNew: isNew))
            }
            guard let post = posts[row.id] else { return nil }
            let story = post.story.flatMap { stories[$0] }.flatMap { $0.isShown ? $0 : nil }
            return (row, Update(content: .post(post, story), moment: row.moment, isNew: isNew))
        }
    }

    /// How much somebody hasn't seen; 100 stands for more.
    static func unseen(by person: PersonID, in db: any Connection) throws -> Int {
        guard let member = try db.first(.member(person)) else { return 0 }
        return try db.one(.updateCount(of: person, since: member.updatesSeenAt, most: mostCounted))
    }

    func noteSeen(by person: PersonID) async throws {
        try await site.write(by: person) { write in try Members.noteUpdatesSeen(by: person, in: write) }
    }
}

extension Query where Row == UpdateCursor {
    fileprivate static func updates(of person: PersonID, after cursor: UpdateCursor?, limit: Int) -> Self {
        let rest: SQL = cursor.map { "WHERE (moment, kind, id) < (\($0.moment), \($0.kind), \($0.id))" } ?? ""
        return """
            SELECT moment, kind, id FROM (\(sql: .updates(of: person, since: nil))) AS news \(sql: rest)
            ORDER BY moment DESC, kind DESC, id DESC LIMIT \(limit)
            """
    }

    fileprivate static func newUpdates(of person: PersonID, since moment: Instant, limit: Int) -> Self {
        """
        SELECT moment, kind, id FROM (\(sql: .updates(of: person, since: moment))) AS news
        ORDER BY moment DESC, kind DESC, id DESC LIMIT \(limit)
        """
    }
}

extension Query where Row == Int {
    fileprivate static func updateCount(of person: PersonID, since moment: Instant, most: Int) -> Self {
        "SELECT count(*) FROM (SELECT id FROM (\(sql: .updates(of: person, since: moment))) AS news LIMIT \(most)) AS counted"
    }
}

extension SQL {
    /// Everything that concerns somebody, by time, kind and id.
    fileprivate static func updates(of person: PersonID, since moment: Instant?) -> SQL {
        let isNew: SQL = moment.map { "AND n.published_at > \($0) AND \(sql: .isSinceFollowing(person))" } ?? ""
        let authors: SQL = "SELECT author_id FROM stories_follow WHERE person_id = \(person)"
        let stories: SQL = """
            SELECT story_id FROM stories_story_follow WHERE person_id = \(person)
            UNION SELECT i.story_id FROM stories_list_item i JOIN stories_list l ON l.id = i.list_id WHERE l.person_id = \(person)
            """
        return """
            SELECT published_at AS moment, 0 AS kind, id FROM (
                SELECT c.*, s.author_id FROM stories_chapter c JOIN stories_story s ON s.id = c.story_id) AS n
            WHERE shown_revision IS NOT NULL AND is_removed = 0 AND published_at IS NOT NULL \(sql: isNew) AND story_id IN (
                SELECT id FROM stories_story WHERE \(Story.isShown) AND \(sql: Mutes.showsStory(to: person))
                    AND id NOT IN (\(sql: Authors.stories(by: person)))
                    AND (author_id IN (\(sql: authors)) OR id IN (\(sql: stories)) OR id IN (
                        SELECT story_id FROM stories_participant
                        WHERE role = 'author' AND accepted_at IS NOT NULL AND person_id IN (\(sql: authors)))))
            UNION ALL
            SELECT published_at AS moment, 1 AS kind, id FROM stories_post n
            WHERE is_shown = 1 AND author_id <> \(person) AND \(sql: Mutes.shows("n.author_id", to: person)) \(sql: isNew) AND (author_id IN (\(sql: authors)) OR story_id IN (\(sql: stories)))
            """
    }

    /// What was published before one followed isn't news; a reading list doesn't keep since when a story is in it.
    private static func isSinceFollowing(_ person: PersonID) -> SQL {
        """
        (EXISTS (SELECT 1 FROM stories_follow f
            WHERE f.person_id = \(person) AND f.created_at < n.published_at AND (f.author_id = n.author_id OR f.author_id IN (
                SELECT c.person_id FROM stories_participant c
                WHERE c.story_id = n.story_id AND c.role = 'author' AND c.accepted_at IS NOT NULL)))
        OR EXISTS (SELECT 1 FROM stories_story_follow f
            WHERE f.person_id = \(person) AND f.story_id = n.story_id AND f.created_at < n.published_at)
        OR EXISTS (SELECT 1 FROM stories_list_item i JOIN stories_list l ON l.id = i.list_id
            WHERE l.person_id = \(person) AND i.story_id = n.story_id))
        """
    }
}

extension Query where Row == Chapter {
    /// Chapters by id as readers see them, in no particular order.
    fileprivate static func published(_ ids: [ChapterID]) -> Self {
        """
        \(Chapter.asPublished) WHERE c.id IN \(list: ids) ORDER BY c.id LIMIT 500
        """
    }
}

extension Query where Row == Row2<ChapterID, Int> {
    /// The place of each chapter among those of its story that readers see, counted from 0.
    fileprivate static func places(of ids: [ChapterID]) -> Self {
        """
        SELECT c.id, (SELECT count(*) FROM stories_chapter e WHERE e.story_id = c.story_id AND e.shown_revision IS NOT NULL
            AND e.is_removed = 0 AND (e.position < c.position OR (e.position = c.position AND e.id < c.id)))
        FROM stories_chapter c WHERE c.id IN \(list: ids) ORDER BY c.id LIMIT 500
        """
    }
}
