import Accounts
import Core
import Crypto
import Database
import Foundation
import Localization
import Mail
import Platform

/// Identities whose account is not settled yet: the address has to be confirmed first, or may belong to somebody. Each is bound to
/// the browser, waits for half an hour, and holds out against guessing.
struct PendingIdentities: Sendable {
    let site: Site
    let mailer: Mailer
    let emails: CodeEmails

    static let life: Duration = .seconds(1800)
    /// The browser's part.
    static let cookie = "sign-in-pending"
    private static let mostWrongCodes = 5
    private static let mostEmails = 3

    /// What the provider said, and where the person wanted to go.
    struct Content: Codable, Sendable {
        var identity: ProvidedIdentity
        var method: SignInMethod
        var then: String
        var keep: Bool
    }

    /// One that waits.
    struct Pending: Sendable {
        let id: Int64
        let content: Content
        /// Where the last code went.
        let address: String?
    }

    private struct Row: SQLRow {
        let id: Int64
        let content: [UInt8]
        let address: String?

        init(row: inout RowReader) throws {
            id = try row.next()
            content = try row.next()
            address = try row.next()
        }
    }

    /// Remembers what a provider said; answers what the browser keeps.
    func begin(_ content: Content) async throws -> Token {
        let token = Token()
        let hash = token.hash
        let sealed = site.key.seal([UInt8](try JSONEncoder().encode(content)), context: Self.context(hash))
        try await site.write(by: nil, once: nil) { write in
            try write.run("DELETE FROM account_pending_identity WHERE expires_at < \(write.now)")
            try write.run(
                """
                INSERT INTO account_pending_identity (token_hash, sealed_content, expires_at, changed_at, changed_by)
                VALUES (\(hash), \(sealed), \(write.now + Self.life), \(write.now), \(write.actor))
                """)
        }
        return token
    }

    /// What waits for this browser.
    /// - Throws: ``ProviderRefusal/nothingPending``.
    func find(_ token: Token?) async throws -> Pending { try await site.database.read { try find(token, in: $0) } }

    /// The same, in the transaction of what follows from it.
    func find(_ token: Token?, in db: any Connection) throws -> Pending {
        guard let hash = token?.hash else { throw ProviderRefusal.nothingPending }
        let now = site.clock.now()
        let row: Row? = try db.first(
            "SELECT id, sealed_content, address FROM account_pending_identity WHERE token_hash = \(hash) AND expires_at > \(now)")
        guard let row else { throw ProviderRefusal.nothingPending }
        let content = try JSONDecoder().decode(Content.self, from: Data(site.key.open(row.content, context: Self.context(hash))))
        return Pending(id: row.id, content: content, address: row.address)
    }

    /// Sends a fresh code to an address; earlier ones count no more. `network` is where it is asked from.
    func sendCode(
        for pending: Pending, to address: EmailAddress, provider name: String, from network: String, in language: Language
    ) async throws {
        guard emails.mayWrite(to: address, from: network) else { throw ProviderRefusal.tooManyEmails }
        let code = Self.newCode()
        let hash = hash(of: code, pending.id)
        let email = Email(
            subject: "Your code is \(code)",
            paragraphs: [
                "Someone, probably you, signed in with \(name) and this address.",
                "Enter this code on the page to continue: \(code)", "It’s valid for half an hour. If it wasn’t you, ignore this email.",
            ])
        try await site.write(by: nil) { write in
            let changed = try write.run(
                """
                UPDATE account_pending_identity SET address = \(address.text), code_hash = \(hash), letters = letters + 1, wrong_codes = 0,
                    changed_at = \(write.now) WHERE id = \(pending.id) AND letters < \(Self.mostEmails)
                """)
            guard changed == 1 else { throw ProviderRefusal.tooManyEmails }
            try mailer.send(email, to: address.text, language: language, in: write)
        }
    }

    /// What a try with a code led to.
    enum Judgement: Sendable {
        /// It is the one that was sent to this address.
        case right(String)
        case wrong(left: Int)
    }

    /// Compares a code, in the transaction of what it is for. The last wrong one ends the wait. A wrong try has to be committed, so
    /// it is an answer and not an error.
    func judge(_ code: String, for pending: Pending, in db: any Connection) throws -> Judgement {
        let typed = hash(of: code.filter(\.isNumber), pending.id)
        let row: Row3<[UInt8]?, String?, Int>? = try db.first(
            "SELECT code_hash, address, wrong_codes FROM account_pending_identity WHERE id = \(pending.id)")
        guard let row, let known = row.first, let address = row.second else { throw ProviderRefusal.nothingPending }
        if constantTimeEquals(known, typed) { return .right(address) }
        let left = Self.mostWrongCodes - row.third - 1
        if left <= 0 {
            try remove(pending, in: db)
        } else {
            try db.run("UPDATE account_pending_identity SET wrong_codes = wrong_codes + 1 WHERE id = \(pending.id)")
        }
        return .wrong(left: left)
    }

    /// Ends the wait.
    func remove(_ pending: Pending, in db: any Connection) throws {
        guard try db.run("DELETE FROM account_pending_identity WHERE id = \(pending.id)") == 1 else { throw ProviderRefusal.nothingPending }
    }

    private func hash(of code: String, _ id: Int64) -> [UInt8] {
        hmacSHA256(Array("\(id):\(code)".utf8), key: site.key.derived(for: "provider-code"))
    }

    /// Six digits, each as likely as any other.
    private static func newCode() -> String {
        var generator = SystemRandomNumberGenerator()
        let number = Int.random(in: 0..<1_000_000, using: &generator)
        let digits = String(number)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    private static func context(_ hash: [UInt8]) -> String { "pending-identity:\(hash.hex)" }
}
