import Accounts
import Core
import Database
import Foundation
import Messages
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct VerdictTests {
    @Test(.covers("VOL-039", "VOL-016"), arguments: Engine.available)
    func `an author asks a moderator to look again, and the accepted request is public`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, moderator) = (try await app.user(.ada), try await app.user(.moderator))
            let id = try await ada.send("Damn nice weather for a walk", in: app.category("Day-to-day help"))
            let refused = try await ada.get(VolunteersPaths.post(id)).text
            #expect(refused.contains("href=\"#appeal\"") && refused.contains("id=\"appeal\""))
            let asked = try await ada.post(VolunteersPaths.appeal(id), ["message": "It was meant kindly."])
            #expect(asked.location == VolunteersPaths.post(id))
            let waiting = try await moderator.get(VolunteersPaths.home() + "?show=pending")
            #expect(waiting.previews == ["Damn nice weather for a walk"])
            let own = try await ada.get(VolunteersPaths.post(id))
            #expect(own.text.contains("status-pending") && own.text.contains("It was meant kindly.") && !own.text.contains("#appeal"))
            try await app.decide(.accept, on: id)
            let feed = try await app.user(.bea).get(VolunteersPaths.home())
            #expect(feed.previews == ["Damn nice weather for a walk"])
        }
    }

    @Test(.covers("VOL-041", "VOL-042", "VOL-047"), arguments: Engine.available)
    func `what a moderator removed only its author and moderators see, and a change of it waits for a moderator`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea, moderator) = (try await app.user(.ada), try await app.user(.bea), try await app.user(.moderator))
            let help = try await app.category("Day-to-day help")
            let id = try await ada.send("Assistants for our company", in: help)
            try await app.decide(.remove, on: id, reason: .forProfit)
            let stranger = try await bea.get(VolunteersPaths.post(id))
            #expect(stranger.status == .notFound)
            for client in [ada, moderator] {
                let page = try await client.get(VolunteersPaths.post(id))
                #expect(page.text.contains("For-profit organisations may not look for free labour here."))
                #expect(page.text.contains("A moderator removed ") && page.text.contains(">Removed</p>") && !page.text.contains(">Rejected</p>"))
            }
            let nothing = try await ada.post(VolunteersPaths.appeal(id), ["message": "Please"])
            #expect(nothing.problem?.code == "volunteers.nothing-to-appeal")
            let preview = try await ada.post(VolunteersPaths.edit(id), fields("Company on my walks", "Nobody earns anything by it.", category: help))
            #expect(preview.text.contains("a moderator reads it first") && !preview.text.contains("automatic filter"))
            _ = try await ada.post(VolunteersPaths.confirmEdit(id), fields("Company on my walks", "Nobody earns anything by it.", category: help))
            let status = try await app.posts().map(\.status)
            #expect(status == [.pending])
            try await app.decide(.accept, on: id)
            let feed = try await bea.get(VolunteersPaths.home())
            #expect(feed.previews == ["Company on my walks"])
        }
    }

    @Test(.covers("VOL-026", "VOL-042", "CORE-026"), arguments: Engine.available)
    func `a decision that is taken back leaves the public version, its words and its change as they were`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea, moderator) = (try await app.user(.ada), try await app.user(.bea), try await app.user(.moderator))
            let help = try await app.category("Day-to-day help")
            let id = try await ada.send("Somebody to walk with", in: help)
            _ = try await ada.post(VolunteersPaths.confirmEdit(id), fields("Damn nice weather", "For a long walk.", category: help))
            _ = try await ada.post(VolunteersPaths.appeal(id), ["message": "It was meant kindly."])
            let before = try await app.posts()
            let found = try await app.site.database.read { db in try app.site.service(Moderation.self).find(Posts.subject(id), in: db)?.id }
            let path = try "/admin/moderation/cases/\(#require(found))"
            for form: KeyValuePairs in [["action": "accept", "version": "2"], ["action": "remove", "version": "2", "reason": "profanity"]] {
                #expect(try await moderator.post(path + "/decide", form).status == .seeOther)
                #expect(try await app.posts() != before)
                #expect(try await ada.get(VolunteersPaths.post(id)).text.contains("the moderator can still undo it"))
                #expect(try await moderator.post(path + "/take-back").location == path)
                #expect(try await app.posts() == before)
            }
            #expect(try await bea.get(VolunteersPaths.post(id)).text.contains("Somebody to walk with"))
            let own = try await ada.get(VolunteersPaths.post(id))
            #expect(!own.text.contains("can still undo it"))
            #expect(own.text.contains("Damn nice weather") && own.text.contains("status-pending"))
        }
    }

    @Test(.covers("VOL-040", "VOL-041", "CORE-026"), arguments: Engine.available)
    func `what was removed and then changed stands beside the change, and its author reads why while writing`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, moderator) = (try await app.user(.ada), try await app.user(.moderator))
            let help = try await app.category("Day-to-day help")
            let id = try await ada.send("Somebody to walk with", in: help)
            try await app.decide(.remove, on: id, reason: .usual.first { $0.code == "provocative" })
            #expect(try await ada.get(VolunteersPaths.edit(id)).text.contains("Why it wasn’t accepted"))
            _ = try await ada.post(VolunteersPaths.confirmEdit(id), fields("Company on my walks", "For an hour.", category: help))
            let found = try await app.site.database.read { db in try app.site.service(Moderation.self).find(Posts.subject(id), in: db)?.id }
            let page = try await moderator.get("/admin/moderation/cases/\(#require(found))").text
            #expect(page.contains("The version before") && page.contains("Somebody to walk with") && page.contains("Company on my walks"))
            #expect(page.contains("Changed after it was removed"))
            // What others see is the last word of the moderator: nothing.
            #expect(try await app.user(.bea).get(VolunteersPaths.home()).previews.isEmpty)
        }
    }

    @Test(.covers("VOL-044", "VOL-057"), arguments: Engine.available)
    func `a request is reported from its menu, and moderators see which and why`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Unpaid shop assistants", in: app.category("Day-to-day help"))
            let form = "/moderation/report/\(PostSubject.kind)/\(id)"
            let page = try await bea.get(VolunteersPaths.post(id))
            #expect(page.text.contains(form))
            let own = try await ada.get(VolunteersPaths.post(id))
            #expect(!own.text.contains(form))
            let sent = try await bea.post(form, ["reason": "for-profit", "words": "This is a shop.", "then": VolunteersPaths.home()])
            #expect(sent.status == .seeOther)
            let after = try await bea.get(VolunteersPaths.post(id)).text
            #expect(after.contains("You’ve reported this") && !after.contains(form))
            #expect(try await !ada.get(VolunteersPaths.post(id)).text.contains("reported this"))
            #expect(try await !app.user(.curator).get(VolunteersPaths.post(id)).text.contains("reported this"))
            let queue = try await app.user(.moderator).get("/admin/moderation")
            #expect(queue.text.contains("Unpaid shop assistants"))
            let address = try #require(queue.text.firstMatch(of: /href="(\/admin\/moderation\/cases\/\d+)"/)).1
            let found = try await app.user(.moderator).get(String(address))
            #expect(found.text.contains("This is a shop."))
        }
    }

    @Test(.covers("VOL-043", "CORE-019"), arguments: Engine.available)
    func `whoever is banned cannot view, write or change, until the ban is lifted`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let help = try await app.category("Day-to-day help")
            let id = try await ada.send("Carry a sofa", in: help)
            try await app.ban(.ada)
            for answer in [
                try await ada.get(VolunteersPaths.home()), try await ada.post(VolunteersPaths.new(), fields(category: help)),
                try await ada.post(VolunteersPaths.confirmEdit(id), fields(category: help)), try await ada.asProgram.get(VolunteersPaths.apiPosts()),
            ] { #expect(answer.status == .forbidden) }
            try await app.unban(.ada)
            let again = try await ada.get(VolunteersPaths.home())
            #expect(again.status == .ok)
        }
    }

    @Test(.covers("VOL-043", "CORE-019"), arguments: Engine.available)
    func `a request that was on its way while its author was banned or shut out is not taken in`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, volunteers in
            _ = try await app.user(.ada)
            let (person, site, posts) = (try await app.person(.ada), app.site, volunteers.posts)
            let help = try await app.category("Day-to-day help")
            let form = PostForm(title: "Carry a sofa", body: "Up the stairs.", category: help.description, area: "")
            let categories = try await volunteers.categories.list()
            let draft = try PostDraft(form, language: .english, categories: categories, today: posts.today)
            // Who may come in was asked when the request came; the ban was committed before it was stored.
            func send() async throws { _ = try await posts.create(draft, by: PostAuthor(id: person, name: "Ada")) }
            try await app.ban(.ada)
            let banned = await #expect(throws: Problem.self) { try await send() }
            #expect(banned?.code == "accounts.banned")
            try await app.unban(.ada)
            try await site.database.write { db in try db.run("UPDATE account_person SET status = 'deactivated' WHERE id = \(person)") }
            await #expect(throws: (any Error).self) { try await send() }
            #expect(try await app.posts().isEmpty)
        }
    }

    @Test(.covers("VOL-043", "CORE-019"), arguments: Engine.available)
    func `whoever is banned goes on with no conversation that a request began, and still reads it`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Carry a sofa", in: try await app.category("Day-to-day help"))
            let people = (try await app.person(.ada), try await app.person(.bea))
            let conversation = try await app.site.write(by: nil) { db in
                try app.site.service(Conversations.self).open(
                    between: people.1, and: people.0, about: Posts.subject(id), title: "Carry a sofa", in: db)
            }
            let (page, program) = (MessagesPaths.conversation(conversation), "/api/v1/messages/conversations/\(conversation)")
            #expect(try await bea.post(page, ["words": "I have a van."]).status == .seeOther)
            try await app.ban(.bea)
            let closed = try await bea.post(page, ["words": "You will hear from me."])
            #expect(closed.status == .forbidden && closed.problem?.code == "accounts.banned")
            #expect(try await bea.asProgram.json(.post, program, #"{"words":"Again and again."}"#).problem?.code == "accounts.banned")
            #expect(try await bea.get(page).text.contains("I have a van."))
            try await app.unban(.bea)
            #expect(try await ada.post(page, ["words": "Thank you, it is carried."]).status == .seeOther)
            #expect(try await bea.post(page, ["words": "Glad to hear it."]).status == .seeOther)
        }
    }

    @Test(.covers("VOL-003", "RES-006", "CORE-018"), arguments: Engine.available)
    func `there are users and moderators, and only administrators manage categories`(on engine: Engine) async throws {
        #expect(VolunteersApp.manifest.access.roles.map(\.id) == ["moderator"])
        try await withVolunteers(on: engine) { app, _ in
            for who in [Cast.ada, .moderator] {
                let answer = try await app.user(who).get(VolunteersPaths.adminCategories())
                #expect(answer.status == .notFound)
            }
            let owner = try await app.user(.owner).get(VolunteersPaths.adminCategories())
            #expect(owner.status == .ok)
            let tabs = try await app.user(.moderator).get(VolunteersPaths.home())
            #expect(tabs.text.contains("Pending Moderation"))
            let plain = try await app.user(.ada).get(VolunteersPaths.home() + "?show=pending")
            #expect(!plain.text.contains("Pending Moderation"))
        }
    }
}
