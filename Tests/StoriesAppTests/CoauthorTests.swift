import Accounts
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Writing a story together")
struct CoauthorTests {
    @Test(
        "who is invited sees title and inviter alone, and writes and publishes once they accept; readers see both names",
        .covers("STO-029", "STO-033"), arguments: Engine.available)
    func together(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let bea = try await app.beaWhoPublished()
            try await app.invite(.bea, to: begun.story)
            #expect(try await app.told().contains("bea: stories.coauthors"))
            #expect(try await bea.get("/stories/write").text.contains("Invited by Ada"))
            let invitation = try await bea.get("/stories/\(begun.story)/invitation").text
            #expect(invitation.contains("Ada invites you to write “The lamp at the ferry” together."))
            #expect(!invitation.contains("A ferry, a lamp, a winter."))
            #expect(try await bea.get("/stories/\(begun.story)/chapters").status == .notFound)
            #expect(try await bea.get("/stories/chapters/\(begun.chapter)").status == .notFound)

            let accepted = try await bea.post("/stories/\(begun.story)/invitation", ["answer": "accept"])
            #expect(accepted.location == "/stories/\(begun.story)/chapters")
            #expect(try await app.told().contains("ada: stories.coauthors"))
            _ = try await app.save("Bea writes how the lamp went out.", begun.chapter, on: 0, title: "The lamp", by: .bea)
            #expect(try await app.text(begun.chapter).contains("Bea writes"))
            #expect(try await bea.post("/stories/chapters/\(begun.chapter)/publish").status == .seeOther)

            let page = try await app.guest.get("/stories/\(begun.story)").text
            let (ada, person) = (try await app.person(.ada), try await app.person(.bea))
            #expect(page.contains(#"href="/stories/people/\#(ada)""#) && page.contains(#"href="/stories/people/\#(person)""#))
            let feed = try await app.guest.get("/stories/\(begun.story)/feed").text
            #expect(feed.contains("<name>Ada</name>") && feed.contains("<name>Bea</name>"))
            for author in [ada, person] {
                #expect(try await app.guest.get("/stories/people/\(author)?show=stories").text.contains("The lamp at the ferry"))
                #expect(try await app.guest.get("/stories/search?author=\(author)").text.contains("The lamp at the ferry"))
            }
            #expect(try await app.guest.get("/stories/search?q=lamp").text.contains("Ada and Bea"))
            let authors = try await app.site.database.read { db in
                try db.one("SELECT authors FROM reading_publication WHERE owner_id = \(begun.story)" as Query<String>)
            }
            #expect(authors == "Ada and Bea", "the reader names both")
        }
    }

    @Test("who declines has no part in it, isn’t asked again at once, and nobody is found who shows nothing here", arguments: Engine.available)
    func declined(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            // Of somebody who shows nothing the app doesn't admit that they are here.
            #expect(try await ada.get("/stories/\(begun.story)/coauthors?q=bea").text.contains("No one found. They may be invited already"))
            let person = try await app.person(.bea)
            #expect(try await ada.post("/stories/\(begun.story)/coauthors", ["person": "\(person)"]).status == .notFound)

            let bea = try await app.beaWhoPublished()
            #expect(try await ada.get("/stories/\(begun.story)/coauthors?q=bea").text.contains("Invite Bea"))
            try await app.invite(.bea, to: begun.story)
            #expect(try await bea.post("/stories/\(begun.story)/invitation", ["answer": "decline"]).location == "/stories/write")
            #expect(try await bea.get("/stories/\(begun.story)/invitation").status == .notFound)
            #expect(try await bea.post("/stories/\(begun.story)/invitation", ["answer": "accept"]).status == .notFound)
            #expect(try await ada.get("/stories/\(begun.story)/coauthors").text.contains("Declined the invitation"))
            let again = try await ada.post("/stories/\(begun.story)/coauthors", ["person": "\(person)"])
            #expect(again.status == .conflict && again.text.contains("This person declined recently."))
            try await app.site.write(by: nil) { write in
                try write.run("UPDATE stories_participant SET declined_at = \(write.now - Participant.pause)")
            }
            try await app.invite(.bea, to: begun.story)
            #expect(try await bea.get("/stories/\(begun.story)/invitation").status == .ok)
        }
    }

    @Test("a story has four co-authors at most; an invitation can be cancelled", arguments: Engine.available)
    func limits(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let people: [Cast] = [.bea, .curator, .librarian, .supervisor, .admin]
            for one in people { _ = try await app.publishStory("A story of \(one.name)", "What \(one.name) wrote about a winter.", by: one) }
            for one in people.prefix(ParticipantRole.author.most) { try await app.invite(one, to: begun.story) }
            let ada = try await app.signedIn(.ada)
            let last = try await app.person(.admin)
            let refused = try await ada.post("/stories/\(begun.story)/coauthors", ["person": "\(last)"])
            #expect(refused.status == .conflict && refused.text.contains("A story can have 4 co-authors."))
            let bea = try await app.person(.bea)
            _ = try await ada.post("/stories/\(begun.story)/coauthors/\(bea)/remove", ["confirmed": "true"])
            #expect(try await app.signedIn(.bea).get("/stories/\(begun.story)/invitation").status == .notFound)
            try await app.invite(.admin, to: begun.story)
            #expect(try await ada.post("/stories/\(begun.story)/coauthors", ["person": "\(try await app.person(.ada))"]).status == .conflict)
        }
    }

    @Test("an invitation of somebody whom one muted is as if never sent, and they aren’t told", arguments: Engine.available)
    func muted(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let bea = try await app.beaWhoPublished()
            let ada = try await app.person(.ada)
            _ = try await bea.post("/stories/people/\(ada)/mute", ["muted": "true"])
            try await app.invite(.bea, to: begun.story)
            #expect(try await app.told().isEmpty)
            #expect(try await !bea.get("/stories/write").text.contains("Invited by"))
            #expect(try await bea.get("/stories/\(begun.story)/invitation").status == .notFound)
            #expect(try await bea.post("/stories/\(begun.story)/invitation", ["answer": "accept"]).status == .notFound)
        }
    }

    @Test(
        "only the author who started a story deletes it or a chapter, and chooses who writes it", .covers("STO-029", "STO-031"),
        arguments: Engine.available)
    func starter(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.coauthoredStory()
            let (bea, second) = (try await app.signedIn(.bea), try await app.addChapter(to: begun.story, "The storm"))
            let workspace = try await bea.get("/stories/\(begun.story)/chapters").text
            #expect(workspace.contains("Add chapter") && !workspace.contains("Delete story") && !workspace.contains("Delete chapter"))
            #expect(workspace.contains("By Ada and Bea"))
            for address in ["/stories/\(begun.story)/delete", "/stories/chapters/\(second)/delete"] {
                #expect(try await bea.get(address).status == .forbidden)
                #expect(try await bea.post(address, ["confirmed": "true"]).status == .forbidden)
            }
            let (ada, person) = (try await app.person(.ada), try await app.person(.curator))
            #expect(try await bea.post("/stories/\(begun.story)/coauthors", ["person": "\(person)"]).status == .forbidden)
            #expect(try await bea.post("/stories/\(begun.story)/coauthors/\(ada)/remove", ["confirmed": "true"]).status == .forbidden)

            let added = try #require(try await bea.post("/stories/\(begun.story)/chapters").location)
            #expect(try await bea.get(added).status == .ok)
            #expect(try await bea.post("/stories/chapters/\(second)/unpublish").status == .seeOther)
            #expect(try await bea.post("/stories/chapters/\(second)/move", ["direction": "up"]).status == .seeOther)
            let edited = try await bea.post(
                "/stories/\(begun.story)/edit",
                ["title": "The lamp and the storm", "description": "Two wrote it.", "language": "en", "rating": "teen", "tags": "winter"])
            #expect(edited.status == .seeOther)
            #expect(try await app.guest.get("/stories/\(begun.story)").text.contains("The lamp and the storm"))
        }
    }

    @Test(
        "what two people write at once is kept, both screens hear of it, and the history and the goals say who wrote", .covers("STO-029", "STO-039"),
        arguments: Engine.available)
    func history(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.coauthoredStory()
            let stream = try await OpenStream(app.signedIn(.ada), SitePaths.events() + "?topic=\(Chapters.topic)")
            let first = try await app.save("One.\n\nTwo.", begun.chapter, on: 1)
            _ = try await app.save("One.\n\nTwo, says Bea with five words.", begun.chapter, on: first.revision, by: .bea)
            try await stream.wait(for: "\"chapter\":\(begun.chapter),\"head\":\(first.head + 1)")
            let merged = try await app.save("One, says Ada.\n\nTwo.", begun.chapter, on: first.revision)
            #expect(merged.text == "One, says Ada.\n\nTwo, says Bea with five words.")
            let page = try await app.signedIn(.ada).get("/stories/chapters/\(begun.chapter)/history").text
            #expect(page.contains("by Ada") && page.contains("by Bea"))

            let (bea, day) = (try await app.person(.bea), Day(app.site.clock.now(), in: .gmt))
            let before = try await app.site.database.read { db in try WritingDays.words(of: bea, on: day, in: db) }
            _ = try await app.save("One, says Ada.\n\nTwo, says Bea with five words. And more.", begun.chapter, on: merged.head, by: .bea)
            #expect(try await app.site.database.read { db in try WritingDays.words(of: bea, on: day, in: db) } == before + 2)
            let notes = try await app.signedIn(.bea).get("/stories/chapters/\(begun.chapter)").text
            #expect(notes.contains("Only the story’s authors can see them."))
        }
    }

    @Test(
        "both are its authors: neither rates or follows it, both hear of comments and hide them, and followers of either hear of a chapter once",
        .covers("STO-009", "STO-034"), arguments: Engine.available)
    func authors(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            let bea = try await app.beaWhoPublished()
            try await app.read(begun.story, by: .bea)
            #expect(try await bea.post("/stories/\(begun.story)/rating", ["stars": "5"]).status == .seeOther)
            _ = try await bea.post("/stories/\(begun.story)/follow", ["follows": "true"])
            try await app.letNewsOut()
            try await app.join(.bea, begun.story)
            #expect(try await app.site.database.read { db in try db.one("SELECT count(*) FROM stories_rating" as Query<Int>) } == 0)
            #expect(try await bea.post("/stories/\(begun.story)/rating", ["stars": "5"]).status == .conflict)
            #expect(try await bea.post("/stories/\(begun.story)/follow", ["follows": "true"]).status == .conflict)

            let (ada, person) = (try await app.person(.ada), try await app.person(.bea))
            let (reader, before) = (try await app.signedIn(.curator), try await app.notices(of: .bea).count)
            for author in [ada, person] { _ = try await reader.post("/stories/people/\(author)/follow", ["follows": "true"]) }
            let other = try await app.signedIn(.librarian)
            _ = try await other.post("/stories/people/\(person)/follow", ["follows": "true"])
            _ = try await app.addChapter(to: begun.story, "The storm")
            try await app.letNewsOut()
            #expect(try await app.notices(of: .curator).count == 1)
            #expect(try await app.notices(of: .librarian).count == 1)
            #expect(try await app.notices(of: .bea).count == before)
            #expect(try await other.get("/stories/updates").text.contains("The storm"))

            let comment = try await app.comment("The lamp is lovely.", on: begun.chapter, by: .curator)
            #expect(try await app.told().filter { $0.hasSuffix("stories.comment") }.sorted() == ["ada: stories.comment", "bea: stories.comment"])
            try await app.comment("Thank you.", on: begun.chapter, by: .bea, answering: comment)
            #expect(try await app.guest.get("/stories/chapters/\(begun.chapter)/comments").text.contains(">Author<"))
            #expect(try await bea.post("/stories/comments/\(comment)/hide", ["hidden": "true"]).status == .seeOther)
            #expect(try await !app.guest.get("/stories/chapters/\(begun.chapter)/comments").text.contains("The lamp is lovely."))
        }
    }

    @Test("whoever mutes one of its authors doesn’t see a story on Home or in search, and isn’t told of its chapters", arguments: Engine.available)
    func mutedAuthor(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.coauthoredStory()
            try await app.letNewsOut()
            let (reader, ada, bea) = (try await app.signedIn(.curator), try await app.person(.ada), try await app.person(.bea))
            _ = try await reader.post("/stories/people/\(ada)/follow", ["follows": "true"])
            let pages = ["/stories", "/stories/search?q=ferry", "/api/v1/stories?q=ferry"]
            for page in pages { #expect(try await reader.get(page).text.contains("The lamp at the ferry"), "\(page)") }
            _ = try await reader.post("/stories/people/\(bea)/mute", ["muted": "true"])
            for page in pages {
                #expect(try await !reader.get(page).text.contains("The lamp at the ferry"), "\(page)")
                #expect(try await app.guest.get(page).text.contains("The lamp at the ferry"), "\(page)")
            }
            #expect(try await reader.get("/stories/search?q=ferry").text.contains("Nothing found"))
            _ = try await app.addChapter(to: begun.story, "The storm")
            try await app.letNewsOut()
            #expect(try await app.notices(of: .curator).isEmpty)
        }
    }

    @Test("a co-author who leaves or is removed writes no more and is named no more; what they wrote stays", arguments: Engine.available)
    func leaving(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.coauthoredStory()
            let bea = try await app.signedIn(.bea)
            _ = try await app.save("What Bea wrote.", begun.chapter, on: 1, by: .bea)
            #expect(try await bea.get("/stories/\(begun.story)/leave").text.contains("Leave this story?"))
            #expect(try await bea.post("/stories/\(begun.story)/leave", ["confirmed": "true"]).location == "/stories/write")
            #expect(try await bea.get("/stories/\(begun.story)/chapters").status == .forbidden)
            #expect(try await bea.post("/stories/chapters/\(begun.chapter)/publish").status == .forbidden)
            #expect(try await app.text(begun.chapter) == "What Bea wrote.")
            #expect(try await !app.guest.get("/stories/\(begun.story)").text.contains(">Bea<"))

            try await app.join(.bea, begun.story)
            let (ada, person) = (try await app.signedIn(.ada), try await app.person(.bea))
            #expect(try await ada.get("/stories/\(begun.story)/coauthors/\(person)/remove").text.contains("Remove this co-author?"))
            _ = try await ada.post("/stories/\(begun.story)/coauthors/\(person)/remove", ["confirmed": "true"])
            #expect(try await bea.get("/stories/chapters/\(begun.chapter)").status == .forbidden)
            #expect(try await ada.post("/stories/\(begun.story)/leave", ["confirmed": "true"]).status == .notFound)
        }
    }

    @Test(
        "a banned co-author publishes nothing, and the one who sent a chapter in is its author for moderators", .covers("STO-038"),
        arguments: Engine.available)
    func moderation(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.coauthoredStory()
            let (bea, person) = (try await app.signedIn(.bea), try await app.person(.bea))
            _ = try await app.save("Bea writes the next words of the lamp.", begun.chapter, on: 1, by: .bea)
            #expect(try await bea.post("/stories/chapters/\(begun.chapter)/publish").status == .seeOther)
            let sender = try await app.site.database.read { db in
                try db.one(
                    "SELECT author_id FROM moderation_case WHERE kind = 'stories.chapter' AND subject_id = \(begun.chapter)" as Query<PersonID>)
            }
            #expect(sender == person)
            try await app.site.write(by: nil) { write in
                try app.site.service(Bans.self).ban(person, from: "stories", until: nil, reason: "It broke the terms.", in: write)
            }
            #expect(try await bea.post("/stories/chapters/\(begun.chapter)/publish").status == .forbidden)
            #expect(try await bea.post("/stories/\(begun.story)/publish", ["published": "false"]).status == .forbidden)
        }
    }

    @Test(
        "where two people changed the same paragraph each is named, in the editor and where one chooses", .covers("STO-029"),
        arguments: Engine.available)
    func conflict(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.coauthoredStory()
            let head = try await app.site.database.read { db in try db.one(.chapter(begun.chapter)).head }
            _ = try await app.save("The lamp was lit by Ada.", begun.chapter, on: head)
            let second = try await app.save("The lamp was lit by Bea.", begun.chapter, on: head, by: .bea)
            #expect(second.conflicts == 1)
            let address = "/stories/chapters/\(begun.chapter)"
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            #expect(try await ada.get(address).text.contains("You and Bea changed the same paragraph."))
            #expect(try await bea.get(address).text.contains("You and Ada changed the same paragraph."))
            let page = try await ada.get(address + "/conflicts").text
            let (first, other) = (try #require(page.range(of: "by Ada")), try #require(page.range(of: "by Bea")))
            #expect(first.lowerBound < other.lowerBound)
            #expect(try await bea.get(address + "/history/\(head + 1)").text.contains("by Ada"))
        }
    }

    @Test(
        "a co-author’s data names the story; when either deletes their account the story stays with the other", .covers("STO-037", "CORE-020"),
        arguments: Engine.available)
    func erasure(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.coauthoredStory()
            try await app.join(.curator, begun.story)
            let (ada, bea, third) = (try await app.person(.ada), try await app.person(.bea), try await app.person(.curator))
            let services = try StoriesServices(site: app.site)
            let data = StoriesData(
                site: app.site, moderation: services.moderation, publishing: services.publishing, pictures: services.pictures,
                news: services.participants.news)
            let export = Files()
            try await data.export(third, into: export)
            let file = try #require(export.files.first { $0.name == "co-authored.json" })
            #expect(file.text.contains("The lamp at the ferry") && file.text.contains("Ada"))

            try await app.site.write(by: nil) { write in try data.erase(third, in: write) }
            #expect(try await !app.guest.get("/stories/\(begun.story)").text.contains(">Curator<"))
            try await app.site.write(by: nil) { write in try data.erase(ada, in: write) }
            let page = try await app.guest.get("/stories/\(begun.story)").text
            #expect(page.contains(">Bea<") && !page.contains(">Ada<"))
            #expect(try await app.site.database.read { db in try db.one(.story(begun.story)).author } == bea)
            #expect(try await app.notices(of: .bea).last?.contains("is yours now") == true)
            #expect(try await app.signedIn(.bea).get("/stories/\(begun.story)/delete").status == .ok)
            #expect(try await app.signedIn(.bea).get("/stories/\(begun.story)/coauthors").text.contains("Invite a co-author"))
        }
    }
}

extension TestApp {
    /// Bea, whom others see here.
    fileprivate func beaWhoPublished() async throws -> TestClient {
        _ = try await publishStory("The bread of the winter", "Bea baked bread all winter long.", by: .bea)
        return try await signedIn(.bea)
    }

    /// Ada invites somebody.
    fileprivate func invite(_ who: Cast, to story: StoryID) async throws {
        let answer = try await signedIn(.ada).post("/stories/\(story)/coauthors", ["person": "\(try await person(who))"])
        #expect(answer.location == "/stories/\(story)/coauthors", "\(answer.status)")
    }

    /// Somebody who published something writes a story of Ada's with her.
    fileprivate func join(_ who: Cast, _ story: StoryID) async throws {
        let person = try await person(who)
        if try await !site.database.read({ db in try Authors.isShown(person, in: db) }) {
            _ = try await publishStory("A story of \(who.name)", "What \(who.name) wrote about a winter.", by: who)
        }
        try await invite(who, to: story)
        #expect(try await signedIn(who).post("/stories/\(story)/invitation", ["answer": "accept"]).status == .seeOther)
    }

    /// A story of Ada's that readers see, written with Bea.
    fileprivate func coauthoredStory() async throws -> Begun {
        let begun = try await publishedStory()
        try await join(.bea, begun.story)
        return begun
    }
}
