import Core
import Database
import Platform

/// Reports are the only thing here that belongs to somebody.
struct StatisticsData: PersonalData {
    let site: Site
    let folder = "statistics"
    var title: Text { "Saved reports" }

    private struct Exported: Encodable {
        let name: String
        let query: String
        let isShared: Bool
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let reports = try await site.database.readInBackground { db in
            try db.all(
                "SELECT \(SavedReport.columns) FROM statistics_report WHERE person_id = \(person) ORDER BY id LIMIT 1000" as Query<SavedReport>)
        }
        guard !reports.isEmpty else { return }
        try export.add(reports.map { Exported(name: $0.name, query: $0.query, isShared: $0.isShared) }, as: "reports.json", "Your saved reports")
    }

    func erase(_ person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM statistics_report WHERE person_id = \(person)")
    }
}
