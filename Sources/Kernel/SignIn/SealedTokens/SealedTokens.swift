import Core
import Crypto
import Database
import Foundation
import Platform

/// Sealed notes that a visitor carries for the server between two requests: who has said the password and still owes a code, which
/// challenge was given. Nobody can read, change or make one, and each counts once.
public struct SealedTokens: Sendable {
    let site: Site

    /// What a ticket says, and until when it counts.
    struct Note<Payload: Codable & Sendable>: Codable, Sendable {
        var payload: Payload
        var issuedAt: Instant
        var expiresAt: Instant
    }

    /// A ticket that was read; ``spend(_:in:)`` makes it count.
    public struct Opened<Payload: Codable & Sendable>: Sendable {
        public let payload: Payload
        let issuedAt: Instant
        let expiresAt: Instant
        fileprivate let hash: [UInt8]
    }

    /// Longest ticket in emails; ours have a few hundred.
    private static let longest = 4096

    /// Writes a ticket. `purpose` keeps tickets of one kind from being shown as another.
    public func issue<Payload: Codable & Sendable>(_ payload: Payload, purpose: String, life: Duration) throws -> String {
        let now = site.clock.continuous()
        let note = Note(payload: payload, issuedAt: now, expiresAt: now + life)
        return site.key.seal(Array(try JSONEncoder().encode(note)), context: Self.context(purpose)).base64URL
    }

    /// Reads a ticket; nil for one that is forged, of another purpose, or too old.
    public func open<Payload: Codable & Sendable>(_ text: String, purpose: String, as type: Payload.Type = Payload.self) -> Opened<Payload>? {
        guard text.utf8.count <= Self.longest, let sealed = [UInt8](base64URL: text),
            let bytes = try? site.key.open(sealed, context: Self.context(purpose)),
            let note = try? JSONDecoder().decode(Note<Payload>.self, from: Data(bytes)), note.expiresAt > site.clock.continuous()
        else { return nil }
        return Opened(payload: note.payload, issuedAt: note.issuedAt, expiresAt: note.expiresAt, hash: sha256(sealed))
    }

    /// Uses a ticket up, in the transaction of what it is used for; false when it has been used before.
    func spend<Payload>(_ ticket: Opened<Payload>, in db: any Connection) throws -> Bool {
        try spend(hash: ticket.hash, until: ticket.expiresAt, in: db)
    }

    /// The same for what somebody else has signed, by its digest and for as long as it counts.
    func spend(hash: [UInt8], until end: Instant, in db: any Connection) throws -> Bool {
        // What others signed ends by the wall clock, what we did by the one that nobody sets.
        let now = min(site.clock.now(), site.clock.continuous())
        try db.run("DELETE FROM account_spent_ticket WHERE expires_at < \(now)")
        return try db.run(
            """
            INSERT INTO account_spent_ticket (ticket_hash, expires_at, changed_at, changed_by)
            VALUES (\(hash), \(end), \(now), \(nil as PersonID?)) ON CONFLICT (ticket_hash) DO NOTHING
            """) > 0
    }

    private static func context(_ purpose: String) -> String { "account.ticket:\(purpose)" }
}
