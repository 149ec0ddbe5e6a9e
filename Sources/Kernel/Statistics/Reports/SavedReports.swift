import Accounts
import Audit
import Core
import Database
import Platform
import Web

/// Keeps reports. A kept report is a question only: whoever opens it sees what they may see anyway.
struct SavedReports: Sendable {
    let site: Site
    static let most = 100
    static let longestName = 80

    /// A person's own, and those that others share, by name.
    func all(for person: PersonID) async throws -> [(report: SavedReport, owner: String)] {
        try await site.database.read { db in
            let reports = try db.all(
                """
                SELECT \(SavedReport.columns) FROM statistics_report WHERE person_id = \(person) OR is_shared = 1 ORDER BY name, id LIMIT 500
                """ as Query<SavedReport>)
            let names = try People.names(of: Set(reports.map(\.owner)), in: db)
            return reports.map { ($0, names[$0.owner] ?? "") }
        }
    }

    /// One that a person may open.
    func find(_ id: SavedReportID, for person: PersonID) async throws -> SavedReport {
        try await site.database.read { db in
            let found = try db.first(
                """
                SELECT \(SavedReport.columns) FROM statistics_report WHERE id = \(id) AND (person_id = \(person) OR is_shared = 1)
                """ as Query<SavedReport>)
            guard let found else { throw Problem.notFound }
            return found
        }
    }

    /// Keeps a question under a name; the same name again replaces it.
    @discardableResult
    func save(_ request: ReportRequest, as name: String, isShared: Bool, by person: PersonID) async throws -> SavedReportID {
        let name = name.tidied()
        guard (1...Self.longestName).contains(name.count) else { throw ReportRefusal.badName }
        guard !request.measures.isEmpty else { throw ReportRefusal.empty }
        let query = request.query.encoded
        return try await site.write(by: person) { write in
            let others: Int = try write.one(
                "SELECT CAST(count(*) AS BIGINT) FROM statistics_report WHERE person_id = \(person) AND name <> \(name)")
            guard others < Self.most else { throw ReportRefusal.tooMany }
            let id = SavedReportID(
                try write.insert(
                    """
                    INSERT INTO statistics_report (name, query, person_id, is_shared, changed_at, changed_by)
                    VALUES (\(name), \(query), \(person), \(isShared), \(write.now), \(person))
                    ON CONFLICT (person_id, name) DO UPDATE SET query = excluded.query, is_shared = excluded.is_shared, changed_at = excluded.changed_at
                    """))
            try write.audit(.create, id, ["name": name, "query": query, "shared": String(isShared)])
            return id
        }
    }

    /// Shares an own report with other staff, or no longer.
    func share(_ id: SavedReportID, _ isShared: Bool, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let shared = try write.run(
                "UPDATE statistics_report SET is_shared = \(isShared), changed_at = \(write.now) WHERE id = \(id) AND person_id = \(person)")
            guard shared > 0 else { throw Problem.notFound }
            try write.audit(.update, id, ["shared": String(isShared)])
        }
    }

    /// Deletes an own report.
    func delete(_ id: SavedReportID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            let deleted = try write.run("DELETE FROM statistics_report WHERE id = \(id) AND person_id = \(person)")
            guard deleted > 0 else { throw Problem.notFound }
            try write.audit(.delete, id)
        }
    }
}

extension SavedReport: Audited {
    static var auditEntity: String { "statistics.report" }
}
