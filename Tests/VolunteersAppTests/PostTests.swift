import Core
import Database
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct PostTests {
    @Test(.covers("VOL-019", "VOL-022", "VOL-023"), arguments: Engine.available)
    func `a request is confirmed, judged and stored once`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let animals = try await app.category("Animals")
            let check = try await ada.post(VolunteersPaths.new(), fields(category: animals))
            #expect(check.status == .ok)
            let before = try await app.posts()
            #expect(before.isEmpty)
            let key = try check.confirmationKey
            let sent = try await ada.post(VolunteersPaths.posts(), fields(category: animals, submission: key))
            let again = try await ada.post(VolunteersPaths.posts(), fields(category: animals, submission: key))
            #expect(sent.status == .seeOther && sent.location == again.location)
            let stored = try await app.posts()
            #expect(stored.map(\.status) == [.accepted])
            let feed = try await app.user(.bea).get(VolunteersPaths.home())
            #expect(feed.previews == ["Somebody to walk my dog"])
            let trail = try await app.auditTrail()
            #expect(trail.contains("volunteers.post.create"))
        }
    }

    @Test(.covers("VOL-019"), arguments: Engine.available)
    func `what a request may not be is explained, and nothing is stored`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let animals = try await app.category("Animals")
            let long = String(repeating: "å", count: 1001)
            for (fields, wrong) in [
                (fields("", category: animals), "title"), (fields("Dog", "", category: animals), "body"),
                (fields("Dog", long, category: animals), "body"),
                (fields("Dog", category: CategoryID(999)), "category"), (fields("Dog", category: animals, area: "Storgatan 12"), "area"),
                (fields("Dog", "Come to Storgatan 12 at five.", category: animals), "body"),
            ] {
                let answer = try await ada.post(VolunteersPaths.new(), fields)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("field-\(wrong)-error"))
                let stored = try await ada.post(VolunteersPaths.posts(), fields)
                #expect(stored.problem?.code == "volunteers.invalid-post")
            }
            let most = try await ada.post(VolunteersPaths.new(), fields("Dog", String(repeating: "å", count: 1000), category: animals))
            #expect(most.status == .ok)
            let none = try await app.posts()
            #expect(none.isEmpty)
        }
    }

    @Test(.covers("VOL-046", "CORE-021"), arguments: Engine.available)
    func `nothing is taken in before the terms are accepted`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.signedIn(.ada)
            let begin = try await ada.get(VolunteersPaths.new())
            #expect(begin.location?.hasPrefix("/terms/volunteers") == true)
            let terms = try await ada.get("/terms/volunteers")
            #expect(terms.text.contains("about money") && terms.text.contains("For-profit organisations may not use this place"))
            let animals = try await app.category("Animals")
            let sent = try await ada.asProgram.json(
                .post, VolunteersPaths.apiPosts(), #"{"title": "Dog", "description": "Walk it.", "category": \#(animals)}"#)
            #expect(sent.problem?.code == "terms.not-accepted")
            let none = try await app.posts()
            #expect(none.isEmpty)
        }
    }

    @Test(.covers("VOL-034", "VOL-046", "VOL-035", "VOL-038", "VOL-040", "VOL-058", "VOL-009"), arguments: Engine.available)
    func `what the filter rejects only its author and moderators see, with the reason`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let id = try await ada.send("Shit happened to my bicycle", in: app.category("Day-to-day help"))
            let page = try await ada.get(VolunteersPaths.post(id))
            #expect(page.text.contains("status status-rejected") && page.text.contains("Rejected"))
            #expect(page.text.contains("without rude words"))
            let moderator = try await app.user(.moderator).get(VolunteersPaths.post(id))
            #expect(moderator.text.contains("without rude words"))
            let stranger = try await app.user(.bea).get(VolunteersPaths.post(id))
            #expect(stranger.status == .notFound)
            let feed = try await ada.get(VolunteersPaths.home())
            #expect(feed.previews.isEmpty)
        }
    }

    @Test(.covers("VOL-037"), arguments: Engine.available)
    func `the database knows three statuses and no empty one`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let id = try await app.user(.ada).send("Company for a walk", in: app.category("Day-to-day help"))
            for status in ["", "approved", "ACCEPTED"] {
                await #expect(throws: DatabaseError.self) {
                    try await app.site.database.write { db in
                        _ = try db.run("UPDATE volunteers_post SET status = \(status) WHERE id = \(id)")
                    }
                }
            }
            let stored = try await app.posts()
            #expect(stored.map(\.status) == [.accepted])
        }
    }

    @Test(.covers("VOL-025", "VOL-026", "VOL-034", "VOL-040"), arguments: Engine.available)
    func `an accepted request stays public while its change is declined, and the author is told why`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let animals = try await app.category("Animals")
            let id = try await ada.send("Company for my cat", in: animals)
            let unchanged = try await ada.post(
                VolunteersPaths.confirmEdit(id),
                fields("Company for my cat", "It would make my week. Thank you for reading this.", category: animals, area: ""))
            #expect(unchanged.problem?.code == "volunteers.unchanged")
            let sent = try await ada.post(
                VolunteersPaths.confirmEdit(id), fields("Company for my damn cat", "This shit animal is alone.", category: animals))
            #expect(sent.status == .seeOther)
            let others = try await bea.get(VolunteersPaths.post(id))
            #expect(others.text.contains("Company for my cat") && !others.text.contains("damn"))
            let own = try await ada.get(VolunteersPaths.post(id))
            #expect(own.text.contains("status-accepted") && own.text.contains("status-rejected") && own.text.contains("without rude words"))
            _ = try await ada.post(
                VolunteersPaths.confirmEdit(id), fields("Company for my two cats", "They would be so glad of it.", category: animals))
            let changed = try await bea.get(VolunteersPaths.post(id))
            #expect(changed.text.contains("Company for my two cats"))
        }
    }

    @Test(.covers("VOL-027", "VOL-028", "VOL-071", "RES-009"), arguments: Engine.available)
    func `deleting asks first, and then leaves nothing in the tables`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Read to my grandmother", in: app.category("Day-to-day help"))
            _ = try await bea.post(VolunteersPaths.bookmark(id), ["marked": "true"])
            let question = try await ada.get(VolunteersPaths.delete(id))
            #expect(question.text.contains("button-danger"))
            let foreign = try await bea.post(VolunteersPaths.delete(id), ["confirmed": "true"])
            #expect(foreign.problem?.code == "volunteers.not-your-post")
            let unconfirmed = try await ada.post(VolunteersPaths.delete(id))
            #expect(unconfirmed.location == VolunteersPaths.delete(id))
            let kept = try await app.posts()
            #expect(kept.count == 1)
            _ = try await ada.post(VolunteersPaths.delete(id), ["confirmed": "true"])
            let rows = try await app.site.database.read { db in
                try ["volunteers_post", "volunteers_post_version", "volunteers_bookmark"].map { table in
                    try db.one("SELECT count(*) FROM \(raw: table)" as Query<Int>)
                }
            }
            #expect(rows == [0, 0, 0])
            for client in [ada, bea] {
                let gone = try await client.get(VolunteersPaths.post(id))
                #expect(gone.status == .notFound)
            }
        }
    }

    @Test(arguments: Engine.available)
    func `nobody changes what is not theirs, and what they cannot see looks like nothing`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let animals = try await app.category("Animals")
            let open = try await ada.send("Bird boxes for the school", in: animals)
            let hidden = try await ada.send("Shit bird boxes for the school", in: animals)
            let edit = try await bea.post(VolunteersPaths.confirmEdit(open), fields("Mine now", category: animals))
            #expect(edit.problem?.code == "volunteers.not-your-post")
            for path in [VolunteersPaths.edit(hidden), VolunteersPaths.delete(hidden), VolunteersPaths.help(hidden)] {
                let answer = try await bea.get(path)
                #expect(answer.status == .notFound)
            }
            let appeal = try await bea.post(VolunteersPaths.appeal(hidden), ["message": "Please"])
            #expect(appeal.status == .notFound)
        }
    }
}
