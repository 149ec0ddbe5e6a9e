import Accounts
import Core
import Database
import Mail
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Invitations to a story by link")
struct InvitationLinkTests {
    @Test(
        "whoever opens a link first learns who invites them to what, accepts, and reads the draft; it works once",
        .covers("STO-029", "STO-037"), arguments: Engine.available)
    func path(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            _ = try await app.save(TestApp.secret, begun.chapter, on: 0, title: "The landing")
            _ = try await ada.post("/stories/chapters/\(begun.chapter)/draft/show")
            let made = try await ada.post("/stories/\(begun.story)/first-readers/links")
            #expect(made.response.headers["Cache-Control"] == "no-store" && made.text.contains("qr-code"))
            #expect(made.text.contains("The first person who opens it and accepts becomes a first reader of “The lamp at the ferry”."))
            let link = try app.link(in: made)
            let token = link.split(separator: "/").last.map(String.init) ?? ""
            #expect(try await !ada.get("/stories/\(begun.story)/first-readers").text.contains(token), "it is shown once")
            let kept = try await app.site.database.read { db in
                try db.one("SELECT length(token_hash) FROM stories_invitation_link" as Query<Int>)
            }
            #expect(kept == 32, "the digest alone")
            #expect(try await ada.get("/stories/\(begun.story)/first-readers").text.contains("Works until"))
            #expect(try await ada.get("/stories/\(begun.story)/first-readers/links").location == "/stories/\(begun.story)/first-readers")

            let guest = try await app.guest.get(link)
            #expect(guest.status == .ok && guest.text.contains("/account/sign-in?then=%2Fstories%2Finvitations%2F"), "\(guest.text)")
            #expect(!guest.text.contains("Accept invitation"))
            let bea = try await app.signedIn(.bea)
            let page = try await bea.get(link)
            #expect(page.text.contains("Ada invites you to be a first reader of “The lamp at the ferry”."))
            #expect(page.text.contains("You read chapters before they’re published, when the author shows them."))
            #expect(!page.text.contains("A ferry, a lamp, a winter.") && page.response.headers["Cache-Control"] == "no-store")
            #expect(try await bea.get("/stories/chapters/\(begun.chapter)/draft").status == .notFound)
            let accepted = try await bea.post(link, ["answer": "accept"])
            #expect(accepted.location == "/stories/\(begun.story)/drafts")
            #expect(try await bea.get("/stories/chapters/\(begun.chapter)/draft").text.contains("nobody rowed back"))
            #expect(try await app.told() == ["ada: stories.first-readers"])
            #expect(try await bea.get(link).location == "/stories/\(begun.story)/drafts", "who comes back by it finds the story")
            try await app.expectSpent(link, for: .curator)
            let list = try await ada.get("/stories/\(begun.story)/first-readers").text
            #expect(list.contains("Bea") && !list.contains("Works until"))
        }
    }

    @Test("a co-author joins by a link; an author needs none, and a first reader may become one by it", arguments: Engine.available)
    func coauthor(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory()
            let link = try await app.link(to: begun.story, as: .author)
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            #expect(try await ada.get(link).location == "/stories/\(begun.story)/chapters")
            _ = try await ada.post(link, ["answer": "accept"])
            #expect(try await bea.get(link).text.contains("Ada invites you to write “The lamp at the ferry” together."))
            #expect(try await bea.post(link, ["answer": "accept"]).location == "/stories/\(begun.story)/chapters")
            let person = try await app.person(.bea)
            let (authors, reader) = try await app.site.database.read { db in
                (
                    try Authors.ids(of: db.one(.story(begun.story)), in: db),
                    try db.first(.participant(person, of: begun.story, as: .reader))
                )
            }
            #expect(authors == [try await app.person(.ada), person] && reader == nil)
            let other = try await app.link(to: begun.story, as: .reader)
            #expect(try await bea.get(other).location == "/stories/\(begun.story)/chapters")
            #expect(try await bea.post("/stories/\(begun.story)/first-readers/links").status == .forbidden, "only who began it invites")
        }
    }

    @Test(
        "a link that was used, declined, revoked, has expired or never was says the same, and which stories exist it doesn’t",
        .covers("STO-029", "STO-038"), arguments: Engine.available)
    func spent(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            let declined = try await app.link(to: begun.story, as: .reader)
            #expect(try await bea.post(declined, ["answer": "decline"]).location == "/stories/library")
            let list = try await ada.get("/stories/\(begun.story)/first-readers").text
            #expect(list.contains("Declined the invitation") && !list.contains("Bea"), "she doesn’t learn who opened it")
            let revoked = try await app.link(to: begun.story, as: .reader)
            let id = try await app.site.database.read { db in
                try db.one("SELECT max(id) FROM stories_invitation_link" as Query<InvitationLinkID>)
            }
            #expect(try await bea.post("/stories/\(begun.story)/first-readers/links/\(id)/revoke").status == .notFound)
            #expect(try await ada.post("/stories/\(begun.story)/coauthors/links/\(id)/revoke").status == .notFound)
            #expect(try await ada.post("/stories/\(begun.story)/first-readers/links/\(id)/revoke").status == .seeOther)
            let expired = try await app.link(to: begun.story, as: .reader)
            let wrong = "/stories/invitations/\(String(repeating: "A", count: 43))"
            for link in [declined, revoked, wrong, "/stories/invitations/1"] { try await app.expectSpent(link, for: .bea) }
            #expect(try await bea.get(expired).status == .ok)
            try await app.runJobs()
            try await app.site.write(by: nil) { write in try write.run("UPDATE stories_invitation_link SET expires_at = \(write.now)") }
            try await app.expectSpent(expired, for: .bea)
            app.clock.advance(by: .days(1))
            try await app.runJobs()
            let left = try await app.site.database.read { db in try db.one("SELECT count(*) FROM stories_invitation_link" as Query<Int>) }
            #expect(left == 0, "what has ended is forgotten at night")
            let trail = try await app.site.database.read { db in
                try db.all(
                    "SELECT details FROM audit_entry WHERE entity = 'stories.first-reader' ORDER BY id LIMIT 10" as Query<String>)
            }
            #expect(trail.count == 5, "\(trail)")
        }
    }

    @Test(
        "nobody is brought by a link to an author whom they muted, who muted them or who is banned, and who is banned accepts nothing",
        .covers("STO-038"), arguments: Engine.available)
    func kept(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            let (author, person) = (try await app.person(.ada), try await app.person(.bea))
            let link = try await app.link(to: begun.story, as: .reader)
            for (who, other) in [(bea, author), (ada, person)] {
                _ = try await who.post("/stories/people/\(other)/mute", ["muted": "true"])
                try await app.expectSpent(link, for: .bea)
                _ = try await who.post("/stories/people/\(other)/mute", ["muted": "false"])
            }
            let bans = try app.site.service(Bans.self)
            for (banned, status) in [(author, Status.gone), (person, .forbidden)] {
                try await app.site.write(by: nil) { write in
                    try bans.ban(banned, from: StoriesApp.manifest.id, until: nil, reason: "It was spam.", in: write)
                }
                #expect(try await bea.post(link, ["answer": "accept"]).status == status)
                try await app.site.write(by: nil) { write in try bans.lift(banned, from: StoriesApp.manifest.id, in: write) }
            }
            #expect(try await bea.post(link, ["answer": "accept"]).status == .seeOther)
        }
    }

    @Test("a mature story’s link says so, and its drafts ask the age of whoever accepted", .covers("STO-038"), arguments: Engine.available)
    func mature(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.draftedStory(rating: "mature")
            let link = try await app.link(to: begun.story, as: .reader)
            let curator = try await app.signedIn(.curator)
            #expect(try await curator.get(link).text.contains("Mature (18+)"))
            _ = try await curator.post(link, ["answer": "accept"])
            let refused = try await curator.get("/stories/chapters/\(begun.chapter)/draft")
            #expect(refused.problem?.code == "stories.mature" && !refused.text.contains("rowed back"))
        }
    }

    @Test("links count as invitations do: more than four co-authors are refused, and more than ten emails a day", arguments: Engine.available)
    func limits(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            for _ in 0..<ParticipantRole.author.most { _ = try await app.link(to: begun.story, as: .author) }
            let refused = try await ada.post("/stories/\(begun.story)/coauthors/links")
            #expect(refused.status == .conflict && refused.text.contains("A story can have 4 co-authors."))
            _ = try await app.shown(.bea)
            let byName = try await ada.post("/stories/\(begun.story)/coauthors", ["person": "\(try await app.person(.bea))"])
            #expect(byName.status == .conflict)

            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "library@stoa.example") }
            var statuses: [Status] = []
            for number in 0..<11 {
                let sent = try await ada.post("/stories/\(begun.story)/first-readers/links", ["email": "reader\(number)@stoa.example"])
                statuses.append(sent.status)
            }
            #expect(statuses.prefix(10).allSatisfy { $0 == .ok } && statuses.last == .tooManyRequests, "\(statuses)")
        }
    }

    @Test(
        "a link is emailed where the site sends email, in the reader’s language and without the title; what can’t be sent isn’t promised",
        .covers("STO-037", "CORE-022"), arguments: Engine.available)
    func emailed(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            _ = try await app.signedIn(.bea)
            let place = "/stories/\(begun.story)/first-readers"
            #expect(try await !ada.get(place).text.contains(#"name="email""#))
            #expect(try await ada.post(place + "/links", ["email": "bea@stoa.example"]).text.contains("This site can’t send emails."))
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "library@stoa.example") }
            let wrong = try await ada.post(place + "/links", ["email": "bea at home"])
            #expect(wrong.text.contains("Enter an email address like name@example.org.") && wrong.text.contains("bea at home"))
            let made = try await ada.post(place + "/links", ["email": " Bea@Stoa.example "])
            #expect(made.text.contains("An email to bea@stoa.example is waiting to be sent."))
            let email = try #require(try await app.emails(to: "bea@stoa.example").last)
            #expect(email.subject == "Ada invites you to be a first reader" && !email.text.contains("The lamp at the ferry"))
            let link = try app.link(in: made)
            #expect(email.links.first?.hasSuffix(link) == true)
            try await app.runJobs()
            #expect(try await ada.get(place).text.contains("Email not sent"))

            _ = try await app.signedIn(.bea).post("/stories/people/\(try await app.person(.ada))/mute", ["muted": "true"])
            let quiet = try await ada.post(place + "/links", ["email": "bea@stoa.example"])
            #expect(quiet.text.contains("An email to bea@stoa.example is waiting to be sent."), "nobody learns that they are muted")
            #expect(try await app.emails(to: "bea@stoa.example").count == 1)
        }
    }

    @Test(
        "who made links finds them among their data; a link goes with its story, with whom it was sent to, and with whoever used it",
        .covers("STO-037", "CORE-020"), arguments: Engine.available)
    func personalData(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "library@stoa.example") }
            let (ada, bea) = (try await app.person(.ada), try await app.person(.bea))
            _ = try await app.signedIn(.ada).post("/stories/\(begun.story)/first-readers/links", ["email": "bea@stoa.example"])
            let used = try await app.link(to: begun.story, as: .reader)
            #expect(try await app.signedIn(.bea).post(used, ["answer": "accept"]).status == .seeOther)
            _ = try await app.link(to: begun.story, as: .author)
            let services = try StoriesServices(site: app.site)
            let data = StoriesData(
                site: app.site, moderation: services.moderation, publishing: services.publishing, pictures: services.pictures,
                news: services.participants.news)
            let export = Files()
            try await data.export(ada, into: export)
            let text = try #require(export.files.first { $0.name == "invitation-links.json" }).text
            #expect(text.contains("bea@stoa.example") && text.contains(#""role":"author""#))
            try await app.site.write(by: nil) { write in try data.erase(bea, in: write) }
            let count: Query<Int> = "SELECT count(*) FROM stories_invitation_link"
            #expect(try await app.site.database.read { db in try db.one(count) } == 1, "what was sent to her and what she used")
            try await app.site.write(by: nil) { write in try data.erase(ada, in: write) }
            #expect(try await app.site.database.read { db in try db.one(count) } == 0)
        }
    }
}

extension TestApp {
    /// The address of the link that a page shows.
    func link(in page: TestResponse) throws -> String {
        String(try #require(page.text.firstMatch(of: /\/stories\/invitations\/[A-Za-z0-9_-]{43}/), "\(page.text)").0)
    }

    /// A link that invites to a story of Ada's.
    func link(to story: StoryID, as role: ParticipantRole) async throws -> String {
        try link(in: await signedIn(.ada).post("/stories/\(story)/\(role == .author ? "coauthors" : "first-readers")/links"))
    }

    /// Somebody learns that a link doesn't work, and nothing of what it led to.
    func expectSpent(_ link: String, for who: Cast) async throws {
        let client = try await signedIn(who)
        for answer in [try await client.get(link), try await client.post(link, ["answer": "accept"])] {
            #expect(answer.status == .gone && answer.text.contains("This invitation link doesn’t work."), "\(answer.status)")
            #expect(!answer.text.contains("lamp") && !answer.text.contains("Ada"))
        }
    }
}
