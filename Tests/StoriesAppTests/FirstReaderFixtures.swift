import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

extension TestApp {
    /// A text that nobody finds who isn’t shown it.
    static let secret = "The rope was cut that night, and nobody rowed back to the landing."

    /// Everywhere that something of a story could come to light.
    static func places(of begun: Begun, _ comment: CommentID) -> [String] {
        let (story, chapter) = (begun.story, begun.chapter)
        return [
            "/stories", "/stories/\(story)", "/stories/\(story)/feed", "/stories/search?q=rowed", "/stories/search?q=landing",
            "/stories/search/suggestions?q=landing", "/stories/ranking", "/stories/updates", "/stories/chapters/\(chapter)/comments",
            "/stories/chapters/\(chapter)/draft", "/stories/comments/\(comment)", "/stories/\(story)/drafts", "/api/v1/stories?q=rowed",
            "/api/v1/stories/\(story)", "/api/v1/stories/chapters/\(chapter)/comments", "/api/v1/stories/comments/\(comment)", "/search?q=rowed",
            "/sitemap.xml", "/stories/\(story)/story.epub",
        ]
    }

    /// Somebody whom others see here, because they published something.
    func shown(_ who: Cast) async throws -> TestClient {
        let person = try await person(who)
        if try await !site.database.read({ db in try Authors.isShown(person, in: db) }) {
            _ = try await publishStory("A story of \(who.name)", "What \(who.name) wrote about a winter.", by: who)
        }
        return try await signedIn(who)
    }

    /// Ada invites somebody to read her drafts.
    func invite(_ who: Cast, toRead story: StoryID) async throws {
        let answer = try await signedIn(.ada).post("/stories/\(story)/first-readers", ["person": "\(try await person(who))"])
        #expect(answer.location == "/stories/\(story)/first-readers", "\(answer.status)")
    }

    /// Somebody becomes a first reader of a story of Ada's.
    func join(_ who: Cast, toRead story: StoryID) async throws {
        _ = try await shown(who)
        try await invite(who, toRead: story)
        #expect(try await signedIn(who).post("/stories/\(story)/first-readers/invitation", ["answer": "accept"]).status == .seeOther)
    }

    /// A story of Ada's that nobody has published, with a chapter that Bea is shown.
    func draftedStory(called title: String = "The landing", showing: Bool = true, rating: String = "general") async throws -> Begun {
        let begun = try await beginStory()
        let ada = try await signedIn(.ada)
        if rating != "general" {
            _ = try await ada.post(
                "/stories/\(begun.story)/edit", ["title": "The lamp at the ferry", "language": "en", "rating": rating, "description": "A ferry."])
        }
        _ = try await save(Self.secret, begun.chapter, on: 0, title: title)
        try await join(.bea, toRead: begun.story)
        if showing { #expect(try await ada.post("/stories/chapters/\(begun.chapter)/draft/show").status == .seeOther) }
        return begun
    }

    /// Somebody's comment on a draft.
    @discardableResult
    func comment(_ words: String, onDraft chapter: ChapterID, quoting: String? = nil, by who: Cast = .bea) async throws -> CommentID {
        let fields = [("words", words)] + (quoting.map { [("quote", $0)] } ?? [])
        let answer = try await signedIn(who).post("/stories/chapters/\(chapter)/draft/comments", fields: fields)
        #expect(answer.status == .seeOther, "\(answer.text)")
        return try await site.database.read { db in
            try db.one("SELECT max(id) FROM stories_comment WHERE chapter_id = \(chapter) AND is_on_draft = 1" as Query<CommentID>)
        }
    }
}
