import Accounts
import Core
import Database
import Notifications
import Platform
import TestSupport
import Testing
import Web

@testable import Moderation

@Suite struct DecisionAppealTests {
    private let words = "Somebody wrote this, and a moderator did not like it"

    private func twoModerators(_ app: TestApp) async throws -> TestClient {
        _ = (try await app.signedIn(.moderator), try await app.signedIn(.owner))
        let bea = try await app.person(.bea)
        try await app.site.service(Roles.self).set([.init(app: "notes", role: "moderator")], of: bea, by: nil)
        return try await app.signedIn(.bea)
    }

    /// The decision is final, and its author has been told.
    private func settle(_ app: TestApp) async throws {
        app.clock.advance(by: Moderation.undoWindow + .seconds(1))
        for _ in 0..<2 { try await app.runJobs() }
    }

    private func path(_ note: Int64) -> String { ModerationPaths.ownDecision(NotesApp.subjectKind, note) }

    @Test(.covers("VOL-039", "VOL-040", "CORE-026"), arguments: Engine.available)
    func `an author asks for another look at what a moderator removed, and another moderator accepts it`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let other = try await twoModerators(app)
            let (id, found) = try await app.note(words, by: .ada)
            try await app.report(id, by: .curator)
            try await app.decide(id, .remove, reason: .provocative)
            let ada = try await app.signedIn(.ada)
            let early = try await ada.post(path(id), ["message": "Please"])
            #expect(early.status == .conflict && early.text.contains("The moderator can still undo this"), "the moderator can still undo it")

            try await settle(app)
            #expect(try await ada.get("/account/notices").text.contains("was removed"))
            let link = try await app.site.database.read { db in
                try db.one("SELECT link FROM notification_notice WHERE kind = 'moderation.decision'" as Query<String>)
            }
            let page = try await ada.get(link).text
            #expect(page.contains("A moderator removed your text") && page.contains("It contains provocative or offensive language."))
            #expect(page.contains(words) && page.contains("Ask for another look"))
            #expect(try await other.get(link).status == .notFound, "it is between the author and the moderators")
            #expect(try await app.signedIn(.curator).post(link, ["message": "Mine"]).status == .notFound)

            #expect(try await ada.post(link, ["message": "It was meant as a joke."]).location == link)
            #expect(try await ada.get(link).text.contains("You’ve asked for another look."))
            #expect(try await app.guest.get("/notes/\(id)").status == .notFound, "what was decided stands until then")
            #expect(try await ada.post(link, ["message": "And?"]).status == .conflict)

            let queue = try await other.get("/admin/moderation").text
            #expect(queue.contains("Removed by \(Cast.moderator.name): Provocative or offensive") && queue.contains("It was meant as a joke."))
            let seen = try await other.get(ModerationPaths.found(found.id)).text
            #expect(seen.contains("First decision") && seen.contains(Cast.moderator.name) && seen.contains("It was meant as a joke."))
            _ = try await other.post(ModerationPaths.found(found.id) + "/decide", ["action": "accept", "version": "1"])
            #expect(try await app.guest.get("/notes/\(id)").status == .ok)
            try await settle(app)
            #expect(try await ada.get("/account/notices").text.contains("was accepted"))
        }
    }

    @Test(.covers("VOL-039", "CORE-026"), arguments: Engine.available)
    func `who decided does not decide on the appeal, and what another moderator kept is final`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let other = try await twoModerators(app)
            let (id, found) = try await app.note(words, by: .ada)
            try await app.report(id, by: .curator)
            try await app.decide(id, .remove, reason: .spam)
            try await settle(app)
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post(path(id), ["message": ""])

            let first = try await app.signedIn(.moderator)
            let own = try await first.get(ModerationPaths.found(found.id)).text
            #expect(own.contains("You made the decision that this appeal is about.") && !own.contains("value=\"accept\""))
            let refused = try await first.post(ModerationPaths.found(found.id) + "/decide", ["action": "accept", "version": "1"])
            #expect(refused.status == .conflict)
            let told = try await app.person(.moderator)
            let urgent = try await app.site.database.read { db in
                try db.one("SELECT count(*) FROM notification_notice WHERE kind = 'moderation.urgent' AND person_id = \(told)" as Query<Int>)
            }
            #expect(urgent == 0, "nobody is asked to look at their own decision")

            _ = try await other.post(
                ModerationPaths.found(found.id) + "/decide", ["action": "remove", "version": "1", "reason": "spam"])
            try await settle(app)
            #expect(try await ada.get("/account/notices").text.contains("is still removed"))
            let page = try await ada.get(path(id)).text
            #expect(page.contains("the decision is final") && !page.contains("name=\"message\""))
            #expect(try await ada.post(path(id), ["message": "Once more"]).status == .conflict)
            // A new version is a new text.
            _ = try await ada.post("/notes/\(id)", ["text": "Nobody can say anything against this one"])
            #expect(try await app.noteCase(id).queue == .new)
        }
    }

    @Test(.covers("VOL-039", "CORE-026"), arguments: Engine.available)
    func `the only moderator of a site looks again`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note(words, by: .ada)
            try await app.report(id, by: .curator)
            try await app.decide(id, .remove, reason: .spam)
            try await settle(app)
            _ = try await app.signedIn(.ada).post(path(id), ["message": "Please"])
            let moderator = try await app.signedIn(.moderator)
            #expect(try await moderator.get(ModerationPaths.found(found.id)).text.contains("value=\"accept\""))
            try await app.decide(id, .accept)
            #expect(try await app.guest.get("/notes/\(id)").status == .ok)
        }
    }

    @Test(.covers("VOL-040", "CORE-023"), arguments: Engine.available)
    func `moderators hear of new cases at once, and of many in one notification`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let moderator = try await app.person(.moderator)
            func notices() async throws -> [String] {
                try await app.site.database.read { db in
                    try db.all(
                        "SELECT title FROM notification_notice WHERE kind = 'moderation.case' AND person_id = \(moderator) AND read_at IS NULL"
                            as Query<String>)
                }
            }
            for note in ["A first dull note of somebody", "A second dull note of somebody", "A third dull note of somebody"] {
                let (id, _) = try await app.note(note, by: .ada)
                try await app.report(id, by: .bea, .spam)
            }
            let waiting = try await notices()
            #expect(waiting.count == 1 && waiting.first?.contains("3") == true, "one for a burst, which says how many wait")
            let client = try await app.signedIn(.moderator)
            #expect(try await client.get("/account/notices").text.contains("3 cases are waiting for a moderator"))
            _ = try await client.get("/admin/moderation")
            #expect(try await notices().isEmpty, "who has looked has been told")
            let (id, _) = try await app.note("A fourth dull note of somebody", by: .ada)
            try await app.report(id, by: .bea, .spam)
            #expect(try await notices().count == 1)
        }
    }

    @Test(.covers("CORE-026", "VOL-044"), arguments: Engine.available)
    func `the list says in a line why each case waits`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("A dull note that somebody dislikes", by: .ada)
            try await app.report(id, by: .bea, .spam, words: "The same every day")
            let (stopped, _) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(stopped)/appeal", ["text": "It is stuck"])
            let list = try await app.signedIn(.moderator).get("/admin/moderation").text
            #expect(list.contains("Reported as: Spam or repeated posting – “The same every day”"))
            #expect(list.contains("Filter: Profanity – “fucking”"))
        }
    }
}
