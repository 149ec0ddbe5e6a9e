import Core
import Database
import Moderation
import Platform
import Web

/// What Moderation asks and tells about comments (STO-038). They are people's own words to one another, so insults aren't excused as in a
/// story; the passage that one quotes is the author's, and is judged with the chapter.
struct CommentSubject: ModeratedSubject {
    /// Comments on drafts are of a kind of their own: moderators see one that was reported or stopped, and no other.
    let isOnDraft: Bool
    let news: CommentNews

    static func kind(onDraft: Bool) -> String { onDraft ? "stories.draft-comment" : "stories.comment" }

    var kind: String { Self.kind(onDraft: isOnDraft) }
    var isPrivate: Bool { isOnDraft }
    var name: Text { isOnDraft ? "Comment on a draft" : "Comment" }
    var mention: SubjectMention { SubjectMention("a comment", titled: "the comment") }
    var app: String { StoriesApp.manifest.id }
    var moderators: Permission { .storiesModerate }
    var reasons: [ModerationReason] { ModerationReason.ofRemarks }
    var filterPolicy: FilterPolicy { .aboutFiction }

    /// The name of a comment in other parts.
    static func key(_ comment: Comment) -> SubjectKey { key(comment.id, onDraft: comment.isOnDraft) }
    static func key(_ id: CommentID, onDraft: Bool = false) -> SubjectKey { SubjectKey(kind: kind(onDraft: onDraft), id: id.number) }

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let comment = try db.first(.comment(CommentID(id))), let author = comment.author, let story = try db.first(.story(comment.story))
        else { return nil }
        let answered = try comment.parent.flatMap { try db.first(.comment($0)) }
        return SubjectSnapshot(
            author: author, title: String(comment.words.tidied(limit: 60)), text: comment.words, link: StoriesPaths.comment(comment.id),
            writtenAt: comment.editedAt ?? comment.createdAt,
            context: [story.readersTitle] + [comment.quote?.quote.exact, answered?.shownWords].compactMap { $0 }, publicTitle: nil)
    }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool {
        guard let comment = try db.first(.comment(CommentID(id))), comment.isShown else { return false }
        guard !comment.isOnDraft else { return try DraftAccess.isOpen(comment.chapter, to: person, in: db) }
        return try db.first(.chapter(comment.chapter))?.isShown == true && db.first(.story(comment.story))?.isShown == true
    }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let comment = try write.first(.comment(CommentID(id))), !comment.isDeleted else { return }
        let statements = CommentStatements(db: write, now: write.now, person: nil)
        switch decision {
        case .accept:
            try statements.show(comment.id)
            if comment.publishedAt == nil { try news.tell(of: comment, in: write) }
        case .reject(let reason, let manual): try statements.judge(comment.id, .rejected, reason: reason, isManual: manual)
        case .hold(let reason): try statements.judge(comment.id, .pending, reason: reason)
        case .remove(let reason):
            try statements.judge(comment.id, .rejected, reason: reason, isManual: true)
            try statements.setRemoved(comment.id)
        }
    }

    func memento(of id: Int64, in db: any Connection) throws -> String? {
        try db.first(.comment(CommentID(id))).map { try StoredJSON(CommentMemento($0)).text }
    }

    func restore(_ memento: String, to id: Int64, in write: Write) throws {
        try CommentStatements(db: write, now: write.now, person: nil).restore(StoredJSON<CommentMemento>(text: memento).value, to: CommentID(id))
    }
}

extension FilterPolicy {
    /// What a character earns, or where they can be reached, is talk about a plot; what one says to other readers is judged as anywhere.
    static let aboutFiction = FilterPolicy([.money: .accept, .contact: .accept])
}
