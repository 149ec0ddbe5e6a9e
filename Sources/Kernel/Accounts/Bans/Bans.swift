import Audit
import Core
import Database
import Foundation
import Localization
import Platform

/// Closes apps to people, and opens them again.
///
/// A ban holds for every open session, stream of events, bearer token and app password from the moment its transaction is committed.
public struct Bans: Sendable {
    private let site: Site
    private let access: AccessChange

    init(site: Site, access: AccessChange) {
        self.site = site
        self.access = access
    }

    /// Longest reason, in characters.
    public static let longestReason = 500

    /// Bans a person from an app; a ban that holds already is replaced.
    /// - Throws: ``BanRefusal``.
    public func ban(_ person: PersonID, from app: String, until: Instant?, reason: Text, in write: Write) throws {
        let now = write.now
        guard person != write.actor else { throw BanRefusal.yourself }
        guard site.app(app) != nil else { throw BanRefusal.unknownApp }
        if let until, until <= now { throw BanRefusal.endPassed }
        let words = site.messages.render(reason, in: .english, timeZone: .gmt).trimmed
        guard (1...Self.longestReason).contains(words.length) else { throw BanRefusal.reasonMissing }
        guard let known = try write.first(.person(person)) else { throw AccountRefusal.unknownPerson }
        guard !known.isOwner else { throw BanRefusal.owner }
        try close(person, app, in: write)
        try write.run(
            """
            INSERT INTO account_ban (person_id, app, reason, banned_at, banned_by, banned_until, changed_at, changed_by)
            VALUES (\(person), \(app), \(Ban.json(reason)), \(now), \(write.actor), \(until), \(now), \(write.actor))
            """)
        try write.audit(.revoke, person, BanDetails(app: app, until: until?.rfc3339, reason: words, words: reason))
        try changed(person, app, in: write)
    }

    /// Opens an app again; nothing happens when it is open.
    /// - Parameter isNoted: whether an entry of the log tells of it; not where the caller's own entry does.
    /// - Throws: ``BanRefusal/ownBan``.
    public func lift(_ person: PersonID, from app: String, isNoted: Bool = true, in write: Write) throws {
        guard person != write.actor else { throw BanRefusal.ownBan }
        guard try close(person, app, in: write) > 0 else { return }
        if isNoted { try write.audit(.grant, person, ["app": app, "ban": "lifted"]) }
        try changed(person, app, in: write)
    }

    /// Brings the end of the ban that holds nearer; the caller's own entry of the log tells of it.
    /// - Throws: ``BanRefusal/ownBan``; ``BanRefusal/endPassed`` for an end that is past or not earlier.
    public func shorten(_ person: PersonID, from app: String, to end: Instant, in write: Write) throws {
        guard person != write.actor else { throw BanRefusal.ownBan }
        guard end > write.now else { throw BanRefusal.endPassed }
        let shortened = try write.run(
            """
            UPDATE account_ban SET banned_until = \(end), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE person_id = \(person) AND app = \(app) AND lifted_at IS NULL AND (banned_until IS NULL OR banned_until > \(end))
            """)
        guard shortened > 0 else { throw BanRefusal.endPassed }
        try changed(person, app, in: write)
    }

    private func changed(_ person: PersonID, _ app: String, in write: Write) throws {
        try access.hold(for: person, in: write)
        for observer in site.extensions.entries(at: .accessChanges) where observer.module == app { try observer.value.accessChanged(person, write) }
    }

    /// What is closed to a person now.
    public func active(of person: PersonID, in db: any Connection) throws -> [Ban] {
        let now = site.clock.now()
        return try db.all(
            """
            SELECT \(Ban.columns) FROM account_ban
            WHERE person_id = \(person) AND lifted_at IS NULL AND (banned_until IS NULL OR banned_until > \(now)) ORDER BY id LIMIT 50
            """)
    }

    /// The ban that keeps a person out of one app now.
    public func active(of person: PersonID, from app: String, in db: any Connection) throws -> Ban? {
        try active(of: person, in: db).first { $0.app == app }
    }

    /// Asks, in the transaction that writes something, whether its author may still be in the app: a request that was let in a moment
    /// before a ban is not taken in after it.
    /// - Throws: the ban's ``problem(_:)``; ``AccountRefusal/unknownPerson`` when the account is shut or gone.
    public func requireOpen(_ app: String, to person: PersonID, in db: any Connection) throws {
        if let ban = try active(of: person, from: app, in: db) { throw problem(ban) }
        guard try People.isActive(person, in: db) else { throw AccountRefusal.unknownPerson }
    }

    /// Everybody who is banned from an app now.
    public func people(bannedFrom app: String, in db: any Connection) throws -> [PersonID] {
        try db.all(
            """
            SELECT DISTINCT person_id FROM account_ban
            WHERE app = \(app) AND lifted_at IS NULL AND (banned_until IS NULL OR banned_until > \(site.clock.now()))
            ORDER BY person_id LIMIT 20000
            """ as Query<PersonID>)
    }

    /// Selects the bans that hold at a moment.
    public static func holding(at now: Instant) -> SQL {
        "SELECT id FROM account_ban WHERE lifted_at IS NULL AND (banned_until IS NULL OR banned_until > \(now))"
    }

    /// Every ban of a person, the latest first.
    public func history(of person: PersonID, in db: any Connection) throws -> [Ban] {
        try db.all("SELECT \(Ban.columns) FROM account_ban WHERE person_id = \(person) ORDER BY id DESC LIMIT 50")
    }

    /// What a ban says to its person.
    public func problem(_ ban: Ban) -> Problem {
        var problem = ban.problem(appName: site.everyManifest.first { $0.id == ban.app }?.name ?? .verbatim(ban.app))
        problem.link = site.extensions[.banPages].first.map { Problem.Link("See the ban", path: $0.path(ban.id)) }
        return problem
    }

    /// Ends the ban that stands, whether it still holds or ran out unnoticed.
    @discardableResult
    private func close(_ person: PersonID, _ app: String, in write: Write) throws -> Int {
        try write.run(
            """
            UPDATE account_ban SET lifted_at = \(write.now), lifted_by = \(write.actor), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE person_id = \(person) AND app = \(app) AND lifted_at IS NULL
            """)
    }

    private struct BanDetails: Encodable {
        var app: String
        var until: String?
        /// In English, for searching.
        var reason: String
        /// The same for each reader's language.
        var words: Text
    }
}
