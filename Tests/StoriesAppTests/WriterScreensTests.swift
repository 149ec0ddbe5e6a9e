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
            // The story says the same, and nothing is hidden twice.
            #expect(try await ada.get("/stories/write").text.contains("Hidden from readers"))
            for screen in screens.prefix(2) {
                let text = try await ada.get(screen).text
                #expect(text.contains(">Publish<") && !text.contains(">Unpublish<"), "\(screen)")
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

    @Test("a new story begins with its title; the rest waits until it is asked for, or is wrong", .covers("STO-025"), arguments: Engine.available)
    func newStory(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let page = try await ada.get("/stories/write/new").text
            let parts = page.split(separator: "<details class=\"fold\">", maxSplits: 1)
            let (first, rest) = (try #require(parts.first), try #require(parts.last))
            #expect(parts.count == 2 && first.contains("name=\"title\"") && first.contains("name=\"language\""))
            for name in ["description", "picture", "rating", "warnings", "tags"] {
                #expect(!first.contains("name=\"\(name)\"") && rest.contains("name=\"\(name)\""), "\(name)")
            }
            let wrong = try await ada.post("/stories/write/new", ["title": "The lamp", "language": "en", "rating": "nobody"]).text
            #expect(wrong.contains(/<details class="fold" open/))
            #expect(try await ada.post("/stories/write/new", ["title": "The lamp", "language": "en", "rating": "general"]).status == .seeOther)
        }
    }

    @Test("the page of a story that isn’t public says to its author that readers can’t see it", .covers("STO-030"), arguments: Engine.available)
    func hidden(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            let (page, view) = ("/stories/\(begun.story)", "/stories/\(begun.story)?as=reader")
            for address in [page, view] {
                let text = try await ada.get(address).text
                #expect(text.contains("Readers can’t see this story.") && !text.contains("This is what readers see."), "\(address)")
            }
            try await app.publish("The ferry was late, and the lamp was out.", begun.chapter)
            for address in [page, view] { #expect(try await !ada.get(address).text.contains("Readers can’t see this story.")) }
            _ = try await ada.post("/stories/\(begun.story)/publish", ["published": "false"])
            for address in [page, view] { #expect(try await ada.get(address).text.contains("Readers can’t see this story."), "\(address)") }
        }
    }

    @Test(
        "on the page of all comments an author reads them, covered where they spoil, and answers with one tap", .covers("STO-032"),
        arguments: Engine.available)
    func answers(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let plain = try await app.comment("What a lamp that was!", on: begun.chapter)
            _ = try await app.signedIn(.bea).post(StoriesPaths.comments(begun.chapter), ["words": "The mate did it all.", "spoiler": "true"])
            let page = try await app.signedIn(.ada).get("/stories/\(begun.story)/comments").text
            #expect(page.contains(/<p class="comment-words"[^>]*>What a lamp that was!<\/p>/))
            #expect(page.contains(/(?s)<span>Spoiler<\/span><\/summary><p class="comment-words"[^>]*>The mate did it all\./))
            #expect(page.contains("href=\"/stories/comments/\(plain)#write\"") && page.contains("Reply to "))
        }
    }

    @Test("a draft that is shown to nobody yet says so", .covers("STO-030"), arguments: Engine.available)
    func withoutReaders(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            _ = try await app.save("The ferry was late.", begun.chapter, on: 0)
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/draft/show")
            let workspace = "/stories/\(begun.story)/chapters"
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)/draft").text.contains("Nobody can read this draft yet."))
            #expect(try await ada.get(workspace).text.contains("No first readers yet"))
            _ = try await app.shown(.bea)
            try await app.join(.bea, toRead: begun.story)
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)/draft").text.contains("1 first reader can read this."))
            #expect(try await ada.get(workspace).text.contains("With first readers"))
        }
    }

    @Test("a guest’s menu has nothing in it that is for members only", .covers("STO-038"), arguments: Engine.available)
    func guest(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            for address in ["/stories", "/stories/\(begun.story)"] {
                #expect(try await !app.guest.get(address).text.contains("Muted people"), "\(address)")
                #expect(try await app.signedIn(.bea).get(address).text.contains("Muted people"), "\(address)")
            }
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
