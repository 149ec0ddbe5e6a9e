import Analytics
import Audit
import Core
import Crypto
import Database
import Platform
import Web

/// Opens, finds and ends sessions: opaque tokens, stored as hashes, revocable, alive across restarts (CORE-014).
public struct Sessions: Sendable {
    let site: Site
    let roles: Roles
    let cache: SessionCache

    /// How a session was asked for.
    public enum Kind: String, Sendable {
        /// A person's browser: a cookie.
        case browser
        /// A program: `Authorization: Bearer …`.
        case bearer
    }

    /// Opens a session and returns its token, which is shown this once.
    /// - Parameters:
    ///   - keep: whether it outlives the browser.
    ///   - label: where it is used, for the person's own list: at most 120 characters of the user agent.
    func open(for person: PersonID, kind: Kind, keep: Bool, label: String) async throws -> Token {
        let token = Token()
        let hash = token.hash
        let now = site.clock.now()
        let expiry = now + life(keep: keep || kind == .bearer)
        let (audit, counts) = (site.audit, site.counts)
        try await site.database.write { db in
            try counts.add(to: .signIns, in: db)
            try db.run("DELETE FROM account_session WHERE person_id = \(person) AND expires_at < \(now)")
            try db.run(
                """
                INSERT INTO account_session
                    (token_hash, person_id, kind, label, keeps_signed_in, issued_at, last_used_at, expires_at, proved_at, changed_at,
                    changed_by)
                VALUES (\(hash), \(person), \(kind.rawValue), \(String(label.prefix(120))), \(keep), \(now), \(now), \(expiry), \(now), \(now), \(person))
                """)
            try audit.record(
                AuditEntry(
                    actor: person, action: .login, entity: "account.person", entityID: person.description,
                    details: ["kind": kind.rawValue]), in: db)
        }
        return token
    }

    /// The session that a token opens, or nil: unknown, expired, revoked, or its person may not sign in.
    func find(_ token: Token) async throws -> CachedSession? {
        let hash = token.hash
        let now = site.clock.now()
        if let cached = cache.find(hash, at: now) {
            return isAlive(cached.record, at: now) ? cached : nil
        }
        let clearings = cache.clearings
        let found = try await read(hash)
        if let found { cache.keep(found, for: hash, since: clearings) }
        return found
    }

    /// The same, from the database.
    func read(_ hash: [UInt8]) async throws -> CachedSession? {
        let now = site.clock.now()
        return try await site.database.read { db in
            guard let record = try db.first(.session(tokenHash: hash)), record.status == .active, isAlive(record, at: now) else { return nil }
            let permissions = try roles.permissions(of: record.person, isOwner: record.isOwner, in: db)
            var identity = Identity(
                personID: record.person, name: record.name, permissions: permissions, sessionID: record.id.number, viaBearer: record.isBearer)
            identity.picture = try Profiles.picture(of: record.person, in: db)
            return CachedSession(
                record: record, identity: identity, languages: try InterfaceChoices.appLanguages(of: record.person, in: db),
                bans: try Bans(site: site).active(of: record.person, in: db), readAt: now)
        }
    }

    /// Notes that a session was used, so that it stays alive; called seldom, see ``SessionLife/noteUseEvery``.
    func noteUse(of session: SessionRecord) async throws {
        let now = site.clock.now()
        let oldest = session.issuedAt + SessionLife.tokenAge
        let expiry = min(now + life(keep: session.keepsSignedIn || session.isBearer), oldest)
        let id = session.id
        try await site.database.write { db in
            try db.run(
                "UPDATE account_session SET last_used_at = \(now), expires_at = \(expiry), changed_at = \(now) WHERE id = \(id)")
        }
        cache.clear()
    }

    /// Replaces the token of a session, so that a person who keeps coming never signs in again and no token grows old.
    func renew(_ session: SessionRecord) async throws -> Token {
        let token = Token()
        let hash = token.hash
        let now = site.clock.now()
        let expiry = now + life(keep: session.keepsSignedIn)
        let id = session.id
        try await site.database.write { db in
            try db.run(
                """
                UPDATE account_session SET token_hash = \(hash), issued_at = \(now), last_used_at = \(now), expires_at = \(expiry),
                    changed_at = \(now) WHERE id = \(id)
                """)
        }
        cache.clear()
        return token
    }

    /// Ends a session; its token opens nothing from the moment this returns (CORE-015).
    func end(_ session: SessionID, of person: PersonID) async throws {
        let audit = site.audit
        try await site.database.write { db in
            let ended = try db.run("DELETE FROM account_session WHERE id = \(session) AND person_id = \(person)")
            guard ended > 0 else { return }
            try AccessChange(site: site).hold(for: [session], of: person, in: db)
            try audit.record(
                AuditEntry(actor: person, action: .logout, entity: "account.person", entityID: person.description),
                in: db)
        }
    }

    /// Ends every session of a person but one.
    func endOthers(than session: SessionID?, of person: PersonID) async throws {
        let audit = site.audit
        try await site.database.write { db in
            let ended = try db.all(
                "DELETE FROM account_session WHERE person_id = \(person) AND id <> \(session?.number ?? 0) RETURNING id" as Query<SessionID>)
            guard !ended.isEmpty else { return }
            try AccessChange(site: site).hold(for: ended, of: person, in: db)
            try audit.record(
                AuditEntry(
                    actor: person, action: .logout, entity: "account.person", entityID: person.description, details: ["sessions": ended.count]),
                in: db)
        }
    }

    /// Notes that the person behind a session has proved again who they are.
    func noteProof(of session: SessionID) async throws {
        let now = site.clock.now()
        try await site.database.write { db in
            try db.run("UPDATE account_session SET proved_at = \(now), changed_at = \(now) WHERE id = \(session)")
        }
        cache.clear()
    }

    /// When the person behind a session last proved who they are.
    func provedAt(_ session: SessionID) async throws -> Instant? {
        try await site.database.read { try $0.first("SELECT proved_at FROM account_session WHERE id = \(session)" as Query<Instant>) }
    }

    /// A shorter idle time holds at once, whatever a session was promised when it was last used.
    private func isAlive(_ session: SessionRecord, at now: Instant) -> Bool {
        session.expiresAt > now && now - session.lastUsedAt <= SessionLife.kept(site) + SessionLife.noteUseEvery
    }

    private func life(keep: Bool) -> Duration { keep ? SessionLife.kept(site) : SessionLife.unkept }
}
