import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Earlier versions of a chapter")
struct EarlierVersionTests {
    @Test(
        "each version is known by the words that changed in it, and one that was brought back by where it is from", .covers("STO-029"),
        arguments: Engine.available)
    func rows(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            var base = 0
            for text in ["The ferry was late.", "The ferry was late again, and <dark>.", "The ferry was dark."] {
                base = try await app.save(text, begun.chapter, on: base).revision
                app.clock.advance(by: .seconds(120))
            }
            let ada = try await app.signedIn(.ada)
            let history = "/stories/chapters/\(begun.chapter)/history"
            let page = try await ada.get(history).text
            #expect(page.contains(">The ferry was late.</p>") && page.contains(">again, and &lt;dark&gt;.</p>"))
            #expect(page.contains(">dark.</p>"))
            #expect(!page.contains("Restored from"))

            let restored = try await ada.post(history + "/1/restore")
            let flash = try #require(restored.cookies["flash"])
            let editor = try await ada.carrying("flash", flash).get(try #require(restored.location)).text
            #expect(editor.contains("toast-undo") && editor.contains("action=\"\(history)/3/restore\""))
            #expect(try await app.text(begun.chapter) == "The ferry was late.")
            #expect(try await ada.get(history).text.contains("Restored from"))
            _ = try await ada.post(history + "/3/restore")
            #expect(try await app.text(begun.chapter) == "The ferry was dark.")
            // The same text again is no change that could be undone.
            let same = try await ada.post(history + "/3/restore")
            let said = try #require(same.cookies["flash"])
            #expect(try await !ada.carrying("flash", said).get(try #require(same.location)).text.contains("toast-undo"))
        }
    }

    @Test("a page of versions says what changed in its last one, too", .covers("STO-029"), arguments: Engine.available)
    func pages(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            var (base, text) = (0, "")
            for number in 1...(HistoryRoutes.pageSize + 1) {
                text += "word\(number) "
                base = try await app.save(text, begun.chapter, on: base).revision
                app.clock.advance(by: .seconds(60))
            }
            let ada = try await app.signedIn(.ada)
            let page = try await ada.get("/stories/chapters/\(begun.chapter)/history").text
            #expect(page.contains(">word2</p>") && !page.contains(">word1</p>"))
            let older = try #require(page.firstMatch(of: /href="([^"]+history\?before=\d+)"/)).output.1
            #expect(try await ada.get(String(older)).text.contains(">word1</p>"))
        }
    }

    @Test("the words that changed are whole words, short, and none where only spaces changed")
    func words() {
        #expect(ChangedWords(from: "The ferry", to: "The ferries")?.words == "ferries")
        #expect(ChangedWords(from: "", to: "One.\n\nTwo.")?.words == "One. Two.")
        #expect(ChangedWords(from: "One.", to: "One.\n\n") == nil)
        let taken = ChangedWords(from: "One, two, three", to: "One, three")
        #expect(taken?.areRemoved == true && taken?.words == "two, three")
        #expect((ChangedWords(from: "", to: String(repeating: "long ", count: 500))?.words.count ?? 0) <= 91)
        #expect(ChangedWords(from: "👩‍🚀 one", to: "👩‍🚀 one två")?.words == "två")
    }

    @Test(
        "two wordings are compared with their times and devices, words that differ marked; the choice can be undone", .covers("STO-029"),
        arguments: Engine.available)
    func wordings(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let start = try await app.save("One.\n\nTwo.", begun.chapter, on: 0)
            _ = try await app.save("One.\n\nTwo by phone.", begun.chapter, on: start.revision)
            let second = try await app.save("One.\n\nTwo by laptop.", begun.chapter, on: start.revision)
            let wordings = try #require(second.wordings.first)
            let ada = try await app.signedIn(.ada)
            let address = "/stories/chapters/\(begun.chapter)/conflicts"
            let page = try await ada.get(address).text
            #expect(page.contains("Two by <mark>phone</mark>.") && page.contains("Two by <mark>laptop</mark>."))
            #expect(page.matches(of: /<p class="muted">[^<]*(<time[^>]*>[^<]*<\/time>)? ·/).count == 2)
            #expect(page.contains("href=\"/stories/chapters/\(begun.chapter)\">Decide later and continue writing</a>"))

            let chosen = try await ada.post("\(address)/\(wordings.id)", ["keep": "second"])
            #expect(try await app.text(begun.chapter) == "One.\n\nTwo by laptop.")
            let flash = try #require(chosen.cookies["flash"])
            let editor = try await ada.carrying("flash", flash).get(try #require(chosen.location)).text
            let undo = try #require(editor.firstMatch(of: /action="([^"]+\/restore)" class="toast-undo"/)).output.1
            _ = try await ada.post(String(undo))
            #expect(try await ada.get(address).text.contains("<mark>phone</mark>"))
            _ = try await ada.post("\(address)/\(wordings.id)", ["keep": "both"])
            #expect(try await ada.get(address).text.contains("Nothing to choose"))
        }
    }
}
