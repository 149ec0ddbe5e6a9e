import Accounts
import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Drafts for first readers")
struct DraftTests {
    @Test(
        "first readers see the text as it was shown, until it is shown anew or taken back; an empty chapter can’t be shown",
        .covers("STO-029"), arguments: Engine.available)
    func showing(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory()
            let (ada, bea, draft) = (try await app.signedIn(.ada), try await app.signedIn(.bea), "/stories/chapters/\(begun.chapter)/draft")
            _ = try await app.save("Somebody rowed back after all, late in the morning.", begun.chapter, on: 1)
            #expect(try await bea.get(draft).text.contains("nobody rowed back"))
            #expect(try await ada.get(draft).text.contains("You’ve changed the chapter since."))
            #expect(try await ada.get("/stories/chapters/\(begun.chapter)").text.contains("Show latest text to first readers"))
            let told = try await app.notices(of: .bea).count
            app.clock.advance(by: .seconds(60))
            let sent = try await ada.post(
                "/stories/chapters/\(begun.chapter)",
                ["base": "2", "title": "The landing", "text": "Somebody rowed back after all, late in the evening.", "then": "draft"])
            #expect(sent.location == draft)
            let page = try await bea.get(draft).text
            #expect(page.contains("late in the evening") && !page.contains("nobody rowed back"))
            #expect(try await app.notices(of: .bea).count == told + 1)

            #expect(try await ada.post(draft + "/end").location == "/stories/\(begun.story)/chapters")
            #expect(try await bea.get(draft).status == .notFound)
            #expect(try await bea.post(draft + "/comments", ["words": "Too late."]).status == .notFound)
            let second = try #require(try await ada.post("/stories/\(begun.story)/chapters").location)
            #expect(try await ada.post(second + "/draft/show").problem?.code == "stories.empty-draft")
            let log = try await app.site.database.read { db in
                try db.one(
                    "SELECT count(*) FROM audit_entry WHERE entity = 'stories.chapter' AND details LIKE '%shown to first readers%'" as Query<Int>)
            }
            #expect(log == 3)
        }
    }

    @Test(
        "a new chapter of a published story is shown to first readers without anything of it for readers; published, it is a chapter like any",
        .covers("STO-030", "STO-038"), arguments: Engine.available)
    func published(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishedStory()
            try await app.join(.bea, toRead: story.story)
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            try await app.letNewsOut()
            _ = try await app.signedIn(.curator).post("/stories/\(story.story)/follow", ["follows": "true"])
            let address = try #require(try await ada.post("/stories/\(story.story)/chapters").location)
            let chapter = try #require(ChapterID(String(address.split(separator: "/").last ?? "")))
            let begun = Begun(story: story.story, chapter: chapter)
            _ = try await app.save(TestApp.secret, chapter, on: 0, title: "The rope")
            let draft = "/stories/chapters/\(chapter)/draft"
            _ = try await ada.post(draft + "/show")
            let comment = try await app.comment("Who cut it?", onDraft: chapter)
            try await app.letNewsOut()
            for place in TestApp.places(of: begun, comment) + ["/stories/\(story.story)?chapter=2"] {
                let text = try await app.guest.get(place).text
                for words in ["nobody rowed back", "Who cut it?", "The rope"] { #expect(!text.contains(words), "\(place)") }
            }
            #expect(try await app.notices(of: .curator).isEmpty)
            #expect(try await bea.get(draft).text.contains("nobody rowed back"))

            #expect(try await ada.post("/stories/chapters/\(chapter)/publish").status == .seeOther)
            let publication = try #require(try await app.site.database.read { db in try db.one(.story(story.story)).publication })
            #expect(try await app.guest.get("/read/\(publication)/1").text.contains("nobody rowed back"), "the same words twice, by right")
            #expect(try await bea.get(draft).location == "/read/\(publication)/1")
            #expect(try await app.site.database.read { db in try db.first(.draftState(of: chapter)) } == nil)
            #expect(try await ada.get(draft).text.contains("Who cut it?"))
            #expect(try await bea.get("/stories/comments/\(comment)").status == .notFound)
            for place in ["/stories/chapters/\(chapter)/comments", "/api/v1/stories/chapters/\(chapter)/comments", "/read/\(publication)/1"] {
                let text = try await ada.get(place).text
                #expect(!text.contains("Who cut it?") && !text.contains("1 comment"), "\(place)")
            }
            #expect(try await ada.post(draft + "/show").problem?.code == "stories.draft-is-published")
        }
    }

    @Test("while a renewed draft waits, or is declined, first readers go on with the one before it", .covers("STO-038"), arguments: Engine.available)
    func renewed(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            _ = try await app.publishStory("The winter", "A whole paragraph that is published elsewhere already, word for word.")
            let begun = try await app.draftedStory(called: "The crossing")
            let (ada, bea, draft) = (try await app.signedIn(.ada), try await app.signedIn(.bea), "/stories/chapters/\(begun.chapter)/draft")
            func renew(_ text: String) async throws {
                let head = try await app.site.database.read { db in try db.one(.chapter(begun.chapter)).head }
                _ = try await app.save(text, begun.chapter, on: head)
                _ = try await ada.post(draft + "/show")
            }
            try await renew("A whole paragraph that is published elsewhere already, word for word.")
            #expect(try await ada.get(draft).text.contains("Your first readers see the earlier draft until this one is accepted."))
            #expect(try await bea.get(draft).text.contains("nobody rowed back"))
            #expect(try await bea.get("/stories/\(begun.story)/drafts").text.contains("The crossing"))
            #expect(try await bea.post(draft + "/comments", ["words": "Who cut it?"]).status == .seeOther)
            try await app.decide(.reject, on: DraftSubject.key(begun.chapter))
            #expect(try await bea.get(draft).text.contains("nobody rowed back"))
            try await renew("The rope held, and everybody rowed back.")
            #expect(try await bea.get(draft).text.contains("nobody rowed back"), "after a rejection the next one waits, too")
            try await app.decide(.accept, on: DraftSubject.key(begun.chapter))
            let newest = try await bea.get(draft).text
            #expect(newest.contains("everybody rowed back") && !newest.contains("nobody rowed back"))
            _ = try await ada.post(draft + "/end")
            #expect(try await bea.get(draft).status == .notFound)
        }
    }

    @Test(
        "what the filter stops isn’t shown before a moderator accepts it; a removal and a report concern the draft", .covers("STO-038"),
        arguments: Engine.available)
    func moderation(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            // Words that she published elsewhere wait for a moderator.
            _ = try await app.publishStory("The rope", TestApp.secret)
            let begun = try await app.draftedStory(called: "The crossing")
            let (ada, bea, draft) = (try await app.signedIn(.ada), try await app.signedIn(.bea), "/stories/chapters/\(begun.chapter)/draft")
            #expect(try await bea.get(draft).status == .notFound)
            #expect(try await app.notices(of: .bea).count == 1)
            #expect(try await ada.get(draft).text.contains("A moderator reads the draft first."))
            #expect(try await ada.get("/stories/\(begun.story)/chapters").text.contains("Draft waiting for a moderator"))
            #expect(try await ada.post(draft + "/comments", ["words": "Not yet."]).status == .notFound)
            try await app.decide(.accept, on: DraftSubject.key(begun.chapter))
            #expect(try await bea.get(draft).text.contains("nobody rowed back"))
            #expect(try await app.notices(of: .bea).count == 2)

            let address = "/moderation/report/stories.draft/\(begun.chapter)"
            let report = [("reason", "other"), ("words", "It copies a book."), ("then", draft)]
            #expect(try await bea.get(draft).text.contains(address))
            #expect(try await app.signedIn(.curator).post(address, fields: report).status.rawValue >= 400)
            #expect(try await bea.post(address, fields: report).status == .seeOther)
            #expect(try await bea.get(draft).text.contains("You’ve reported this"))
            try await app.decide(.remove, on: DraftSubject.key(begun.chapter))
            #expect(try await bea.get(draft).status == .notFound)
            #expect(try await ada.get(draft).text.contains("A moderator rejected the draft."))

            // Neither another showing nor publishing gets around that.
            _ = try await app.save("Another rope, and another night on the landing.", begun.chapter, on: 1)
            _ = try await ada.post(draft + "/show")
            #expect(try await bea.get(draft).status == .notFound)
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .notFound)
            try await app.decide(.accept, on: ChapterSubject.key(begun.chapter))
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .ok)
            // What a moderator decided last counts.
            _ = try await app.save("Another rope, and a third night on the landing.", begun.chapter, on: 2)
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            #expect(try await app.site.database.read { db in try db.one(.chapter(begun.chapter)).status } == .accepted)
        }
    }

    @Test("comments on a draft pass the filter, are reported, hidden and withdrawn with it", .covers("STO-038"), arguments: Engine.available)
    func comments(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory()
            try await app.join(.curator, toRead: begun.story)
            let (ada, bea, curator) = (try await app.signedIn(.ada), try await app.signedIn(.bea), try await app.signedIn(.curator))
            let draft = "/stories/chapters/\(begun.chapter)/draft"
            let told = try await app.told().count
            let rude = try await app.comment("Damn, what a boring chapter that was", onDraft: begun.chapter)
            #expect(try await app.told().count == told)
            #expect(try await !ada.get(draft).text.contains("Damn, what"))
            #expect(try await bea.get("/stories/comments/\(rude)").text.contains("The filter rejected your comment."))
            let wrong = try await bea.post(draft + "/comments", ["words": "Here.", "quote": "words that aren’t there"])
            #expect(wrong.status == .conflict && wrong.text.contains("The chapter doesn’t have these words."))

            let comment = try await app.comment("Why is the rope cut?", onDraft: begun.chapter)
            #expect(try await curator.get(draft).text.contains("Why is the rope cut?"))
            let address = "/moderation/report/stories.draft-comment/\(comment)"
            #expect(try await curator.get("/stories/comments/\(comment)").text.contains(address))
            #expect(try await app.signedIn(.librarian).post(address, ["reason": "other", "words": "", "then": "/"]).status.rawValue >= 400)
            #expect(try await curator.post(address, ["reason": "other", "words": "", "then": draft]).status == .seeOther)
            #expect(try await curator.post("/stories/comments/\(comment)/hide", ["hidden": "true"]).status == .notFound)
            _ = try await ada.post("/stories/comments/\(comment)/hide", ["hidden": "true"])
            #expect(try await !curator.get(draft).text.contains("Why is the rope cut?"))
            for method in [Method.put, .delete] {
                #expect(try await bea.json(method, "/api/v1/stories/comments/\(comment)", #"{"words":"Hm."}"#).status == .notFound)
            }
            _ = try await ada.post("/stories/\(begun.story)/delete", ["confirmed": "true"])
            let open = try await app.site.database.read { db in
                try db.one(
                    "SELECT count(*) FROM moderation_case WHERE kind IN ('stories.draft', 'stories.draft-comment') AND queue IS NOT NULL"
                        as Query<Int>)
            }
            #expect(open == 0)
        }
    }

    @Test(
        "a picture in a draft is looked at before first readers see it, and is for them alone", .covers("STO-028", "STO-038"),
        arguments: Engine.available)
    func pictures(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory(showing: false)
            let (ada, bea, draft) = (try await app.signedIn(.ada), try await app.signedIn(.bea), "/stories/chapters/\(begun.chapter)/draft")
            let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pages/page-2.png")
            let added = try await ada.upload(
                "/stories/chapters/\(begun.chapter)/pictures", ["words": "A page about the lamp"],
                files: [("picture", "page.png", Array(try Data(contentsOf: page)))])
            #expect(added.status == .seeOther, "\(added.text)")
            _ = try await ada.post(draft + "/show")
            let picture = try await app.site.database.read { db in try db.one("SELECT id FROM stories_picture" as Query<PictureID>) }
            let address = "/stories/pictures/\(picture)/large"
            #expect(try await bea.get(draft).status == .notFound)
            #expect(try await bea.get(address).status == .notFound)
            try await app.decide(.accept, on: DraftSubject.key(begun.chapter))
            #expect(try await bea.get(draft).text.contains(address))
            #expect(try await bea.get(address).status == .ok)
            for stranger in [app.guest, try await app.signedIn(.curator)] { #expect(try await stranger.get(address).status == .notFound) }
            // What was looked at once needs no second look.
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/publish")
            #expect(try await app.guest.get("/stories/\(begun.story)").status == .ok)
            #expect(try await bea.get(address).status == .notFound, "it comes with the reader now")
        }
    }

    @Test("whoever is banned shows nothing", .covers("STO-038"), arguments: Engine.available)
    func banned(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory(showing: false)
            let author = try await app.person(.ada)
            try await app.site.write(by: nil) { write in
                try app.site.service(Bans.self).ban(author, from: "stories", until: nil, reason: "It broke the terms.", in: write)
            }
            #expect(try await app.signedIn(.ada).post("/stories/chapters/\(begun.chapter)/draft/show").status == .forbidden)
            #expect(try await app.signedIn(.bea).get("/stories/chapters/\(begun.chapter)/draft").status == .notFound)
        }
    }
}
