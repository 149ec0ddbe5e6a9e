import Core
import Database
import Media
import Moderation
import Platform

/// The app's share of what the site knows about a person (CORE-020).
struct StoriesData: PersonalData {
    let site: Site
    let moderation: Moderation
    let publishing: StoryPublishing
    let pictures: StoryPictures

    var folder: String { "stories" }
    var title: Text { StoriesApp.manifest.name }

    /// Stories one by one, so that the longest shelf of books never lies in memory.
    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let stories = try await site.database.read { db in try db.all(.own(by: person, limit: 20_000)) }
        for story in stories {
            let chapters = try await site.database.read { db in
                try db.all(.chapters(of: story.id)).map { chapter in
                    ExportedChapter(
                        title: chapter.title, text: try ChapterHistory(chapter: chapter.id, db: db).text(at: chapter.head),
                        notes: try ChapterNotes.read(chapter.id, in: db), isPublished: chapter.isShown,
                        scheduledAt: chapter.scheduledAt?.rfc3339, changedAt: chapter.changedAt.rfc3339)
                }
            }
            try export.add(
                ExportedStory(
                    title: story.details.title, description: story.details.description, language: story.details.language.rawValue,
                    rating: story.details.rating.rawValue, isPublished: story.isPublished, createdAt: story.createdAt.rfc3339, chapters: chapters),
                as: "story-\(story.id).json", "“\(story.details.title)” with all its chapters")
            for picture in try await site.database.read({ db in try db.all(.everyPicture(of: story.id)) }) {
                let isCover = picture.place == .cover
                try export.add(
                    fileAt: site.media.url(picture.file.large), as: "story-\(story.id)-\(isCover ? "cover" : "picture")-\(picture.id).jpg",
                    isCover ? "Cover of “\(story.details.title)”" : "Picture in “\(story.details.title)”")
            }
        }
    }

    /// Everything goes: a story belongs to whoever wrote it.
    func erase(_ person: PersonID, in write: Write) throws {
        for story in try write.all(.own(by: person, limit: 20_000)) {
            for chapter in try write.all(.chapters(of: story.id)) { try moderation.withdraw(ChapterSubject.key(chapter.id), in: write) }
            try moderation.withdraw(StorySubject.key(story.id), in: write)
            try publishing.delete(story, in: write)
            try pictures.removeAll(of: story.id, in: write)
        }
        try write.run("DELETE FROM stories_story WHERE author_id = \(person)")
        for table in [
            "stories_story", "stories_chapter", "stories_chapter_text", "stories_chapter_notes", "stories_revision", "stories_conflict",
            "stories_release", "stories_picture",
        ] {
            try write.run("UPDATE \(raw: table) SET changed_by = NULL WHERE changed_by = \(person)")
        }
    }
}

private struct ExportedStory: Encodable {
    let title: String
    let description: String
    let language: String
    let rating: String
    let isPublished: Bool
    let createdAt: String
    let chapters: [ExportedChapter]
}

private struct ExportedChapter: Encodable {
    let title: String
    let text: String
    let notes: String
    let isPublished: Bool
    let scheduledAt: String?
    let changedAt: String
}
