import Accounts
import Core
import Database
import Foundation
import Mail
import Messages
import Moderation
import Notifications
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import StoriesApp

/// The app with everything that it stands on.
func withStories(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
    try await withTestApp(
        StoriesApp.self,
        parts: [MailModule.self, NotificationsModule.self, ModerationModule.self, MessagesModule.self, ReadingModule.self], on: engine, body)
}

/// A story under way.
struct Begun {
    let story: StoryID
    let chapter: ChapterID
}

extension TestApp {
    /// A new story of somebody, with its first chapter still empty.
    func beginStory(_ title: String = "The lamp at the ferry", by who: Cast = .ada) async throws -> Begun {
        let author = try await signedIn(who)
        let made = try await author.post(
            "/stories/write/new", ["title": title, "description": "A ferry, a lamp, a winter.", "language": "en", "rating": "general"])
        let address = try #require(made.location)
        let chapter = try #require(address.split(separator: "/").last.flatMap { ChapterID(String($0)) })
        let story = try await site.database.read { db in try db.one(.chapter(chapter)).story }
        return Begun(story: story, chapter: chapter)
    }

    /// Saves a chapter as a device does.
    func save(
        _ text: String, _ chapter: ChapterID, on base: Int, name: String = UUID().uuidString, title: String? = nil, by who: Cast = .ada
    ) async throws -> SaveAnswer {
        var fields: [String: Any] = ["base": base, "text": text, "name": name]
        if let title { fields["title"] = title }
        let json = String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
        let answer = try await signedIn(who).json(.put, "/api/v1/stories/chapters/\(chapter)/text", json)
        #expect(answer.status == .ok, "\(answer.text)")
        return try JSONDecoder().decode(SaveAnswer.self, from: Data(answer.bytes))
    }

    /// The text that is on disk.
    func text(_ chapter: ChapterID) async throws -> String {
        try await site.database.read { db in
            try ChapterHistory(chapter: chapter, db: db).text(at: db.one(.chapter(chapter)).head)
        }
    }

    /// A story of Ada's with one chapter that readers see.
    func publishedStory(_ title: String = "The lamp at the ferry", chapter: String = "The crossing") async throws -> Begun {
        let begun = try await beginStory(title)
        // The same words twice would wait for a moderator.
        try await publish("\(title): the ferry was late that day, and the lamp was out.", begun.chapter, title: chapter)
        return begun
    }

    /// Writes an empty chapter of Ada's and publishes it.
    func publish(_ text: String, _ chapter: ChapterID, on base: Int = 0, title: String? = nil) async throws {
        _ = try await save(text, chapter, on: base, title: title)
        let sent = try await signedIn(.ada).post("/stories/chapters/\(chapter)/publish")
        #expect(sent.status == .seeOther, "\(sent.text)")
    }

    /// A further chapter of Ada's that readers see.
    func addChapter(to story: StoryID, _ title: String) async throws -> ChapterID {
        let added = try #require(try await signedIn(.ada).post("/stories/\(story)/chapters").location)
        let chapter = try #require(ChapterID(String(added.split(separator: "/").last ?? "")))
        try await publish("\(title): the next words of the story.", chapter, title: title)
        return chapter
    }

    /// Lets the pause after publishing pass, and does what is due.
    func letNewsOut() async throws {
        clock.advance(by: ReaderNews.pause + .seconds(1))
        for _ in 0..<3 { try await runJobs() }
    }

    /// The titles of what somebody was told, the latest last.
    func notices(of who: Cast) async throws -> [String] {
        let person = try await person(who)
        return try await site.database.read { db in
            try db.all("SELECT title FROM notification_notice WHERE person_id = \(person) AND kind LIKE 'stories.%' ORDER BY id" as Query<String>)
        }
    }

    /// Somebody opens a story's first chapter and gets as far as its end.
    func read(_ story: StoryID, by who: Cast) async throws {
        let publication = try #require(try await site.database.read { db in try db.one(.story(story)).publication })
        let body = """
            {"section":0,"quote":{"exact":"The ferry","prefix":"","suffix":" was late"},"position":{"start":0,"end":9},"through":10,"device":"phone"}
            """
        let answer = try await signedIn(who).json(.put, "/api/v1/publications/\(publication)/position", body)
        #expect(answer.status.rawValue < 300, "\(answer.text)")
    }
}

/// A story that is read.
struct Published {
    let story: StoryID
    let chapter: ChapterID
    let publication: PublicationID
}

extension TestApp {
    static let ferry = "The ferry was late, and nobody on the landing knew why. The lamp had gone out in the night."

    /// A story of somebody with one published chapter.
    func publishStory(_ title: String = "The lamp at the ferry", _ text: String = ferry, by who: Cast = .ada) async throws -> Published {
        let begun = try await beginStory(title, by: who)
        _ = try await save(text, begun.chapter, on: 0, title: "The crossing", by: who)
        _ = try await signedIn(who).post("/stories/chapters/\(begun.chapter)/publish")
        let publication = try await site.database.read { db in try db.one(.story(begun.story)).publication }
        return Published(story: begun.story, chapter: begun.chapter, publication: try #require(publication))
    }

    /// Somebody's comment on a chapter.
    @discardableResult
    func comment(_ words: String, on chapter: ChapterID, by who: Cast = .bea, answering parent: CommentID? = nil) async throws -> CommentID {
        let address = parent.map { StoriesPaths.reply($0) } ?? StoriesPaths.comments(chapter)
        let answer = try await signedIn(who).post(address, ["words": words])
        #expect(answer.status == .seeOther, "\(answer.text)")
        return try await site.database.read { db in
            try db.one("SELECT max(id) FROM stories_comment WHERE chapter_id = \(chapter)" as Query<CommentID>)
        }
    }

    /// A moderator's decision.
    func decide(_ action: ModeratorAction, on subject: SubjectKey) async throws {
        let person = try await self.person(.moderator)
        let moderation = try site.service(Moderation.self)
        try await site.write(by: person) { write in
            let found = try #require(try moderation.find(subject, in: write))
            let moderator = Moderator(id: person, permissions: [.storiesModerate, ModerationPermissions.queue])
            try moderation.decide(
                found.id,
                ModeratorDecision(
                    action, reason: action == .accept ? nil : .other, words: action == .accept ? "" : "It isn’t for this site.",
                    version: found.version), by: moderator,
                in: write)
        }
    }

    /// Who was told of what, in order.
    func told() async throws -> [String] {
        try await site.database.read { db in
            try db.all(
                """
                SELECT lower(p.name) || ': ' || n.kind FROM notification_notice n JOIN account_person p ON p.id = n.person_id
                WHERE n.kind LIKE 'stories.%' ORDER BY n.id LIMIT 100
                """ as Query<String>)
        }
    }
}
