import Accounts
import Audit
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
        let stories = try await site.database.read { db in try db.all(.begun(by: person, limit: 20_000)) }
        for story in stories {
            let coauthors = try await site.database.read { db in
                let people = try db.all(.coauthors(of: story.id)).map(\.person)
                return try People.names(of: Set(people), in: db).values.sorted()
            }
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
                    rating: story.details.rating.rawValue, isPublished: story.isPublished, createdAt: story.createdAt.rfc3339, coauthors: coauthors,
                    chapters: chapters),
                as: "story-\(story.id).json", "“\(story.details.title)” with all its chapters")
            for picture in try await site.database.read({ db in try db.all(.everyPicture(of: story.id)) }) {
                let isCover = picture.place == .cover
                try export.add(
                    fileAt: site.media.url(picture.file.large), as: "story-\(story.id)-\(isCover ? "cover" : "picture")-\(picture.id).jpg",
                    isCover ? "Cover of “\(story.details.title)”" : "Picture in “\(story.details.title)”")
            }
        }
        let shared = try await site.database.read { db in
            try db.all(.coauthorships(of: person, limit: 20_000)).compactMap { row in
                try db.first(.story(row.story)).map { try ExportedCoauthorship(row, $0, startedBy: Authors.name(of: $0.author, in: db)) }
            }
        }
        if !shared.isEmpty { try export.add(shared, as: "co-authored.json", "Stories that you were invited to write with others") }
    }

    /// A story belongs to whoever wrote it: it goes, unless others write it too. Then it is theirs, and whoever joined first takes it over.
    func erase(_ person: PersonID, in write: Write) throws {
        let joined = try write.all(.coauthorships(of: person, limit: 20_000)).filter(\.hasAccepted).map(\.story)
        try write.run("DELETE FROM stories_coauthor WHERE person_id = \(person)")
        for id in joined { try publishing.refresh(id, in: write) }
        for story in try write.all(.begun(by: person, limit: 20_000)) {
            if try handOver(story, in: write) { continue }
            for chapter in try write.all(.chapters(of: story.id)) { try moderation.withdraw(ChapterSubject.key(chapter.id), in: write) }
            try moderation.withdraw(StorySubject.key(story.id), in: write)
            try publishing.delete(story, in: write)
            try pictures.removeAll(of: story.id, in: write)
        }
        try write.run("DELETE FROM stories_story WHERE author_id = \(person)")
        try publishing.enterAuthor(person, in: write)
        for table in [
            "stories_story", "stories_chapter", "stories_chapter_text", "stories_chapter_notes", "stories_revision", "stories_conflict",
            "stories_release", "stories_picture", "stories_coauthor",
        ] {
            try write.run("UPDATE \(raw: table) SET changed_by = NULL WHERE changed_by = \(person)")
        }
    }
}

extension StoriesData {
    /// Gives a story to the co-author who joined first. Invitations were their predecessor's.
    /// - Returns: false where nobody else writes it.
    private func handOver(_ story: Story, in write: Write) throws -> Bool {
        guard let next = try write.all(.accepted(for: [story.id])).first?.second else { return false }
        try write.run("DELETE FROM stories_coauthor WHERE story_id = \(story.id) AND (person_id = \(next) OR accepted_at IS NULL)")
        try write.run("UPDATE stories_story SET author_id = \(next) WHERE id = \(story.id)")
        try write.audit(.update, AuditName(Coauthors.entity, story.id), ["is": "handed over"])
        try publishing.refresh(story.id, in: write)
        return true
    }
}

/// A story that somebody writes with whoever began it, or was invited to.
private struct ExportedCoauthorship: Encodable {
    let title: String
    let startedBy: String
    let invitedAt: String
    let acceptedAt: String?
    let declinedAt: String?

    init(_ coauthor: Coauthor, _ story: Story, startedBy: String) {
        title = story.details.title
        self.startedBy = startedBy
        invitedAt = coauthor.invitedAt.rfc3339
        acceptedAt = coauthor.acceptedAt?.rfc3339
        declinedAt = coauthor.declinedAt?.rfc3339
    }
}

private struct ExportedStory: Encodable {
    let title: String
    let description: String
    let language: String
    let rating: String
    let isPublished: Bool
    let createdAt: String
    /// Who wrote it besides, and who is invited to.
    let coauthors: [String]
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
