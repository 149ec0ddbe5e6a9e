import Accounts
import Audit
import Core
import Crypto
import Database
import Platform
import Web

/// Names an app password.
public typealias AppPasswordID = ID<AppPasswordRecord>

/// A password for one reading app on one device, so that the account's own password stays with its person.
public struct AppPasswordRecord: Sendable, SQLRow {
    /// The identity.
    public let id: AppPasswordID
    /// What the person calls the device.
    public let label: String
    /// When it was last used.
    public let lastUsedAt: Instant?
    /// When it was made.
    public let createdAt: Instant

    /// Reads `id, label, last_used_at, created_at`.
    public init(row: inout RowReader) throws {
        id = try row.next()
        label = try row.next()
        lastUsedAt = try row.next()
        createdAt = try row.next()
    }
}

extension AppPasswordRecord: Audited {
    /// The kind of thing in the audit log.
    public static var auditEntity: String { "account.app-password" }
}

/// Makes, checks and revokes app passwords; used by HTTP Basic for reading apps (OPDS).
public struct AppPasswords: Sendable {
    private let site: Site
    private let roles: Roles
    private let bans: Bans
    private let staffAccess: StaffAccessPolicy
    private let emails: SecurityEmails

    init(site: Site, roles: Roles, bans: Bans, staffAccess: StaffAccessPolicy, emails: SecurityEmails) {
        self.site = site
        self.roles = roles
        self.bans = bans
        self.staffAccess = staffAccess
        self.emails = emails
    }

    /// Most app passwords a person can have.
    static let most = 20

    /// Makes one; it is shown this once, and has proved what the session has in which it was made. Its 160 random bits need no slow hash.
    func make(label: String, for person: PersonID, inSession session: Int64?) async throws -> String {
        let words = label.tidied(limit: 60)
        let label = words.isEmpty ? "Reading app" : words
        let secret = Token()
        let hash = secret.hash
        // The secret is of this run alone: a call that comes again makes another.
        try await site.write(by: person, once: nil) { write in
            let count = try write.one("SELECT COUNT(*) FROM account_app_password WHERE person_id = \(person)" as Query<Int>)
            guard count < Self.most else { throw AccountRefusal.tooManyAppPasswords(Self.most) }
            let id: AppPasswordID = try write.insert(
                """
                INSERT INTO account_app_password (person_id, secret_hash, label, proofs, created_at, changed_at, changed_by)
                VALUES (\(person), \(hash), \(label), COALESCE((SELECT proofs FROM account_session WHERE id = \(session ?? 0)), '{}'),
                    \(write.now), \(write.now), \(person))
                """)
            try write.audit(.create, id, ["label": label])
            if let person = try write.first(.person(person)) { try emails.send(.appPasswordMade(label), to: person, in: write) }
        }
        return secret.text
    }

    /// A person's app passwords, the newest first.
    func list(of person: PersonID) async throws -> [AppPasswordRecord] {
        try await site.database.read { db in
            try db.all(
                """
                SELECT id, label, last_used_at, created_at FROM account_app_password
                WHERE person_id = \(person) ORDER BY id DESC LIMIT \(Self.most)
                """ as Query<AppPasswordRecord>)
        }
    }

    /// Revokes one of a person's app passwords; it opens nothing from the moment this returns.
    func revoke(_ id: AppPasswordID, of person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard try write.run("DELETE FROM account_app_password WHERE id = \(id) AND person_id = \(person)") > 0 else { return }
            try write.audit(.delete, id)
        }
    }

    /// Who an e-mail address and an app password belong to; nil when they do not fit or the account is not active.
    ///
    /// Notes the use, though not more than once an hour: the account page shows which devices are still about.
    /// - Parameter app: the id of the app that is asked.
    /// - Throws: the problem of a ban from that app.
    public func identity(email: String, secret: String, for app: String) async throws -> Identity? {
        guard let email = EmailAddress(email), let token = Token(secret) else { return nil }
        let hash = token.hash
        let found = try await site.database.read { db -> (use: PasswordUse, identity: Identity)? in
            let use = try db.first(
                """
                SELECT a.id, a.last_used_at, p.id, p.name, p.is_owner, a.proofs, CASE WHEN \(SecondFactor.exists) THEN 1 ELSE 0 END
                FROM account_app_password a JOIN account_person p ON p.id = a.person_id
                WHERE a.secret_hash = \(hash) AND p.email = \(email.text) AND p.status = 'active'
                """ as Query<PasswordUse>)
            guard let use else { return nil }
            if let ban = try bans.active(of: use.person, from: app, in: db) { throw bans.problem(ban) }
            let permissions = try roles.permissions(of: use.person, isOwner: use.isOwner, in: db)
            var identity = Identity(personID: use.person, name: use.name, permissions: permissions, viaBearer: true)
            identity.setStaffAccess(staffAccess.access(for: use.proofs, hasSecondFactor: use.hasSecondFactor))
            return (use, identity)
        }
        guard let found else { return nil }
        let now = site.clock.now()
        if found.use.lastUsedAt.map({ now - $0 > Self.noteUseEvery }) ?? true {
            try await site.write(by: found.use.person, once: nil) { write in
                _ = try write.run("UPDATE account_app_password SET last_used_at = \(write.now) WHERE id = \(found.use.password)")
            }
        }
        return found.identity
    }

    private static let noteUseEvery = Duration.seconds(3600)
}

/// An app password as it opens something.
private struct PasswordUse: SQLRow {
    let password: AppPasswordID
    let lastUsedAt: Instant?
    let person: PersonID
    let name: String
    let isOwner: Bool
    let proofs: SessionProofs
    let hasSecondFactor: Bool

    init(row: inout RowReader) throws {
        password = try row.next()
        lastUsedAt = try row.next()
        person = try row.next()
        name = try row.next()
        isOwner = try row.next()
        proofs = try row.next(StoredJSON<SessionProofs>.self).value
        hasSecondFactor = try row.next()
    }
}
