import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Mature stories")
struct OfAgeTests {
    @Test(
        "are for those who said that they are of age: lists, pages, the reader and every API refuse them to others; a member is asked once",
        .covers("STO-038"), arguments: Engine.available)
    func member(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishSerial("The dark quay", [("rating", "mature"), ("tags", "noir")])
            try await app.runJobs()
            let bea = try await app.signedIn(.bea)
            let reader = "/read/\(story.publication)"
            let closed = [
                reader + "/0", reader + "/contents", reader + "/search?q=ferry", "/api/v1/publications/\(story.publication)",
                "/api/v1/publications/\(story.publication)/sections/0", "/api/v1/publications/\(story.publication)/search?q=ferry",
                "/api/v1/publications/\(story.publication)/annotations", "/api/v1/stories/\(story.story)",
            ]
            for client in [bea, app.guest] {
                for path in closed {
                    let answer = try await client.get(path)
                    #expect([.forbidden, .unauthorized, .notFound].contains(answer.status), "\(path) \(answer.status)")
                    #expect(!answer.text.contains("always late"), "\(path)")
                }
                for path in [
                    "/stories", "/stories/search?q=quay", "/stories/search?tags=noir", "/stories/search?q=ada", "/stories/search?sort=updated",
                ] {
                    #expect(try await !client.get(path).text.contains("The dark quay</"), "\(path)")
                }
                #expect(try await !client.get("/stories/search/suggestions?q=dark").text.contains("dark quay"))
                #expect(try await client.get("/stories/search?q=quay").text.contains("Mature stories are hidden."))
            }

            let question = try #require(try await bea.get(story.page).location)
            #expect(try await bea.get(question).text.contains("Are you 18 or older?"))
            let answer = try await bea.post("/stories/mature", ["isOfAge": "true", "then": story.page])
            #expect(answer.location == story.page)
            #expect(try await bea.get(story.page).text.contains("The dark quay"))
            for path in closed { #expect(try await bea.get(path).status == .ok, "\(path)") }
            #expect(try await bea.get("/stories").text.contains("The dark quay"))
            #expect(try await bea.get("/stories/search?q=quay").text.contains("The dark quay</"))

            #expect(try await bea.get("/stories/search?q=quay").text.contains("Mature stories are shown."))
            #expect(try await bea.get("/stories/mature").text.contains("Hide mature stories"))
            _ = try await bea.post("/stories/mature", ["isOfAge": "false"])
            #expect(try await bea.get(reader + "/0").status == .forbidden)
        }
    }

    @Test("a guest’s answer is kept for the session of the browser; its author needs none", arguments: Engine.available)
    func guest(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishSerial("The dark quay", [("rating", "mature")])
            let answer = try await app.guest.post("/stories/mature", ["isOfAge": "true", "then": "https://evil.example/"])
            #expect(answer.location == "/")
            let cookie = try #require(answer.cookies.first { $0.key.contains("stories-of-age") })
            #expect(cookie.value == "1")
            let guest = app.guest.carrying("stories-of-age", "1")
            #expect(try await guest.get(story.page).text.contains("The dark quay"))
            #expect(try await guest.get("/read/\(story.publication)/0").status == .ok)
            #expect(try await app.signedIn(.ada).get("/read/\(story.publication)/0").status == .ok)
        }
    }
}
