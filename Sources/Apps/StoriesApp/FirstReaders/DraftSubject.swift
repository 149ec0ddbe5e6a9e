import Core
import Database
import Moderation
import Platform
import Web

/// What Moderation asks and tells about drafts (STO-038). They are shown to a few people, so moderators see those that were stopped or
/// reported alone; and their words are judged as those of the chapter are.
struct DraftSubject: ModeratedSubject {
    static let kind = "stories.draft"

    let pictures: StoryPictures
    let news: DraftNews

    var kind: String { Self.kind }
    var name: Text { "Draft" }
    var mention: SubjectMention { SubjectMention("a draft", titled: "the draft") }
    var app: String { StoriesApp.manifest.id }
    var moderators: Permission { .storiesModerate }
    var reasons: [ModerationReason] { ModerationReason.ofWorks }
    var isPrivate: Bool { true }
    var filterPolicy: FilterPolicy { .fiction }

    /// The name of a chapter's draft in other parts.
    static func key(_ id: ChapterID) -> SubjectKey { SubjectKey(kind: kind, id: id.number) }

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let draft = try db.first(.draft(of: ChapterID(id))), let chapter = try db.first(.chapter(ChapterID(id))),
            let story = try db.first(.story(chapter.story))
        else { return nil }
        let release = draft.release
        return SubjectSnapshot(
            author: draft.sender ?? story.author, title: release.title.isEmpty ? story.details.title : release.title,
            text: release.said.joined(separator: "\n"), link: StoriesPaths.draft(chapter.id), writtenAt: draft.shownAt,
            context: [story.details.title],
            pictures: release.marks.all.map { SubjectPicture(address: StoriesPaths.picture($0.picture, .large), words: $0.words) })
    }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool {
        try DraftAccess.isOpen(ChapterID(id), to: person, in: db)
    }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        let chapter = ChapterID(id)
        guard let draft = try write.first(.draft(of: chapter)), let story = try write.first(.story(write.one(.chapter(chapter)).story)) else {
            return
        }
        switch decision {
        case .accept:
            try judge(chapter, .accepted, in: write)
            try DraftStatements(write).forgetEarlier(of: chapter)
            for picture in draft.release.marks.ids { try pictures.judge(picture, .accepted, in: write) }
            if !draft.isShown { try news.shown(draft, of: story, in: write) }
        case .hold(let reason): try judge(chapter, .pending, reason, in: write)
        case .reject(let reason, _):
            try judge(chapter, .rejected, reason, in: write)
            if try write.first(.shownDraft(of: chapter)) == nil { try news.ended(chapter, of: story.id, in: write) }
        case .remove(let reason):
            try judge(chapter, .rejected, reason, in: write)
            try DraftStatements(write).forgetEarlier(of: chapter)
            try news.ended(chapter, of: story.id, in: write)
        }
    }

    private func judge(_ chapter: ChapterID, _ status: ReleaseStatus, _ reason: Text? = nil, in write: Write) throws {
        try write.run(
            """
            UPDATE stories_draft SET status = \(status), reason = \(try reason.map { try StoredJSON($0) }), changed_at = \(write.now)
            WHERE chapter_id = \(chapter)
            """)
    }
}
