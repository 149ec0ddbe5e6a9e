import Core
import Database
import Foundation
import Moderation
import Platform
import Web

/// The demo's stories and those who wrote them: `Resources/demo`, a folder for each story.
struct StoriesDemo: DemoContent {
    let services: StoriesServices

    /// Everybody who writes in the demo, by the name that the folders call them.
    private static let authors: KeyValuePairs<String, String> = [
        "miriam": "member@stoa.example", "tomas": "tomas@stoa.example", "wanjiru": "wanjiru@stoa.example", "elin": "elin.stories@stoa.example",
        "joseph": "joseph@stoa.example", "sofia": "sofia.stories@stoa.example",
    ]

    /// `demo.json`.
    private struct Script: Decodable {
        let people: [DemoPerson]
        /// The stars that each reader gave, by story.
        let ratings: [String: [String: Int]]
        let comments: [DemoComment]
        /// Who writes a story besides, and who reads its draft.
        let coauthors: [String: [String]]
        let firstReaders: [String: [String]]
        let draftComments: [DemoDraftComment]
    }

    private func script() throws -> Script {
        try JSONDecoder().decode(Script.self, from: Data(contentsOf: Self.folder.appending(path: "demo.json")))
    }

    func people() throws -> [DemoPerson] { try script().people }

    private static var folder: URL { Bundle.module.bundleURL.appending(path: "Resources/demo") }

    func fill(for people: [String: DemoAccount], files: URL?) async throws {
        let script = try script()
        var accounts: [String: PersonID] = [:]
        for (name, address) in Self.authors { accounts[name] = people[address]?.id }
        let owner = people["owner@stoa.example"]?.id
        var stories: [StoryID] = []
        let folders = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: [.isDirectoryKey])
        for folder in folders.sorted(by: { $0.path < $1.path }) {
            guard !Task.isCancelled else { return }
            guard let story = try? DemoStory(folder), let author = accounts[story.author] else { continue }
            do {
                let id = try await add(story, by: author, judgedBy: owner)
                stories.append(id)
                try await DemoReaders(services: services, people: accounts).read(
                    id, stars: script.ratings[story.name] ?? [:], comments: script.comments.filter { $0.story == story.name },
                    in: story.details.language)
                try await DemoCompany(services: services, people: accounts, judge: owner).join(
                    id, story, coauthors: script.coauthors[story.name] ?? [], readers: script.firstReaders[story.name] ?? [],
                    comments: script.draftComments.filter { $0.story == story.name })
            } catch let refusal as any ProblemConvertible {
                services.site.log(.warning, "demo.refused", ["title": .string(story.details.title), "code": .string(refusal.problem.code)])
            }
        }
        try await date(stories)
        try await services.ranking.run()
    }

    /// Brings in one story as its author would: written, saved, published chapter by chapter. One whose demo was stopped on its way is finished; one that was
    /// there whole is left as people made it.
    private func add(_ script: DemoStory, by author: PersonID, judgedBy owner: PersonID?) async throws -> StoryID {
        let known = try await services.site.database.read { db in
            try db.first(
                "SELECT id FROM stories_story WHERE author_id = \(author) AND title = \(script.details.title)" as Query<StoryID>)
        }
        if let known, try await services.site.database.read({ db in try !Self.isFresh(known, in: db) }) { return known }
        let story: StoryID
        if let known { story = known } else { story = try await services.stories.create(script.details, by: author).story }
        try await setCover(script, of: story, by: author)
        for (index, text) in script.chapters.enumerated() {
            let written = try await services.site.database.read { db in try db.all(.chapters(of: story, index..<(index + 1))).first }
            let chapter: ChapterID
            if let written { chapter = written.id } else { chapter = try await services.chapters.add(to: story, by: author) }
            if written.map({ $0.head == 0 }) ?? true {
                _ = try await services.chapters.save(ChapterSave(base: 0, change: .text(text.body), title: text.title), to: chapter, by: author)
            }
            guard written?.isShown != true else { continue }
            if try await services.chapters.publish(chapter, by: author) == .pending, let owner {
                try await accept(ChapterSubject.key(chapter), by: owner)
            }
        }
        if let owner { try await accept(CoverSubject.key(story), by: owner) }
        return story
    }

    /// Whether a story has the day on which it was begun: the last step of filling the demo gives it an earlier one.
    private static func isFresh(_ story: StoryID, in db: any Connection) throws -> Bool {
        try db.one(
            """
            SELECT EXISTS (SELECT 1 FROM stories_story s WHERE s.id = \(story)
                AND s.created_at = (SELECT min(c.created_at) FROM stories_chapter c WHERE c.story_id = s.id))
            """ as Query<Bool>)
    }

    private func setCover(_ script: DemoStory, of story: StoryID, by author: PersonID) async throws {
        let hasCover = try await services.site.database.read { db in try db.one(.story(story)).cover != nil }
        guard let cover = script.cover, !hasCover else { return }
        do { _ = try await services.stories.setCover(.file(cover), of: story, by: author) } catch let refusal as PictureRefusal {
            // Where nothing can be converted the drawn cover stands.
            services.site.log(.warning, "stories.demo-cover", ["story": .string(script.name), "cause": .string("\(refusal)")])
        }
    }

    private func accept(_ subject: SubjectKey, by person: PersonID) async throws { try await services.accept(subject, by: person) }

    /// A demo looks lived in: its stories came out one after another, a chapter every few days, the last of them today.
    private func date(_ stories: [StoryID]) async throws {
        try await services.site.write(by: nil) { write in
            for (place, story) in stories.enumerated() where try Self.isFresh(story, in: write) {
                let chapters = try write.all(.chapters(of: story)).filter(\.isShown)
                let last = write.now - .seconds((stories.count - 1 - place) * 5 * 86_400)
                for (index, chapter) in chapters.enumerated() {
                    let then = last - .seconds((chapters.count - 1 - index) * 3 * 86_400)
                    try write.run("UPDATE stories_chapter SET published_at = \(then) WHERE id = \(chapter.id)")
                    if index == 0 { try write.run("UPDATE stories_story SET created_at = \(then), published_at = \(then) WHERE id = \(story)") }
                    try write.run(
                        "UPDATE stories_comment SET created_at = \(then + .seconds(40_000)) WHERE chapter_id = \(chapter.id) AND created_at > \(then)"
                    )
                }
                try write.run("UPDATE stories_story SET updated_at = \(last) WHERE id = \(story)")
                try services.publishing.enter(story, in: write)
            }
            try write.invalidate(services.publishing.lists.shared)
        }
    }
}

extension StoriesServices {
    /// What the filter leaves to people is accepted by the demo’s owner.
    func accept(_ subject: SubjectKey, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard let found = try moderation.find(subject, in: write), found.status == .pending else { return }
            let moderator = Moderator(id: person, permissions: [.storiesModerate, ModerationPermissions.queue])
            try moderation.decide(found.id, ModeratorDecision(.accept, version: found.version), by: moderator, in: write)
        }
    }
}
