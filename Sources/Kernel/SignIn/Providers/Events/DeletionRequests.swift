import Accounts
import Core
import Crypto
import Database
import Foundation
import Jobs
import Platform

/// Requests to delete somebody's data that come through a provider, and what became of them.
///
/// Who has another way in keeps the account: what came from the provider goes. For everybody else the account is what came from the
/// provider, and it is erased whole.
struct DeletionRequests: Sendable {
    let site: Site
    let events: ProviderEvents
    let erasure: Erasure
    let identities: Identities
    let pictures: Pictures

    static let job = Job<Order>("accounts.provider-deletion")

    /// How far a request has come.
    enum State: String, Sendable {
        case waiting
        /// The account is erased.
        case erased
        /// What came from the provider is deleted; the account stays.
        case unlinked
        /// Nothing was here.
        case unknown
    }

    /// What the page about a request says.
    struct Status: SQLRow, Sendable {
        let provider: String
        let state: State
        let requestedAt: Instant
        let finishedAt: Instant?

        init(row: inout RowReader) throws {
            provider = try row.next()
            state = State(rawValue: try row.next()) ?? .waiting
            requestedAt = try row.next()
            finishedAt = try row.next()
        }
    }

    /// Whom to forget. The subject is sealed: a job outlives what it is about.
    struct Order: Codable, Sendable {
        var request: Int64
        var issuer: String
        var name: String
        var sealedSubject: String
        var issuedAt: Instant
    }

    /// How long it can be looked up what became of a request.
    private static let kept: Duration = .seconds(365 * 86_400)
    private static let context = "account.provider-deletion"

    /// Takes a request whose signature was checked; the same one again changes nothing and gets the same code.
    func take(_ text: String, _ signed: SignedRequest, from method: SignInMethod, issuer: String, name: String) async throws -> String {
        let hash = sha256(Array(text.utf8))
        let code = Array(hmacSHA256(hash, key: site.key.derived(for: Self.context)).prefix(16)).base64URL
        let sealed = site.key.seal(Array(signed.subject.utf8), context: Self.context).base64URL
        try await site.write(by: nil) { write in
            try write.run("DELETE FROM account_provider_deletion WHERE requested_at < \(write.now - Self.kept)")
            let ids = try write.all(
                """
                INSERT INTO account_provider_deletion (code_hash, provider, state, requested_at, changed_at, changed_by)
                VALUES (\(sha256(Array(code.utf8))), \(method.rawValue), 'waiting', \(write.now), \(write.now), \(write.actor))
                ON CONFLICT (code_hash) DO NOTHING RETURNING id
                """ as Query<Int64>)
            for id in ids {
                try write.enqueue(
                    Self.job, Order(request: id, issuer: issuer, name: name, sealedSubject: sealed, issuedAt: signed.issuedAt))
            }
        }
        return code
    }

    /// What became of a request; nil when there is none of that code.
    func status(_ code: String) async throws -> Status? {
        guard code.utf8.count <= 64 else { return nil }
        let hash = sha256(Array(code.utf8))
        return try await site.database.read { db in
            try db.first("SELECT provider, state, requested_at, finished_at FROM account_provider_deletion WHERE code_hash = \(hash)")
        }
    }

    var kind: JobKind { JobKind(Self.job, limit: 1) { (order: Order, _: JobContext) in try await carryOut(order) } }

    private func carryOut(_ order: Order) async throws {
        guard let sealed = [UInt8](base64URL: order.sealedSubject) else { return }
        let subject = String(decoding: try site.key.open(sealed, context: Self.context), as: UTF8.self)
        let provided = ProvidedIdentity(issuer: order.issuer, subject: subject, email: nil, isEmailProven: false, name: nil, picture: nil)
        let found = try await site.database.read { db -> (identity: IdentityRecord, isOnlyWay: Bool)? in
            guard let identity = try db.first(.identity(provided)) else { return nil }
            return (identity, try identities.isOnlyWay(identity, in: db))
        }
        guard let found else { return try await finish(order, .unknown) }
        if found.isOnlyWay {
            do {
                try await erasure.erase(found.identity.person)
                return try await finish(order, .erased)
            } catch AdministrationRefusal.lastOwner {
                // A site without an owner helps nobody; what came from the provider goes all the same.
            }
        }
        let outcome = try await site.write(by: nil) { write in
            try pictures.remove(of: found.identity.person, in: write)
            return try events.end(
                subject, of: order.issuer, provider: order.name, .deleted, at: order.issuedAt, in: write)
        }
        try await finish(order, outcome == .unknown ? .unknown : .unlinked)
    }

    private func finish(_ order: Order, _ state: State) async throws {
        try await site.write(by: nil) { write in
            _ = try write.run(
                """
                UPDATE account_provider_deletion SET state = \(state.rawValue), finished_at = \(write.now), changed_at = \(write.now)
                WHERE id = \(order.request) AND state = 'waiting'
                """)
        }
    }
}
