import Accounts
import Core
import Database

/// Who wrote a story, by name.
enum Authors {
    static func name(of author: PersonID, in db: any Connection) throws -> String { try People.names(of: [author], in: db)[author] ?? "" }
}

extension Authors {
    static func names(of stories: [Story], in db: any Connection) throws -> [PersonID: String] {
        try People.names(of: Set(stories.map(\.author)), in: db)
    }
}

extension Authors {
    /// Whether others see somebody here: whoever published a story, posted, shows a list or says something about themselves. Of everybody
    /// else the app doesn't admit that they have an account (CORE-022).
    static func isShown(_ person: PersonID, in db: any Connection) throws -> Bool {
        let shown = try db.first(
            """
            SELECT 1 FROM account_person WHERE id = \(person) AND (
                EXISTS (SELECT 1 FROM stories_story WHERE author_id = \(person) AND \(Story.isShown))
                OR EXISTS (SELECT 1 FROM stories_post WHERE author_id = \(person) AND is_shown = 1)
                OR EXISTS (SELECT 1 FROM stories_list WHERE person_id = \(person) AND is_public = 1 AND shown_name IS NOT NULL))
            """ as Query<Int>)
        return shown != nil
    }
}
