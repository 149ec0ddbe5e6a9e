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
    let bans: Bans
    let access: AccessChange
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
    ///   - proofs: how the person proved who they are.
    ///   - label: where it is used, for the person's own list: at most 120 characters of the user agent.
    ///   - browser: the digest of the cookie by which the browser is known.
    public func open(
        for person: PersonID, by proofs: [Proof], kind: Kind, keep: Bool, label: String, in browser: [UInt8]? = nil
    ) async throws -> Token {
        let token = Token()
        let hash = token.hash
        let now = site.clock.now()
        let expiry = now + life(keep: keep || kind == .bearer)
        let proofs = try StoredJSON(SessionProofs(proofs, at: now))
        try await site.write(by: person, once: nil) { write in
            try write.count(.signIns)
            try write.run("DELETE FROM account_session WHERE person_id = \(person) AND expires_at < \(now)")
            try write.run(
                """
                INSERT INTO account_session
                    (token_hash, person_id, kind, label, keeps_signed_in, issued_at, last_used_at, expires_at, proved_at, proofs,
                    device_hash, changed_at, changed_by)
                VALUES (\(hash), \(person), \(kind.rawValue), \(String(label.prefix(120))), \(keep), \(now), \(now), \(expiry), \(now), \(proofs),
                    \(browser), \(now), \(person))
                """)
            try write.audit(.login, person, ["kind": kind.rawValue, "methods": proofs.value.names])
        }
        return token
    }

    /// The session that a token opens, or nil: unknown, expired, revoked, or its person may not sign in.
    func find(_ token: Token) async throws -> CachedSession? {
        let hash = token.hash
        let now = site.clock.now()
        if let cached = cache.find(hash, at: site.clock.steady()) {
            return isAlive(cached.record, at: now) ? cached : nil
        }
        let clearings = cache.clearings
        let found = try await read(hash)
        if let found, !found.wasReplaced { cache.keep(found, for: hash, since: clearings) }
        return found
    }

    /// The same, from the database.
    func read(_ hash: [UInt8]) async throws -> CachedSession? {
        let (now, readAt) = (site.clock.now(), site.clock.steady())
        return try await site.database.read { db in
            let current = try db.first(.session(tokenHash: hash))
            let record = try current ?? db.first(.session(renewedFrom: hash, after: now - SessionLife.overlap))
            guard let record, record.status == .active, isAlive(record, at: now) else { return nil }
            let permissions = try roles.permissions(of: record.person, isOwner: record.isOwner, in: db)
            var identity = Identity(
                personID: record.person, name: record.name, permissions: permissions, sessionID: record.id.number, viaBearer: record.isBearer)
            identity.picture = try People.picture(of: record.person, in: db)
            return CachedSession(
                record: record, identity: identity, languages: try InterfaceChoices.appLanguages(of: record.person, in: db),
                bans: try bans.active(of: record.person, in: db), readAt: readAt, wasReplaced: current == nil)
        }
    }

    /// Notes that a session was used, so that it stays alive; called seldom, see ``SessionLife/noteUseEvery``.
    func noteUse(of session: SessionRecord) async throws {
        let now = site.clock.now()
        let oldest = session.issuedAt + SessionLife.tokenAge
        let expiry = min(now + life(keep: session.keepsSignedIn || session.isBearer), oldest)
        let id = session.id
        try await site.write(by: session.person, once: nil) { write in
            try write.run(
                "UPDATE account_session SET last_used_at = \(now), expires_at = \(expiry), changed_at = \(now) WHERE id = \(id)")
            try write.invalidate(cache.shared)
        }
    }

    /// Replaces the token of a session, so that a person who keeps coming never signs in again and no token grows old.
    ///
    /// Nil where another request has replaced it since: that one's token holds, which may stand for more proof than this one did.
    func renew(_ session: SessionRecord, shown: Token) async throws -> Token? {
        let token = Token()
        let hash = token.hash
        let now = site.clock.now()
        let expiry = now + life(keep: session.keepsSignedIn)
        let id = session.id
        let replaced = try await site.write(by: session.person, once: nil) { write in
            try write.invalidate(cache.shared)
            return try write.run(
                """
                UPDATE account_session SET token_hash = \(hash), previous_hash = token_hash, issued_at = \(now), last_used_at = \(now),
                    expires_at = \(expiry), changed_at = \(now) WHERE id = \(id) AND token_hash = \(shown.hash)
                """)
        }
        return replaced > 0 ? token : nil
    }

    /// How a session ends.
    public enum Ending: Sendable {
        /// Its person signs out in that browser, which stays known; what parts have tied to the browser ends.
        case signedOut
        /// Its person signs it out from another browser, of this digest; the browser that it was in is a stranger's from now on.
        case revoked(from: [UInt8]?)
        /// The same person signs in again in that browser.
        case replaced
    }

    /// Ends a session; its token opens nothing from the moment this returns (CORE-015).
    public func end(_ session: SessionID, of person: PersonID, _ ending: Ending = .signedOut) async throws {
        try await site.write(by: person, once: nil) { write in
            let ended = try write.all(
                "DELETE FROM account_session WHERE id = \(session) AND person_id = \(person) RETURNING device_hash" as Query<[UInt8]?>)
            guard let ended = ended.first else { return }
            try access.hold(for: [session], of: person, in: write)
            if let browser = ended { try leave(browser, of: person, ending, in: write) }
            try write.audit(.logout, person)
        }
    }

    private func leave(_ browser: [UInt8], of person: PersonID, _ ending: Ending, in write: Write) throws {
        switch ending {
        case .replaced: return
        case .revoked(let own) where own == browser: return
        case .revoked: try write.run("DELETE FROM account_device WHERE person_id = \(person) AND token_hash = \(browser)")
        case .signedOut: break
        }
        for observer in site.extensions[.signOuts] { try observer.signedOut(.one(browser), person, write) }
    }

    /// Signs a person out everywhere but in one session and its browser (``AccessChange/signOut(_:but:keeping:in:)``).
    public func endOthers(than session: SessionID?, of person: PersonID, but browser: [UInt8]?) async throws {
        // Whoever asks again means the sessions of now.
        try await site.write(by: person, once: nil) { write in
            let (ended, passwords) = try { ($0.sessions, $0.appPasswords) }(access.signOut(person, but: browser, keeping: session, in: write))
            guard !ended.isEmpty || passwords > 0 else { return }
            try access.hold(for: ended, of: person, in: write)
            try write.audit(.logout, person, ["sessions": ended.count, "appPasswords": passwords])
        }
    }

    /// A shorter idle time holds at once, whatever a session was promised when it was last used.
    private func isAlive(_ session: SessionRecord, at now: Instant) -> Bool {
        session.expiresAt > now && now - session.lastUsedAt <= SessionLife.kept(site) + SessionLife.noteUseEvery
    }

    private func life(keep: Bool) -> Duration { keep ? SessionLife.kept(site) : SessionLife.unkept }
}
