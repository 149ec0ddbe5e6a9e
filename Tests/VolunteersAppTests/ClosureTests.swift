import Accounts
import Core
import Database
import Foundation
import Jobs
import Messages
import Moderation
import Notifications
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct ClosureTests {
    private let title = "Somebody to walk my dog"

    /// Where a request can be found by others: feed, search, suggestions, similar ones, the API.
    private func places(_ client: TestClient, _ category: CategoryID) async throws -> [Bool] {
        let similar = VolunteersPaths.similar() + "?title=Somebody%20to%20walk%20my%20dog&body=&category=\(category)"
        return try await [
            VolunteersPaths.home(), VolunteersPaths.search() + "?q=dog", VolunteersPaths.suggest() + "?q=somebo", similar,
            VolunteersPaths.apiPosts(), VolunteersPaths.apiSearch() + "?q=dog",
        ].asyncMap { try await client.get($0).text.replacing(#/<\/?mark>/#, with: "").contains(title) }
    }

    @Test(.covers("VOL-008", "VOL-031", "VOL-037"), arguments: Engine.available)
    func `who has got help closes the request, and opens it again`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea, curator) = (try await app.user(.ada), try await app.user(.bea), try await app.user(.curator))
            let animals = try await app.category("Animals")
            let id = try await ada.send(title, in: animals)
            let page = VolunteersPaths.post(id)
            _ = try await bea.post(VolunteersPaths.bookmark(id), ["marked": "true"])
            let conversation = try #require(try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."]).location)
            #expect(try await places(curator, animals) == [true, true, true, true, true, true])
            let foreign = try await bea.post(VolunteersPaths.close(id))
            #expect(foreign.problem?.code == "volunteers.not-your-post")
            #expect(try await ada.get(page).text.contains("I’ve found help"))

            let closing = try await ada.post(VolunteersPaths.close(id))
            #expect(closing.location == page && closing.cookies["flash"] == nil, "the page says it")
            #expect(try await places(curator, animals) == [false, false, false, false, false, false])
            let (closed, own) = (try await curator.get(page), try await ada.get(page))
            #expect(closed.text.contains("Ada has found help.") && !closed.text.contains(VolunteersPaths.help(id)))
            #expect(own.text.contains("Open it again") && own.text.contains("status-closed") && !own.text.contains("status-accepted"))
            #expect(try await app.posts().map(\.status) == [.accepted])
            let marked = try await bea.get(VolunteersPaths.bookmarks())
            #expect(marked.previews == [title] && marked.text.contains("post-card-closed") && marked.text.contains("Found help"))
            let late = try await curator.post(VolunteersPaths.help(id), ["message": "Me too."])
            #expect(late.problem?.code == "volunteers.not-open")
            #expect(try await bea.post(conversation, ["words": "Glad to hear it."]).status == .seeOther)

            let program = ada.asProgram
            #expect(try await program.delete(VolunteersPaths.apiClosed(id)).status == .noContent)
            #expect(try await places(curator, animals) == [true, true, true, true, true, true])
            #expect(try await program.send(.put, VolunteersPaths.apiClosed(id)).status == .noContent)
            #expect(try await program.get(VolunteersPaths.apiPost(id)).json["closedAt"] is String)
            #expect(try await ada.post(VolunteersPaths.reopen(id)).location == page)
            let trail = try await app.auditTrail()
            #expect(trail.count { $0 == "volunteers.post.update" } == 4)

            let hidden = try await ada.send("Shit, somebody to walk my cat", in: animals)
            let refused = try await ada.post(VolunteersPaths.close(hidden))
            #expect(refused.problem?.code == "volunteers.not-public")
        }
    }

    @Test(.covers("VOL-008", "VOL-026"), arguments: Engine.available)
    func `a closed request says so in its conversations, and asks nothing more of its author`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let animals = try await app.category("Animals")
            let id = try await ada.send(title, in: animals)
            let conversation = try #require(try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."]).location)
            _ = try await ada.post(VolunteersPaths.confirmEdit(id), fields("Damn nice weather", "For a long walk.", category: animals))
            let (sign, notice) = ("This request is closed: help was found.", "The automatic filter rejected the change.")
            let open = try await ada.get(VolunteersPaths.post(id)).text
            #expect(open.contains(notice) && open.contains("id=\"appeal\""))
            for client in [ada, bea] { #expect(try await !client.get(conversation).text.contains(sign)) }

            _ = try await ada.post(VolunteersPaths.close(id))
            for client in [ada, bea] {
                let page = try await client.get(conversation).text
                #expect(page.contains(sign) && page.contains("composer-send"))
            }
            let closed = try await ada.get(VolunteersPaths.post(id)).text
            #expect(closed.contains("You’ve found help.") && !closed.contains(notice) && !closed.contains("id=\"appeal\""))

            _ = try await ada.post(VolunteersPaths.reopen(id))
            #expect(try await !bea.get(conversation).text.contains(sign))
            #expect(try await ada.get(VolunteersPaths.post(id)).text.contains(notice))
        }
    }

    @Test(.covers("CORE-035", "VOL-026"), arguments: Engine.available)
    func `the log calls a request by what others read, not by a change that was rejected`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, animals) = (try await app.user(.ada), try await app.category("Animals"))
            let id = try await ada.send(title, in: animals)
            _ = try await ada.post(VolunteersPaths.confirmEdit(id), fields("Damn nice weather", "For a long walk.", category: animals))
            _ = try await ada.send("Shit, somebody to walk my cat", in: animals)
            let log = try await app.user(.moderator).get("/admin/moderation/people/\(app.person(.ada))").text
            let named = log.matches(of: /Request “([^”]*)”/).map { String($0.1) }
            #expect(Set(named) == [title, "Shit, somebody to walk my cat"])
        }
    }

    @Test(.covers("VOL-048", "CORE-023"), arguments: Engine.available)
    func `who offered hears what became of a request, after a pause, and never something else than what is`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send(title, in: try await app.category("Animals"))
            _ = try await app.user(.curator).get(VolunteersPaths.post(id))
            _ = try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."])
            let person = try await app.person(.bea)
            func heard() async throws -> [String] {
                try await app.runJobs()
                return try await app.site.database.read { db in
                    try db.all(
                        "SELECT title, person_id FROM notification_notice WHERE kind = 'volunteers.offered' ORDER BY id LIMIT 10"
                            as Query<Row2<StoredJSON<Text>, PersonID>>
                    ).map { "\($0.second == person) \($0.first.value.key)" }
                }
            }
            let (done, again) = ("true %1 has found help", "true %1 asks for help again")

            // A touch by mistake is nobody's business.
            _ = try await ada.post(VolunteersPaths.close(id))
            app.clock.advance(by: .seconds(200))
            #expect(try await heard().isEmpty)
            _ = try await ada.post(VolunteersPaths.reopen(id))
            app.clock.advance(by: .seconds(301))
            #expect(try await heard().isEmpty)

            _ = try await ada.post(VolunteersPaths.close(id))
            app.clock.advance(by: .seconds(301))
            #expect(try await heard() == [done])
            _ = try await ada.post(VolunteersPaths.reopen(id))
            app.clock.advance(by: .seconds(301))
            #expect(try await heard() == [done, again])
            // The same again on the same day is news as well.
            _ = try await ada.post(VolunteersPaths.close(id))
            app.clock.advance(by: .seconds(301))
            #expect(try await heard() == [done, again, done])
            // Who knows that it has got its help need not hear that its page is gone.
            _ = try await ada.post(VolunteersPaths.delete(id), ["confirmed": "true"])
            #expect(try await heard() == [done, again, done])
        }
    }

    @Test(.covers("CORE-023", "CORE-020", "CORE-022"), arguments: Engine.available)
    func `whoever closes a request says who helped and thanks them, and the board counts it`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea, curator) = (try await app.user(.ada), try await app.user(.bea), try await app.user(.curator))
            let id = try await ada.send(title, in: try await app.category("Animals"))
            let (close, page) = (VolunteersPaths.close(id), VolunteersPaths.post(id))
            #expect(try await ada.get(close).text.contains("Nobody has offered here yet"))
            app.clock.advance(by: .seconds(7200))
            let conversation = try #require(try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."]).location)
            let one = try await ada.get(close).text
            let beaID = try await app.person(.bea)
            #expect(one.contains(#"name="helper" value="\#(beaID)" checked"#), "one who offered is most likely the one who helped")
            _ = try await curator.post(VolunteersPaths.help(id), ["message": "I have a dog of my own."])
            #expect(!(try await ada.get(close).text.contains("checked")))
            #expect(try await ada.get(page).text.contains(#"href="\#(close)""#))
            #expect(try await bea.get(close).problem?.code == "volunteers.not-your-post")

            let nobody = try await ada.post(close, ["thanks": "Thank you so much!"])
            #expect(nobody.status == .unprocessableContent && nobody.text.contains("Choose whom you’re thanking."))
            #expect(nobody.text.contains("Thank you so much!"), "what was written is not lost")
            let stranger = try await ada.post(close, ["helper": "\(try await app.person(.moderator))"])
            #expect(stranger.text.contains("Choose from the people who offered."))
            let long = try await ada.post(close, ["helper": "\(beaID)", "thanks": String(repeating: "a", count: 1001)])
            #expect(long.text.contains("Your thanks may have 1,000 characters; these have 1,001."))
            #expect(try await app.posts().map(\.isOpen) == [true])

            #expect(try await ada.post(close, ["helper": "\(beaID)", "thanks": "Thank you so much!"]).location == page)
            #expect(try await bea.get(conversation).text.contains("Thank you so much!"))
            #expect(try await ada.get(page).text.contains(#"Helped by <a href="\#(VolunteersPaths.person(beaID))""#))
            #expect(try await bea.get(page).text.contains("You helped. Thank you."))
            let others = try await curator.get(page).text
            #expect(!others.contains("Helped by") && !others.contains("You helped."), "who helped is between the two of them")
            app.clock.advance(by: .seconds(301))
            try await app.runJobs()
            let told = try await (bea.get("/account/notices").text, curator.get("/account/notices").text)
            #expect(told.0.contains("Ada thanks you for your help") && told.1.contains("Ada has found help"))
            let counted = try await app.site.database.read { db in
                try db.all(
                    "SELECT measure, part FROM analytics_count WHERE measure IN ('volunteers.helped', 'volunteers.first-offers') ORDER BY measure LIMIT 9"
                        as Query<Row2<String, String>>
                ).map { "\($0.first) \($0.second)" }
            }
            #expect(counted == ["volunteers.first-offers day", "volunteers.helped "])

            _ = try await ada.post(VolunteersPaths.reopen(id))
            _ = try await ada.post(close)
            #expect(!(try await ada.get(page).text.contains("Helped by")), "opened again, nobody is named any more")
        }
    }

    @Test(.covers("VOL-027", "CORE-023"), arguments: Engine.available)
    func `who offered hears at once that a request is deleted, and reads it in the conversation and at its address`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send(title, in: try await app.category("Animals"))
            #expect(!(try await ada.get(VolunteersPaths.delete(id)).text.contains("Those who offered to help are told.")))
            let conversation = try #require(try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."]).location)
            let sign = "What this conversation is about has been deleted."
            #expect(!(try await bea.get(conversation).text.contains(sign)))
            let asked = try await ada.get(VolunteersPaths.delete(id)).text
            #expect(asked.contains("Those who offered to help are told.") && asked.contains("choose “I’ve found help”"))
            _ = try await ada.post(VolunteersPaths.delete(id), ["confirmed": "true"])
            let inbox = try await bea.get("/account/notices").text
            #expect(inbox.contains("Ada no longer asks for help"))
            #expect(try await bea.get(conversation).text.contains(sign))
            let gone = try await bea.get(VolunteersPaths.post(id))
            #expect(gone.status == .notFound && gone.text.contains("data-app=\"volunteers\"") && gone.text.contains("See the open requests"))
        }
    }

    @Test(.covers("VOL-043"))
    func `a ban that is lifted leaves no job behind for its end`() async throws {
        try await withVolunteers(on: .sqlite) { app, _ in
            let (person, site) = (try await app.person(.ada), app.site)
            func waiting() async throws -> [JobStatus] {
                try await site.database.read { try site.jobs.list(state: .waiting, kind: BannedAuthorHiding.job.id, in: $0) }
            }
            for days in [1, 2] {
                try await site.write(by: nil) { db in
                    try site.service(Bans.self).ban(
                        person, from: "volunteers", until: site.clock.now() + .days(days), reason: "It broke the terms.", in: db)
                }
            }
            #expect(try await waiting().map(\.runAt) == [site.clock.now() + .days(2)], "the end of the ban that holds")
            try await app.unban(.ada)
            #expect(try await waiting().isEmpty)
        }
    }

    @Test(.covers("VOL-043", "CORE-019"), arguments: Engine.available)
    func `requests of somebody who is banned or whose account is shut leave the lists, and come back with them`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let animals = try await app.category("Animals")
            let id = try await ada.send(title, in: animals)
            try await app.ban(.ada)
            #expect(try await places(bea, animals) == [false, false, false, false, false, false])
            let profile = try await bea.get(VolunteersPaths.person(try await app.person(.ada)))
            #expect(profile.previews.isEmpty)
            let page = try await bea.get(VolunteersPaths.post(id))
            #expect(page.text.contains("This request isn’t open at the moment.") && !page.text.contains(VolunteersPaths.help(id)))
            try await app.unban(.ada)
            #expect(try await places(bea, animals) == [true, true, true, true, true, true])

            let (person, site) = (try await app.person(.ada), app.site)
            try await site.write(by: nil) { db in
                try site.service(Bans.self).ban(
                    person, from: "volunteers", until: site.clock.now() + .seconds(3600), reason: "It broke the terms.", in: db)
            }
            try await app.runJobs()
            #expect(try await places(bea, animals) == [false, false, false, false, false, false])
            app.clock.advance(by: .seconds(3601))
            try await app.runJobs()
            #expect(try await places(bea, animals) == [true, true, true, true, true, true])

            let owner = try await app.signedIn(.owner)
            _ = try await owner.post("/admin/people/\(person)/status", ["active": "false", "confirmed": "true"])
            #expect(try await places(bea, animals) == [false, false, false, false, false, false])
            _ = try await owner.post("/admin/people/\(person)/status", ["active": "true"])
            #expect(try await places(bea, animals) == [true, true, true, true, true, true])
        }
    }
}

extension Array {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var all: [T] = []
        for element in self { all.append(try await transform(element)) }
        return all
    }
}
