import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Reading

@Suite("My annotations")
struct NotebookTests {
    private func marked(_ app: TestApp) async throws -> (first: PublicationID, second: PublicationID, ada: TestClient) {
        let (first, second) = (try await app.addBook(), try await app.addBook(owner: 2))
        let ada = try await app.signedIn(.ada)
        let script = ada.asProgram
        _ = try await script.highlight("bridge of oak", chapter: 1, of: first, colour: "#7CC47F", note: "Strong Wood")
        _ = try await script.highlight("the miller laughed", chapter: 0, of: first, note: "Good *for* him.")
        _ = try await script.highlight("lantern light", chapter: 2, of: second, colour: nil)
        return (first, second, ada)
    }

    @Test(.covers("LIB-051"), arguments: Engine.available)
    func `marks are listed by title and chapter, and the words of quotation and note find them`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let (first, _, ada) = try await marked(app)
            let all = try await ada.get("/account/annotations").text
            let places = ["lantern light", ">The river</h3>", "the miller laughed", ">The bridge</h3>", "bridge of oak"].map {
                all.range(of: $0)?.lowerBound
            }
            #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted(), "newest title first, then by place")
            for (query, found) in [
                ("q=OAK", "bridge of oak"), ("q=wood+strong", "bridge of oak"), ("q=laughed", "the miller laughed"),
                ("colour=%237CC47F", "bridge of oak"), ("colour=none", "lantern light"), ("title=\(first)&q=miller", "the miller laughed"),
            ] {
                let page = try await ada.get("/account/annotations?" + query).text
                for words in ["bridge of oak", "the miller laughed", "lantern light"] {
                    #expect(page.contains("\">\(words)</a>") == (words == found), "\(query): \(words)")
                }
            }
            let nothing = try await ada.get("/account/annotations?q=oak&colour=none").text
            #expect(nothing.contains("No annotations found") && nothing.contains("name=\"q\""))
            #expect(try await ada.get("/account/annotations?q=100%25").text.contains("No annotations found"), "a sign of percent is only itself")
            #expect(try await ada.get("/account/annotations?title=x").status.rawValue == 422)
            #expect(try await app.signedIn(.bea).get("/account/annotations?q=oak").text.contains("bridge of oak") == false)
        }
    }

    @Test(.covers("LIB-051", "LIB-050"), arguments: Engine.available)
    func `what is listed leaves as Markdown and as a sheet to print, and nobody else's with it`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let (first, _, ada) = try await marked(app)
            let mill = try await ada.asProgram.json(
                .post, ReadingPaths.apiBookmarks(first),
                #"{"section":2,"quote":{"exact":"","prefix":"","suffix":"The miller ground the last of the corn"},"position":{"start":9,"end":9}}"#)
            #expect(mill.status == .created, "\(mill.text)")
            let file = try await ada.get("/account/annotations/markdown")
            #expect(file["Content-Type"] == "text/markdown; charset=utf-8")
            #expect(file["Content-Disposition"]?.contains("My annotations.md") == true && file["Cache-Control"] == "no-store")
            let text = file.text
            for words in [
                "# My annotations\n", "## The mill on the river\n\nA. Writer\n\n### The river\n\n> the miller laughed\n",
                "Good \\*for\\* him.\n", "](http", "/read/\(first)/1?quote=bridge%20of%20oak", " · Green · ",
                "### Bookmarks\n\n- **The mill** The miller ground the last of",
            ] {
                #expect(text.contains(words), "\(words) in \(text)")
            }
            let green = try await ada.get("/account/annotations/markdown?colour=%237CC47F").text
            #expect(green.contains("bridge of oak") && !green.contains("miller"))
            let sheet = try await ada.get("/account/annotations/study-sheet?q=wood").text
            #expect(sheet.contains("bridge of oak") && sheet.contains("Strong Wood") && !sheet.contains("lantern light"))
            #expect(try await ada.get("/account/annotations/study-sheet").text.contains("The miller ground the last of"))
            let bea = try await app.signedIn(.bea)
            #expect(try await !bea.get("/account/annotations/markdown").text.contains("oak"))
            #expect(try await bea.get("/account/annotations/study-sheet").text.contains("No highlights or notes yet"))
            for path in ["markdown", "study-sheet"] {
                #expect(try await app.guest.get("/account/annotations/" + path).location?.hasPrefix("/account/sign-in") == true)
            }
        }
    }

    @Test(.covers("LIB-053"), arguments: Engine.available)
    func `bookmarks stand together by title, name their chapter and are found by their words`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let (first, second) = (try await app.addBook(), try await app.addBook(owner: 2))
            let ada = try await app.signedIn(.ada)
            for (id, chapter, words) in [(first, 1, "They built a bridge"), (second, 0, "The river rose"), (first, 0, "By morning the mill")] {
                let place =
                    #"{"section":\#(chapter),"quote":{"exact":"\#(words)","prefix":"","suffix":""},"position":{"start":11,"end":30}}"#
                #expect(try await ada.asProgram.json(.post, ReadingPaths.apiBookmarks(id), place).status == .created)
            }
            let page = try await ada.get("/account/bookmarks").text
            let places = [">The river</h4>", "By morning the mill", ">The bridge</h4>", "They built a bridge", "The river rose"].map {
                page.range(of: $0)?.lowerBound
            }
            #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
            let found = try await ada.get("/account/bookmarks?q=built").text
            #expect(found.contains("They built a bridge") && !found.contains("By morning the mill"))
            #expect(try await ada.get("/account/bookmarks?q=zebra").text.contains("No bookmarks found"))
        }
    }

    @Test func `words mean nothing to Markdown`() {
        for (words, line) in [
            ("# a", "\\# a"), ("1. b", "1\\. b"), ("2024 c", "2024 c"), ("- d", "\\- d"), ("a_b [c] <d>", "a\\_b \\[c\\] \\<d\\>"),
            ("two\n lines", "two lines"),
        ] {
            #expect(NotebookMarkdown.line(words) == line)
        }
    }
}
