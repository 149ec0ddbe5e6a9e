import Core
import Database
import Platform

/// Names a session.
public typealias SessionID = ID<SessionRecord>

/// A session as the authenticator sees it: who, how, and when it ends (CORE-014).
public struct SessionRecord: SQLRow, Sendable {
    let id: SessionID
    let person: PersonID
    let name: String
    let status: PersonRecord.Status
    let isOwner: Bool
    let language: Language?
    let theme: String?
    let isBearer: Bool
    let keepsSignedIn: Bool
    let issuedAt: Instant
    let lastUsedAt: Instant
    let expiresAt: Instant
    /// When its person last proved who they are.
    let provedAt: Instant
    /// How they did since the session was opened.
    let proofs: SessionProofs
    /// Whether the person has an authenticator app or a passkey.
    let hasSecondFactor: Bool
    /// The IANA time zone the person chose.
    let timeZone: String?

    /// Reads the columns of the query below.
    public init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        name = try row.next()
        status = PersonRecord.Status(rawValue: try row.next()) ?? .deactivated
        isOwner = try row.next()
        language = try row.next()
        theme = try row.next()
        isBearer = try row.next(String.self) == "bearer"
        keepsSignedIn = try row.next()
        issuedAt = try row.next()
        lastUsedAt = try row.next()
        expiresAt = try row.next()
        provedAt = try row.next()
        proofs = try row.next(StoredJSON<SessionProofs>.self).value
        hasSecondFactor = try row.next()
        timeZone = try row.next()
    }
}

extension Query where Row == SessionRecord {
    /// The session that a token opens, with its person.
    static func session(tokenHash: [UInt8]) -> Self {
        """
        \(allSessions)
        WHERE s.token_hash = \(tokenHash)
        """
    }

    /// The session that a token opened until it was renewed, if that was after a time.
    static func session(renewedFrom tokenHash: [UInt8], after time: Instant) -> Self {
        """
        \(allSessions)
        WHERE s.previous_hash = \(tokenHash) AND s.issued_at > \(time)
        """
    }

    private static var allSessions: SQL {
        """
        SELECT s.id, p.id, p.name, p.status, p.is_owner, p.language, p.theme, s.kind, s.keeps_signed_in,
               s.issued_at, s.last_used_at, s.expires_at, s.proved_at, s.proofs,
               CASE WHEN \(SecondFactor.exists) THEN 1 ELSE 0 END, p.time_zone
        FROM account_session s JOIN account_person p ON p.id = s.person_id
        """
    }
}

/// How long sessions live (CORE-014, RES-003).
enum SessionLife {
    /// No token lives longer; a session that is used gets a new one before.
    static let tokenAge: Duration = .seconds(30 * 86_400)
    /// A browser session that was not asked to stay ends with the browser, and on the server after this long unused.
    static let unkept: Duration = .seconds(12 * 3_600)
    /// A session that was asked to stay ends after this long unused, as administrators choose.
    static func kept(_ site: Site) -> Duration { .days(site.value(of: AccountsSettings.idleDays)) }
    /// Use is written down at most this often, so that reading pages does not become writing.
    static let noteUseEvery: Duration = .seconds(600)
    /// A token that was replaced opens its session for this long: a browser that opens all its tabs at once shows the old one with each.
    static let overlap: Duration = .seconds(60)
    /// A token this old is replaced on its next use.
    static let renewAfter: Duration = .seconds(15 * 86_400)
}
