import Core
import Database
import Platform

/// Letters to people, as long as they are kept.
struct MailPersonalData: PersonalData {
    let site: Site

    let folder = "mail"

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let letters = try await site.database.report { db in
            try db.all(
                "SELECT address, created_at FROM mail_letter WHERE person_id = \(person) ORDER BY id LIMIT 100000" as Query<Row2<String, Instant>>)
        }
        try export.add(letters.map { ["to": $0.first, "at": $0.second.rfc3339] }, as: "letters.json")
    }

    func erase(_ person: PersonID, in db: any Connection) throws {
        try db.run("DELETE FROM mail_letter WHERE person_id = \(person)")
    }
}
