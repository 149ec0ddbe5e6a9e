import Core
import Database
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("What readers leave behind")
struct FeedbackDataTests {
    @Test(
        "who goes takes their comments, ratings and mutes along; replies of others stay, and the average is that of those who are left",
        .covers("STO-037", "CORE-020"), arguments: Engine.available)
    func erase(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            for (who, stars) in [(Cast.bea, "1"), (.curator, "5")] {
                _ = try await app.signedIn(who).get("/read/\(story.publication)/0")
                _ = try await app.signedIn(who).post("/stories/\(story.story)/rating", ["stars": stars])
            }
            let answered = try await app.comment("Answered.", on: story.chapter)
            try await app.comment("An answer.", on: story.chapter, by: .curator, answering: answered)
            try await app.comment("Alone.", on: story.chapter)
            let bea = try await app.person(.bea)
            _ = try await app.signedIn(.curator).post("/stories/people/\(bea)/mute", ["muted": "true"])

            let services = try StoriesServices(site: app.site)
            let data = FeedbackData(site: app.site, moderation: services.moderation)
            let export = Files()
            try await data.export(bea, into: export)
            #expect(export.files.map(\.name) == ["ratings.json", "comments.json", "muted.json"])
            #expect(export.files[1].text.contains("Alone."))

            try await app.site.write(by: nil) { write in try data.erase(bea, in: write) }
            let page = try await app.guest.get("/stories/chapters/\(story.chapter)/comments").text
            #expect(page.contains("This comment was deleted.") && page.contains("An answer.") && !page.contains("Alone."))
            let left = try await app.site.database.read { db in
                (
                    try db.one("SELECT rating_average FROM stories_story" as Query<Double?>),
                    try db.one("SELECT count(*) FROM stories_mute" as Query<Int>),
                    try db.one("SELECT count(*) FROM stories_comment WHERE author_id = \(bea) OR changed_by = \(bea)" as Query<Int>)
                )
            }
            #expect(left == (5, 0, 0))
        }
    }

    @Test("programs mute by the same rules", arguments: Engine.available)
    func programs(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let ada = try await app.signedIn(.ada).asProgram
            let bea = try await app.person(.bea)
            for _ in 1...2 { #expect(try await ada.json(.put, "/api/v1/stories/mutes/\(bea)", "").status == .noContent) }
            #expect(try await ada.get("/api/v1/stories/mutes").text.contains("Bea"))
            #expect(try await ada.json(.put, "/api/v1/stories/mutes/999999", "").status == .notFound)
            #expect(try await ada.delete("/api/v1/stories/mutes/\(bea)").status == .noContent)
            #expect(try await !ada.get("/api/v1/stories/mutes").text.contains("Bea"))
        }
    }
}

/// An export kept in memory.
final class Files: PersonalDataExport {
    private let kept = Mutex<[(name: String, text: String)]>([])
    var files: [(name: String, text: String)] { kept.withLock { $0 } }

    func add(_ value: some Encodable, as name: String, _ title: Text) throws {
        let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        kept.withLock { $0.append((name, text)) }
    }

    func add(fileAt file: URL, as name: String, _ title: Text) throws {}
}
