import Accounts
import Audit
import Core
import Database
import Platform
import Web

/// Whom people have muted. Everything that shows what people wrote asks here, so that somebody muted is gone from all of it alike.
struct Mutes: Sendable {
    /// The most people whom one person mutes.
    static let most = 1000

    let site: Site

    /// Whose words a person doesn't want to see; nobody's, for guests.
    func hidden(for person: PersonID?, in db: any Connection) throws -> Set<PersonID> {
        guard let person else { return [] }
        return Set(
            try db.all(
                "SELECT muted_id FROM stories_mute WHERE person_id = \(person) ORDER BY muted_id LIMIT \(Self.most)" as Query<PersonID>))
    }

    /// The same as a condition on a column with an author.
    static func shows(_ author: SQL, to person: PersonID?) -> SQL {
        guard let person else { return "1 = 1" }
        return "NOT EXISTS (SELECT 1 FROM stories_mute mute WHERE mute.person_id = \(person) AND mute.muted_id = \(author))"
    }

    /// The same as a condition on `stories_story`: whoever mutes one of its authors doesn't see a story.
    static func showsStory(to person: PersonID?) -> SQL {
        guard let person else { return "1 = 1" }
        return """
            \(sql: shows("author_id", to: person)) AND NOT EXISTS (
                SELECT 1 FROM stories_participant c JOIN stories_mute m ON m.muted_id = c.person_id
                WHERE c.story_id = stories_story.id AND c.role = 'author' AND c.accepted_at IS NOT NULL AND m.person_id = \(person))
            """
    }

    /// Whether a person has muted somebody: then nothing of what they do is told.
    func isHidden(_ other: PersonID, for person: PersonID, in db: any Connection) throws -> Bool {
        try db.first("SELECT muted_id FROM stories_mute WHERE person_id = \(person) AND muted_id = \(other)" as Query<PersonID>) != nil
    }

    /// Whom a person has muted, with their names, in the order of these.
    func list(of person: PersonID) async throws -> [MutedPerson] {
        try await site.database.read { db in
            let muted = try hidden(for: person, in: db)
            return try People.names(of: muted, in: db).map { MutedPerson(id: $0.key, name: $0.value) }
                .sorted { ($0.name.sortKey, $0.id) < ($1.name.sortKey, $1.id) }
        }
    }

    /// What somebody is called; nil when nobody can be seen there.
    func name(of person: PersonID) async throws -> String? { try await site.database.read { try People.names(of: [person], in: $0)[person] } }

    /// Hides somebody's words from a person; those who are muted aren't told.
    func mute(_ other: PersonID, for person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard other != person else { throw MuteRefusal.yourself }
            guard try People.names(of: [other], in: write)[other] != nil else { throw Problem.notFound }
            guard try hidden(for: person, in: write).count < Self.most else { throw MuteRefusal.tooMany }
            let added = try write.run(
                """
                INSERT INTO stories_mute (person_id, muted_id, created_at, changed_at, changed_by)
                VALUES (\(person), \(other), \(write.now), \(write.now), \(person)) ON CONFLICT (person_id, muted_id) DO NOTHING
                """)
            if added > 0 { try write.audit(.create, AuditName("stories.mute", person)) }
        }
    }

    /// Shows somebody's words again.
    func unmute(_ other: PersonID, for person: PersonID) async throws {
        try await site.write(by: person) { write in
            let removed = try write.run("DELETE FROM stories_mute WHERE person_id = \(person) AND muted_id = \(other)")
            if removed > 0 { try write.audit(.delete, AuditName("stories.mute", person)) }
        }
    }
}

/// Somebody whom a person has muted.
struct MutedPerson: JSONAnswer, Codable, Equatable {
    let id: PersonID
    let name: String
}

/// Why somebody was not muted.
enum MuteRefusal: Error, Equatable {
    case yourself, tooMany
}

extension MuteRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .yourself: Problem(.conflict, "stories.mute-yourself", "You can’t mute yourself.")
        case .tooMany:
            Problem(
                .conflict, "stories.too-many-muted", "You can mute \(Mutes.most) people.", remedy: "Unmute someone, then try again.")
        }
    }
}
