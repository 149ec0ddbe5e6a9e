import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Writing a chapter")
struct WritingTests {
    @Test(
        "a story begins with its title and a description and goes on to the editor, where title and text are kept",
        .covers("STO-024", "STO-025", "STO-026", "STO-029"), arguments: Engine.available)
    func begin(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/stories/write").text.contains("New story"))
            let begun = try await app.beginStory()
            let saved = try await ada.post(
                "/stories/chapters/\(begun.chapter)",
                ["base": "0", "title": "The crossing", "text": "The ferry was late.\r\n\r\nIt was always late."])
            #expect(saved.status == .seeOther)
            let page = try await ada.get("/stories/chapters/\(begun.chapter)").text
            #expect(page.contains("The crossing") && page.contains("The ferry was late.\n\nIt was always late."))
            #expect(try await ada.get("/stories/write").text.contains("The lamp at the ferry"))
        }
    }

    @Test(
        "the editor’s menu has save, publish and delete, and works without a script", .covers("STO-027"), arguments: Engine.available)
    func menu(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let page = try await app.signedIn(.ada).get("/stories/chapters/\(begun.chapter)").text
            let menu = try #require(page.range(of: "menu-list"))
            let rest = page[menu.lowerBound...]
            let list = rest[..<(try #require(rest.range(of: "</details>")).lowerBound)]
            for entry in [">Save<", ">Publish<", ">Delete chapter<", #"form="chapter-form""#, "/stories/chapters/\(begun.chapter)/delete"] {
                #expect(list.contains(entry), "\(entry)")
            }
        }
    }

    @Test("one’s own stories say how many chapters and words they have and when one last wrote", .covers("STO-024"), arguments: Engine.available)
    func list(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let first = try await app.beginStory("The older one")
            app.clock.advance(by: .seconds(60))
            _ = try await app.beginStory("The newer one")
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/stories/\(first.story)/chapters")
            app.clock.advance(by: .seconds(3600))
            _ = try await app.save("Five words of a draft.", first.chapter, on: 0)
            let page = try await ada.get("/stories/write").text
            #expect(page.contains("2 chapters") && page.contains("5 words"))
            let (older, newer) = (try #require(page.range(of: ">The older one<")), try #require(page.range(of: ">The newer one<")))
            #expect(older.lowerBound < newer.lowerBound, "the one that was written in last comes first")
        }
    }

    @Test("a story without a title, or of a rating nobody knows, says what to mend and keeps what was typed", arguments: Engine.available)
    func invalid(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let answer = try await app.signedIn(.ada).post(
                "/stories/write/new", ["title": " ", "description": "My words", "language": "en", "rating": "adults"])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Give your story a title") && answer.text.contains("My words"))
        }
    }

    @Test("saves are kept one after the other, and every earlier text can be had again", arguments: Engine.available)
    func history(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            var texts = [""]
            var base = 0
            // More than are kept between two whole texts.
            for number in 1...(ChapterHistory.renewal * 2 + 5) {
                texts.append((texts.last ?? "") + "Line \(number) 👍.\n")
                let answer = try await app.save(texts[number], begun.chapter, on: base)
                #expect(answer.revision == number && answer.head == number && answer.text == nil)
                base = answer.revision
            }
            try await app.site.database.read { db in
                let history = ChapterHistory(chapter: begun.chapter, db: db)
                for (number, text) in texts.enumerated() { #expect(try history.text(at: number) == text) }
                let stored = try db.one("SELECT revision FROM stories_chapter_text WHERE chapter_id = \(begun.chapter)" as Query<Int>)
                #expect(stored >= ChapterHistory.renewal)
            }
            let ada = try await app.signedIn(.ada)
            let earlier = try await ada.get("/stories/chapters/\(begun.chapter)/history/3?changes=1").text
            #expect(earlier.contains("<ins>"))
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/history/3/restore")
            #expect(try await app.text(begun.chapter) == texts[3])
            let last = texts.count - 1
            #expect(try await app.site.database.read { db in try ChapterHistory(chapter: begun.chapter, db: db).text(at: last) } == texts[last])
        }
    }

    @Test("a save that arrives twice counts once, and is answered the same", arguments: Engine.available)
    func twice(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let first = try await app.save("Once.", begun.chapter, on: 0, name: "a")
            let next = try await app.save("Once. Twice.", begun.chapter, on: first.revision, name: "b")
            let again = try await app.save("Once.", begun.chapter, on: 0, name: "a")
            #expect(again.revision == first.revision && again.head == next.head && again.text == "Once. Twice.")
            #expect(try await app.text(begun.chapter) == "Once. Twice.")
        }
    }

    @Test("two devices that wrote in different paragraphs end in the same text without a question", arguments: Engine.available)
    func twoDevices(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let start = try await app.save("One.\n\nTwo.\n\nThree.", begun.chapter, on: 0)
            let phone = try await app.save("One, on the phone.\n\nTwo.\n\nThree.", begun.chapter, on: start.revision)
            let laptop = try await app.save("One.\n\nTwo.\n\nThree, on the laptop.", begun.chapter, on: start.revision)
            #expect(laptop.text == "One, on the phone.\n\nTwo.\n\nThree, on the laptop.")
            #expect(laptop.conflicts == 0 && laptop.head > laptop.revision)
            // The phone goes on from what it knows.
            let later = try await app.save("One, on the phone.\n\nTwo, too.\n\nThree.", begun.chapter, on: phone.revision)
            #expect(later.text == "One, on the phone.\n\nTwo, too.\n\nThree, on the laptop.")
            // The laptop was never shown the merged text and goes on from its own.
            let own = try await app.save("One.\n\nTwo.\n\nThree, on the laptop. And more.", begun.chapter, on: laptop.revision)
            #expect(own.text == "One, on the phone.\n\nTwo, too.\n\nThree, on the laptop. And more." && own.conflicts == 0)
        }
    }

    @Test("devices that save at the same moment are all answered, and the text has what each wrote", .covers("STO-029"), arguments: Engine.available)
    func sameMoment(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let paragraphs = (1...8).map { "Paragraph \($0)." }
            let start = try await app.save(paragraphs.joined(separator: "\n\n"), begun.chapter, on: 0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for place in paragraphs.indices {
                    group.addTask {
                        var own = paragraphs
                        own[place] += " Written by device \(place)."
                        _ = try await app.save(own.joined(separator: "\n\n"), begun.chapter, on: start.revision)
                    }
                }
                try await group.waitForAll()
            }
            let text = try await app.text(begun.chapter)
            for place in paragraphs.indices { #expect(text.contains("Paragraph \(place + 1). Written by device \(place).")) }
        }
    }

    @Test("where both wrote the same paragraph both wordings are kept, shown side by side, and the author chooses", arguments: Engine.available)
    func conflict(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let start = try await app.save("One.\n\nTwo.", begun.chapter, on: 0)
            _ = try await app.save("One.\n\nTwo by phone.", begun.chapter, on: start.revision)
            let second = try await app.save("One.\n\nTwo by laptop.", begun.chapter, on: start.revision)
            #expect(second.conflicts == 1 && second.text == "One.\n\nTwo by phone.\n\nTwo by laptop.")
            let ada = try await app.signedIn(.ada)
            let page = try await ada.get("/stories/chapters/\(begun.chapter)/conflicts").text.replacing(/<\/?mark>/, with: "")
            #expect(page.contains("Two by phone.") && page.contains("Two by laptop."))
            let id = try await app.site.database.read { db in try #require(try db.all(.conflicts(of: begun.chapter)).first).id }
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/conflicts/\(id)", ["keep": "second"])
            #expect(try await app.text(begun.chapter) == "One.\n\nTwo by laptop.")
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)/conflicts").text.contains("Nothing to choose"))
        }
    }

    @Test("readers are never shown two wordings that nobody chose between", .covers("STO-030"), arguments: Engine.available)
    func undecided(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let start = try await app.save("One.\n\nTwo.", begun.chapter, on: 0)
            _ = try await app.save("One.\n\nTwo by phone.", begun.chapter, on: start.revision)
            let both = try await app.save("One.\n\nTwo by laptop.", begun.chapter, on: start.revision)
            let ada = try await app.signedIn(.ada)
            let refused = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            #expect(refused.status == .conflict && refused.text.contains("Two wordings of a paragraph are still in the text."))
            #expect(refused.text.contains("/stories/chapters/\(begun.chapter)/conflicts"))
            _ = try await app.save("One.\n\nTwo by laptop.", begun.chapter, on: both.head)
            #expect(try await ada.post("/stories/chapters/\(begun.chapter)/publish").status == .seeOther)
        }
    }

    @Test("publishing a chapter of a hidden story says first that the story is shown again", .covers("STO-030"), arguments: Engine.available)
    func hiddenStory(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            _ = try await app.save("Once.", begun.chapter, on: 0)
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.post("/stories/chapters/\(begun.chapter)/publish").status == .seeOther)
            #expect(try await ada.post("/stories/\(begun.story)/publish", ["published": "false"]).status == .seeOther)
            let chapter = try await app.site.database.read { db in try db.one(.chapter(begun.chapter)) }
            let asked = try await ada.post(
                "/stories/chapters/\(begun.chapter)", ["base": "\(chapter.head)", "text": "Once more.", "title": "", "then": "publish"])
            #expect(asked.status == .seeOther && asked.location?.hasSuffix("/publish") == true)
            let page = try await ada.get("/stories/chapters/\(begun.chapter)/publish").text
            #expect(page.contains("Your story is hidden now."))
            #expect(try await ada.get("/stories/\(begun.story)/chapters").text.contains("Hidden from readers"))
        }
    }

    @Test(
        "a choice between wordings that is undone is asked about again, and one that keeps both isn’t", .covers("STO-029"),
        arguments: Engine.available)
    func undoneChoice(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let start = try await app.save("One.\n\nTwo.", begun.chapter, on: 0)
            _ = try await app.save("One.\n\nTwo by phone.", begun.chapter, on: start.revision)
            let second = try await app.save("One.\n\nTwo by laptop.", begun.chapter, on: start.revision)
            let wordings = try #require(second.wordings.first)
            #expect(wordings.first == "Two by phone." && wordings.second == "Two by laptop.")
            let both = try #require(second.text)
            let chosen = try await app.save("One.\n\nTwo by phone.", begun.chapter, on: second.head)
            #expect(chosen.conflicts == 0)
            let undone = try await app.save(both, begun.chapter, on: chosen.head)
            #expect(undone.wordings == [wordings])
            let ada = try await app.signedIn(.ada)
            let address = "/api/v1/stories/chapters/\(begun.chapter)/conflicts/\(wordings.id)"
            #expect(try await ada.json(.put, address, #"{"isSettled": true}"#).status == .noContent)
            #expect(try await app.save(both + " And more.", begun.chapter, on: undone.head).conflicts == 0)
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)/conflicts").text.contains("Nothing to choose"))
            #expect(try await ada.json(.put, address, #"{"isSettled": false}"#).status == .noContent)
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)/conflicts").text.contains("Two by <mark>laptop</mark>."))
            #expect(try await app.signedIn(.bea).json(.put, address, #"{"isSettled": true}"#).status == .notFound)
        }
    }

    @Test(
        "a device that wrote without a network, with pauses, adds one wording and no more", .covers("STO-029"), arguments: Engine.available)
    func pausesWithoutNetwork(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let start = try await app.save("One.\n\nTwo.\n\nThree.", begun.chapter, on: 0)
            let laptop = try await app.save("One.\n\nTwo by laptop.\n\nThree.", begun.chapter, on: start.revision)
            // The phone sends what it had at its first pause, then what it has by now, and was shown nothing in between.
            let pause = try await app.save("One.\n\nTwo on the.\n\nThree.", begun.chapter, on: start.revision)
            #expect(pause.conflicts == 1)
            let phone = try await app.save("One.\n\nTwo, on the phone, at length.\n\nThree.", begun.chapter, on: pause.revision)
            #expect(phone.text == "One.\n\nTwo by laptop.\n\nTwo, on the phone, at length.\n\nThree.")
            #expect(phone.wordings.map(\.first) == ["Two by laptop."] && phone.wordings.map(\.second) == ["Two, on the phone, at length."])
            // So does the laptop, which was shown nothing either.
            let again = try await app.save("One.\n\nTwo by laptop, later.\n\nThree.", begun.chapter, on: laptop.revision)
            #expect(again.text == "One.\n\nTwo by laptop, later.\n\nTwo, on the phone, at length.\n\nThree.")
            #expect(again.wordings.map(\.first) == ["Two by laptop, later."] && again.conflicts == 1)
        }
    }

    @Test("whoever writes over one of two wordings has chosen, and isn’t asked again", arguments: Engine.available)
    func writtenOver(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let start = try await app.save("One.\n\nTwo.", begun.chapter, on: 0)
            _ = try await app.save("One.\n\nTwo by phone.", begun.chapter, on: start.revision)
            let second = try await app.save("One.\n\nTwo by laptop.", begun.chapter, on: start.revision)
            let kept = try await app.save("One.\n\nTwo by phone.\n\nTwo by laptop.\n\nThree.", begun.chapter, on: second.head)
            #expect(second.conflicts == 1 && kept.conflicts == 1)
            let over = try await app.save("One.\n\nTwo, in a third way.\n\nThree.", begun.chapter, on: kept.head)
            #expect(over.conflicts == 0)
            let page = try await app.signedIn(.ada).get("/stories/chapters/\(begun.chapter)/conflicts").text
            #expect(page.contains("Nothing to choose"))
        }
    }

    @Test(
        "a change that doesn’t fit, a chapter that is too long and an unknown version are refused, and nothing is lost", arguments: Engine.available)
    func refusals(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let saved = try await app.save("A first sentence.", begun.chapter, on: 0)
            let ada = try await app.signedIn(.ada)
            let address = "/api/v1/stories/chapters/\(begun.chapter)/text"
            let fits = try await ada.json(.put, address, #"{"base": 1, "start": 2, "removed": "first", "inserted": "last", "name": "x"}"#)
            #expect(fits.status == .ok)
            let mismatch = try await ada.json(.put, address, #"{"base": 1, "start": 2, "removed": "third", "inserted": "last", "name": "y"}"#)
            #expect(mismatch.status == .conflict && mismatch.text.contains("stories.change-mismatch"))
            let unknown = try await ada.json(.put, address, #"{"base": 99, "text": "x", "name": "z"}"#)
            #expect(unknown.text.contains("stories.unknown-revision"))
            #expect(saved.revision == 1)
            #expect(try await app.text(begun.chapter) == "A last sentence.")
        }
    }

    @Test("nobody else reads, saves or deletes an author’s draft", arguments: Engine.available)
    func others(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let bea = try await app.signedIn(.bea)
            for address in [
                "/stories/chapters/\(begun.chapter)", "/stories/\(begun.story)/chapters", "/stories/\(begun.story)", "/stories/\(begun.story)/edit",
            ] {
                #expect(try await bea.get(address).status == .notFound, "\(address)")
            }
            #expect(
                try await bea.json(.put, "/api/v1/stories/chapters/\(begun.chapter)/text", #"{"base": 0, "text": "x", "name": "z"}"#).status
                    == .notFound)
            #expect(try await bea.post("/stories/\(begun.story)/delete", ["confirmed": "true"]).status == .notFound)
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .notFound)
        }
    }

    @Test("deleting a chapter or a story asks first", .covers("STO-031"), arguments: Engine.available)
    func delete(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/stories/\(begun.story)/chapters")
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)/delete").text.contains("Delete this chapter?"))
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/delete")
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)").status == .ok, "not without a word")
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/delete", ["confirmed": "true"])
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)").status == .notFound)
            _ = try await ada.post("/stories/\(begun.story)/delete", ["confirmed": "true"])
            #expect(try await ada.get("/stories/\(begun.story)/chapters").status == .notFound)
        }
    }

    @Test("a story is written in any language that Stoa speaks, and found by it", .covers("STO-006", "STO-025"), arguments: Engine.available)
    func languages(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let (form, search) = (try await ada.get("/stories/write/new").text, try await app.guest.get("/stories/search").text)
            for language in ["en", "sv", "sw", "bem"] {
                #expect(form.contains("<option value=\"\(language)\"") && search.contains("<option value=\"\(language)\""), "\(language)")
            }
            let made = try await ada.post("/stories/write/new", ["title": "Ubwato", "language": "bem", "rating": "general"])
            #expect(made.status == .seeOther)
        }
    }
}
