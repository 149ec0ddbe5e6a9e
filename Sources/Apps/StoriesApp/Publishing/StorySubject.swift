import Core
import Database
import Moderation
import Platform
import Web

/// What Moderation asks and tells about the titles and descriptions of stories (STO-038).
struct StorySubject: ModeratedSubject {
    static let kind = "stories.story"

    let publishing: StoryPublishing

    var kind: String { Self.kind }
    var name: Text { "Story" }
    var mention: SubjectMention { SubjectMention("a story", titled: "the story") }
    var app: String { StoriesApp.manifest.id }
    var moderators: Permission { .storiesModerate }
    var reasons: [ModerationReason] { ModerationReason.ofWorks }
    var filterPolicy: FilterPolicy { .fiction }

    /// The name of a story in other parts.
    static func key(_ id: StoryID) -> SubjectKey { SubjectKey(kind: kind, id: id.number) }

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let story = try db.first(.story(StoryID(id))) else { return nil }
        return SubjectSnapshot(
            author: story.author, title: story.details.title, text: story.details.words.joined(separator: "\n"), link: StoriesPaths.story(story.id),
            writtenAt: story.changedAt, publicTitle: story.shownTitle)
    }

    func titled(_ words: String, most: Int) -> Query<Int64>? { .stories(titled: words, most: most) }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool { try db.first(.story(StoryID(id)))?.isShown ?? false }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let story = try write.first(.story(StoryID(id))) else { return }
        let statements = StoryStatements(db: write, now: write.now, person: nil)
        switch decision {
        case .accept:
            try statements.show(story.details, of: story.id)
            try statements.judge(story.id, .accepted)
        case .reject(let reason, let manual): try statements.judge(story.id, .rejected, reason: reason, isManual: manual)
        case .hold(let reason): try statements.judge(story.id, .pending, reason: reason)
        case .remove(let reason):
            try statements.judge(story.id, .rejected, reason: reason, isManual: true)
            try statements.setRemoved(true, story.id)
        }
        try publishing.refresh(story.id, in: write)
    }
}

extension Query where Row == Int64 {
    /// The newest stories with each of these words in their titles.
    static func stories(titled words: String, most: Int) -> Self {
        "SELECT id FROM stories_story WHERE \(sql: .containsEach(words, in: "coalesce(shown_title, title)")) ORDER BY id DESC LIMIT \(most)"
    }
}
