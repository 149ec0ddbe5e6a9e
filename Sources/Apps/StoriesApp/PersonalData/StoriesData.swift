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
    let news: ParticipantNews

    var folder: String { "stories" }
    var title: Text { StoriesApp.manifest.name }

    /// Stories one by one, so that the longest shelf of books never lies in memory.
    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let stories = try await site.database.read { db in try db.all(.begun(by: person, limit: 20_000)) }
        for story in stories {
            let people = try await site.database.read { db in
                try ParticipantRole.allCases.map { role in
                    try People.names(of: Set(db.all(.participants(of: story.id, as: role)).map(\.person)), in: db).values.sorted()
                }
            }
            let chapters = try await site.database.read { db in
                try db.all(.chapters(of: story.id)).map { chapter in
                    ExportedChapter(
                        title: chapter.title, text: try ChapterHistory(chapter: chapter.id, db: db).text(at: chapter.head),
                        notes: try ChapterNotes.read(chapter.id, in: db), isPublished: chapter.isShown,
                        isShownToFirstReaders: try db.first(.shownDraft(of: chapter.id)) != nil,
                        scheduledAt: chapter.scheduledAt?.rfc3339, changedAt: chapter.changedAt.rfc3339)
                }
            }
            try export.add(
                ExportedStory(
                    title: story.details.title, description: story.details.description, language: story.details.language.rawValue,
                    rating: story.details.rating.rawValue, isPublished: story.isPublished, createdAt: story.createdAt.rfc3339,
                    coauthors: people[0], firstReaders: people[1], chapters: chapters),
                as: "story-\(story.id).json", "“\(story.details.title)” with all its chapters")
            for picture in try await site.database.read({ db in try db.all(.everyPicture(of: story.id)) }) {
                let isCover = picture.place == .cover
                try export.add(
                    fileAt: site.media.url(picture.file.large), as: "story-\(story.id)-\(isCover ? "cover" : "picture")-\(picture.id).jpg",
                    isCover ? "Cover of “\(story.details.title)”" : "Picture in “\(story.details.title)”")
            }
        }
        let links = try await site.database.read { db in try db.all(.invitationLinks(of: person, limit: 20_000)) }
        if !links.isEmpty { try export.add(links.map(ExportedLink.init), as: "invitation-links.json", "Links that you created to invite people") }
        let written = try await participations(of: person, as: .author)
        if !written.isEmpty { try export.add(written, as: "co-authored.json", "Stories that you were invited to write with others") }
        let read = try await participations(of: person, as: .reader)
        if !read.isEmpty { try export.add(read, as: "first-reader.json", "Stories that you were invited to read before they’re published") }
    }

    private func participations(of person: PersonID, as role: ParticipantRole) async throws -> [ExportedParticipation] {
        try await site.database.read { db in
            try db.all(.participations(of: person, as: role, limit: 20_000)).compactMap { row in
                try db.first(.story(row.story)).map { try ExportedParticipation(row, $0, startedBy: Authors.name(of: $0.author, in: db)) }
            }
        }
    }

    /// A story belongs to whoever wrote it: it goes, unless others write it too. Then it is theirs, and whoever joined first takes it over.
    func erase(_ person: PersonID, in write: Write) throws {
        let joined = try write.all(.participations(of: person, as: .author, limit: 20_000)).filter(\.hasAccepted).map(\.story)
        try write.run("DELETE FROM stories_participant WHERE person_id = \(person)")
        try write.run("DELETE FROM stories_invitation_link WHERE accepted_by = \(person)")
        if let email = try write.first(.person(person))?.email { try write.run("DELETE FROM stories_invitation_link WHERE email = \(email)") }
        for id in joined { try publishing.refresh(id, in: write) }
        for story in try write.all(.begun(by: person, limit: 20_000)) {
            if try handOver(story, in: write) { continue }
            for chapter in try write.all(.chapters(of: story.id)) { try moderation.withdraw(ChapterSubject.key(chapter.id), in: write) }
            try Drafts.withdraw(write.all(.draftStates(of: story.id)).map(\.chapter), from: moderation, in: write)
            try Comments.withdraw(where: "story_id = \(story.id) AND is_on_draft = 1", from: moderation, in: write)
            try moderation.withdraw(StorySubject.key(story.id), in: write)
            try publishing.delete(story, in: write)
            try pictures.removeAll(of: story.id, in: write)
        }
        try write.run("DELETE FROM stories_story WHERE author_id = \(person)")
        try publishing.enterAuthor(person, in: write)
        for table in [
            "stories_story", "stories_chapter", "stories_chapter_text", "stories_chapter_notes", "stories_revision", "stories_conflict",
            "stories_release", "stories_picture", "stories_participant", "stories_draft", "stories_draft_earlier",
            "stories_invitation_link",
        ] {
            try write.run("UPDATE \(raw: table) SET changed_by = NULL WHERE changed_by = \(person)")
        }
    }
}

extension StoriesData {
    /// Gives a story to the co-author who joined first. Invitations were their predecessor's; first readers go on.
    /// - Returns: false where nobody else writes it.
    private func handOver(_ story: Story, in write: Write) throws -> Bool {
        guard let next = try write.all(.accepted(for: [story.id])).first?.second else { return false }
        try write.run("DELETE FROM stories_participant WHERE story_id = \(story.id) AND (person_id = \(next) OR accepted_at IS NULL)")
        try write.run("DELETE FROM stories_invitation_link WHERE story_id = \(story.id)")
        try write.run("UPDATE stories_story SET author_id = \(next) WHERE id = \(story.id)")
        try write.audit(.update, AuditName(ParticipantRole.author.auditEntity, story.id), ["is": "handed over"])
        try publishing.refresh(story.id, in: write)
        try news.handedOver(story, to: next, in: write)
        return true
    }
}

/// A story that somebody takes part in, or was invited to.
private struct ExportedParticipation: Encodable {
    let title: String
    let startedBy: String
    let invitedAt: String
    let acceptedAt: String?
    let declinedAt: String?

    init(_ row: Participant, _ story: Story, startedBy: String) {
        title = story.details.title
        self.startedBy = startedBy
        invitedAt = row.invitedAt.rfc3339
        acceptedAt = row.acceptedAt?.rfc3339
        declinedAt = row.declinedAt?.rfc3339
    }
}

/// A link that somebody made.
private struct ExportedLink: Encodable {
    let story: Int64
    let role: String
    let email: String?
    let madeAt: String
    let expiresAt: String
    let answeredAt: String?

    init(_ link: InvitationLink) {
        story = link.story.number
        role = link.role.rawValue
        email = link.email
        madeAt = link.madeAt.rfc3339
        expiresAt = link.expiresAt.rfc3339
        answeredAt = link.answeredAt?.rfc3339
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
    let firstReaders: [String]
    let chapters: [ExportedChapter]
}

private struct ExportedChapter: Encodable {
    let title: String
    let text: String
    let notes: String
    let isPublished: Bool
    let isShownToFirstReaders: Bool
    let scheduledAt: String?
    let changedAt: String
}
