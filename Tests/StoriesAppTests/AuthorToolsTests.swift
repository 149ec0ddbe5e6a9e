import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("What helps an author")
struct AuthorToolsTests {
    @Test(
        "notes to oneself are kept beside a chapter, by a form and by programs, and readers never see them", .covers("STO-029", "STO-037"),
        arguments: Engine.available)
    func notes(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post(
                "/stories/chapters/\(begun.chapter)",
                ["base": "1", "title": "The crossing", "text": "The ferry was late.", "notes": "Who put the lamp out?", "notesBefore": ""])
            let editor = try await ada.get("/stories/chapters/\(begun.chapter)").text
            #expect(editor.contains("Who put the lamp out?") && editor.contains("Only you can see them, and co-authors if you invite any."))
            let address = "/api/v1/stories/chapters/\(begun.chapter)/text"
            let saved = try await ada.json(
                .put, address,
                #"{"base": 2, "start": 0, "removed": "", "inserted": "", "notes": "The mate.", "notesBefore": "Who put the lamp out?", "name": "n"}"#)
            #expect(saved.json["notes"] as? String == "The mate." && saved.json["head"] as? Int == 2, "\(saved.text)")
            #expect(try await ada.get(address).json["notes"] as? String == "The mate.")

            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            let story = try await app.guest.get("/stories/\(begun.story)").text
            let reader = try #require(story.firstMatch(of: /\/read\/\d+\/0/)).output
            #expect(try await !app.guest.get(String(reader)).text.contains("The mate.") && !story.contains("The mate."))
            #expect(try await app.signedIn(.bea).get(address).status == .forbidden)
        }
    }

    @Test("notes that two devices changed keep the lines of both, and too long ones are refused with a remedy", arguments: Engine.available)
    func twoDevices(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            let address = "/api/v1/stories/chapters/\(begun.chapter)/text"
            func send(_ notes: String, before: String) async throws -> TestResponse {
                let fields: [String: Any] = [
                    "base": 0, "start": 0, "removed": "", "inserted": "", "notes": notes, "notesBefore": before, "name": UUID().uuidString,
                ]
                return try await ada.json(.put, address, String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self))
            }
            _ = try await send("One\n\nTwo", before: "")
            _ = try await send("One, by phone\n\nTwo", before: "One\n\nTwo")
            let both = try await send("One\n\nTwo, by laptop", before: "One\n\nTwo")
            #expect(both.json["notes"] as? String == "One, by phone\n\nTwo, by laptop", "\(both.text)")

            let long = try await ada.post(
                "/stories/chapters/\(begun.chapter)",
                ["base": "0", "title": "", "text": "", "notes": String(repeating: "n", count: 20_001), "notesBefore": ""])
            #expect(long.status == .conflict && long.text.contains("Shorten your notes."), "\(long.status)")
        }
    }

    @Test("an author takes notes, goal and days of writing along, and nothing of them stays behind", .covers("CORE-020"), arguments: Engine.available)
    func personalData(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let (ada, person) = (try await app.signedIn(.ada), try await app.person(.ada))
            _ = try await ada.post("/stories/profile/settings", ["wordsPerDay": "300"])
            _ = try await ada.post(
                "/stories/chapters/\(begun.chapter)",
                ["base": "0", "title": "", "text": "Three more words", "notes": "My own note", "notesBefore": ""])
            let services = try StoriesServices(site: app.site)
            let parts: [any PersonalData] = [
                StoriesData(
                    site: app.site, moderation: services.moderation, publishing: services.publishing, pictures: services.pictures,
                    news: services.participants.news),
                PeopleData(site: app.site, moderation: services.moderation),
            ]
            let export = Files()
            for part in parts { try await part.export(person, into: export) }
            let all = export.files.map(\.text).joined(separator: "\n")
            #expect(all.contains("My own note") && all.contains("300"))
            #expect(export.files.contains { $0.name == "writing-days.json" && $0.text.contains("3") })

            try await app.site.write(by: nil) { write in for part in parts { try part.erase(person, in: write) } }
            let left = try await app.site.database.read { db in
                try ["stories_writing_day", "stories_chapter_notes", "stories_member"].map { table in
                    try db.one("SELECT count(*) FROM \(raw: table)" as Query<Int>)
                }
            }
            #expect(left == [0, 0, 0])
        }
    }

    @Test("a goal for the day is kept as a setting, and the editor says how far one is today", arguments: Engine.available)
    func goal(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            func editor() async throws -> String { try await ada.get("/stories/chapters/\(begun.chapter)").text }
            #expect(try await !editor().contains("words today"))
            #expect(try await ada.post("/stories/profile/settings", ["wordsPerDay": "500"]).status == .seeOther)
            #expect(try await ada.get("/api/v1/stories/settings").json["wordsPerDay"] as? Int == 500)
            let first = try await app.save("One two three four five", begun.chapter, on: 0)
            #expect(first.wordsToday == 5)
            #expect(try await editor().contains("5 of 500 words today"))
            // What is taken out counts against it, and another day begins at nothing.
            let second = try await app.save("One two three", begun.chapter, on: first.revision)
            #expect(second.wordsToday == 3)
            let (person, tomorrow) = (try await app.person(.ada), Day(app.site.clock.now(), in: .gmt).adding(1))
            #expect(try await app.site.database.read { db in try WritingDays.words(of: person, on: tomorrow, in: db) } == 0)

            let wrong = try await ada.post("/stories/profile/settings", ["wordsPerDay": "many"])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("Enter a number from") && wrong.text.contains("many"))
            _ = try await ada.post("/stories/profile/settings", ["wordsPerDay": ""])
            #expect(try await !editor().contains("words today"))
        }
    }

    @Test("a chapter is moved to any place at once", .covers("STO-029"), arguments: Engine.available)
    func place(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory(chapter: "Alpha")
            var chapters = [begun.chapter]
            for title in ["Beta", "Gamma", "Delta"] { chapters.append(try await app.addChapter(to: begun.story, title)) }
            let ada = try await app.signedIn(.ada)
            func order() async throws -> [ChapterID] { try await app.site.database.read { db in try db.all(.chapters(of: begun.story)).map(\.id) } }
            let address = "/api/v1/stories/chapters/\(chapters[3])/place"
            #expect(try await ada.json(.put, address, #"{"place": 1}"#).status == .noContent)
            #expect(try await order() == [chapters[3], chapters[0], chapters[1], chapters[2]])
            let page = try await app.guest.get("/stories/\(begun.story)").text
            let (delta, alpha) = (try #require(page.range(of: ">Delta<")), try #require(page.range(of: ">Alpha<")))
            #expect(delta.lowerBound < alpha.lowerBound, "readers see the same order")
            _ = try await ada.json(.put, address, #"{"place": 99}"#)
            #expect(try await order() == chapters)
            #expect(try await app.signedIn(.bea).json(.put, address, #"{"place": 1}"#).status == .forbidden)
        }
    }
}
