import Accounts
import Core
import Database
import Platform
import SignIn
import Web

/// Which people a list shows; what is nil does not matter.
struct PeopleFilter: Sendable, Equatable {
    /// Part of the name or of the e-mail address.
    var words: String?
    /// A common role, a detailed one, or `owner`.
    var role: Role?
    /// Whether the account can be used, or is banned from an app.
    var standing: Standing?

    enum Role: Sendable, Equatable {
        case owner
        case common(CommonRole)
        case grant(Roles.Grant)
    }

    enum Standing: String, Sendable, CaseIterable {
        case active, invited, deactivated, banned
    }

    /// Longest search, in characters.
    static let longestWords = PersonRecord.longestSearch
}

/// Where the next page of the list begins.
struct PeopleKey: Codable, Sendable {
    var name: String
    var id: PersonID
}

extension CursorScope<PeopleKey> {
    static var people: Self { Self("accounts.people") }
}

/// A line of the list.
struct PersonLine: Sendable {
    let person: PersonRecord
    let grants: Set<Roles.Grant>
    /// The ids of the apps that are closed to the person now.
    let closedApps: [String]
    /// Somebody made the account, and its person has not been here yet.
    let isInvited: Bool
}

/// A page of the list.
struct PeoplePageful: Sendable {
    let lines: [PersonLine]
    let total: Int
    let next: PeopleKey?
}

/// Finds people among thousands: by name or address, role and standing, page by page (CORE-019).
struct PeopleDirectory: Sendable {
    let site: Site

    /// People on one page.
    static let pageSize = 50

    /// The people that fit, by name.
    func page(_ filter: PeopleFilter, after key: PeopleKey?) async throws -> PeoplePageful {
        let now = site.clock.now()
        let clause = clause(filter, now)
        return try await site.database.read { db in
            let total = try db.one("SELECT COUNT(*) FROM account_person p WHERE \(clause)" as Query<Int>)
            let found = try db.all(
                """
                SELECT \(PersonRecord.columns) FROM account_person p WHERE \(clause) AND \(Self.after(key))
                ORDER BY p.name, p.id LIMIT \(Self.pageSize + 1)
                """ as Query<PersonRecord>)
            let shown = Array(found.prefix(Self.pageSize))
            let next = found.count > Self.pageSize ? shown.last.map { PeopleKey(name: $0.name, id: $0.id) } : nil
            return PeoplePageful(lines: try Self.lines(shown, now, in: db), total: total, next: next)
        }
    }

    private static func lines(_ people: [PersonRecord], _ now: Instant, in db: any Connection) throws -> [PersonLine] {
        guard !people.isEmpty else { return [] }
        let ids = people.map(\.id)
        let grants = try db.all(
            "SELECT person_id, app, role FROM account_role_grant WHERE person_id IN \(list: ids) ORDER BY person_id, app, role LIMIT 5000"
                as Query<Row3<PersonID, String, String>>)
        let bans = try db.all(
            """
            SELECT person_id, app FROM account_ban WHERE person_id IN \(list: ids) AND lifted_at IS NULL
                AND (banned_until IS NULL OR banned_until > \(now)) ORDER BY person_id, app LIMIT 5000
            """ as Query<Row2<PersonID, String>>)
        let invited = Set(
            try db.all(
                "SELECT p.id FROM account_person p WHERE p.id IN \(list: ids) AND \(sql: Invitations.waiting) ORDER BY p.id" as Query<PersonID>))
        let grantsByPerson = Dictionary(grouping: grants, by: \.first)
        let bansByPerson = Dictionary(grouping: bans, by: \.first)
        return people.map { person in
            PersonLine(
                person: person,
                grants: Set((grantsByPerson[person.id] ?? []).map { Roles.Grant(app: $0.second, role: $0.third) }),
                closedApps: (bansByPerson[person.id] ?? []).map(\.second), isInvited: invited.contains(person.id))
        }
    }

    private static func after(_ key: PeopleKey?) -> SQL {
        guard let key else { return "1 = 1" }
        return "(p.name > \(key.name) OR p.name = \(key.name) AND p.id > \(key.id))"
    }

    private func clause(_ filter: PeopleFilter, _ now: Instant) -> SQL {
        var terms: [SQL] = ["1 = 1"]
        if let words = filter.words?.trimmed, !words.isEmpty { terms.append(PersonRecord.matches(words)) }
        switch filter.role {
        case .owner: terms.append("p.is_owner = 1")
        case .common(let role): terms.append(common(role))
        case .grant(let grant): terms.append(Self.has(grant))
        case nil: break
        }
        switch filter.standing {
        case .active: terms.append("p.status = 'active' AND NOT (\(sql: Invitations.waiting))")
        case .invited: terms.append("p.status = 'active' AND \(sql: Invitations.waiting)")
        case .deactivated: terms.append("p.status <> 'active'")
        case .banned:
            terms.append(
                """
                EXISTS (SELECT 1 FROM account_ban b WHERE b.person_id = p.id AND b.lifted_at IS NULL
                    AND (b.banned_until IS NULL OR b.banned_until > \(now)))
                """)
        case nil: break
        }
        return terms.joined(by: " AND ")
    }

    /// The same people as the list shows with that role: members have no role, the others all of theirs and all of none that is greater.
    private func common(_ role: CommonRole) -> SQL {
        guard role != .member else { return "p.is_owner = 0 AND NOT EXISTS (SELECT 1 FROM account_role_grant g WHERE g.person_id = p.id)" }
        let roles = CommonRoles(site)
        guard roles.offered.contains(role) else { return "1 = 0" }
        func all(of role: CommonRole) -> SQL { roles.grants(of: role).sorted { $0.text < $1.text }.map(Self.has).joined(by: " AND ") }
        let greater = roles.offered.drop { $0 != role }.dropFirst().map { "NOT (\(sql: all(of: $0)))" as SQL }
        return ([all(of: role)] + greater).joined(by: " AND ")
    }

    private static func has(_ grant: Roles.Grant) -> SQL {
        let role: SQL = "g.app = \(grant.app) AND g.role = \(grant.role)"
        return "EXISTS (SELECT 1 FROM account_role_grant g WHERE g.person_id = p.id AND \(sql: role))"
    }
}
