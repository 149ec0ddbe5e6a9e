import Accounts
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("First readers")
struct FirstReaderTests {
    @Test(
        "who accepts reads what they are shown and comments, and the authors answer beside the draft; nobody else finds any of it",
        .covers("STO-029", "STO-037", "STO-038"), arguments: Engine.available)
    func path(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            _ = try await app.save(TestApp.secret, begun.chapter, on: 0, title: "The *landing*")
            let (ada, bea) = (try await app.signedIn(.ada), try await app.shown(.bea))
            try await app.invite(.bea, toRead: begun.story)
            #expect(try await app.told() == ["bea: stories.first-readers"])
            #expect(try await bea.get("/stories/write").text.contains("Invited as a first reader by Ada"))
            let library = try await bea.get("/stories/library").text
            #expect(library.contains("Invited as a first reader by Ada") && library.contains("/stories/\(begun.story)/first-readers/invitation"))
            let invitation = try await bea.get("/stories/\(begun.story)/first-readers/invitation").text
            #expect(invitation.contains("Ada invites you to be a first reader of “The lamp at the ferry”."))
            #expect(!invitation.contains("A ferry, a lamp, a winter."))
            let accepted = try await bea.post("/stories/\(begun.story)/first-readers/invitation", ["answer": "accept"])
            #expect(accepted.location == "/stories/\(begun.story)/drafts")
            #expect(try await bea.get("/stories/\(begun.story)/drafts").text.contains("No drafts yet"))
            let draft = "/stories/chapters/\(begun.chapter)/draft"
            #expect(try await bea.get(draft).status == .notFound)

            #expect(try await ada.get("/stories/\(begun.story)/chapters").text.contains("Show to first readers"))
            #expect(try await ada.post(draft + "/show").location == draft)
            _ = try await ada.post(draft + "/show")
            #expect(try await app.notices(of: .bea).count == 2, "the invitation, and the draft once")
            let page = try await bea.get(draft).text
            #expect(page.contains("nobody rowed back") && page.contains(">Draft<") && page.contains("By Ada. Only first readers can read this."))
            #expect(try await bea.get("/stories/library").text.contains("You’re a first reader"))
            #expect(try await bea.get("/stories/\(begun.story)/drafts").text.contains(draft))
            #expect(try await !bea.get("/stories/write").text.contains("You’re a first reader"))
            _ = try await bea.post("/stories/profile/settings", ["authorFocused": "true"])
            #expect(try await bea.get("/stories/write").text.contains("You’re a first reader"), "who hid the library finds it there")

            let comment = try await app.comment("I held my breath at the landing.", onDraft: begun.chapter, quoting: "nobody rowed back")
            #expect(try await app.told().last == "ada: stories.comment")
            #expect(try await app.notices(of: .ada).last?.contains("commented on your draft") == true)
            #expect(try await ada.get(draft).text.contains("I held my breath"))
            #expect(try await ada.get("/stories/\(begun.story)/chapters").text.contains("1 comment on the draft"))
            _ = try await ada.post("/stories/comments/\(comment)/replies", ["words": "So did I."])
            #expect(try await app.told().last == "bea: stories.reply")
            #expect(try await bea.get(draft).text.contains("So did I."))

            try await app.runJobs()
            for stranger in [app.guest, try await app.signedIn(.curator), try await app.signedIn(.moderator)] {
                for place in TestApp.places(of: begun, comment) {
                    let answer = try await stranger.get(place)
                    for words in ["nobody rowed back", "held my breath", "So did I"] { #expect(!answer.text.contains(words), "\(place)") }
                }
                for place in [draft, "/stories/comments/\(comment)", "/stories/\(begun.story)/drafts"] {
                    #expect([.notFound, .seeOther].contains(try await stranger.get(place).status), "\(place)")
                }
            }
            let counts = try await app.site.database.read { db in
                (
                    try db.one("SELECT count(*) FROM stories_release WHERE chapter_id = \(begun.chapter)" as Query<Int>),
                    try db.one("SELECT count(*) FROM reading_publication WHERE owner_id = \(begun.story)" as Query<Int>)
                )
            }
            #expect(counts == (0, 0), "nothing went to the reader or the search")
        }
    }

    @Test(
        "a first reader has no right to write, publish, or see history, notes or statistics; whoever isn’t invited changes nothing",
        .covers("STO-029", "STO-037"), arguments: Engine.available)
    func rights(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory()
            let bea = try await app.signedIn(.bea)
            let (story, chapter) = ("/stories/\(begun.story)", "/stories/chapters/\(begun.chapter)")
            for place in [
                story, story + "/chapters", story + "/edit", story + "/readers", story + "/import", story + "/delete", story + "/coauthors",
                story + "/first-readers", chapter, chapter + "/preview", chapter + "/history", chapter + "/pictures", chapter + "/schedule",
                chapter + "/publish", "/api/v1\(story)", "/api/v1\(story)/readers", "/api/v1\(chapter)/text", "/api/v1\(chapter)/comments",
            ] {
                #expect([.notFound, .methodNotAllowed].contains(try await bea.get(place).status), "\(place)")
            }
            for place in [story + "/chapters", chapter, chapter + "/publish", chapter + "/draft/show", chapter + "/draft/end", story + "/publish"] {
                #expect([.notFound, .forbidden].contains(try await bea.post(place, ["text": "Mine.", "published": "true"]).status), "\(place)")
            }
            let json = #"{"base":1,"text":"Mine.","name":"x"}"#
            #expect(try await bea.json(.put, "/api/v1\(chapter)/text", json).status == .notFound)
            #expect(try await app.text(begun.chapter) == TestApp.secret)
            let curator = try await app.signedIn(.curator)
            #expect(try await curator.post(chapter + "/draft/comments", ["words": "I was not asked."]).status == .notFound)
            let person = try await app.person(.curator)
            #expect(try await bea.post(story + "/first-readers", ["person": "\(person)"]).status == .notFound)
            let authors = try await app.site.database.read { db in try Authors.ids(of: db.one(.story(begun.story)), in: db) }
            #expect(authors == [try await app.person(.ada)])
        }
    }

    @Test("who is removed, leaves or declines loses the draft at once, and the authors keep what they said", arguments: Engine.available)
    func leaving(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory()
            let (ada, bea, person) = (try await app.signedIn(.ada), try await app.signedIn(.bea), try await app.person(.bea))
            let (story, draft) = ("/stories/\(begun.story)", "/stories/chapters/\(begun.chapter)/draft")
            let comment = try await app.comment("The landing is too quiet.", onDraft: begun.chapter)
            #expect(try await ada.get(story + "/first-readers/\(person)/remove").text.contains("Remove this first reader?"))
            _ = try await ada.post(story + "/first-readers/\(person)/remove", ["confirmed": "true"])
            for place in [draft, story + "/drafts", "/stories/comments/\(comment)"] { #expect(try await bea.get(place).status == .notFound) }
            #expect(try await bea.post(draft + "/comments", ["words": "One more."]).status == .notFound)
            #expect(try await bea.post("/stories/comments/\(comment)/edit", ["words": "Too loud."]).status == .notFound)
            let told = try await app.told().count
            _ = try await ada.post("/stories/comments/\(comment)/replies", ["words": "I’ll change that."])
            #expect(try await app.told().count == told, "nothing is told to somebody who may not read it")
            #expect(try await ada.get(draft).text.contains("The landing is too quiet."))

            try await app.join(.bea, toRead: begun.story)
            #expect(try await bea.get(draft).status == .ok)
            #expect(try await bea.get(story + "/first-readers/leave").text.contains("Stop being a first reader?"))
            #expect(try await bea.post(story + "/first-readers/leave", ["confirmed": "true"]).location == "/stories/library")
            #expect(try await bea.get(draft).status == .notFound)

            _ = try await app.shown(.curator)
            try await app.invite(.curator, toRead: begun.story)
            let curator = try await app.signedIn(.curator)
            #expect(try await curator.get(draft).status == .notFound, "an invitation alone shows nothing")
            #expect(try await curator.post(story + "/first-readers/invitation", ["answer": "decline"]).location == "/stories/library")
            #expect(try await curator.get(draft).status == .notFound)
            let again = try await ada.post(story + "/first-readers", ["person": "\(try await app.person(.curator))"])
            #expect(again.status == .conflict && again.text.contains("This person declined recently."))
        }
    }

    @Test("a story has 20 first readers and, beside them, four co-authors; a first reader may become one", arguments: Engine.available)
    func limits(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory()
            try await app.site.write(by: nil) { write in
                for number in 1..<ParticipantRole.reader.most {
                    let person: PersonID = try write.insert(
                        """
                        INSERT INTO account_person (email, name, is_owner, created_at, changed_at)
                        VALUES (\("reader\(number)@stoa.example"), 'Reader', 0, \(write.now), \(write.now))
                        """)
                    try write.run(
                        """
                        INSERT INTO stories_participant (story_id, person_id, role, invited_at, accepted_at, changed_at)
                        VALUES (\(begun.story), \(person), 'reader', \(write.now), \(write.now), \(write.now))
                        """)
                }
            }
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            _ = try await app.shown(.curator)
            let person = try await app.person(.curator)
            let refused = try await ada.post("/stories/\(begun.story)/first-readers", ["person": "\(person)"])
            #expect(refused.status == .conflict && refused.text.contains("A story can have 20 first readers."))
            let asAuthor = try await app.person(.bea)
            _ = try await ada.post("/stories/\(begun.story)/coauthors", ["person": "\(asAuthor)"])
            #expect(try await bea.get("/stories/chapters/\(begun.chapter)").status == .notFound)
            #expect(try await bea.get("/stories/chapters/\(begun.chapter)/draft").status == .ok)
            _ = try await bea.post("/stories/\(begun.story)/invitation", ["answer": "accept"])
            #expect(try await bea.get("/stories/chapters/\(begun.chapter)").status == .ok)
            let left = try await app.site.database.read { db in try db.first(.participant(asAuthor, of: begun.story, as: .reader)) }
            #expect(left == nil, "an author needs nobody to show them the drafts")
            let mine = try await ada.post("/stories/\(begun.story)/first-readers", ["person": "\(asAuthor)"])
            #expect(mine.status == .conflict && mine.text.contains("This person is an author of the story."))
            // The co-author shows and takes back as she does.
            #expect(try await bea.post("/stories/chapters/\(begun.chapter)/draft/end").status == .seeOther)
            #expect(try await bea.post("/stories/chapters/\(begun.chapter)/draft/show").status == .seeOther)
        }
    }

    @Test("an author finds people who said something about a story of theirs, and nobody whom the app doesn’t show", arguments: Engine.available)
    func found(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let (ada, bea) = (try await app.signedIn(.ada), try await app.person(.bea))
            let place = "/stories/\(story.story)/first-readers"
            #expect(try await ada.get(place + "?q=bea").text.contains("No one found. They may be invited already"))
            #expect(try await ada.post(place, ["person": "\(bea)"]).status == .notFound)
            let comment = try await app.comment("I could smell the river.", on: story.chapter)
            #expect(try await ada.get(place + "?q=bea").text.contains("Invite Bea"))
            #expect(try await ada.get("/stories/\(story.story)/coauthors?q=bea").text.contains("No one found. They may be invited already"))
            try await app.invite(.bea, toRead: story.story)
            #expect(try await !ada.get(place).text.contains("/stories/people/\(bea)\""), "she has no page")
            _ = try await ada.post("/stories/comments/\(comment)/hide", ["hidden": "true"])
            let other = try await app.beginStory("The other lamp")
            #expect(try await ada.post("/stories/\(other.story)/first-readers", ["person": "\(bea)"]).status == .notFound)
        }
    }

    @Test(
        "who mutes whom hears and sees nothing of them, and a first reader whom one muted hides no story", .covers("STO-038"),
        arguments: Engine.available)
    func muted(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory(showing: false)
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            let (author, reader) = (try await app.person(.ada), try await app.person(.bea))
            let draft = "/stories/chapters/\(begun.chapter)/draft"
            let before = try await app.notices(of: .bea).count
            _ = try await bea.post("/stories/people/\(author)/mute", ["muted": "true"])
            _ = try await ada.post(draft + "/show")
            #expect(try await app.notices(of: .bea).count == before)
            #expect(try await !bea.get("/stories/library").text.contains("You’re a first reader"))
            _ = try await bea.post("/stories/people/\(author)/mute", ["muted": "false"])

            _ = try await ada.post("/stories/people/\(reader)/mute", ["muted": "true"])
            let told = try await app.told().count
            try await app.comment("You don’t hear this from me.", onDraft: begun.chapter)
            #expect(try await app.told().count == told)
            #expect(try await !ada.get(draft).text.contains("You don’t hear this"))

            let curator = try await app.signedIn(.curator)
            let other = try await app.publishStory("The winter lamp", "Somebody lit a winter lamp on the far bank.")
            try await app.join(.bea, toRead: other.story)
            _ = try await curator.post("/stories/people/\(reader)/mute", ["muted": "true"])
            #expect(try await curator.get("/stories").text.contains("The winter lamp"))
            #expect(try await !app.guest.get("/stories/\(other.story)").text.contains(">Bea<"), "readers don’t learn who read it first")
        }
    }

    @Test("a mature draft is for people of age", .covers("STO-038"), arguments: Engine.available)
    func mature(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory(rating: "mature")
            let bea = try await app.signedIn(.bea)
            let draft = "/stories/chapters/\(begun.chapter)/draft"
            for place in [draft, "/stories/\(begun.story)/drafts"] {
                let refused = try await bea.get(place)
                #expect(refused.problem?.code == "stories.mature" && !refused.text.contains("rowed back"))
            }
            #expect(try await bea.post(draft + "/comments", ["words": "Let me in."]).status == .forbidden)
            #expect(try await bea.post("/stories/mature", ["isOfAge": "true", "then": draft]).location == draft)
            #expect(try await bea.get(draft).text.contains("nobody rowed back"))
        }
    }

    @Test(
        "a first reader’s data name the stories and what they said; when they go, it goes, and when the author goes, the draft goes",
        .covers("STO-037", "CORE-020"), arguments: Engine.available)
    func personalData(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory()
            try await app.comment("The landing is lovely.", onDraft: begun.chapter)
            let (ada, bea) = (try await app.person(.ada), try await app.person(.bea))
            let services = try StoriesServices(site: app.site)
            let data = StoriesData(
                site: app.site, moderation: services.moderation, publishing: services.publishing, pictures: services.pictures,
                news: services.participants.news)
            let feedback = FeedbackData(site: app.site, moderation: services.moderation)
            let export = Files()
            try await data.export(bea, into: export)
            try await feedback.export(bea, into: export)
            #expect(export.files.first { $0.name == "first-reader.json" }?.text.contains("The lamp at the ferry") == true)
            #expect(export.files.first { $0.name == "comments.json" }?.text.contains("The landing is lovely.") == true)
            let own = Files()
            try await data.export(ada, into: own)
            let story = try #require(own.files.first { $0.name == "story-\(begun.story).json" }).text
            #expect(story.contains(#""firstReaders":["Bea"]"#) && story.contains(#""isShownToFirstReaders":true"#))

            try await app.site.write(by: nil) { write in
                try data.erase(bea, in: write)
                try feedback.erase(bea, in: write)
            }
            let left = try await app.site.database.read { db in
                (
                    try db.one("SELECT count(*) FROM stories_participant WHERE person_id = \(bea) OR changed_by = \(bea)" as Query<Int>),
                    try db.one("SELECT count(*) FROM stories_comment WHERE author_id = \(bea)" as Query<Int>)
                )
            }
            #expect(left == (0, 0))
            try await app.site.write(by: nil) { write in try data.erase(ada, in: write) }
            #expect(try await app.site.database.read { db in try db.one("SELECT count(*) FROM stories_draft" as Query<Int>) } == 0)
        }
    }
}
