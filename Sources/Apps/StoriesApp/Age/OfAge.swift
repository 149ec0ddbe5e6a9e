import Core
import Database
import Platform
import Reading
import Web

/// Who said that they are of age. Mature stories are for them: in lists, on their pages and in the reader. A member is asked once; a guest once
/// in each session of the browser.
struct OfAge: Sendable {
    /// The group in the search index that mature stories are for.
    static let audience = "stories.of-age"
    private static let cookie = "stories-of-age"

    let site: Site

    /// What the person said; that of a guest is known to their browser only.
    func isConfirmed(by request: Request, in db: any Connection) throws -> Bool {
        guard let person = request.identity.personID else { return request.cookie(Self.cookie) == "1" }
        return try Self.isConfirmed(by: person, in: db)
    }

    /// What somebody who is signed in said.
    static func isConfirmed(by person: PersonID, in db: any Connection) throws -> Bool {
        try db.first("SELECT is_of_age FROM stories_reader WHERE person_id = \(person)" as Query<Bool>) ?? false
    }

    /// Keeps what somebody says; the cookie is for guests.
    func keep(_ isOfAge: Bool, for person: PersonID?) async throws -> Cookie? {
        guard let person else { return isOfAge ? Cookie(Self.cookie, "1") : .removing(Self.cookie) }
        try await site.write(by: person) { write in
            try write.run(
                """
                INSERT INTO stories_reader (person_id, is_of_age, changed_at, changed_by) VALUES (\(person), \(isOfAge), \(write.now), \(person))
                ON CONFLICT (person_id) DO UPDATE SET
                    is_of_age = excluded.is_of_age, changed_at = excluded.changed_at, changed_by = excluded.changed_by
                """)
        }
        return nil
    }

    /// Whether a story may be shown; its author and moderators have seen it already.
    func mayOpen(_ story: Story, _ request: Request, in db: any Connection) throws -> Bool {
        try !story.isMature || Authors.isAuthor(request.identity.personID, of: story, in: db) || request.identity.may(.storiesModerate)
            || isConfirmed(by: request, in: db)
    }

    /// The same for the reader and its API, which know nothing of stories.
    var gate: ReadingGate {
        ReadingGate(ownerKind: StoryPublishing.source) { publication, request, db in
            guard let story = try db.first(.story(StoryID(publication.card.ownerID))), try !mayOpen(story, request, in: db) else { return nil }
            return Self.refusal(backTo: request.method.isSafe ? request.head.target : publication.card.pagePath)
        }
    }

    /// What is said to those who weren't asked yet.
    static func refusal(backTo page: String) -> Problem {
        Problem(
            .forbidden, "stories.mature", "This story is for adults.", remedy: "Confirm that you’re 18 or older to read it.",
            link: .init("Confirm your age", path: link(StoriesPaths.ofAge(), query: ["then": page])))
    }
}
