import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Screens for writers")
struct WriterScreensTests {
    @Test(
        "an earlier version is shown as readers would see it, and what changed since where somebody asks for it", .covers("STO-029"),
        arguments: Engine.available)
    func revision(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let first = try await app.save("The ferry was *late*.", begun.chapter, on: 0)
            app.clock.advance(by: .seconds(120))
            _ = try await app.save("The lamp was out.", begun.chapter, on: first.revision)
            let ada = try await app.signedIn(.ada)
            let address = "/stories/chapters/\(begun.chapter)/history/\(first.revision)"
            let page = try await ada.get(address).text
            #expect(page.contains("<em>late</em>") && page.contains("Show what changed since") && !page.contains("<del>"))
            #expect(page.contains("What you have now stays in the history"))
            let changes = try await ada.get(address + "?changes=1").text
            #expect(changes.contains("<del>") && changes.contains("<ins>") && changes.contains("Show this version"))
            #expect(try await app.signedIn(.bea).get(address).status == .notFound)
        }
    }

    @Test("a chapter of an unpublished story is said to be hidden from readers", .covers("STO-030"), arguments: Engine.available)
    func standing(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let ada = try await app.signedIn(.ada)
            let screens = ["/stories/\(begun.story)/chapters", "/stories/chapters/\(begun.chapter)", "/stories/chapters/\(begun.chapter)/history"]
            for screen in screens {
                let text = try await ada.get(screen).text
                #expect(text.contains("Published") && !text.contains("Hidden from readers"), "\(screen)")
            }
            #expect(try await ada.post("/stories/\(begun.story)/publish", ["published": "false"]).status == .seeOther)
            for screen in screens {
                let text = try await ada.get(screen).text
                #expect(text.contains("Hidden from readers") && !text.contains(">Published<"), "\(screen)")
            }
        }
    }

    @Test("who shows a draft to nobody yet is told whose answer is waited for", .covers("STO-028"), arguments: Engine.available)
    func invited(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            _ = try await app.save("The ferry was late.", begun.chapter, on: 0)
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.post("/stories/chapters/\(begun.chapter)/draft/show").status == .seeOther)
            let draft = "/stories/chapters/\(begun.chapter)/draft"
            #expect(try await ada.get(draft).text.contains("You have no first readers yet."))
            _ = try await app.shown(.bea)
            try await app.invite(.bea, toRead: begun.story)
            let page = try await ada.get(draft).text
            #expect(page.contains("1 invited first reader hasn’t answered yet.") && !page.contains("You have no first readers yet."))
        }
    }

    @Test("the comments on a story are listed by time, page by page", .covers("STO-032"), arguments: Engine.available)
    func comments(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let bea = try await app.person(.bea)
            // Written in another order than their numbers, two of them in the same moment.
            let times = [3, 1, 2, 2] + (10..<42).map { 100 - $0 }
            try await app.site.write(by: bea) { write in
                for (number, time) in times.enumerated() {
                    try write.run(
                        """
                        INSERT INTO stories_comment (story_id, chapter_id, author_id, words, shown_words, language, status, created_at, changed_at)
                        VALUES (\(begun.story), \(begun.chapter), \(bea), \("words \(number);"), \("words \(number);"), 'en', 'accepted',
                            \(Instant(milliseconds: Int64(time) * 1000)), \(write.now))
                        """)
                }
            }
            let expected = times.indices.sorted { (times[$0], $0) > (times[$1], $1) }
            let ada = try await app.signedIn(.ada)
            var (address, found): (String?, [Int]) = ("/stories/\(begun.story)/comments", [])
            while let next = address {
                let page = try await ada.get(next).text
                found += page.matches(of: /words (\d+);/).compactMap { Int($0.output.1) }
                address = page.firstMatch(of: /href="(\/stories\/\d+\/comments\?after=[^"]+)"/).map { String($0.output.1) }
                #expect(found.count <= times.count)
                guard found.count <= times.count else { break }
            }
            #expect(found == expected)
        }
    }

    @Test("the author who looks at a story as readers do isn’t asked to sign in", .covers("STO-034"), arguments: Engine.available)
    func readersView(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let page = try await app.signedIn(.ada).get("/stories/\(begun.story)?as=reader").text
            #expect(page.contains("Signed-in readers rate your story here.") && !page.contains("Sign in to rate"))
            #expect(try await app.guest.get("/stories/\(begun.story)").text.contains("Sign in to rate"))
        }
    }

    @Test("the schedule names its time zone as people do", .covers("STO-030"), arguments: Engine.available)
    func zone(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let second = try await app.addChapter(to: begun.story, "The landing")
            _ = try await app.signedIn(.ada).post("/stories/chapters/\(second)/unpublish")
            let page = try await app.signedIn(.ada).get("/stories/chapters/\(second)/schedule").text
            #expect(page.contains(" time</p>") && !page.contains("/\(TimeZoneName.city(of: app.site.configuration.zone))"))
        }
    }
}
