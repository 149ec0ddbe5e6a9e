import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct PersonTests {
    @Test(.covers("VOL-029", "VOL-030", "VOL-031", "VOL-032", "VOL-033", "VOL-052", "RES-008"), arguments: Engine.available)
    func `a bookmark joins the list and leaves it, and belongs to one person`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Weed the school garden", in: app.category("Nature & Environment"))
            let feed = try await bea.get(VolunteersPaths.home())
            #expect(feed.text.contains("aria-pressed=\"false\"") && feed.text.contains(VolunteersPaths.bookmarks()))
            let marked = try await bea.post(VolunteersPaths.bookmark(id), ["marked": "true", "then": VolunteersPaths.home()])
            #expect(marked.location == VolunteersPaths.home())
            _ = try await bea.post(VolunteersPaths.bookmark(id), ["marked": "true"])
            let list = try await bea.get(VolunteersPaths.bookmarks())
            #expect(list.previews == ["Weed the school garden"] && list.text.contains("aria-pressed=\"true\""))
            let profile = try await bea.get(VolunteersPaths.profile() + "?show=bookmarked")
            #expect(profile.previews == ["Weed the school garden"])
            let own = try await ada.post(VolunteersPaths.bookmark(id), ["marked": "true"])
            #expect(own.problem?.code == "volunteers.own-post")
            let hers = try await ada.get(VolunteersPaths.bookmarks())
            #expect(hers.previews.isEmpty)
            let away = try await bea.post(VolunteersPaths.bookmark(id), ["marked": "false", "then": "https://elsewhere.example/"])
            #expect(away.location == VolunteersPaths.home())
            let empty = try await bea.get(VolunteersPaths.bookmarks())
            #expect(empty.previews.isEmpty && empty.text.contains("No bookmarks yet"))
        }
    }

    @Test(.covers("VOL-024", "VOL-009", "VOL-052"), arguments: Engine.available)
    func `the own list holds own requests only, with their status`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let help = try await app.category("Day-to-day help")
            try await ada.send("Hang a curtain", in: help)
            try await ada.send("Hang that shit curtain", in: help)
            try await bea.send("Carry a table", in: help)
            let own = try await ada.get(VolunteersPaths.own())
            #expect(Set(own.previews) == ["Hang a curtain", "Hang that shit curtain"])
            #expect(own.text.contains("badge-success") && own.text.contains("badge-danger"))
            let adas = try await bea.get(VolunteersPaths.person(try await app.person(.ada)))
            #expect(adas.previews == ["Hang a curtain"])
        }
    }

    @Test(.covers("VOL-049", "VOL-050", "VOL-051", "VOL-053"), arguments: Engine.available)
    func `a profile shows name, picture and words, which only its person changes`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let saved = try await ada.post(VolunteersPaths.about(), ["about": "I like dogs."])
            #expect(saved.location == VolunteersPaths.profile())
            let tooLong = try await ada.post(VolunteersPaths.about(), ["about": String(repeating: "x", count: 1001)])
            #expect(tooLong.status == .unprocessableContent && tooLong.text.contains("field-about-error"))
            let seen = try await bea.get(VolunteersPaths.person(try await app.person(.ada)))
            let order = ["profile-picture", "id=\"profile-name\"", "I like dogs."].compactMap { seen.text.range(of: $0)?.lowerBound }
            #expect(order.count == 3 && order == order.sorted())
            #expect(!seen.text.contains(VolunteersPaths.about()) && !seen.text.contains("name=\"show\""))
            let report = VolunteersPaths.reportAbout(try await app.person(.ada))
            #expect(seen.text.contains(report))
            let own = try await ada.get(VolunteersPaths.profile())
            #expect(own.text.contains(VolunteersPaths.about()) && own.text.contains("name=\"show\""))
            #expect(!own.text.contains(report))
            let nobody = try await bea.get(VolunteersPaths.person(PersonID(9999)))
            #expect(nobody.status == .notFound)
        }
    }

    @Test(.covers("CORE-026", "VOL-049"), arguments: Engine.available)
    func `what somebody says about themselves is reported from their profile, and a moderator removes it`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea, moderator) = (try await app.user(.ada), try await app.user(.bea), try await app.user(.moderator))
            let place = VolunteersPaths.reportAbout(try await app.person(.ada))
            #expect(try await bea.get(place).status == .notFound, "there is nothing yet")
            _ = try await ada.post(VolunteersPaths.about(), ["about": "I like dogs."])
            let form = try #require(try await bea.get(place).location)
            #expect(try await bea.get(form).text.contains("I like dogs."))
            let own = try #require(try await ada.get(place).location)
            #expect(try await ada.get(own).status == .conflict)
            let address = try #require(form.split(separator: "?").first.map(String.init))
            #expect(try await bea.post(address, ["reason": "provocative", "words": "Not dogs."]).status == .seeOther)
            #expect(try await bea.get(place).location == form, "asking again makes nothing new")
            let queue = try await moderator.get("/admin/moderation?why=reported").text
            let found = String(try #require(queue.firstMatch(of: /\/admin\/moderation\/cases\/\d+/)).output)
            _ = try await moderator.post("\(found)/decide", ["action": "remove", "version": "1", "reason": "provocative"])
            #expect(!(try await bea.get(VolunteersPaths.person(try await app.person(.ada))).text.contains("I like dogs.")))
            // From then on people look first.
            _ = try await ada.post(VolunteersPaths.about(), ["about": "I like cats."])
            #expect(try await ada.get(VolunteersPaths.profile()).text.contains("Waiting for a moderator."))
        }
    }

    @Test(.covers("RES-005"), arguments: Engine.available)
    func `a name that changed at its source reaches the feed when the profile is looked at`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            try await ada.send("Water my plants", in: app.category("Day-to-day help"))
            let person = try await app.person(.ada)
            try await app.site.database.write { db in _ = try db.run("UPDATE account_person SET name = 'Zoe' WHERE id = \(person)") }
            let profile = try await bea.get(VolunteersPaths.person(person))
            #expect(profile.text.contains("Zoe"))
            let found = try await bea.get(VolunteersPaths.home() + "?poster=zoe")
            #expect(found.previews == ["Water my plants"])
        }
    }

    @Test(.covers("VOL-048"), arguments: Engine.available)
    func `news of requests follow each person's choice: none, all, or one category`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let (animals, help) = (try await app.category("Animals"), try await app.category("Day-to-day help"))
            let readers: [Cast] = [.bea, .librarian, .curator]
            for (who, choice) in zip(readers, ["none", "all", "category"]) {
                let answer = try await app.user(who).post(VolunteersPaths.news(), ["news": choice, "category": animals.description])
                #expect(answer.location == VolunteersPaths.settings())
                #expect(try await app.auditTrail().last == "volunteers.news.update")
            }
            let wrong = try await app.user(.bea).post(VolunteersPaths.news(), ["news": "some"])
            #expect(wrong.status == .unprocessableContent)
            try await ada.send("Walk an old horse", in: animals)
            try await ada.send("Carry a bookshelf", in: help)
            try await ada.send("Shit happens to horses", in: animals)
            try await app.runJobs()
            var heard: [[String]] = []
            for who in readers {
                let page = try await app.user(who).get("/account/notices")
                heard.append(["Walk an old horse", "Carry a bookshelf", "Shit happens"].filter { page.text.contains($0) })
            }
            #expect(heard == [[], ["Walk an old horse", "Carry a bookshelf"], ["Walk an old horse"]])
            let own = try await ada.get("/account/notices")
            #expect(!own.text.contains("Walk an old horse"))
        }
    }

    @Test(arguments: Engine.available)
    func `whoever can help opens a private conversation with the author`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Repair my fence", in: app.category("Day-to-day help"))
            let own = try await ada.post(VolunteersPaths.help(id), ["message": "Me"])
            #expect(own.problem?.code == "volunteers.own-post")
            let empty = try await bea.post(VolunteersPaths.help(id), ["message": "  "])
            #expect(empty.status == .unprocessableContent)
            let sent = try await bea.post(VolunteersPaths.help(id), ["message": "I have a hammer and come on Friday."])
            let conversation = try #require(sent.location)
            for client in [ada, bea] {
                let page = try await client.get(conversation)
                #expect(page.text.contains("I have a hammer"))
            }
            let stranger = try await app.user(.curator).get(conversation)
            #expect(stranger.status == .notFound)
        }
    }
}
