import Accounts
import Audit
import Core
import Database
import Moderation
import Platform
import Web

/// Stories as their authors keep them. Every write is one transaction with its verdict and its audit entry.
struct Stories: Sendable {
    let site: Site
    let moderation: Moderation
    let publishing: StoryPublishing
    let pictures: StoryPictures
    let bans: Bans

    /// A new story with its first, empty chapter.
    /// - Throws: ``PictureRefusal`` for its cover; then there is no story.
    func create(
        _ details: StoryDetails, cover: PictureChange = .keep, by author: PersonID
    ) async throws -> (story: StoryID, chapter: ChapterID) {
        let made = try await pictures.covers.withPicture(of: cover) { [self] picture in
            try await site.write(by: author) { write in
                try requireOpen(author, in: write)
                let story = try StoryStatements(write).insert(details, author: author)
                let chapter = try ChapterStatements(write).insert(into: story)
                try write.audit(.create, AuditName("stories.story", story))
                if let picture { try pictures.setCover(picture, of: write.one(.story(story)), by: author, in: write) }
                return [story.number, chapter.number]
            }
        }
        return (StoryID(made[0]), ChapterID(made[1]))
    }

    /// Changes what its author says of it. What readers see follows once it is accepted.
    /// - Throws: ``PictureRefusal`` for its cover; then nothing is changed.
    func edit(_ id: StoryID, _ details: StoryDetails, cover: PictureChange = .keep, by author: PersonID) async throws {
        try await pictures.covers.withPicture(of: cover) { [self] picture in
            try await site.write(by: author) { write in
                try requireOpen(author, in: write)
                let story = try writes(id, author, in: write)
                if cover != .keep { try pictures.setCover(picture, of: story, by: author, in: write) }
                guard story.details != details else { return }
                try StoryStatements(write).update(id, details)
                try write.audit(.update, AuditName("stories.story", id))
                if story.status != .draft, story.details.words != details.words || story.status == .rejected {
                    try submit(id, details, by: author, in: write)
                }
                try publishing.refresh(id, in: write)
            }
        }
    }

    /// Changes the cover alone.
    /// - Throws: ``PictureRefusal``; then the cover stays.
    func setCover(_ change: PictureChange, of id: StoryID, by author: PersonID) async throws -> Story {
        _ = try await site.database.read { db in try writes(id, author, in: db) }
        try await pictures.covers.withPicture(of: change) { [self] picture in
            try await site.write(by: author) { write in
                try requireOpen(author, in: write)
                try pictures.setCover(picture, of: writes(id, author, in: write), by: author, in: write)
            }
        }
        return try await site.database.read { db in try db.one(.story(id)) }
    }

    /// Opens a story to readers or closes it (STO-030). A closed one stays closed: its scheduled chapters no longer go out.
    /// - Returns: whether chapters were scheduled.
    func setPublished(_ isPublished: Bool, _ id: StoryID, by author: PersonID) async throws -> Bool {
        try await site.write(by: author) { write in
            try requireOpen(author, in: write)
            let story = try writes(id, author, in: write)
            guard story.isPublished != isPublished else { return false }
            if isPublished, story.chapterCount == 0 { throw StoryRefusal.nothingToPublish }
            try open(story, isPublished, by: author, in: write)
            let scheduled = isPublished ? [] : try write.all(.chapters(of: id)).filter { $0.scheduledAt != nil }
            for chapter in scheduled { try ChapterSchedule.end(of: chapter.id, in: write) }
            try publishing.refresh(id, in: write)
            return !scheduled.isEmpty
        }
    }

    /// The same within a write of its own; its title and description are judged before they are seen.
    func open(_ story: Story, _ isPublished: Bool, by author: PersonID, in write: Write) throws {
        try StoryStatements(write).setPublished(isPublished, story.id)
        try write.audit(.update, AuditName("stories.story", story.id), ["is": isPublished ? "published" : "unpublished"])
        if isPublished, story.status == .draft { try submit(story.id, story.details, by: author, in: write) }
        if isPublished { try pictures.submitCover(of: story.id, by: author, in: write) }
    }

    /// Removes a story for good, with everything in it (STO-031).
    func delete(_ id: StoryID, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            let story = try owns(id, author, in: write)
            let authors = try Authors.ids(of: story, in: write)
            for chapter in try write.all(.chapters(of: id)) {
                try moderation.withdraw(ChapterSubject.key(chapter.id), in: write)
                if chapter.scheduledAt != nil { try ChapterSchedule.end(of: chapter.id, in: write) }
            }
            try moderation.withdraw(StorySubject.key(id), in: write)
            try Drafts.withdraw(write.all(.draftStates(of: id)).map(\.chapter), from: moderation, in: write)
            try Comments.withdraw(where: "story_id = \(id)", from: moderation, in: write)
            try publishing.delete(story, in: write)
            try pictures.removeAll(of: id, in: write)
            try StoryStatements(write).delete(id)
            for author in authors { try publishing.enterAuthor(author, in: write) }
            try write.audit(.delete, AuditName("stories.story", id))
        }
    }

    /// A story that somebody writes, alone or with others. Of somebody else's, only what everybody sees is admitted to exist.
    func writes(_ id: StoryID, _ person: PersonID, in db: any Connection) throws -> Story {
        guard let story = try db.first(.story(id)) else { throw Problem.notFound }
        guard try Authors.isAuthor(person, of: story, in: db) else { throw story.isShown ? StoryRefusal.notYours : Problem.notFound as any Error }
        return story
    }

    /// A story that somebody began: they alone delete it, and choose who writes it with them.
    func owns(_ id: StoryID, _ person: PersonID, in db: any Connection) throws -> Story {
        let story = try writes(id, person, in: db)
        guard story.author == person else { throw StoryRefusal.notStarter }
        return story
    }

    /// Whoever is banned writes nothing here; also when that came while the request was on its way.
    func requireOpen(_ author: PersonID, in db: any Connection) throws { try bans.requireOpen(StoriesApp.manifest.id, to: author, in: db) }

    /// Whether somebody may write here.
    func isOpen(to author: PersonID, in db: any Connection) throws -> Bool {
        try bans.active(of: author, from: StoriesApp.manifest.id, in: db) == nil && People.isActive(author, in: db)
    }

    private func submit(_ id: StoryID, _ details: StoryDetails, by author: PersonID, in write: Write) throws {
        _ = try moderation.submit(StorySubject.key(id), author: author, text: details.words, language: details.language, in: write)
    }
}

extension StoryDetails {
    /// Everything that the filter reads.
    var words: [String] { [title, description, tags.joined(separator: ", ")].filter { !$0.isEmpty } }
}
