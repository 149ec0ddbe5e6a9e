import Core
import Database
import Moderation
import Platform
import Web

/// What Moderation asks and tells about covers (STO-038). They are judged beside title and description: a cover that waits holds up no story.
struct CoverSubject: ModeratedSubject {
    static let kind = "stories.cover"

    let pictures: StoryPictures

    var kind: String { Self.kind }
    var name: Text { "Cover" }
    var mention: SubjectMention { SubjectMention("a cover", titled: "the cover of") }
    var app: String { StoriesApp.manifest.id }
    var moderators: Permission { .storiesModerate }
    var reasons: [ModerationReason] { ModerationReason.ofWorks }
    var filterPolicy: FilterPolicy { .fiction }

    /// The name of the cover of a story in other parts.
    static func key(_ id: StoryID) -> SubjectKey { SubjectKey(kind: kind, id: id.number) }

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let story = try db.first(.story(StoryID(id))), let cover = try story.cover.flatMap({ try db.first(.picture($0)) }) else { return nil }
        return SubjectSnapshot(
            author: story.author, title: story.details.title, text: "", link: StoriesPaths.story(story.id), writtenAt: story.changedAt,
            publicTitle: story.shownTitle, pictures: [SubjectPicture(address: StoriesPaths.picture(cover.id, .large), words: "")])
    }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool {
        guard let story = try db.first(.story(StoryID(id))) else { return false }
        return story.isShown && story.shownCover != nil
    }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let story = try write.first(.story(StoryID(id))), let cover = story.cover else { return }
        switch decision {
        case .accept:
            try pictures.judge(cover, .accepted, in: write)
            try write.run("UPDATE stories_story SET shown_cover_id = \(cover) WHERE id = \(story.id)")
            try pictures.removeOldCovers(of: story.id, in: write)
        case .reject(let reason, _): try pictures.judge(cover, .rejected, reason: reason, in: write)
        case .hold(let reason): try pictures.judge(cover, .pending, reason: reason, in: write)
        case .remove(let reason):
            try pictures.judge(cover, .rejected, reason: reason, in: write)
            try write.run("UPDATE stories_story SET shown_cover_id = NULL WHERE id = \(story.id)")
            try pictures.removeOldCovers(of: story.id, in: write)
        }
        try write.invalidate(pictures.lists.shared)
    }
}
