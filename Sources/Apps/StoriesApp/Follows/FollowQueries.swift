import Core
import Database

extension Query where Row == Int {
    /// Whether somebody follows an author: 1 or 0.
    static func follows(_ person: PersonID, author: PersonID) -> Self {
        "SELECT count(*) FROM stories_follow WHERE person_id = \(person) AND author_id = \(author)"
    }

    /// Whether somebody follows a story: 1 or 0.
    static func follows(_ person: PersonID, story: StoryID) -> Self {
        "SELECT count(*) FROM stories_story_follow WHERE person_id = \(person) AND story_id = \(story)"
    }

    /// How many authors somebody follows.
    static func following(of person: PersonID) -> Self { "SELECT count(*) FROM stories_follow WHERE person_id = \(person)" }

    static func followers(of author: PersonID) -> Self { "SELECT count(*) FROM stories_follow WHERE author_id = \(author)" }
}

extension Query where Row == PersonID {
    /// The authors whom somebody follows, the latest first.
    static func followed(by person: PersonID, limit: Int) -> Self {
        "SELECT author_id FROM stories_follow WHERE person_id = \(person) ORDER BY created_at DESC, author_id LIMIT \(limit)"
    }

}

extension Query where Row == Row2<PersonID, Instant> {
    /// Whoever hears of authors, and of a story where it is about one: those who follow either, and those who have the story in a list,
    /// without those who muted one of the authors. Each is there once, with the moment since when; a list doesn't keep that.
    static func audience(of authors: [PersonID], story: StoryID?, after last: PersonID, limit: Int) -> Self {
        let ofStory: SQL =
            story.map { story in
                """
                UNION SELECT person_id, created_at FROM stories_story_follow WHERE story_id = \(story)
                UNION SELECT l.person_id, 0 FROM stories_list_item i JOIN stories_list l ON l.id = i.list_id WHERE i.story_id = \(story)
                """
            } ?? ""
        return """
            SELECT person_id, MIN(since) FROM (
                SELECT person_id, created_at AS since FROM stories_follow WHERE author_id IN \(list: authors) \(sql: ofStory)) AS audience
            WHERE person_id > \(last) AND person_id NOT IN \(list: authors) AND NOT EXISTS (
                SELECT 1 FROM stories_mute m WHERE m.person_id = audience.person_id AND m.muted_id IN \(list: authors))
            GROUP BY person_id ORDER BY person_id LIMIT \(limit)
            """
    }
}

extension Query where Row == Story {
    /// The stories that somebody follows, the latest first.
    static func followedStories(by person: PersonID, limit: Int) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story
        WHERE \(Story.isShown) AND id IN (SELECT story_id FROM stories_story_follow WHERE person_id = \(person))
        ORDER BY updated_at DESC, id DESC LIMIT \(limit)
        """
    }

    /// Stories by id, in no particular order.
    static func stories(_ ids: some Collection<StoryID>) -> Self {
        "SELECT \(Story.columns) FROM stories_story WHERE id IN \(list: Array(ids)) ORDER BY id LIMIT 500"
    }

    /// Those of them that somebody wants to see.
    static func stories(_ ids: some Collection<StoryID>, notMutedBy person: PersonID) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story WHERE id IN \(list: Array(ids)) AND \(sql: Mutes.showsStory(to: person))
        ORDER BY id LIMIT 500
        """
    }
}
