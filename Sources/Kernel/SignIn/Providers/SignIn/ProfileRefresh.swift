import Accounts
import Core
import Database
import Jobs
import Platform

/// Asks a provider again for the name and the picture of somebody whose profile was looked at (RES-005).
///
/// The page never waits for it: it shows what is known, and the next look shows what the provider says. A person is asked about at
/// most once in ten minutes, whoever looks and however often.
public struct ProfileRefresh: Sendable {
    let site: Site
    let identities: Identities
    let refreshTokens: RefreshTokens

    static let job = Job<Order>("accounts.refresh-profile")
    /// How long what a provider said counts as fresh.
    static let rest: Duration = .seconds(600)

    /// Whose name and picture to ask for.
    struct Order: Codable, Sendable {
        var identity: IdentityID
    }

    private struct Kept: SQLRow {
        let identity: IdentityRecord
        let subject: String
        let sealed: [UInt8]

        init(row: inout RowReader) throws {
            identity = try IdentityRecord(row: &row)
            subject = try row.next()
            sealed = try row.next()
        }
    }

    /// Notes that a profile was looked at.
    public func viewed(_ person: PersonID) async throws {
        guard site.value(of: AccountsSettings.freshProfiles) else { return }
        let now = site.clock.now()
        let due: Query<IdentityID> = """
            SELECT id FROM account_identity WHERE person_id = \(person) AND sealed_refresh_token IS NOT NULL
                AND refreshed_at < \(now - Self.rest) ORDER BY id LIMIT 5
            """
        guard try await !site.database.read({ try $0.all(due) }).isEmpty else { return }
        try await site.write(by: nil, once: nil) { write in
            for identity in try write.all(due) {
                try write.run("UPDATE account_identity SET refreshed_at = \(write.now) WHERE id = \(identity)")
                try write.enqueue(Self.job, Order(identity: identity), key: identity.description)
            }
        }
    }

    /// Asks. A provider that is away is asked again at the next look.
    func kind(_ registry: ProviderRegistry) -> JobKind {
        JobKind(Self.job, retries: 1, timeout: .seconds(60)) { (order: Order, _: JobContext) in try await ask(order.identity, registry) }
    }

    private func ask(_ id: IdentityID, _ registry: ProviderRegistry) async throws {
        let kept: Kept? = try await site.database.read { db in
            try db.first(
                """
                SELECT \(IdentityRecord.columns), subject, sealed_refresh_token FROM account_identity
                WHERE id = \(id) AND sealed_refresh_token IS NOT NULL
                """)
        }
        guard let kept, let method = SignInMethod(rawValue: kept.identity.provider),
            let token = refreshTokens.open(kept.sealed, method), let configuration = site.configuration.providers[method.rawValue],
            let provider = registry.provider(method, configuration) as? OpenIDProvider
        else { return }
        do throws(ProviderFailure) {
            guard var told = try await provider.profile(of: kept.subject, token) else { return }
            told.email = told.email ?? kept.identity.email
            let said = told
            try? await site.write(by: nil) { write in
                try identities.refresh(kept.identity, from: said, isSignIn: false, in: write)
            }
        } catch {
            site.log(.notice, "provider.refresh-failed", ["provider": .string(method.rawValue), "cause": .string("\(error)")])
            // The person took the permission back: it is not asked for again behind their back.
            guard case .codeRefused = error else { return }
            try await site.write(by: nil) { write in
                _ = try write.run(
                    "UPDATE account_identity SET sealed_refresh_token = NULL WHERE id = \(id) AND sealed_refresh_token = \(kept.sealed)")
            }
        }
    }
}
