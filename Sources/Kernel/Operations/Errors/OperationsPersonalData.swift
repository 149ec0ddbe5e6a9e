import Core
import Database
import Platform

/// What the part knows about people: the failures they met, and what they wrote about them. The log of who did what stays as it
/// is, for it cannot be changed; it names people by number, and the number means nobody once the account is gone.
struct OperationsPersonalData: PersonalData {
    let site: Site
    var folder: String { "operations" }
    var title: Text { "Errors that you reported" }

    private struct Report: Encodable {
        let at: String
        let path: String
        let words: String?
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let records = try await site.database.readInBackground { db in
            try db.all(
                "SELECT \(ErrorRecord.columns) FROM operations_error WHERE person_id = \(person) ORDER BY id LIMIT 10000" as Query<ErrorRecord>)
        }
        try export.add(records.map { Report(at: $0.at.rfc3339, path: $0.path, words: $0.words) }, as: "errors.json", "Errors that you reported")
    }

    func erase(_ person: PersonID, in write: Write) throws {
        try write.run(
            "UPDATE operations_error SET person_id = NULL, words = NULL, changed_by = NULL WHERE person_id = \(person) OR changed_by = \(person)")
        try write.run("UPDATE operations_backup SET changed_by = NULL WHERE changed_by = \(person)")
    }
}
