import Core
import Database
import Web

/// Somebody's way to the draft of a chapter: that of the story's authors, who always have it, or of a first reader, while they are shown one.
/// Everything that shows a draft, or what is said about it, asks here.
struct DraftAccess: Sendable {
    let story: Story
    let chapter: Chapter
    /// The last that was shown; an author's may wait for a moderator, or be gone. First readers have the last that was accepted.
    let draft: Draft?
    /// Whether first readers see one, which may be an earlier one than their author's.
    let isShown: Bool
    let isAuthor: Bool

    /// - Throws: `notFound` for everybody else, moderators among them; what only people of age may read says so.
    static func of(_ person: PersonID?, to id: ChapterID, in db: any Connection) throws -> DraftAccess {
        guard let person, let chapter = try db.first(.chapter(id)), let story = try db.first(.story(chapter.story)) else {
            throw Problem.notFound
        }
        let shown = try db.first(.shownDraft(of: id))
        if try Authors.isAuthor(person, of: story, in: db) {
            return DraftAccess(story: story, chapter: chapter, draft: try db.first(.draft(of: id)), isShown: shown != nil, isAuthor: true)
        }
        try requireReader(person, of: story, backTo: StoriesPaths.draft(id), in: db)
        guard !chapter.isRemoved, let shown else { throw Problem.notFound }
        return DraftAccess(story: story, chapter: chapter, draft: shown, isShown: true, isAuthor: false)
    }

    /// Whether somebody finds the draft of a chapter.
    static func isOpen(_ id: ChapterID, to person: PersonID, in db: any Connection) throws -> Bool {
        do {
            return try of(person, to: id, in: db).isShown
        } catch is Problem {
            return false
        }
    }

    /// - Throws: `notFound` unless somebody is a first reader of a story.
    static func requireReader(_ person: PersonID, of story: Story, backTo page: String, in db: any Connection) throws {
        guard !story.isRemoved, try db.first(.participant(person, of: story.id, as: .reader))?.hasAccepted == true else {
            throw Problem.notFound
        }
        guard try !story.isMature || OfAge.isConfirmed(by: person, in: db) else { throw OfAge.refusal(backTo: page) }
    }

    /// Whether somebody sees a picture in a draft.
    static func shows(_ picture: StoryPicture, to person: PersonID?, in db: any Connection) throws -> Bool {
        guard let person else { return false }
        return try db.all(.drafts(showing: picture)).contains { try isOpen($0, to: person, in: db) }
    }
}
