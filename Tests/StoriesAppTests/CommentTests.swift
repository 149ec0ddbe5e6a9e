import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Comments")
struct CommentTests {
    @Test(
        "readers comment on a chapter and reply, the author’s words are marked, and story page and reader lead there with the count",
        .covers("STO-038"), arguments: Engine.available)
    func talk(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let reader = "/read/\(story.publication)/0"
            #expect(try await app.guest.get(reader).text.contains("Comment on this chapter"))
            let first = try await app.comment("I could smell the river.", on: story.chapter)
            let reply = try await app.comment("Thank you for reading!", on: story.chapter, by: .ada, answering: first)
            let second = try await app.comment("Who put out the lamp?", on: story.chapter, by: .curator)

            let page = try await app.guest.get("/stories/chapters/\(story.chapter)/comments").text
            #expect(page.order("I could smell", "Thank you for", "Who put out"))
            #expect(page.matches(of: />Author</).count == 1 && page.contains("Sign in to comment"))
            let newest = try await app.guest.get("/stories/chapters/\(story.chapter)/comments?order=newest").text
            #expect(newest.order("Who put out", "I could smell"))

            #expect(try await app.guest.get("/stories/\(story.story)").text.contains("3 comments"))
            #expect(try await app.guest.get(reader).text.contains("3 comments"))
            let section = try await app.guest.asProgram.get("/api/v1/publications/\(story.publication)/sections/0").json
            #expect((section["link"] as? [String: String])?["path"] == "/stories/chapters/\(story.chapter)/comments")

            #expect(try await app.guest.get("/stories/comments/\(reply)").text.contains("I could smell"))
            #expect(try await app.signedIn(.bea).post("/stories/comments/\(reply)/replies", ["words": "Deeper?"]).status == .notFound)
            #expect(try await app.told() == ["ada: stories.comment", "bea: stories.reply", "ada: stories.comment"])
            #expect(second > reply)
        }
    }

    @Test("a comment may be about a passage of the chapter, and never puts words into it", .covers("STO-038"), arguments: Engine.available)
    func quote(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let bea = try await app.signedIn(.bea)
            let address = "/stories/chapters/\(story.chapter)/comments"
            let wrong = try await bea.post(address, ["words": "Oh!", "quote": "The ferry was on time"])
            #expect(wrong.status == .conflict && wrong.text.contains("The chapter doesn’t have these words."))
            _ = try await bea.post(address, ["words": "Oh no.", "quote": "The lamp had gone out"])
            let page = try await app.guest.get(address).text
            #expect(page.contains("The lamp had gone out") && page.contains("/read/\(story.publication)/0?quote="))
            // A selection in the reader brings its surroundings along.
            #expect(try await bea.get("/read/\(story.publication)/0").text.contains("data-action=\"quote\""))
            let prefilled = try await bea.get(address + "?quote=the&prefix=out%20in%20&suffix=%20night").text
            #expect(prefilled.contains(/class="comment-quote"[^>]*>the</) && prefilled.contains("name=\"prefix\" value=\"out in \""))
            let program = try await bea.asProgram.json(
                .post, "/api/v1/stories/chapters/\(story.chapter)/comments",
                #"{"words": "Why?", "quote": {"exact": "nobody", "prefix": "late, and ", "suffix": " on the landing"}}"#)
            #expect(program.status == .created)
        }
    }

    @Test("a spoiler is covered until one wants to see it", arguments: Engine.available)
    func spoiler(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let address = "/stories/chapters/\(story.chapter)/comments"
            _ = try await app.signedIn(.bea).post(address, ["words": "It was the ferryman.", "spoiler": "true"])
            let page = try await app.guest.get(address).text
            let cover = try #require(page.firstMatch(of: /<details class="fold">(.|\n)*?<\/details>/)).output.0
            #expect(cover.contains("Spoiler") && cover.contains("It was the ferryman."))
        }
    }

    @Test("one edits a comment for 15 minutes and deletes it whenever; replies stay", arguments: Engine.available)
    func editAndDelete(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let (bea, list) = (try await app.signedIn(.bea), "/stories/chapters/\(story.chapter)/comments")
            let id = try await app.comment("I liked it a lot.", on: story.chapter)
            let reply = try await app.comment("So did I.", on: story.chapter, by: .curator, answering: id)
            _ = try await bea.post("/stories/comments/\(id)/edit", ["words": "I loved it."])
            #expect(try await app.guest.get(list).text.contains("I loved it."))
            #expect(try await app.signedIn(.curator).post("/stories/comments/\(id)/edit", ["words": "No."]).status == .forbidden)
            app.clock.advance(by: .seconds(16 * 60))
            #expect(try await bea.post("/stories/comments/\(id)/edit", ["words": "Hm."]).problem?.code == "stories.comment-too-old")

            #expect(try await bea.get("/stories/comments/\(id)/delete").text.contains("Delete this comment?"))
            _ = try await bea.post("/stories/comments/\(id)/delete", ["confirmed": "true"])
            let page = try await app.guest.get(list).text
            #expect(page.contains("This comment was deleted.") && page.contains("So did I.") && !page.contains("I loved it."))
            _ = try await app.signedIn(.curator).post("/stories/comments/\(reply)/delete", ["confirmed": "true"])
            #expect(try await app.guest.get(list).text.contains("No comments yet"))
        }
    }

    @Test(
        "the author of a story hides a comment from its readers, and moderators go on seeing it", .covers("STO-038"), arguments: Engine.available)
    func hide(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let list = "/stories/chapters/\(story.chapter)/comments"
            let id = try await app.comment("Too long for my taste.", on: story.chapter)
            #expect(try await app.signedIn(.bea).post("/stories/comments/\(id)/hide", ["hidden": "true"]).status == .forbidden)
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post("/stories/comments/\(id)/hide", ["hidden": "true"])
            #expect(try await !app.guest.get(list).text.contains("Too long"))
            #expect(try await !app.guest.get("/stories/\(story.story)").text.contains("1 comment"))
            #expect(try await app.signedIn(.bea).get(list).text.contains("has hidden this comment"))
            #expect(try await ada.get(list).text.contains("Too long"))
            #expect(try await app.signedIn(.moderator).get(list).text.contains("Too long"))
            _ = try await ada.post("/stories/comments/\(id)/hide", ["hidden": "false"])
            #expect(try await app.guest.get(list).text.contains("Too long"))
        }
    }

    @Test("a comment may ask what a character earns, and insults to people are judged as anywhere", .covers("STO-038"), arguments: Engine.available)
    func aboutFiction(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let list = "/stories/chapters/\(story.chapter)/comments"
            _ = try await app.comment("Does Agnes ever get paid?", on: story.chapter)
            _ = try await app.comment("You are all fucking idiots and I hate you", on: story.chapter)
            let page = try await app.guest.get(list).text
            #expect(page.contains("Does Agnes ever get paid?") && !page.contains("idiots"))
        }
    }

    @Test("its author changes a comment that the filter stopped, however late, and sends it again", .covers("STO-038"), arguments: Engine.available)
    func sendAgain(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let (bea, list) = (try await app.signedIn(.bea), "/stories/chapters/\(story.chapter)/comments")
            let comment = try await app.comment("A fine chapter with a boat", on: story.chapter)
            _ = try await bea.post("/stories/comments/\(comment)/edit", ["words": "Damn, what a boring chapter that was"])
            app.clock.advance(by: .seconds(3600))
            let page = try await bea.get("/stories/comments/\(comment)").text
            #expect(page.contains("The filter rejected your comment.") && page.contains("Edit and send again"))
            let sent = try await bea.post("/stories/comments/\(comment)/edit", ["words": "What a long chapter that was"])
            #expect(sent.status == .seeOther, "\(sent.text)")
            #expect(try await app.guest.get(list).text.contains("What a long chapter that was"))
            app.clock.advance(by: .seconds(3600))
            #expect(try await !bea.get("/stories/comments/\(comment)").text.contains("/stories/comments/\(comment)/edit"))
        }
    }

    @Test(
        "comments pass the filter, can be reported, and a moderator’s decision is carried out and taken back", .covers("STO-038"),
        arguments: Engine.available)
    func moderation(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let (bea, list) = (try await app.signedIn(.bea), "/stories/chapters/\(story.chapter)/comments")
            let rude = try await app.comment("Damn, what a boring chapter that was", on: story.chapter)
            #expect(try await !app.guest.get(list).text.contains("Damn, what"))
            #expect(try await bea.get("/stories/comments/\(rude)").text.contains("The filter rejected your comment."))
            #expect(try await app.told().isEmpty)
            #expect(try await bea.get("/stories/comments/\(rude)").text.contains("Edit and send again"))
            _ = try await bea.post("/stories/comments/\(rude)/appeal", ["message": "It was a joke."])
            try await app.decide(.accept, on: CommentSubject.key(rude))
            #expect(try await app.guest.get(list).text.contains("Damn, what"))
            #expect(try await app.told() == ["ada: stories.comment"])

            let report = try await app.signedIn(.curator).post(
                "/moderation/report/stories.comment/\(rude)", ["reason": "hate", "words": "", "then": list])
            #expect(report.status == .seeOther, "\(report.status) \(report.location ?? "")")
            let moderator = try await app.signedIn(.moderator)
            let found = try await app.site.database.read { db in
                try #require(try app.site.service(Moderation.self).find(CommentSubject.key(rude), in: db))
            }
            let path = "/admin/moderation/cases/\(found.id)"
            _ = try await moderator.post(path + "/decide", ["action": "remove", "version": "\(found.version)", "reason": "hate"])
            #expect(try await !app.guest.get(list).text.contains("Damn, what"))
            #expect(try await moderator.post(path + "/take-back").location == path)
            #expect(try await app.guest.get(list).text.contains("Damn, what"))
        }
    }

    @Test(
        "muted people are gone from comments, counts, shelves and notifications alike, for whoever muted them alone", .covers("STO-038"),
        arguments: Engine.available)
    func mute(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            _ = try await app.publishStory("A tale by Curator", by: .curator)
            let list = "/stories/chapters/\(story.chapter)/comments"
            let first = try await app.comment("A word from the curator.", on: story.chapter, by: .curator)
            try await app.comment("An answer to it.", on: story.chapter, by: .admin, answering: first)
            try await app.comment("Something kind.", on: story.chapter, by: .bea)
            let (ada, curator) = (try await app.signedIn(.ada), try await app.person(.curator))
            #expect(try await ada.get("/stories").text.contains("A tale by Curator"))
            // It can be undone, and isn’t shown as a danger.
            let question = try await ada.get("/stories/people/\(curator)/mute").text
            #expect(question.contains("confirm-calm") && question.contains("button-primary") && !question.contains("button-danger"))
            _ = try await ada.post("/stories/people/\(curator)/mute", ["muted": "true", "then": list])

            let seen = try await ada.get(list).text
            #expect(seen.contains("Something kind.") && !seen.contains("A word from") && !seen.contains("An answer to"))
            #expect(try await ada.get("/stories/\(story.story)").text.contains("1 comment<"))
            #expect(try await app.guest.get("/stories/\(story.story)").text.contains("3 comments"))
            #expect(try await !ada.get("/stories").text.contains("A tale by Curator"))
            #expect(try await ada.get("/stories/settings/muted").text.contains("Curator"))
            let before = try await app.told()
            try await app.comment("Another word.", on: story.chapter, by: .curator)
            #expect(try await app.told() == before)

            _ = try await ada.post("/stories/people/\(curator)/mute", ["muted": "false"])
            #expect(try await ada.get(list).text.contains("A word from"))
            #expect(try await ada.post("/stories/people/\(app.person(.ada))/mute", ["muted": "true"]).problem?.code == "stories.mute-yourself")
        }
    }

    @Test("comments page by page, in both orders, each once", arguments: Engine.available)
    func pages(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let (ada, now) = (try await app.person(.ada), app.clock.clock.now())
            try await app.site.database.write { db in
                let chapter = try db.one(.chapter(story.chapter))
                let statements = CommentStatements(db: db, now: now, person: ada)
                for number in 1...45 {
                    let draft = try CommentDraft(words: "Remark \(number).", isSpoiler: false, quote: nil)
                    try statements.show(statements.insert(draft, on: chapter, parent: nil, author: ada, language: .english))
                }
            }
            for order in ["oldest", "newest"] {
                var (words, next): ([String], String?) = ([], nil)
                repeat {
                    let after = next.map { "&after=\($0)" } ?? ""
                    let page = try await app.guest.asProgram.get("/api/v1/stories/chapters/\(story.chapter)/comments?order=\(order)\(after)").json
                    words += (page["items"] as? [[String: Any]] ?? []).compactMap { ($0["comment"] as? [String: Any])?["words"] as? String }
                    next = page["next"] as? String
                } while next != nil
                let expected = (1...45).map { "Remark \($0)." }
                #expect(words == (order == "oldest" ? expected : expected.reversed()))
            }
        }
    }
}

extension String {
    /// Whether it has these words in this order.
    fileprivate func order(_ words: String...) -> Bool {
        var rest = self[...]
        for word in words {
            guard let range = rest.range(of: word) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
