import Core
import Database
import Platform

/// What the library keeps about its readers: the language in which they want to see books. Who handed an item in is staff's work and
/// stays as a number, which the erasure empties.
struct LibraryPersonalData: PersonalData {
    let database: Database

    let folder = "library"
    var title: Text { LibraryApp.manifest.name }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let (language, uploads) = try await database.readInBackground { db in
            (
                try db.first("SELECT language FROM library_reader WHERE person_id = \(person)" as Query<String?>) ?? nil,
                try db.all("SELECT file_name FROM library_upload WHERE created_by = \(person) ORDER BY id LIMIT 100000" as Query<String>)
            )
        }
        try export.add(["languageOfBooks": language], as: "choices.json", "Language of books")
        if !uploads.isEmpty { try export.add(uploads, as: "uploads.json", "Files that you uploaded") }
    }

    func erase(_ person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM library_reader WHERE person_id = \(person)")
    }
}
