import Core
import Database
import Platform

/// One line in a person's list of sessions.
public struct SessionSummary: SQLRow, Sendable {
    public let id: SessionID
    public let label: String
    public let lastUsedAt: Instant

    public init(row: inout RowReader) throws {
        id = try row.next()
        label = try row.next()
        lastUsedAt = try row.next()
    }
}

extension Sessions {
    /// A person's live sessions, the last used first.
    public func list(of person: PersonID) async throws -> [SessionSummary] {
        let now = site.clock.now()
        return try await site.database.read { db in
            try db.all(
                """
                SELECT id, label, last_used_at FROM account_session
                WHERE person_id = \(person) AND expires_at > \(now) ORDER BY last_used_at DESC, id DESC LIMIT 50
                """ as Query<SessionSummary>)
        }
    }
}
