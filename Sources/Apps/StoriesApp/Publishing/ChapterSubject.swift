import Core
import Database
import Moderation
import Platform
import Web

/// What Moderation asks and tells about chapters (STO-038).
struct ChapterSubject: ModeratedSubject {
    static let kind = "stories.chapter"

    let publishing: StoryPublishing
    let pictures: StoryPictures
    let drafts: Drafts

    var kind: String { Self.kind }
    var name: Text { "Chapter" }
    var mention: SubjectMention { SubjectMention("a chapter", titled: "the chapter") }
    var app: String { StoriesApp.manifest.id }
    var moderators: Permission { .storiesModerate }
    var reasons: [ModerationReason] { ModerationReason.ofWorks }
    var filterPolicy: FilterPolicy { .fiction }

    /// The name of a chapter in other parts.
    static func key(_ id: ChapterID) -> SubjectKey { SubjectKey(kind: kind, id: id.number) }

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let chapter = try db.first(.chapter(ChapterID(id))), let release = try db.first(.newest(of: chapter.id)),
            let story = try db.first(.story(chapter.story))
        else { return nil }
        return SubjectSnapshot(
            author: try release.sender(in: db) ?? story.author, title: release.title.isEmpty ? story.readersTitle : release.title,
            text: release.said.joined(separator: "\n"), link: StoriesPaths.story(story.id),
            writtenAt: chapter.changedAt, context: [story.readersTitle],
            pictures: release.marks.all.map { SubjectPicture(address: StoriesPaths.picture($0.picture, .large), words: $0.words) })
    }

    func titled(_ words: String, most: Int) -> Query<Int64>? {
        """
        SELECT r.chapter_id FROM stories_release r WHERE \(sql: .containsEach(words, in: "r.title"))
            AND NOT EXISTS (SELECT 1 FROM stories_release n WHERE n.chapter_id = r.chapter_id AND n.revision > r.revision)
        ORDER BY r.chapter_id DESC LIMIT \(most)
        """
    }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool {
        guard let chapter = try db.first(.chapter(ChapterID(id))), let story = try db.first(.story(chapter.story)) else { return false }
        return chapter.isShown && story.isShown
    }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let chapter = try write.first(.chapter(ChapterID(id))), let release = try write.first(.newest(of: chapter.id)) else { return }
        let statements = ChapterStatements(db: write, now: write.now, person: nil)
        switch decision {
        case .accept:
            // Its author took it back meanwhile: a report that comes to nothing doesn't publish it.
            guard chapter.status != .draft else { return }
            try statements.judge(chapter.id, .accepted)
            for picture in release.marks.ids { try pictures.judge(picture, .accepted, in: write) }
            try statements.show(release.revision, of: chapter.id)
            try drafts.end(chapter.id, of: chapter.story, publishedAt: release.revision, in: write)
            if chapter.publishedAt == nil { try StoryStatements(db: write, now: write.now, person: nil).noteChapter(chapter.story) }
        case .reject(let reason, let manual): try statements.judge(chapter.id, .rejected, reason: reason, isManual: manual)
        case .hold(let reason): try statements.judge(chapter.id, .pending, reason: reason)
        case .remove(let reason):
            try statements.judge(chapter.id, .rejected, reason: reason, isManual: true)
            try statements.setRemoved(true, chapter.id)
        }
        try publishing.refresh(chapter.story, in: write)
    }
}

extension FilterPolicy {
    /// Fiction is judged as fiction: what a character says is no insult, and money and addresses belong to a plot. What is doubtful goes to
    /// people; nothing that somebody wrote ends at a machine.
    static let fiction = FilterPolicy(
        [
            .profanity: .hold, .money: .accept, .contact: .accept, .repeated: .hold, .toxicity: .accept, .harm: .accept,
            .exclusion: .accept,
        ], guesses: .accept,
        excusedInSpeech: [.profanity, .hate, .toxicity, .money], asksPeople: true, usualPerHour: 60)
}
