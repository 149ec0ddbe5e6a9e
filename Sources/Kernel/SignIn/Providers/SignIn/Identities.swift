import Accounts
import Audit
import Core
import Crypto
import Database
import Platform

/// Names an identity at a provider that belongs to an account.
public typealias IdentityID = ID<IdentityRecord>

/// An identity at a provider that belongs to an account.
public struct IdentityRecord: Sendable, Equatable, SQLRow {
    /// Which.
    public let id: IdentityID
    /// Whose.
    public let person: PersonID
    /// The name of the ``SignInMethod``.
    public let provider: String
    /// The address that the provider knows.
    public let email: String?
    /// The name at the provider when it was last used.
    public let name: String?
    /// When it last opened a session.
    public let lastUsedAt: Instant

    static let columns: SQL = "id, person_id, provider, email, name, last_used_at"

    /// Reads its columns.
    public init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        provider = try row.next()
        email = try row.next()
        name = try row.next()
        lastUsedAt = try row.next()
    }
}

extension IdentityRecord: Audited {
    /// The kind of thing in the audit log.
    public static var auditEntity: String { "account.identity" }
}

extension Query where Row == IdentityRecord {
    /// The account's identity behind what a provider says; by issuer and subject, never by e-mail.
    static func identity(_ provided: ProvidedIdentity) -> Self {
        "SELECT \(IdentityRecord.columns) FROM account_identity WHERE issuer = \(provided.issuer) AND subject = \(provided.subject)"
    }

    /// The identities of a person, the first one first.
    static func identities(of person: PersonID) -> Self {
        "SELECT \(IdentityRecord.columns) FROM account_identity WHERE person_id = \(person) ORDER BY id LIMIT 50"
    }
}

/// Which identities at providers belong to which account.
struct Identities: Sendable {
    let site: Site
    let refreshTokens: RefreshTokens
    let pictures: Pictures
    let emails: SecurityEmails

    /// Adds an identity to an account, in the transaction of whoever checked that it may, and writes to its person.
    /// - Parameter isFirst: whether the account is made with it, which is no news.
    /// - Throws: ``ProviderRefusal/identityTaken(_:)`` when it belongs to somebody else.
    func add(
        _ provided: ProvidedIdentity, _ method: SignInMethod, name: String, to person: PersonID, isFirst: Bool = false, in write: Write
    ) throws {
        if let known = try write.first(.identity(provided)) {
            guard known.person == person else { throw ProviderRefusal.identityTaken(name) }
            return
        }
        let now = write.now
        let id: IdentityID = try write.insert(
            """
            INSERT INTO account_identity
                (person_id, provider, issuer, subject, email, name, refreshed_at, last_used_at, created_at, changed_at, changed_by)
            VALUES (\(person), \(method.rawValue), \(provided.issuer), \(provided.subject), \(provided.email), \(provided.name), \(now), \(now),
                \(now), \(now), \(person))
            """)
        try refreshTokens.keep(provided.refreshToken, of: id, method, in: write)
        if !isFirst, let known = try write.first(.person(person)) { try emails.send(.providerAdded(name), to: known, in: write) }
        // Whoever comes in by it is nobody yet when the write begins.
        try site.audit.record(
            AuditEntry(
                actor: person, action: .create, entity: IdentityRecord.auditEntity, entityID: id.description, details: ["provider": method.rawValue]),
            in: write)
    }

    /// Takes an identity from an account that can do without it.
    /// - Throws: ``ProviderRefusal/lastMethod`` when nothing else would let the person in.
    func remove(_ id: IdentityID, of person: PersonID, in write: Write) throws {
        let all = try write.all(.identities(of: person))
        guard let identity = all.first(where: { $0.id == id }) else { throw Problem.notFound }
        guard try !isOnlyWay(identity, in: write) else { throw ProviderRefusal.lastMethod }
        try refreshTokens.giveBack(of: person, identity: id, in: write)
        try write.run("DELETE FROM account_identity WHERE id = \(id) AND person_id = \(person)")
        try write.audit(.delete, id, ["provider": identity.provider])
    }

    /// The provider that forwards emails to a person's address no more, by its shown name.
    func stoppedForwarding(to person: PersonID) async throws -> String? {
        let word: String? = try await site.database.read { db in
            try db.first(
                """
                SELECT i.provider FROM account_identity i JOIN account_person p ON p.id = i.person_id AND p.email = i.email
                WHERE i.person_id = \(person) AND i.mail_stopped_at IS NOT NULL ORDER BY i.id LIMIT 1
                """)
        }
        return word.map { word in
            guard let method = SignInMethod(rawValue: word), let configuration = site.configuration.providers[word] else { return word }
            return method.title(configuration)
        }
    }

    /// Whether nothing else lets the person in.
    func isOnlyWay(_ identity: IdentityRecord, in db: any Connection) throws -> Bool {
        let person = identity.person
        let usable = Set(site.configuration.providers.keys)
        let others = try db.all(.identities(of: person)).contains { $0.id != identity.id && usable.contains($0.provider) }
        let hasPassword = try db.one("SELECT COUNT(*) FROM account_person WHERE id = \(person) AND password_hash IS NOT NULL" as Query<Int>) > 0
        let passkeys = try db.one("SELECT COUNT(*) FROM account_passkey WHERE person_id = \(person)" as Query<Int>)
        return !others && !hasPassword && passkeys == 0
    }

    /// Takes over what a provider says now: the name as long as the person has not chosen another here, and the picture (RES-005).
    /// - Parameter isSignIn: whether it says so because the person has just come through it.
    func refresh(_ identity: IdentityRecord, from provided: ProvidedIdentity, isSignIn: Bool = true, in write: Write) throws {
        let now = write.now
        if let name = provided.name, try mayTakeOver(name, identity, in: write) {
            try write.run(
                """
                UPDATE account_person SET name = \(name), changed_at = \(now)
                WHERE id = \(identity.person) AND name = \(identity.name ?? name) AND name <> \(name)
                """)
        }
        try write.run(
            """
            UPDATE account_identity SET email = \(provided.email), name = \(provided.name ?? identity.name), refreshed_at = \(now),
                last_used_at = \(isSignIn ? now : identity.lastUsedAt), changed_at = \(now) WHERE id = \(identity.id)
            """)
        if let method = SignInMethod(rawValue: identity.provider) {
            try refreshTokens.keep(provided.refreshToken, of: identity.id, method, in: write)
        }
        try pictures.note(provided.picture, of: identity.person, in: write)
    }

    /// Whether the filter lets a new name through; a doubtful one waits.
    private func mayTakeOver(_ name: String, _ identity: IdentityRecord, in write: Write) throws -> Bool {
        guard let known = try write.first(.person(identity.person)), known.name == identity.name ?? name, known.name != name else { return false }
        return try site.nameReview.mayShow(name, known.id, known.language ?? site.configuration.mainLanguage, write)
    }
}
