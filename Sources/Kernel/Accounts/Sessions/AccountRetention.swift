import Core
import Database
import Foundation
import Jobs
import Platform

/// Forgets at night what has run out and what nobody came back for: sessions, links in emails, half-finished sign-ins.
struct AccountRetention: Sendable {
    static let job = Job<NoPayload>("accounts.keeping")
    /// The tables of what ends by itself, at its `expires_at`.
    static let tables = ["account_session", "account_mail_link", "account_pending_identity", "account_provider_attempt", "account_spent_ticket"]

    let site: Site

    var kind: JobKind { JobKind(Self.job, limit: 1) { (_, _) in try await run() } }

    var schedule: Schedule { Schedule(Self.job, .daily(hour: 3, minute: 35, timeZone: site.configuration.zone)) }

    private func run() async throws {
        let now = min(site.clock.now(), site.clock.continuous())
        try await site.write(by: nil) { write in
            for table in Self.tables {
                try write.run("DELETE FROM \(raw: table) WHERE expires_at < \(now)")
            }
        }
    }
}
