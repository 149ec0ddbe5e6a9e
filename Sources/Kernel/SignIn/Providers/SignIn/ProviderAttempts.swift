import Core
import Crypto
import Database
import Foundation
import Platform

/// Attempts to sign in through a provider, from the moment the browser leaves until it comes back: each counts once, in the browser
/// that began it, for ten minutes.
struct ProviderAttempts: Sendable {
    let site: Site

    static let life: Duration = .seconds(600)

    /// What an attempt is for.
    enum Purpose: String, Codable, Sendable {
        case signIn = "sign-in"
        /// Adding a provider to the account of whoever is signed in.
        case link
        /// Proving again that it is still the same person.
        case confirm
    }

    /// What the server remembers of an attempt.
    struct Attempt: Sendable {
        var purpose: Purpose
        var person: PersonID?
        var authorization: AuthorizationRequest
        var then: String
        var keep: Bool
        var begunAt: Instant
        /// What came back in a form that another site sent, and waits to be fetched.
        var callback: AuthorizationResponse?
    }

    /// The sealed part: secrets that whoever reads the database must not use.
    private struct Secrets: Codable {
        var authorization: AuthorizationRequest
        var then: String
        var keep: Bool
    }

    private struct Row: SQLRow, Codable, Sendable {
        let id: Int64
        let browser: [UInt8]
        let purpose: String
        let person: PersonID?
        let secrets: [UInt8]
        let answer: [UInt8]?
        let expiresAt: Instant

        init(row: inout RowReader) throws {
            id = try row.next()
            browser = try row.next()
            purpose = try row.next()
            person = try row.next()
            secrets = try row.next()
            answer = try row.next()
            expiresAt = try row.next()
        }
    }

    /// Remembers an attempt that `browser` begins, and answers what it sends along.
    func begin(
        _ purpose: Purpose, with method: SignInMethod, for person: PersonID?, from browser: Token, returnAddress: String, then: String, keep: Bool
    ) async throws -> AuthorizationRequest {
        let state = Token()
        let authorization = AuthorizationRequest(state: state.text, nonce: Token().text, verifier: Token().text, returnAddress: returnAddress)
        let hash = state.hash
        let secrets = try seal(Secrets(authorization: authorization, then: then, keep: keep), "secrets", hash)
        try await site.write(by: person, once: nil) { write in
            try write.run("DELETE FROM account_provider_attempt WHERE expires_at < \(write.now)")
            try write.run(
                """
                INSERT INTO account_provider_attempt
                    (state_hash, browser_hash, provider, purpose, person_id, sealed_secrets, expires_at, changed_at, changed_by)
                VALUES (\(hash), \(browser.hash), \(method.rawValue), \(purpose.rawValue), \(person), \(secrets),
                    \(write.now + Self.life), \(write.now), \(person))
                """)
        }
        return authorization
    }

    /// Keeps what a provider posted through the browser, for the request that follows with the browser's cookies. The first post
    /// counts; without its state it could not have been made.
    func park(_ callback: AuthorizationResponse, state: String, with method: SignInMethod) async throws {
        guard let hash = Token(state)?.hash else { return }
        let sealed = try seal(callback, "answer", hash)
        try await site.write(by: nil, once: nil) { write in
            _ = try write.run(
                """
                UPDATE account_provider_attempt SET sealed_answer = \(sealed), changed_at = \(write.now)
                WHERE state_hash = \(hash) AND provider = \(method.rawValue) AND expires_at > \(write.now) AND sealed_answer IS NULL
                """)
        }
    }

    /// Uses an attempt up.
    /// - Throws: ``ProviderRefusal/attemptOver`` when there is none of that state, ``ProviderRefusal/otherBrowser`` when another
    ///   browser began it; it is used up in either case.
    func take(state: String?, with method: SignInMethod, in browser: Token?) async throws -> Attempt {
        guard let hash = state.flatMap(Token.init)?.hash else { throw ProviderRefusal.attemptOver }
        let now = site.clock.now()
        let found: Row? = try await site.write(by: nil, once: nil) { write in
            let row: Row? = try write.first(
                """
                SELECT id, browser_hash, purpose, person_id, sealed_secrets, sealed_answer, expires_at FROM account_provider_attempt
                WHERE state_hash = \(hash) AND provider = \(method.rawValue)
                """)
            guard let row, try write.run("DELETE FROM account_provider_attempt WHERE id = \(row.id)") == 1 else { return nil }
            return row
        }
        guard let found, found.expiresAt > now, let purpose = Purpose(rawValue: found.purpose) else { throw ProviderRefusal.attemptOver }
        guard let browser, constantTimeEquals(browser.hash, found.browser) else { throw ProviderRefusal.otherBrowser }
        let secrets: Secrets = try open(found.secrets, "secrets", hash)
        return Attempt(
            purpose: purpose, person: found.person, authorization: secrets.authorization, then: secrets.then, keep: secrets.keep,
            begunAt: found.expiresAt - Self.life,
            callback: try found.answer.map { try open($0, "answer", hash) })
    }

    private func seal(_ value: some Encodable, _ part: String, _ hash: [UInt8]) throws -> [UInt8] {
        site.key.seal([UInt8](try JSONEncoder().encode(value)), context: "provider-attempt:\(part):\(hash.hex)")
    }

    private func open<Value: Decodable>(_ sealed: [UInt8], _ part: String, _ hash: [UInt8]) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(site.key.open(sealed, context: "provider-attempt:\(part):\(hash.hex)")))
    }
}
