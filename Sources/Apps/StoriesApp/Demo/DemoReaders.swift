import Core
import Database
import Foundation
import Platform
import Reading

/// What somebody of the demo says of a chapter.
struct DemoComment: Decodable {
    let story: String
    /// Counted from 1.
    let chapter: Int
    let author: String
    let text: String
    let spoiler: Bool
}

/// Those who read the demo's stories: they open them, rate them and say what they think, each thing once.
struct DemoReaders {
    let services: StoriesServices
    let people: [String: PersonID]

    func read(_ id: StoryID, stars: [String: Int], comments: [DemoComment], in language: Language) async throws {
        let (story, chapters) = try await services.site.database.read { db in (try db.one(.story(id)), try db.all(.chapters(of: id))) }
        for (name, person) in people.sorted(by: { $0.key < $1.key }) where person != story.author {
            let said = comments.filter { $0.author == name }
            guard stars[name] != nil || !said.isEmpty else { continue }
            // Who rates it has read to the end; who only comments stopped there.
            let last = stars[name] == nil ? said.map(\.chapter).max() ?? 1 : chapters.count
            try await open(story, chapter: last, by: person)
            try await services.follows.set(true, story: id, by: person)
            if let stars = stars[name] { try await services.ratings.rate(id, stars, by: person) }
            for comment in said where chapters.indices.contains(comment.chapter - 1) {
                try await say(comment, of: chapters[comment.chapter - 1].id, in: language, by: person)
            }
        }
    }

    private func open(_ story: Story, chapter: Int, by person: PersonID) async throws {
        guard let id = story.publication else { return }
        let found = try await services.site.database.read { db in
            (try services.publications.find(id, in: db), try services.publications.sections(of: id, in: db))
        }
        guard let publication = found.0, let section = found.1.last(where: { $0.number < chapter }) else { return }
        try await services.positions.begin(section, in: publication, by: person, on: "demo")
    }

    private func say(_ comment: DemoComment, of chapter: ChapterID, in language: Language, by person: PersonID) async throws {
        let isSaid = try await services.site.database.read { db in
            try db.first("SELECT id FROM stories_comment WHERE chapter_id = \(chapter) AND author_id = \(person) LIMIT 1" as Query<CommentID>) != nil
        }
        guard !isSaid else { return }
        let draft = try CommentDraft(CommentForm(words: comment.text, spoiler: comment.spoiler))
        _ = try await services.comments.add(draft, to: chapter, language: language, by: person)
    }
}
