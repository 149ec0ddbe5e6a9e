import Accounts
import Audit
import Core
import Database
import Moderation
import Platform
import Reading
import Web

/// Writing, changing, hiding and deleting comments. Every write is one transaction with its verdict and its audit entry.
struct Comments: Sendable {
    let site: Site
    let stories: Stories
    let moderation: Moderation
    let publications: Publications

    /// Adds a comment to a chapter or to its draft, or an answer to a comment.
    func add(
        _ draft: CommentDraft, to id: ChapterID, onDraft: Bool = false, answering parent: CommentID? = nil, language: Language, by author: PersonID
    ) async throws
        -> CommentID
    {
        try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            let (chapter, text) = onDraft ? try shownDraft(of: id, to: author, in: write) : try shownText(of: id, in: write)
            var draft = draft
            if let quote = draft.quote {
                guard let text else { throw Problem.notFound }
                draft.quote = try CommentDraft.found(quote, in: text)
            }
            if let parent { try requireAnswerable(parent, on: id, onDraft: onDraft, by: author, in: write) }
            let made = try CommentStatements(write).insert(
                draft, on: chapter, onDraft: onDraft, parent: parent, author: author, language: language)
            try write.audit(.create, AuditName("stories.comment", made))
            try judge(CommentSubject.key(made, onDraft: onDraft), draft.words, by: author, language: language, in: write)
            return made
        }
    }

    /// Changes an own comment. Others see the earlier words until the new ones are accepted.
    func edit(_ id: CommentID, words: String, isSpoiler: Bool, language: Language, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            let comment = try own(id, author, in: write)
            guard comment.isEditable(at: write.now) else { throw CommentRefusal.tooLate }
            if comment.isOnDraft { _ = try DraftAccess.of(author, to: comment.chapter, in: write) }
            guard comment.words != words || comment.isSpoiler != isSpoiler else { return }
            try CommentStatements(write).update(id, words: words, isSpoiler: isSpoiler)
            try write.audit(.update, AuditName("stories.comment", id))
            if comment.words != words { try judge(CommentSubject.key(comment), words, by: author, language: language, in: write) }
        }
    }

    /// Deletes an own comment for good.
    func delete(_ id: CommentID, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            let comment = try own(id, author, in: write)
            try moderation.withdraw(CommentSubject.key(comment), in: write)
            try CommentStatements(write).delete(comment)
            try write.audit(.delete, AuditName("stories.comment", id))
        }
    }

    /// Takes a comment from the readers of one's story, or shows it again. Moderators go on seeing it, and reports of it go on waiting.
    func setHidden(_ isHidden: Bool, _ id: CommentID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard let comment = try write.first(.comment(id)), !comment.isDeleted, comment.shownWords != nil,
                let story = try write.first(.story(comment.story))
            else { throw Problem.notFound }
            guard try Authors.isAuthor(person, of: story, in: write) else {
                throw comment.isShown && !comment.isOnDraft ? CommentRefusal.notAuthor : Problem.notFound as any Error
            }
            guard comment.isHidden != isHidden else { return }
            try CommentStatements(write).setHidden(isHidden, id)
            try write.audit(.update, AuditName("stories.comment", id), ["is": isHidden ? "hidden" : "shown"])
        }
    }

    /// Asks moderators to look at what the filter stopped.
    func appeal(_ id: CommentID, message: String, by author: PersonID) async throws {
        try await site.write(by: author) { write in
            try stories.requireOpen(author, in: write)
            let comment = try own(id, author, in: write)
            guard comment.status == .rejected, !comment.isManual else { throw CommentRefusal.nothingToAppeal }
            try moderation.appeal(CommentSubject.key(comment), by: author, message: message, in: write)
        }
    }

    /// Takes the comments of a chapter, or of all chapters of a story, out of Moderation's queue before they go with it.
    static func withdraw(where condition: SQL, from moderation: Moderation, in write: Write) throws {
        let all = try write.all(
            "SELECT id, is_on_draft FROM stories_comment WHERE \(condition) ORDER BY id LIMIT 1000000" as Query<Row2<CommentID, Bool>>)
        for row in all { try moderation.withdraw(CommentSubject.key(row.first, onDraft: row.second), in: write) }
    }

    /// An own comment. Of somebody else's, only what everybody sees is admitted to exist.
    func own(_ id: CommentID, _ author: PersonID, in db: any Connection) throws -> Comment {
        guard let comment = try db.first(.comment(id)), !comment.isDeleted else { throw Problem.notFound }
        guard comment.author == author else {
            throw comment.isShown && !comment.isOnDraft ? CommentRefusal.notYours : Problem.notFound as any Error
        }
        return comment
    }

    /// A chapter that readers see, with its story.
    func readable(_ id: ChapterID, in db: any Connection) throws -> (story: Story, chapter: Chapter) {
        guard let chapter = try db.first(.chapter(id)), chapter.isShown, let story = try db.first(.story(chapter.story)), story.isShown else {
            throw Problem.notFound
        }
        return (story, chapter)
    }

    /// What readers see of a chapter, for passages to be quoted from.
    private func shownText(of id: ChapterID, in db: any Connection) throws -> (Chapter, String?) {
        let chapter = try readable(id, in: db).chapter
        let text = try db.first(
            "SELECT text FROM stories_release WHERE chapter_id = \(id) AND revision = \(chapter.shownRevision ?? 0)" as Query<String>)
        return (chapter, text)
    }

    /// What first readers see of it.
    private func shownDraft(of id: ChapterID, to person: PersonID, in db: any Connection) throws -> (Chapter, String?) {
        let access = try DraftAccess.of(person, to: id, in: db)
        guard let draft = access.draft, draft.isShown else { throw Problem.notFound }
        return (access.chapter, draft.release.text)
    }

    /// Answers stand one level deep, below what their author sees.
    private func requireAnswerable(
        _ id: CommentID, on chapter: ChapterID, onDraft: Bool, by person: PersonID, in db: any Connection
    ) throws {
        guard let parent = try db.first(.comment(id)), parent.chapter == chapter, parent.isOnDraft == onDraft, parent.parent == nil, parent.isShown
        else {
            throw Problem.notFound
        }
        let count = try db.one("SELECT count(*) FROM stories_comment WHERE parent_id = \(id)" as Query<Int>)
        guard count < Comment.mostReplies else { throw CommentRefusal.tooManyReplies }
    }

    private func judge(_ subject: SubjectKey, _ words: String, by author: PersonID, language: Language, in write: Write) throws {
        _ = try moderation.submit(subject, author: author, text: [words], language: language, in: write)
    }
}
