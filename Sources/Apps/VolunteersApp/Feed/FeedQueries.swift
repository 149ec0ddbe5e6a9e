import Core
import Database

extension Query where Row == Post {
    /// Public posts in one of the orders of the feed; `place` begins behind a post.
    static func feed(_ condition: SQL, order: SQL, place: SQL?, limit: Int) -> Self {
        """
        SELECT \(Post.columns) FROM volunteers_post
        WHERE \(Post.isListed) AND \(condition) AND \(place ?? "1 = 1") ORDER BY \(order) LIMIT \(limit)
        """
    }

    /// Posts with a version that waits for a moderator, the longest waiting first (VOL-016).
    static func waiting(after place: SQL?, limit: Int) -> Self {
        """
        SELECT \(Post.columns) FROM volunteers_post WHERE id IN (
            SELECT post_id FROM volunteers_post_version WHERE status = 'pending' AND \(place ?? "1 = 1")
            ORDER BY post_id LIMIT \(limit))
        ORDER BY id
        """
    }

    /// One person's posts, the newest first; for anybody but themselves and moderators, the public ones.
    static func posts(of person: PersonID, onlyPublic: Bool, after place: SQL?, limit: Int) -> Self {
        """
        SELECT \(Post.columns) FROM volunteers_post
        WHERE author_id = \(person) AND \(onlyPublic ? "status = 'accepted' AND is_withheld = 0" as SQL : "1 = 1") AND \(place ?? "1 = 1")
        ORDER BY created_at DESC, id DESC LIMIT \(limit)
        """
    }
}

extension Query where Row == String {
    /// The areas of somebody's own requests, the latest first: where they need help is where they are.
    static func areas(of person: PersonID) -> Self {
        """
        SELECT area FROM volunteers_post WHERE author_id = \(person) AND area <> '' GROUP BY area ORDER BY max(created_at) DESC, area LIMIT 5
        """
    }
}

extension FeedFilter {
    /// As a condition on `volunteers_post`, but for the category when the feed goes through the categories one by one.
    func condition(at now: Instant, today: Day, posters: [PersonID]?, areas: [String]? = nil) -> SQL {
        var sql: SQL = "1 = 1"
        if let category { sql = "\(sql) AND category_id = \(category)" }
        if let posters { sql = posters.isEmpty ? "\(sql) AND 1 = 0" as SQL : "\(sql) AND author_id IN \(list: posters)" as SQL }
        if let start = period.start(at: now) { sql = "\(sql) AND published_at >= \(start)" }
        if isThisWeek {
            let (first, last) = (today.description, today.adding(6).description)
            sql = "\(sql) AND (needed_for = 'weekly' OR (needed_on >= \(first) AND needed_on <= \(last)))"
        }
        if let areas { sql = areas.isEmpty ? "\(sql) AND 1 = 0" as SQL : "\(sql) AND area IN \(list: areas)" as SQL }
        return sql
    }

    /// The order within one run of the feed.
    var order: SQL {
        switch (sort, ascends) {
        case (.time, true): "published_at, id" as SQL
        case (.poster, true): "poster_key, id" as SQL
        case (.poster, false): "poster_key DESC, id DESC" as SQL
        // Within a category the newest come first, whichever way the categories go.
        case (.time, false), (.category, _): "published_at DESC, id DESC" as SQL
        }
    }

    /// Behind the post that a cursor names.
    func place(after cursor: FeedCursor) -> SQL? {
        switch (sort, cursor.time, cursor.poster) {
        case (.time, let time?, _):
            ascends ? "(published_at, id) > (\(time), \(cursor.id))" as SQL : "(published_at, id) < (\(time), \(cursor.id))" as SQL
        case (.category, let time?, _): "(published_at, id) < (\(time), \(cursor.id))" as SQL
        case (.poster, _, let key?): ascends ? "(poster_key, id) > (\(key), \(cursor.id))" as SQL : "(poster_key, id) < (\(key), \(cursor.id))" as SQL
        default: nil
        }
    }

    /// Where the feed goes on after a post.
    func cursor(after post: Post) -> FeedCursor {
        switch sort {
        case .time: FeedCursor(sort: sort, ascends: ascends, time: post.publishedAt, id: post.id)
        case .category: FeedCursor(sort: sort, ascends: ascends, time: post.publishedAt, category: post.content.category, id: post.id)
        case .poster: FeedCursor(sort: sort, ascends: ascends, poster: post.posterKey, id: post.id)
        }
    }
}
