import Core
import Database
import Moderation
import Platform

/// What a first reader of the demo says of a draft.
struct DemoDraftComment: Decodable {
    let story: String
    let author: String
    let text: String
}

/// Those who take part in a demo story: they are invited and accept, its draft is shown to its first readers, and they say what they think, each thing once.
struct DemoCompany {
    let services: StoriesServices
    let people: [String: PersonID]
    /// Who accepts what the filter leaves to people.
    let judge: PersonID?

    func join(
        _ id: StoryID, _ script: DemoStory, coauthors: [String], readers: [String], comments: [DemoDraftComment]
    ) async throws {
        guard let author = people[script.author] else { return }
        for name in coauthors { try await bring(name, to: id, as: .author, by: author) }
        for name in readers { try await bring(name, to: id, as: .reader, by: author) }
        guard let draft = script.draft, let chapter = try await show(draft, of: id, by: author) else { return }
        for comment in comments {
            guard let reader = people[comment.author] else { continue }
            let words = try CommentDraft(CommentForm(words: comment.text, spoiler: false))
            _ = try await services.comments.add(words, to: chapter, onDraft: true, language: script.details.language, by: reader)
        }
    }

    private func bring(_ name: String, to story: StoryID, as role: ParticipantRole, by author: PersonID) async throws {
        guard let person = people[name] else { return }
        let known = try await services.site.database.read { db in try db.first(.participant(person, of: story, as: role)) }
        guard known == nil else { return }
        try await services.participants.invite(person, to: story, as: role, by: author)
        try await services.participants.accept(story, as: role, by: person)
    }

    /// - Returns: the chapter where it was shown just now; nil where it was before.
    private func show(_ draft: (title: String, body: String), of story: StoryID, by author: PersonID) async throws -> ChapterID? {
        let isThere = try await services.site.database.read { db in
            try db.first("SELECT id FROM stories_chapter WHERE story_id = \(story) AND title = \(draft.title) LIMIT 1" as Query<ChapterID>) != nil
        }
        guard !isThere else { return nil }
        let chapter = try await services.chapters.add(to: story, by: author)
        _ = try await services.chapters.save(ChapterSave(base: 0, change: .text(draft.body), title: draft.title), to: chapter, by: author)
        if try await services.drafts.show(chapter, by: author) == .pending, let judge {
            try await services.accept(DraftSubject.key(chapter), by: judge)
        }
        return chapter
    }
}
