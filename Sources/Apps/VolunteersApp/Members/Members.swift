import Accounts
import Core
import Database
import Platform
import Profiles

/// What the app keeps about the people who use it besides their posts.
struct Members: Sendable {
    let consents: Consents
    let profiles: Profiles

    /// Notes the present name of somebody, by which their posts are found and put in order; a new name reaches all of them.
    func note(_ person: PersonID, name: String, in write: Write) throws {
        let key = name.sortKey
        let known = try write.first("SELECT name_key FROM volunteers_member WHERE person_id = \(person)" as Query<String>)
        guard known != key else { return }
        try write.run(
            """
            INSERT INTO volunteers_member (person_id, name_key, changed_at, changed_by) VALUES (\(person), \(key), \(write.now), \(person))
            ON CONFLICT (person_id) DO UPDATE SET name_key = excluded.name_key, changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
        guard known != nil else { return }
        try write.run(
            "UPDATE volunteers_post SET poster_key = \(key), changed_at = \(write.now), changed_by = \(person) WHERE author_id = \(person)")
    }

    /// Whether what is noted of somebody is their present name; who never used the app has nothing noted.
    func isCurrent(_ person: PersonID, name: String, in db: any Connection) throws -> Bool {
        let known = try db.first("SELECT name_key FROM volunteers_member WHERE person_id = \(person)" as Query<String>)
        return known == nil || known == name.sortKey
    }

    /// Whether somebody takes part here, by having agreed to the terms or written something. Others have no profile: that somebody has
    /// an account on the site is nobody's business (CORE-022).
    func takesPart(_ person: PersonID, in db: any Connection) throws -> Bool {
        if try db.first("SELECT person_id FROM volunteers_member WHERE person_id = \(person)" as Query<PersonID>) != nil { return true }
        return try consents.hasAccepted(app: VolunteersApp.manifest.id, by: person, in: db)
    }

    /// Somebody as `viewer` may see them: themselves always, others once they take part.
    /// - Throws: `Problem.notFound`.
    func profile(of person: PersonID, for viewer: PersonID, in db: any Connection) throws -> Profile {
        guard try person == viewer || takesPart(person, in: db), let profile = try profiles.profile(of: person, in: db)
        else { throw Problem.notFound }
        return profile
    }

    /// The people whose name holds some words, for the filter of the feed; the first hundred.
    static func named(_ words: String, in db: any Connection) throws -> [PersonID] {
        let key = words.sortKey
        guard !key.isEmpty else { return [] }
        return try db.all(
            "SELECT person_id FROM volunteers_member WHERE \(sql: .contains(key, in: "name_key")) ORDER BY name_key, person_id LIMIT 100"
                as Query<PersonID>)
    }
}
