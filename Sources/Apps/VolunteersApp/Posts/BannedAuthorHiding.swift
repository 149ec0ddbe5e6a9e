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
    func update(_ person: PersonID, in db: any Connection) throws {
        let ban = try bans.active(of: person, from: VolunteersApp.manifest.id, in: db)
        let isAway = try ban != nil || !People.isActive(person, in: db)
        let posts = try db.all(
            "SELECT id FROM volunteers_post WHERE author_id = \(person) AND is_withheld <> \(isAway) ORDER BY id LIMIT 20000" as Query<PostID>)
        try db.run("UPDATE volunteers_post SET is_withheld = \(isAway), changed_at = \(site.clock.now()) WHERE author_id = \(person)")
        for post in posts { try index.refresh(post, in: db) }
        if let end = ban?.until { try site.jobs.enqueue(Self.job, Work(person: person), runAt: end, in: db) }
    }

    /// The work at the end of a ban.
    func run(_ work: Work) async throws {
        try await site.write(by: nil) { write in try update(work.person, in: write) }
    }

    /// Does the same, once, for bans and shut accounts that are older than this rule.
    func catchUp(in db: any Connection) throws {
        guard try db.run("DELETE FROM volunteers_task WHERE name = \(Self.task)") > 0 else { return }
        let banned = try bans.people(bannedFrom: VolunteersApp.manifest.id, in: db)
        for person in try Set(banned + People.deactivated(in: db)).sorted() { try update(person, in: db) }
    }
}
