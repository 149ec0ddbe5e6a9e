import Accounts
import Audit
import Core
import Database
import Platform
import SignIn
import Web

/// What a viewer may see of and do with somebody's account; the page hides what the routes refuse (CORE-018).
struct PersonRights: Sendable, Equatable {
    /// The address, the roles and the sessions.
    var seesAccount: Bool
    var changesRoles: Bool
    /// Deactivate, reactivate, end sessions.
    var changesAccess: Bool
    /// Create a link for a new password.
    var resetsPassword: Bool
    /// Make and unmake owners.
    var changesOwners: Bool
    /// The apps that the viewer may ban the person from.
    var bansFrom: [String]
    /// The apps of which the viewer may see what the person did; nil is everything.
    var watches: [String]?

    /// Whether there is anything at all.
    var isNothing: Bool { !seesAccount && bansFrom.isEmpty }

    /// - Parameters:
    ///   - viewerOwns: whether the viewer is an owner of the site.
    ///   - isWithin: whether the person may do nothing that the viewer may not.
    init(viewer: Member, viewerOwns: Bool, isWithin: Bool, person: PersonRecord, site: Site) {
        let isOther = viewer.id != person.id
        let mayTouch = isOther && (viewerOwns || !person.isOwner)
        let moderated = site.extensions[.moderatedSubjects].filter { viewer.may($0.moderators) && viewer.identity.closedApps[$0.app] == nil }
            .map(\.app)
        let apps = site.apps.map(\.id)
        seesAccount = viewer.may(AccountsPermissions.people)
        changesRoles = mayTouch && viewer.may(AccountsPermissions.roles)
        changesAccess = mayTouch && seesAccount
        resetsPassword = changesAccess && isWithin && person.status == .active
        changesOwners = isOther && viewerOwns
        bansFrom = isOther && !person.isOwner ? apps.filter { viewer.may(AccountsPermissions.bans) || moderated.contains($0) } : []
        watches = viewer.may(.systemLog) ? nil : apps.filter(moderated.contains)
    }
}

/// Everything the portal shows of one account.
struct PersonFile: Sendable {
    var line: PersonLine
    /// Where the picture is.
    var picture: String?
    var createdAt: Instant
    /// When the account was last used on any device, signed out since or not; uses are noted once in a while, so the day is what is known.
    var lastSeenAt: Instant?
    var sessions: Int
    var bans: [Ban]
    var activity: [AuditRecord]
    /// Who is named by the bans and by what was done.
    var names: [PersonID: String]

    /// Whether its person has not been here yet.
    var isInvited: Bool { line.isInvited }

    /// Entries of the log that are shown.
    static let latest = 20

    /// Reads it in one snapshot.
    static func read(_ person: PersonRecord, rights: PersonRights, site: Site, bans: Bans, in db: any Connection) throws -> PersonFile {
        let now = site.clock.now()
        let bans = try bans.history(of: person.id, in: db).filter { rights.seesAccount || rights.bansFrom.contains($0.app) }
        let sessions: Row2<Int, Instant?> = try db.one(
            "SELECT COUNT(*), MAX(last_used_at) FROM account_session WHERE person_id = \(person.id) AND expires_at > \(now)")
        let device = try db.one("SELECT MAX(last_used_at) FROM account_device WHERE person_id = \(person.id)" as Query<Instant?>)
        let activity = try activity(of: person.id, rights, site, in: db)
        return PersonFile(
            line: PersonLine(
                person: person, grants: Set(try db.all(.grants(of: person.id))), closedApps: bans.filter { $0.holds(at: now) }.map(\.app),
                isInvited: try Invitations.waits(person.id, in: db)),
            picture: try People.picture(of: person.id, in: db), createdAt: try People.joined(person.id, in: db) ?? now,
            lastSeenAt: [sessions.second, device].compactMap { $0 }.max(), sessions: sessions.first,
            bans: bans,
            activity: activity, names: try People.names(of: Set(bans.compactMap(\.bannedBy) + activity.flatMap(\.people)), in: db))
    }

    /// Kinds of entries of the log that are about the person whose number they carry: bans, roles and access, and warnings.
    private static let decisions = ["account.person", "moderation.warning"]

    /// What somebody did and what was decided about them lately, as far as the viewer may see it (VOL-045).
    private static func activity(of person: PersonID, _ rights: PersonRights, _ site: Site, in db: any Connection) throws -> [AuditRecord] {
        guard let apps = rights.watches else {
            let filters = [AuditFilter(actors: [person])] + decisions.map { AuditFilter(entity: $0, entityID: person.description) }
            let entries = try filters.flatMap { try site.audit.entries($0, limit: latest, in: db) }
            let each = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
            return Array(each.values.sorted { $0.id.number > $1.id.number }.prefix(latest))
        }
        guard !apps.isEmpty else { return [] }
        let entries = try site.audit.entries(AuditFilter(actors: [person]), limit: 500, in: db)
        return Array(entries.filter { entry in apps.contains { entry.entity.hasPrefix($0 + ".") } }.prefix(latest))
    }
}
