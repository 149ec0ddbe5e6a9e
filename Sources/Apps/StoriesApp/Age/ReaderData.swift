import Core
import Database
import Platform

/// What somebody said of their age: their own, and gone with them (CORE-020).
struct ReaderData: PersonalData {
    let site: Site

    var folder: String { "stories-reading" }
    var title: Text { "How you read stories" }

    private struct Line: Encodable {
        let showsMatureStories: Bool
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let isOfAge = try await site.database.read { db in
            try db.first("SELECT is_of_age FROM stories_reader WHERE person_id = \(person)" as Query<Bool>)
        }
        if let isOfAge { try export.add(Line(showsMatureStories: isOfAge), as: "settings.json", "Whether mature stories are shown to you") }
    }

    func erase(_ person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM stories_reader WHERE person_id = \(person)")
        for table in ["stories_browse_tag", "stories_browse_tag_translation", "stories_tag_synonym", "stories_story_tag"] {
            try write.run("UPDATE \(raw: table) SET changed_by = NULL WHERE changed_by = \(person)")
        }
    }
}
