import Core
import Database
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("The end of a story")
struct StoryEndingTests {
    @Test(
        "after the last chapter the reader offers to follow, more by the author, and stories with the same tags", .covers("STO-009"),
        arguments: Engine.available)
    func offers(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let serial = try await app.publishSerial(
                "The lamp", [("tags", "Ferries, Winter")],
                chapters: ["The ferry was late. It was always late in winter.", "In the morning the lamp was lit again."])
            let (bea, ada) = (try await app.signedIn(.bea), try await app.signedIn(.ada))
            let reader = "/read/\(serial.publication)"
            #expect(try await !bea.get(reader + "/0").text.contains("data-ending-follow"))
            let end = try await bea.get(reader + "/1").text
            #expect(end.contains("Get the next chapter when it’s published.") && end.contains("action=\"\(serial.page)/follow\""))
            #expect(!end.contains("More by Ada") && !end.contains("Similar stories"))

            let other = try await app.publishStory("The landing at night", "A rope, a boat and nobody on the landing.", by: .ada)
            let near = try await app.publishSerial("The boat", [("tags", "winter")], chapters: ["A boat froze in the bay."], by: .curator)
            let far = try await app.publishSerial("The fields", [("tags", "summer")], chapters: ["No rain fell on the fields."], by: .librarian)
            let full = try await bea.get(reader + "/1").text
            #expect(full.contains("More by Ada") && full.contains("href=\"/stories/\(other.story)\""))
            #expect(full.contains("Similar stories") && full.contains("href=\"/stories/\(near.story)\""))
            #expect(!full.contains("href=\"/stories/\(far.story)\""))

            // The script puts it after a last chapter that it fetches.
            let sections = "/api/v1/publications/\(serial.publication)/sections"
            #expect((try await bea.get(sections + "/1").json["ending"] as? String)?.contains("Similar stories") == true)
            #expect(try await bea.get(sections + "/0").json["ending"] == nil)

            let followed = try await bea.post(serial.page + "/follow", ["follows": "true", "endOf": "\(serial.story)"])
            #expect(followed.location == reader + "/1")
            let after = try await bea.get(reader + "/1").text
            #expect(after.contains("You’re notified of the next chapter.") && !after.contains("Get the next chapter"))
            #expect(try await bea.post(serial.page + "/follow", ["follows": "true", "then": "//example.org", "endOf": "x"]).location == serial.page)

            #expect(try await app.guest.get(reader + "/1").text.contains("Sign in to follow"))
            let own = try await ada.get(reader + "/1").text
            #expect(!own.contains("data-ending-follow") && own.contains("More by Ada"))
        }
    }

    @Test(
        "a story is recommended from its page and at its end, and that is taken back", .covers("STO-009", "STO-016"), arguments: Engine.available)
    func recommending(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let (bea, page, end) = (try await app.signedIn(.bea), "/stories/\(story.story)", "/read/\(story.publication)/0")
            let list = "/stories/profile/recommendations"
            #expect(try await bea.get(page).text.contains(">Recommend<"))
            let last = try await bea.get(end).text
            #expect(last.contains("You’re up to date with “The lamp at the ferry”.") && last.contains("Recommend") && last.contains("Share"))
            #expect(last.contains("href=\"\(page)/lists\""))
            let guest = try await app.guest.get(end).text
            #expect(guest.contains("Share") && !guest.contains("name=\"change\""))

            let added = try await bea.post(list, ["story": "\(story.story)", "change": "add", "place": "story"])
            #expect(added.location == page)
            #expect(try await bea.get(page).text.contains(">Stop recommending<"))
            #expect(try await bea.get(list).text.contains("The lamp at the ferry"))
            let removed = try await bea.post(list, ["story": "\(story.story)", "change": "remove", "place": "end"])
            #expect(removed.location == end)
            #expect(try await bea.get(page).text.contains(">Recommend<"))
        }
    }

    @Test(
        "a complete story has no next chapter to wait for, and mature stories are offered to people of age alone", .covers("STO-009"),
        arguments: Engine.available)
    func complete(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let ada = try await app.person(.ada)
            let other = try await app.publishStory("The landing at night", "A rope, a boat and nobody on the landing.", by: .ada)
            try await app.site.write(by: nil) { write in
                try write.run("UPDATE stories_story SET is_complete = 1 WHERE id = \(story.story)")
                try write.run("UPDATE stories_story SET rating = 'mature' WHERE id = \(other.story)")
            }
            let bea = try await app.signedIn(.bea)
            let end = try await bea.get("/read/\(story.publication)/0").text
            #expect(end.contains("Get the next story by Ada.") && end.contains("action=\"/stories/people/\(ada)/follow\""))
            #expect(!end.contains("More by Ada"))
            _ = try await bea.post("/stories/people/\(ada)/follow", ["follows": "true"])
            #expect(try await !bea.get("/read/\(story.publication)/0").text.contains("data-ending-follow"))
        }
    }
}
