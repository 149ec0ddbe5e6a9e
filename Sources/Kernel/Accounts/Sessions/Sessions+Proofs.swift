import Audit
import Core
import Crypto
import Database
import Platform
import Web

/// What a session has proved, and what its person could.
public struct SessionStanding: SQLRow, Sendable {
    /// When its person last proved who they are.
    let provedAt: Instant
    let proofs: SessionProofs
    /// Whether the person has an authenticator app or a passkey.
    public let hasSecondFactor: Bool

    public init(row: inout RowReader) throws {
        provedAt = try row.next()
        proofs = try row.next(StoredJSON<SessionProofs>.self).value
        hasSecondFactor = try row.next()
    }

    /// Whether a proof is young enough. One from the future is from before the machine's clock was set back, and may be of any age.
    static func isFresh(_ moment: Instant, within age: Duration, at now: Instant) -> Bool {
        let passed = now - moment
        return passed <= age && passed >= .seconds(-300)
    }

    /// Whether the last proof is young enough.
    public func isFresh(within age: Duration, at now: Instant) -> Bool { Self.isFresh(provedAt, within: age, at: now) }

    /// Whether the person has a second factor that this session has not proved.
    public var owesSecondFactor: Bool { hasSecondFactor && !proofs.hasSecondFactor }
}

extension Sessions {
    /// Where a session stands, from the database; nil when it has ended.
    public func standing(of session: SessionID) async throws -> SessionStanding? {
        try await site.database.read { try standing(of: session, in: $0) }
    }

    /// What the session of somebody who asks has proved.
    public func proofs(of member: Member) async throws -> [Proof] {
        guard let session = member.identity.sessionID else { return [] }
        return try await standing(of: SessionID(session))?.proofs.all ?? []
    }

    private func standing(of session: SessionID, in db: any Connection) throws -> SessionStanding? {
        try db.first(
            """
            SELECT s.proved_at, s.proofs, CASE WHEN \(SecondFactor.exists) THEN 1 ELSE 0 END
            FROM account_session s JOIN account_person p ON p.id = s.person_id WHERE s.id = \(session)
            """)
    }

    /// Notes that the person behind a session has proved again who they are.
    ///
    /// A session that gains a second factor gets a new token, so that a copy of the old one gains nothing by it; streams of events that
    /// are open with it begin anew with the new rights.
    /// - Returns: the cookie of the new token.
    public func note(_ proof: Proof, of session: SessionID, _ person: PersonID) async throws -> Cookie? {
        let token = Token()
        let renewed = try await site.write(by: person, once: nil) { write -> SessionRetention? in
            try write.invalidate(cache.shared)
            let now = write.now
            guard var proofs = try standing(of: session, in: write)?.proofs else { return nil }
            let gains = proof.isSecondFactor && !proofs.hasSecondFactor
            proofs.note(proof, at: now)
            try write.run(
                "UPDATE account_session SET proved_at = \(now), proofs = \(try StoredJSON(proofs)), changed_at = \(now) WHERE id = \(session)")
            guard gains else { return nil }
            try access.hold(for: [session], of: person, in: write)
            try write.audit(.login, person, ["kind": "step-up", "methods": proofs.names])
            return try write.first(
                """
                UPDATE account_session SET token_hash = \(token.hash), previous_hash = NULL, issued_at = \(now) WHERE id = \(session) AND kind = 'browser'
                RETURNING keeps_signed_in
                """)
        }
        return renewed.map { SessionCookie.make(for: token, keep: $0.keep, site) }
    }
}

/// Whether a session outlives the browser.
private struct SessionRetention: SQLRow, Codable, Sendable {
    let keep: Bool
    public init(row: inout RowReader) throws { keep = try row.next() }
}
