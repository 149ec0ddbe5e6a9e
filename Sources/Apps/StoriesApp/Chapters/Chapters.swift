import Audit
import Core
import Database
import Documents
import Events
import Foundation
import Localization
import Media
import Moderation
import Platform
import Web

/// Chapters as their authors write and publish them. Every write is one transaction with its verdict and its audit entry.
struct Chapters: Sendable {
    let site: Site
    let stories: Stories
    let moderation: Moderation
    let publishing: StoryPublishing
    let rendering: ChapterRendering
    private let texts = RecentTexts()

    /// A chapter with the text that its author works on.
    struct Manuscript: Sendable {
        let story: Story
        let chapter: Chapter
        /// Its place among the chapters, counted from 1.
        let number: Int
        let count: Int
        let text: String
        let notes: String
        let conflicts: [Conflict]
        /// Whose wordings they are.
        let hands: ConflictHands
        /// Who writes the story, whoever began it first; and who has the chapter open.
        let authors: [PersonID]
        let writer: PersonID
        /// What its first readers are shown.
        let draft: DraftState?

        /// Whether who has it open began the story.
        var isOwner: Bool { story.author == writer }
        /// Whether its publication shows the story to readers who don't see it yet, or no longer; an empty chapter is refused instead.
        var opensStory: Bool { !story.isPublished && ReadWords.count(text) > 0 }
    }

    /// A chapter of a story that somebody writes, to be written in.
    func manuscript(_ id: ChapterID, of author: PersonID) async throws -> Manuscript {
        try await site.database.read { db in
            let (story, chapter) = try writes(id, author, in: db)
            let text = try ChapterHistory(chapter: id, db: db).text(at: chapter.head)
            let conflicts = try db.all(.conflicts(of: id)).filter { $0.isOpen(in: text) }
            return Manuscript(
                story: story, chapter: chapter, number: try db.one(.number(of: chapter)), count: try db.one(.chapterCount(of: story.id)),
                text: text, notes: try ChapterNotes.read(id, in: db),
                conflicts: conflicts, hands: try ConflictHands(conflicts, of: id, in: db), authors: try Authors.ids(of: story, in: db),
                writer: author,
                draft: try db.first(.draftState(of: id)))
        }
    }

    /// How far somebody is with their goal for the day; nil where they have none.
    func progress(of author: PersonID, in zone: TimeZone) async throws -> GoalProgress? {
        try await site.database.read { db in
            guard let goal = try db.first(.member(author))?.wordsPerDay else { return nil }
            return GoalProgress(goal: goal, today: try WritingDays.words(of: author, on: Day(site.clock.now(), in: zone), in: db))
        }
    }

    /// Adds an empty chapter at the end.
    func add(to story: StoryID, by author: PersonID) async throws -> ChapterID {
        try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            _ = try stories.writes(story, author, in: write)
            let id = try ChapterStatements(write).insert(into: story)
            try write.audit(.create, AuditName("stories.chapter", id))
            return id
        }
    }

    /// Adds chapters with their text at the end, all or none; `pages` become one chapter after the others.
    func add(
        _ drafts: [ChapterImport.Draft], pages: [PageImport.Page] = [], to story: StoryID, by author: PersonID, on device: String
    ) async throws {
        try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            let language = try stories.writes(story, author, in: write).details.language
            for draft in try drafts + chapter(of: pages, in: story, language, write) {
                let id = try ChapterStatements(write).insert(into: story)
                let save = ChapterSave(base: 0, change: .text(draft.text), title: draft.title, device: device)
                _ = try ChapterSaving(write: write, texts: texts).save(save, to: write.one(.chapter(id)))
            }
            try write.audit(.update, AuditName("stories.story", story), ["imported": String(drafts.count)])
        }
    }

    /// The chapter that shows pages, each with its words beneath.
    private func chapter(of pages: [PageImport.Page], in story: StoryID, _ language: Language, _ write: Write) throws -> [ChapterImport.Draft] {
        guard !pages.isEmpty else { return [] }
        let parts = try pages.enumerated().flatMap { index, page in
            let words = site.messages.render("Page \(index + 1)" as Text, in: language, timeZone: site.configuration.zone)
            let id = try stories.pictures.add(page.picture, words: words, to: story, in: write)
            return [try write.one(.picture(id)).markdown, page.text].filter { !$0.isEmpty }
        }
        let text = parts.joined(separator: "\n\n")
        guard text.length <= Chapter.longestText else { throw SaveRefusal.tooLong }
        return [ChapterImport.Draft(title: "", text: text)]
    }

    /// Keeps what was written. Somebody who is banned may still keep their own words; they only don't become public.
    /// - Parameter zone: the author's, by which new words count to a day; nil counts them to none.
    func save(_ save: ChapterSave, to id: ChapterID, by author: PersonID, in zone: TimeZone? = nil) async throws -> SavedChapter {
        let source = try await site.database.read { db in try SaveSource(writes(id, author, in: db).1, base: save.base, texts, in: db) }
        let plan = try SavePlan(save, from: source)
        return try await site.write(by: author) { write in
            // Who writes it may have changed meanwhile.
            let (chapter, authors) = try written(id, by: author, in: write)
            var saved = try ChapterSaving(write: write, texts: texts).save(save, to: chapter, planned: plan)
            if let notes = save.notes { saved.notes = try ChapterNotes.save(notes, of: id, in: write) }
            if let day = zone.map({ Day(write.now, in: $0) }) {
                saved.wordsToday = try WritingDays.note(saved.added, of: author, on: day, in: write)
            }
            try tell("saved", SaveEvent(chapter: id, head: saved.head), authors, in: write)
            return saved
        }
    }

    /// The screens of the story's authors follow this.
    static let topic = StoryPublishing.topic

    func tell(_ kind: String, _ event: SaveEvent, _ authors: [PersonID], in write: Write) throws {
        for author in authors { try write.emit(Self.topic, to: .person(author), kind: kind, event) }
    }

    /// Makes an earlier text the newest one, as a change of its own.
    /// - Returns: the revision that was the newest before; nil where its text is the same.
    func restore(_ number: Int, of id: ChapterID, by author: PersonID, on device: String) async throws -> Int? {
        try await site.write(by: author) { write in
            let (_, chapter) = try writes(id, author, in: write)
            guard try write.first(.revision(number, of: id)) != nil else { throw Problem.notFound }
            let text = try ChapterHistory(chapter: id, db: write).text(at: number)
            let save = ChapterSave(base: chapter.head, change: .text(text), device: device, restored: number)
            let saved = try ChapterSaving(write: write, texts: texts).save(save, to: chapter)
            return saved.head == chapter.head ? nil : chapter.head
        }
    }

    /// Settles a conflict: the wording that isn't kept is taken out of the text, where it still stands as it did.
    /// - Returns: the revision that has both wordings; nil where both stay.
    func settle(
        _ conflict: ConflictID, of id: ChapterID, keeping choice: ConflictChoice, by author: PersonID, on device: String
    ) async throws -> Int? {
        try await site.write(by: author) { write in
            let (_, chapter) = try writes(id, author, in: write)
            guard let found = try write.all(.conflicts(of: id)).first(where: { $0.id == conflict }) else { throw Problem.notFound }
            var text = try ChapterHistory(chapter: id, db: write).text(at: chapter.head)
            let dropped = choice == .first ? found.second : choice == .second ? found.first : ""
            let kept = choice == .first ? found.first : found.second
            if choice != .both, let both = text.range(of: [found.first, found.second].filter { !$0.isEmpty }.joined(separator: "\n\n")) {
                text.replaceSubrange(both, with: kept)
            } else if !dropped.isEmpty, let place = text.range(of: dropped) {
                text.replaceSubrange(place, with: "")
            }
            // What the text itself shows isn't noted down: then undoing it brings the question back.
            if found.isOpen(in: text) { try settle(conflict, in: write) }
            let save = ChapterSave(base: chapter.head, change: .text(text), device: device)
            let saved = try ChapterSaving(write: write, texts: texts).save(save, to: chapter)
            return saved.head == chapter.head ? nil : chapter.head
        }
    }

    /// Settles a conflict without a change of the text, or asks again.
    func keepBoth(_ conflict: ConflictID, of id: ChapterID, _ isSettled: Bool, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            _ = try writes(id, author, in: write)
            guard try write.all(.conflicts(of: id)).contains(where: { $0.id == conflict }) else { throw Problem.notFound }
            try settle(conflict, isSettled, in: write)
        }
    }

    private func settle(_ conflict: ConflictID, _ isSettled: Bool = true, in write: Write) throws {
        let moment = isSettled ? write.now : nil
        try write.run(
            """
            UPDATE stories_conflict SET settled_at = \(moment), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(conflict)
            """)
    }

    /// Moves a chapter by one place, up or down.
    func move(_ id: ChapterID, by step: Int, for author: PersonID) async throws {
        try await move(id, for: author) { $0 + step }
    }

    /// Moves a chapter to a place, counted from 1; beyond the last is the last.
    func move(_ id: ChapterID, to place: Int, for author: PersonID) async throws {
        try await move(id, for: author) { _ in place - 1 }
    }

    private func move(_ id: ChapterID, for author: PersonID, to target: @escaping @Sendable (Int) -> Int) async throws {
        try await site.write(by: author) { write in
            let (story, chapter) = try writes(id, author, in: write)
            var order = try write.all(.chapters(of: story.id)).map(\.id)
            guard let at = order.firstIndex(of: id) else { return }
            let place = min(max(target(at), 0), order.count - 1)
            guard place != at else { return }
            order.insert(order.remove(at: at), at: place)
            try ChapterStatements(write).arrange(order)
            try publishing.refresh(story.id, in: write)
            try tell("moved", SaveEvent(chapter: id, head: chapter.head), write.all(.authors(of: story.id)), in: write)
        }
    }

    /// The chapter as it is now, as the reader takes it.
    /// - Throws: `ConversionRefusal`.
    func rendered(_ manuscript: Manuscript) async throws -> ConvertedSection {
        try await rendered(manuscript.text, title: manuscript.chapter.title, in: manuscript.story.id)
    }

    /// Any text of a chapter, as the reader takes it.
    /// - Throws: `ConversionRefusal`.
    func rendered(_ text: String, title: String, in story: StoryID) async throws -> ConvertedSection {
        let known = try await site.database.read { db in try db.all(.pictures(of: story, .chapter)) }
        return try await rendering.render(text, title: title, pictures: known.map(\.id))
    }

    /// Sends the chapter as it is now in to be read by others, and opens the story with it (STO-030).
    /// - Throws: ``StoryRefusal/undecided(_:)`` while two wordings of a paragraph wait for a choice; what ``release(of:by:)`` throws.
    func publish(_ id: ChapterID, by author: PersonID) async throws -> ReleaseStatus {
        try await requireDecided(id, by: author)
        let release = try await release(of: id, by: author)
        return try await site.write(by: author) { write in try send(release, by: author, in: write) }
    }

    /// Readers are shown one wording of a paragraph, or two that their author wants.
    /// - Throws: ``StoryRefusal/undecided(_:)``.
    func requireDecided(_ id: ChapterID, by author: PersonID) async throws {
        guard try await manuscript(id, of: author).conflicts.isEmpty else { throw StoryRefusal.undecided(id) }
    }

    /// The chapter as it is now, made ready for readers.
    /// - Throws: ``StoryRefusal/emptyChapter``, `ConversionRefusal`.
    func release(of id: ChapterID, by author: PersonID) async throws -> Release {
        let manuscript = try await manuscript(id, of: author)
        guard ReadWords.count(manuscript.text) > 0 else { throw StoryRefusal.emptyChapter }
        let section = try await rendered(manuscript)
        return Release(
            chapter: id, revision: manuscript.chapter.head, title: manuscript.chapter.title, html: section.html, text: section.text,
            words: section.words)
    }

    /// Sends a chapter in within a write of its own.
    func send(_ release: Release, by author: PersonID, in write: Write) throws -> ReleaseStatus {
        let id = release.chapter
        try stories.requireOpen(author, in: write)
        let (story, _) = try writes(id, author, in: write)
        let statements = ChapterStatements(write)
        try ChapterSchedule.end(of: id, in: write)
        try statements.insert(release)
        // No longer a draft: what is decided about it may show it.
        try statements.judge(id, .pending)
        try write.audit(.update, AuditName("stories.chapter", id), ["is": "sent"])
        let shown = try release.marks.ids.compactMap { try write.first(.picture($0)) }
        _ = try moderation.submit(
            ChapterSubject.key(id), author: author, text: release.said, attachments: shown.map(\.file.large.digest),
            language: story.details.language, doubt: stories.pictures.doubt(shown), counterparts: [DraftSubject.key(id)], in: write)
        if !story.isPublished { try stories.open(story, true, by: author, in: write) }
        try publishing.refresh(story.id, in: write)
        return try write.one(.chapter(id)).status
    }

    /// Hides a chapter from readers. Its text, its history and what readers said of it are kept; reports still wait for a moderator.
    func unpublish(_ id: ChapterID, by author: PersonID) async throws -> StoryID {
        try await site.write(by: author) { write in
            let (story, chapter) = try writes(id, author, in: write)
            guard chapter.isShown else { return story.id }
            try moderation.withdraw(ChapterSubject.key(id), hasPublic: true, in: write)
            try ChapterStatements(write).hide(id)
            try ChapterSchedule.end(of: id, in: write)
            try write.audit(.update, AuditName("stories.chapter", id), ["is": "unpublished"])
            try publishing.refresh(story.id, in: write)
            return story.id
        }
    }

    /// Removes a chapter for good, with its history (STO-031).
    func delete(_ id: ChapterID, by author: PersonID) async throws -> StoryID {
        try await site.write(by: author) { write in
            let (story, _) = try writes(id, author, in: write)
            guard story.author == author else { throw StoryRefusal.notStarter }
            guard try write.one(.chapterCount(of: story.id)) > 1 else { throw StoryRefusal.lastChapter }
            try moderation.withdraw(ChapterSubject.key(id), in: write)
            try ChapterSchedule.end(of: id, in: write)
            try Drafts.withdraw([id], from: moderation, in: write)
            try Comments.withdraw(where: "chapter_id = \(id)", from: moderation, in: write)
            try ChapterStatements(write).delete(id)
            try write.audit(.delete, AuditName("stories.chapter", id))
            try publishing.refresh(story.id, in: write)
            return story.id
        }
    }

    /// A chapter that somebody writes, with all authors of its story: what a save asks, which comes with every pause in writing.
    private func written(_ id: ChapterID, by person: PersonID, in db: any Connection) throws -> (Chapter, [PersonID]) {
        guard let chapter = try db.first(.chapter(id)) else { throw Problem.notFound }
        let authors = try db.all(.authors(of: chapter.story))
        // Says how it is refused, too.
        if !authors.contains(person) { _ = try writes(id, person, in: db) }
        return (chapter, authors)
    }

    /// A chapter of a story that somebody writes, with the story.
    func writes(_ id: ChapterID, _ person: PersonID, in db: any Connection) throws -> (Story, Chapter) {
        guard let chapter = try db.first(.chapter(id)) else { throw Problem.notFound }
        return (try stories.writes(chapter.story, person, in: db), chapter)
    }
}

/// What the other devices of a story's authors are told of a save.
struct SaveEvent: Codable {
    let chapter: ChapterID
    let head: Int
}
