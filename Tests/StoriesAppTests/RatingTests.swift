import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Ratings")
struct RatingTests {
    @Test(
        "readers who opened a chapter rate a story once, see average and spread on its page, change it and take it back",
        .covers("STO-034"), arguments: Engine.available)
    func rate(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let bea = try await app.signedIn(.bea)
            #expect(try await bea.get("/stories/\(story.story)").text.contains("Open a chapter to rate this story."))
            #expect(try await bea.post("/stories/\(story.story)/rating", ["stars": "4"]).problem?.code == "stories.rate-unread")

            _ = try await bea.get("/read/\(story.publication)/0")
            let offered = try await bea.get("/stories/\(story.story)").text
            #expect(offered.matches(of: /type="radio" name="stars"/).count == 6 && offered.contains("No ratings yet."))
            #expect(try await bea.post("/stories/\(story.story)/rating", ["stars": "4"]).location == "/stories/\(story.story)#ratings")
            let curator = try await app.signedIn(.curator)
            _ = try await curator.get("/read/\(story.publication)/0")
            _ = try await curator.post("/stories/\(story.story)/rating", ["stars": "5"])

            let page = try await app.guest.get("/stories/\(story.story)").text
            #expect(page.contains("4.5") && page.contains("2 ratings") && page.contains("Sign in to rate"))
            #expect(try await app.averages() == [4.5])

            _ = try await bea.post("/stories/\(story.story)/rating", ["stars": "1"])
            #expect(try await app.averages() == [3])
            _ = try await bea.post("/stories/\(story.story)/rating", ["remove": "true"])
            #expect(try await app.averages() == [5])
            _ = try await curator.post("/stories/\(story.story)/rating", ["remove": "true"])
            #expect(try await app.averages() == [nil])
        }
    }

    @Test(
        "at the end of the last chapter one tap rates and another takes it back; a begun story continues", .covers("STO-034"),
        arguments: Engine.available)
    func end(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let serial = try await app.publishSerial("The lamp", chapters: ["The ferry was late.", "The ferry came."])
            let bea = try await app.signedIn(.bea)
            let reader = "/read/\(serial.publication)"
            #expect(try await !bea.get(serial.page).text.contains("Continue"))
            // For the script to put after the last chapter; without it, it is there alone.
            #expect(try await bea.get(reader + "/0").text.contains("<template data-template=\"rating\">"))
            let end = try await bea.get(reader + "/1").text
            #expect(!end.contains("<template data-template=\"rating\">") && end.contains("Rate this story"))
            #expect(end.matches(of: /type="submit" name="stars" value="[1-5]"/).count == 5)
            #expect(try await bea.get(serial.page).text.contains("Continue"))

            let rated = try await bea.post(serial.page + "/rating", ["atEnd": "true", "stars": "4"])
            #expect(rated.location == reader + "/1#rating")
            #expect(try await app.averages() == [4])
            let after = try await bea.get(reader + "/1").text
            #expect(after.contains("Your rating: 4 stars") && after.contains(">Remove rating<"))
            let undone = try await bea.post(serial.page + "/rating", ["atEnd": "true", "remove": "true"])
            #expect(undone.location == reader + "/1#rating")
            #expect(try await app.averages() == [nil])
            #expect(try await bea.get(reader + "/1").text.contains("Rate this story"))

            let guest = try await app.guest.get(reader + "/1").text
            #expect(!guest.contains("data-rating") && guest.contains("Sign in to rate"))
            #expect(try await !app.signedIn(.ada).get(reader + "/1").text.contains("data-rating"))
        }
    }

    @Test("an author doesn’t rate their own story, and stars are from 1 to 5", .covers("STO-034"), arguments: Engine.available)
    func refusals(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let ada = try await app.signedIn(.ada)
            _ = try await ada.get("/read/\(story.publication)/0")
            #expect(try await ada.post("/stories/\(story.story)/rating", ["stars": "5"]).problem?.code == "stories.rate-own")
            #expect(try await !ada.get("/stories/\(story.story)").text.contains("name=\"stars\""))
            let bea = try await app.signedIn(.bea)
            _ = try await bea.get("/read/\(story.publication)/0")
            for stars in ["0", "6"] {
                #expect(try await bea.post("/stories/\(story.story)/rating", ["stars": stars]).problem?.code == "stories.no-stars")
            }
            #expect(try await app.guest.post("/stories/\(story.story)/rating", ["stars": "5"]).status != .ok)
            #expect(try await app.averages() == [nil])
        }
    }

    @Test("programs rate by the same rules", .covers("STO-034"), arguments: Engine.available)
    func programs(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let bea = try await app.signedIn(.bea).asProgram
            let address = "/api/v1/stories/\(story.story)/rating"
            #expect(try await bea.json(.put, address, #"{"stars": 3}"#).problem?.code == "stories.rate-unread")
            _ = try await app.signedIn(.bea).get("/read/\(story.publication)/0")
            #expect(try await bea.json(.put, address, #"{"stars": 3}"#).status == .noContent)
            let answer = try await bea.get(address).json
            #expect(answer["average"] as? Double == 3 && answer["own"] as? Int == 3 && answer["counts"] as? [Int] == [0, 0, 1, 0, 0])
            #expect(try await bea.delete(address).status == .noContent)
            #expect(try await app.guest.asProgram.get(address).json["count"] as? Int == 0)
        }
    }
}

extension TestApp {
    /// The averages that lists are put in order by.
    fileprivate func averages() async throws -> [Double?] {
        try await site.database.read { db in
            try db.all("SELECT rating_average FROM stories_story ORDER BY id LIMIT 10" as Query<Double?>)
        }
    }
}
