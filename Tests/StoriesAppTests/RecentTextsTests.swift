import Core
import Database
import Documents
import Foundation
import Platform
import TestSupport
import Testing

@testable import StoriesApp

@Suite("Texts that were saved last")
struct RecentTextsTests {
    private func text(_ revision: Int, bytes: Int = 10) -> RecentText {
        RecentText(revision: revision, savedAt: Instant(milliseconds: 0), text: String(repeating: "a", count: bytes), words: 1)
    }

    @Test("they never take more than they may, and what was saved last stays", .covers("STO-029", "CORE-044"))
    func bounded() {
        let texts = RecentTexts(mostBytes: 100_000)
        for number in 1...1_000 {
            texts.enter(text(1, bytes: Int(number % 7) * 1_000), of: ChapterID(Int64(number)))
            #expect(texts.bytes <= 100_000)
        }
        #expect(texts.text(of: ChapterID(1_000)) != nil && texts.text(of: ChapterID(1)) == nil)
        texts.enter(text(1, bytes: 60_000), of: ChapterID(7))
        #expect(texts.text(of: ChapterID(7)) == nil, "a text that would drive all others out isn’t kept")
    }

    @Test("an older text doesn’t take the place of a newer one", .covers("STO-029"))
    func newest() {
        let texts = RecentTexts()
        texts.enter(text(5), of: ChapterID(1))
        texts.enter(text(4), of: ChapterID(1))
        #expect(texts.text(of: ChapterID(1))?.revision == 5)
    }

    @Test(
        "two nodes that each remember other texts save the same as one that remembers nothing", .covers("STO-028", "STO-029", "CORE-044"),
        arguments: Engine.available)
    func nodes(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let (author, site) = (try await app.person(.ada), app.site)
            let chapter = try await app.beginStory().chapter
            let nodes = [RecentTexts(), RecentTexts()]
            var random = SeededGenerator(seed: 11)
            var (text, base) = ("", 0)
            for step in 0..<120 {
                let scalars = Array(text.unicodeScalars)
                let start = Int.random(in: 0...scalars.count, using: &random)
                let end = min(scalars.count, start + Int.random(in: 0...3, using: &random))
                var changed = String.UnicodeScalarView(scalars[..<start])
                changed.append(contentsOf: ["färjan ", "don’t ", "灯", "🚢", "a\n\n", "ng’ambo "][step % 6].unicodeScalars)
                changed.append(contentsOf: scalars[end...])
                let save = ChapterSave(base: base, change: .splice(TextSplice(from: text, to: String(changed))), name: "\(step)")
                let node = nodes[Int.random(in: 0..<2, using: &random)]
                let saved = try await site.write(by: author) { write in
                    try ChapterSaving(write: write, texts: node).save(save, to: write.one(.chapter(chapter)))
                }
                (text, base) = (String(changed), saved.revision)
                #expect(saved.text == nil && saved.words == WordCount.of(text), "step \(step)")
            }
            #expect(try await app.text(chapter) == text)
        }
    }

    @Test("a text whose revision a new database gave to another is never taken for that", .covers("STO-029", "CORE-044"))
    func givenAgain() async throws {
        try await withStories(on: .sqlite) { app in
            let (author, site, texts) = (try await app.person(.ada), app.site, RecentTexts())
            let chapter = try await app.beginStory().chapter
            let head = try await app.save("one two three", chapter, on: 0).head
            let now = try await site.database.read { db in try db.one(.chapter(chapter)).changedAt }
            texts.enter(RecentText(revision: head, savedAt: now - .seconds(1), text: "what was lost", words: 3), of: chapter)
            let save = ChapterSave(base: head, change: .splice(TextSplice(start: 3, removed: "", inserted: " and")), name: "phone")
            let saved = try await site.write(by: author) { write in
                try ChapterSaving(write: write, texts: texts).save(save, to: write.one(.chapter(chapter)))
            }
            #expect(saved.words == 4)
            #expect(try await app.text(chapter) == "one and two three")
        }
    }

    @Test("what was worked out before another device saved is worked out anew", .covers("STO-028", "STO-029"))
    func overtaken() async throws {
        try await withStories(on: .sqlite) { app in
            let (author, site, texts) = (try await app.person(.ada), app.site, RecentTexts())
            let chapter = try await app.beginStory().chapter
            _ = try await app.save("one\ntwo\nthree", chapter, on: 0)
            let save = ChapterSave(base: 1, change: .text("one\ntwo\nthree, from the phone"), name: "phone")
            let source = try await site.database.read { db in try SaveSource(db.one(.chapter(chapter)), base: 1, texts, in: db) }
            let plan = try SavePlan(save, from: source)
            _ = try await app.save("one, from the laptop\ntwo\nthree", chapter, on: 1)
            let saved = try await site.write(by: author) { write in
                try ChapterSaving(write: write, texts: texts).save(save, to: write.one(.chapter(chapter)), planned: plan)
            }
            #expect(saved.text == "one, from the laptop\ntwo\nthree, from the phone")
            #expect(saved.words == 9)
            #expect(try await app.text(chapter) == saved.text)
        }
    }
}
