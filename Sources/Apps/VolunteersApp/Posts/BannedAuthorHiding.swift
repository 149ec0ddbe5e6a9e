import Accounts
import Core
import Database
import Jobs
import Platform

/// Keeps requests of people who are banned, or whose account is shut, out of the lists for as long as that holds: they could read no
/// answer.
struct BannedAuthorHiding: Sendable {
    static let job = Job<Work>("volunteers.ban-end")
    private static let task = "volunteers.bans"

    /// Whose ban ends.
    struct Work: Codable, Sendable {
        let person: PersonID
    }

    let site: Site
    let bans: Bans
    let index: PostIndex

    /// Brings somebody's requests in line with whether the app is open to them now, and looks again when a ban ends by itself.
    func update(_ person: PersonID, in write: Write) throws {
        let ban = try bans.active(of: person, from: VolunteersApp.manifest.id, in: write)
        let isAway = try ban != nil || !People.isActive(person, in: write)
        let posts = try write.all(
            "SELECT id FROM volunteers_post WHERE author_id = \(person) AND is_withheld <> \(isAway) ORDER BY id LIMIT 20000" as Query<PostID>)
        try write.run("UPDATE volunteers_post SET is_withheld = \(isAway), changed_at = \(write.now) WHERE author_id = \(person)")
        for post in posts { try index.refresh(post, in: write) }
        // The end of an earlier ban, or of one that was lifted, means nothing any more.
        try write.withdraw(Self.job, key: person.description)
        if let end = ban?.until { try write.enqueue(Self.job, Work(person: person), at: end, key: person.description) }
    }

    /// What a ban would do to somebody's requests.
    static func effects(on person: PersonID, in db: any Connection) throws -> [Text] {
        let open = try db.one("SELECT count(*) FROM volunteers_post WHERE author_id = \(person) AND \(Post.isListed)" as Query<Int>)
        return open == 0 ? [] : ["\(open) public requests are hidden until the ban ends."]
    }

    /// The work at the end of a ban.
    func run(_ work: Work) async throws {
        try await site.write(by: nil) { write in try update(work.person, in: write) }
    }

    /// Does the same, once, for bans and shut accounts that are older than this rule.
    func catchUp(in write: Write) throws {
        guard try write.run("DELETE FROM volunteers_task WHERE name = \(Self.task)") > 0 else { return }
        let banned = try bans.people(bannedFrom: VolunteersApp.manifest.id, in: write)
        for person in try Set(banned + People.deactivated(in: write)).sorted() { try update(person, in: write) }
    }
}
