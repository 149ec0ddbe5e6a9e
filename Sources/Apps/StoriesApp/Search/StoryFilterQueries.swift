import Core
import Database

extension StoryFilter {
    /// Everything but the words as a condition on `stories_story`.
    func condition(_ browse: BrowseTags, at now: Instant) -> SQL {
        var parts: [SQL] = []
        for tag in tags { parts.append("id IN (SELECT story_id FROM stories_story_tag WHERE tag = \(browse.key(of: tag)))") }
        if !without.isEmpty {
            parts.append("id NOT IN (SELECT story_id FROM stories_story_tag WHERE tag IN \(list: without.map { browse.key(of: $0) }))")
        }
        for warning in ContentWarning.inOrder(hidden) { parts.append("warnings NOT LIKE \("% \(warning.rawValue) %")") }
        if !ratings.isEmpty { parts.append("rating IN \(list: ratings.map(\.rawValue).sorted())") }
        if let length { parts.append("words BETWEEN \(length.range.lowerBound) AND \(length.range.upperBound)") }
        if let progress { parts.append("is_complete = \(progress == .complete)") }
        if let language { parts.append("(language = \(language.base) OR language LIKE \("\(language.base)-%"))") }
        if let updated { parts.append("updated_at >= \(now - .seconds(updated.days * 86_400))") }
        if let author { parts.append("id IN (\(sql: Authors.stories(by: author)))") }
        return parts.isEmpty ? "1 = 1" : parts.joined(by: " AND ")
    }
}

extension StoryOrder {
    /// In SQL; the best match is known to the index only.
    var order: SQL {
        switch self {
        case .relevance, .updated: "updated_at DESC, id DESC" as SQL
        case .read: "score DESC, updated_at DESC, id DESC" as SQL
        case .newest: "published_at DESC, id DESC" as SQL
        }
    }
}

extension Query where Row == Story {
    /// What readers can read of some ids, in any order.
    static func shown(_ ids: [StoryID]) -> Self {
        "SELECT \(Story.columns) FROM stories_story WHERE id IN \(list: ids) AND \(Story.isShown) ORDER BY id LIMIT \(ids.count)"
    }

    /// What readers can read under a condition.
    static func shown(where condition: SQL, by order: StoryOrder, from offset: Int, limit: Int) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story WHERE \(Story.isShown) AND \(sql: condition)
        ORDER BY \(sql: order.order) LIMIT \(limit) OFFSET \(offset)
        """
    }
}

extension Query where Row == Int {
    /// How many there are, counted up to `most`.
    static func shownCount(where condition: SQL, most: Int) -> Self {
        "SELECT count(*) FROM (SELECT id FROM stories_story WHERE \(Story.isShown) AND \(sql: condition) LIMIT \(most)) AS found"
    }
}
