import Audit
import Core
import Database
import Media
import Moderation
import Platform
import Web

/// Showing chapters to a story's first readers before they are published, and taking them back. Nothing of it is public: search, feeds, counts
/// and updates know what was published, and drafts are in a table of their own.
struct Drafts: Sendable {
    let site: Site
    let chapters: Chapters
    let moderation: Moderation
    let pictures: StoryPictures
    let news: DraftNews

    /// Shows the chapter as it is now, in the place of what was shown before.
    /// - Throws: ``DraftRefusal``, `ConversionRefusal`.
    func show(_ id: ChapterID, by author: PersonID) async throws -> ReleaseStatus {
        let release: Release
        do {
            release = try await chapters.release(of: id, by: author)
        } catch StoryRefusal.emptyChapter {
            throw DraftRefusal.empty
        }
        return try await site.write(by: author) { write in try show(release, by: author, in: write) }
    }

    private func show(_ release: Release, by author: PersonID, in write: Write) throws -> ReleaseStatus {
        let id = release.chapter
        try chapters.stories.requireOpen(author, in: write)
        let (story, chapter) = try chapters.writes(id, author, in: write)
        guard !story.isRemoved, !chapter.isRemoved else { throw DraftRefusal.removed }
        guard !story.isShown || !chapter.isShown || chapter.shownRevision != release.revision else { throw DraftRefusal.published }
        let known = try write.first(.draftState(of: id))
        // The same text again is no news.
        if let known, known.revision == release.revision, known.status != .rejected { return known.status }
        if known?.status == .accepted { try DraftStatements(write).keepEarlier(of: id) }
        try write.run(
            """
            INSERT INTO stories_draft (\(Release.columns), status, shown_at, changed_at, changed_by)
            VALUES (\(id), \(release.revision), \(release.title), \(release.html), \(release.text), \(release.words), \(ReleaseStatus.pending),
                \(write.now), \(write.now), \(author))
            ON CONFLICT (chapter_id) DO UPDATE SET revision = excluded.revision, title = excluded.title, html = excluded.html,
                text = excluded.text, words = excluded.words, status = excluded.status, reason = NULL, shown_at = excluded.shown_at,
                changed_at = excluded.changed_at, changed_by = excluded.changed_by
            """)
        try write.audit(.update, AuditName("stories.chapter", id), ["is": "shown to first readers"])
        let shown = try release.marks.ids.compactMap { try write.first(.picture($0)) }
        let decision = try moderation.submit(
            DraftSubject.key(id), author: author, text: release.said, attachments: shown.map(\.file.large.digest),
            language: story.details.language, doubt: pictures.doubt(shown), counterparts: [ChapterSubject.key(id)], in: write)
        if decision != .accept, try write.first(.shownDraft(of: id)) == nil { try news.ended(id, of: story.id, in: write) }
        return try write.first(.draftState(of: id))?.status ?? .pending
    }

    /// Takes a draft back. What first readers said of it stays with the authors.
    func end(_ id: ChapterID, by author: PersonID) async throws -> StoryID {
        try await site.write(by: author) { write in
            let (story, _) = try chapters.writes(id, author, in: write)
            guard try end(id, of: story.id, in: write) else { return story.id }
            try write.audit(.update, AuditName("stories.chapter", id), ["is": "no longer shown to first readers"])
            return story.id
        }
    }

    /// Ends the draft of a chapter that everybody can read by now.
    /// - Parameter revision: what everybody reads; a later draft goes on.
    func end(_ id: ChapterID, of story: StoryID, publishedAt revision: Int, in write: Write) throws {
        guard let known = try write.first(.draftState(of: id)) else { return }
        if known.revision <= revision { _ = try end(id, of: story, in: write) } else { try DraftStatements(write).forgetEarlier(of: id) }
    }

    private func end(_ id: ChapterID, of story: StoryID, in write: Write) throws -> Bool {
        try news.ended(id, of: story, in: write)
        try moderation.withdraw(DraftSubject.key(id), in: write)
        try DraftStatements(write).forgetEarlier(of: id)
        return try write.run("DELETE FROM stories_draft WHERE chapter_id = \(id)") > 0
    }

    /// Takes the drafts of chapters out of Moderation's queue before they go with them.
    static func withdraw(_ chapters: [ChapterID], from moderation: Moderation, in write: Write) throws {
        for id in chapters { try moderation.withdraw(DraftSubject.key(id), in: write) }
    }
}

/// What becomes of the draft that was accepted before the newest one.
struct DraftStatements {
    let write: Write

    init(_ write: Write) { self.write = write }

    /// Keeps the accepted draft of a chapter while another one takes its place.
    func keepEarlier(of id: ChapterID) throws {
        try forgetEarlier(of: id)
        let columns: SQL = "\(Release.columns), shown_at, changed_at, changed_by"
        try write.run("INSERT INTO stories_draft_earlier (\(columns)) SELECT \(columns) FROM stories_draft WHERE chapter_id = \(id)")
    }

    func forgetEarlier(of id: ChapterID) throws { try write.run("DELETE FROM stories_draft_earlier WHERE chapter_id = \(id)") }
}
