import Accounts
import Analytics
import Audit
import Core
import Database
import Foundation
import Localization
import Platform
import TestSupport
import Testing
import Web

@testable import Moderation

@Suite struct UndoDecisionTests {
    private func told(_ app: TestApp) async throws -> Int {
        app.clock.advance(by: Moderation.undoWindow)
        try await app.runJobs()
        return try await app.site.database.read { db in
            try db.one("SELECT CAST(count(*) AS BIGINT) FROM notification_notice WHERE kind = 'moderation.decision'" as Query<Int>)
        }
    }

    /// How many decisions the statistics show.
    private func decisions(_ app: TestApp, _ measure: Measure) async throws -> Int {
        let counts = app.site.counts
        let today = counts.today
        return try await app.site.database.read { db in
            try counts.amounts(of: [measure], from: today.adding(-7), through: today, in: db).reduce(0) { $0 + $1.amount }
        }
    }

    @Test(.covers("CORE-026", "CORE-035", "VOL-042"), arguments: Engine.available)
    func `a slip is taken back from the next page: everything stands as before and the author never hears of it`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Somebody reports this without reason", by: .ada)
            try await app.report(id, by: .bea)
            let moderator = try await app.signedIn(.moderator)
            let path = "/admin/moderation/cases/\(found.id)"
            let decided = try await moderator.post(path + "/decide", ["action": "remove", "version": "1", "reason": "spam"])
            #expect(try await app.guest.get("/notes/\(id)").status == .notFound)
            let next = try await moderator.get(decided.location ?? "")
            #expect(next.text.contains("You removed “Note \(id)”.") && next.text.contains("data-key=\"u\""))
            #expect(decided.cookies["flash"] == nil, "the offer says what was done")
            #expect(try await decisions(app, .removed) == 1)
            #expect(try await app.signedIn(.owner).post(path + "/take-back").status == .conflict)

            // The sums of a day are put right on that day.
            try await app.site.database.write { db in try app.site.counts.fold(in: db) }
            let undone = try await moderator.post(path + "/take-back")
            #expect(undone.location == path)
            #expect(undone.cookies["flash"]?.removingPercentEncoding?.contains("wasn’t notified, but may have seen the decision.") == true)
            #expect(try await decisions(app, .removed) == 0)
            #expect(try await app.guest.get("/notes/\(id)").status == .ok)
            let back = try await app.noteCase(id)
            #expect(back.status == .accepted && back.queue == .reported && !back.isRemoved && !back.isManual && !back.peopleFirst)
            #expect(try await app.noteState(id)?.openReports == 1)
            #expect(try await moderator.get(path).text.contains("Undone"))
            #expect(try await app.guest.get("/moderation/log").text.contains("No decisions yet"))
            let deeds = try await app.auditTrail().filter { $0.hasPrefix("moderation.case") }
            #expect(deeds == ["moderation.case.reject", "moderation.case.revoke"])
            #expect(try await moderator.post(path + "/take-back").status == .conflict)
            #expect(try await told(app) == 0)
            #expect(try await app.guest.get("/moderation/log").text.contains("No decisions yet"))
        }
    }

    @Test(.covers("CORE-026", "VOL-040"), arguments: Engine.available)
    func `as long as a decision can be undone its author's page says so, and once they are notified it cannot`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            #expect(try await app.noteState(id)?.canChange == false, "the filter undoes nothing")
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "It is really stuck."])
            let (moderator, path) = (try await app.signedIn(.moderator), "/admin/moderation/cases/\(found.id)")
            for action in ["reject", "accept"] {
                _ = try await moderator.post(path + "/decide", ["action": action, "version": "1", "reason": "profanity"])
                #expect(try await app.noteState(id)?.canChange == true)
                #expect(try await moderator.post(path + "/take-back").location == path)
                #expect(try await app.noteState(id)?.canChange == false)
            }
            _ = try await moderator.post(path + "/decide", ["action": "reject", "version": "1", "reason": "profanity"])
            app.clock.advance(by: Moderation.undoWindow - .milliseconds(1))
            try await app.runJobs()
            #expect(try await !app.signedIn(.ada).get("/account/notices").text.contains("was rejected"))
            #expect(try await app.noteState(id)?.canChange == true)
            app.clock.advance(by: .milliseconds(1))
            try await app.runJobs()
            #expect(try await app.signedIn(.ada).get("/account/notices").text.contains("was rejected"))
            #expect(try await app.noteState(id)?.canChange == false)
            #expect(try await moderator.post(path + "/take-back").status == .conflict)
            #expect(try await !moderator.get(path).text.contains("data-key=\"u\""))
        }
    }

    @Test(.covers("CORE-026"), arguments: Engine.available)
    func `what was just decided is told above the next case's title, and on no other case`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            var cases: [CaseID] = []
            for text in ["The first is reported", "The second is reported", "The third is reported"] {
                let (id, found) = try await app.note(text, by: .ada)
                try await app.report(id, by: .bea)
                cases.append(found.id)
                app.clock.advance(by: .seconds(5))
            }
            let moderator = try await app.signedIn(.moderator)
            let path = "/admin/moderation/cases/"
            let decided = try await moderator.post("\(path)\(cases[0])/decide", ["action": "accept", "version": "1"])
            #expect(decided.location == "\(path)\(cases[1])?decided=\(cases[0])")
            let next = try await moderator.get(decided.location ?? "").text
            let (told, title) = (next.range(of: "You accepted “"), next.range(of: "<h1"))
            #expect(try #require(told).lowerBound < #require(title).lowerBound)
            #expect(try await !moderator.get("\(path)\(cases[2])").text.contains("You accepted “"))
            #expect(try await moderator.get("\(path)\(cases[0])").text.contains("You accepted “"))

            let entries = try await app.site.database.read { try app.site.audit.entries(AuditFilter(action: .approve), limit: 1, in: $0) }
            let sentence = EntityNames(app.site).sentence(of: try #require(entries.first), people: [:], for: nil)
            #expect(app.site.messages.render(sentence, in: .english, timeZone: .gmt).contains("accepted a text and dismissed the reports. "))
            #expect(app.site.messages.render(sentence, in: .swedish, timeZone: .gmt).contains("godkände en text och avvisade anmälningarna. "))
        }
    }

    @Test(.covers("CORE-026", "VOL-040"), arguments: Engine.available)
    func `who accepts what its author appealed for may add a word, which the author reads`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "It is really stuck."])
            let (moderator, path) = (try await app.signedIn(.moderator), "/admin/moderation/cases/\(found.id)")
            #expect(try await moderator.get(path).text.contains("A word to the author"))
            _ = try await moderator.post(path + "/decide", ["action": "accept", "version": "1", "words": "Stuck indeed."])
            #expect(try await told(app) == 1)
            let notices = try await app.signedIn(.ada).get("/account/notices").text
            #expect(notices.contains("Others can see it now. “Stuck indeed.”"))
            #expect(try await !app.guest.get("/moderation/log").text.contains("Stuck indeed."))
        }
    }

    @Test(.covers("CORE-026", "VOL-040"), arguments: Engine.available)
    func `after five minutes, after a newer version or after another decision it stands, and its author is told once`(
        on engine: Engine
    ) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "It is really stuck."])
            let program = try await app.signedIn(.moderator).asProgram
            let decisions = "/api/v1/moderation/cases/\(found.id)/decisions"
            let accept = #"{"action":"accept","version":1}"#
            #expect(try await program.json(.post, decisions, accept).status == .noContent)
            #expect(try await program.delete(decisions + "/last").status == .noContent)
            let waits = try await app.noteCase(id)
            #expect(waits.status == .pending && waits.queue == .appeal && waits.appeal == "It is really stuck.")
            #expect(try await app.guest.get("/notes/\(id)").status == .notFound)

            #expect(try await program.json(.post, decisions, #"{"action":"reject","reason":"profanity","version":1}"#).status == .noContent)
            #expect(try await app.signedIn(.owner).asProgram.json(.post, decisions, accept).status == .noContent)
            #expect(try await program.delete(decisions + "/last").problem?.code == "moderation.too-late")
            #expect(try await told(app) == 1)
            let late = try await app.signedIn(.owner).asProgram.delete(decisions + "/last")
            #expect(late.problem?.code == "moderation.too-late")

            try await app.decide(id, .remove, reason: .profanity)
            _ = try await app.signedIn(.ada).post("/notes/\(id)", ["text": "Help me with this wardrobe"])
            #expect(try await program.delete(decisions + "/last").problem?.code == "moderation.too-late")
            // Nothing that a decision found outlives the time in which it can be taken back.
            #expect(try await told(app) == 2)
            let kept = try await app.site.database.read { db in
                try db.one("SELECT CAST(count(*) AS BIGINT) FROM moderation_decision WHERE earlier IS NOT NULL" as Query<Int>)
            }
            #expect(kept == 0)
        }
    }

    @Test(.covers("CORE-026", "VOL-040", "VOL-044"), arguments: Engine.available)
    func `taking back loses no report that came meanwhile, and the decision before is told after all`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (moderator, owner) = (try await app.signedIn(.moderator).asProgram, try await app.signedIn(.owner).asProgram)
            let (id, found) = try await app.note("Something harmless about the weather", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)", ["text": "Something about the fucking weather"])
            let decisions = "/api/v1/moderation/cases/\(found.id)/decisions"
            #expect(try await moderator.json(.post, decisions, #"{"action":"accept","version":2}"#).status == .noContent)
            try await app.report(id, by: .bea)
            #expect(try await moderator.delete(decisions + "/last").status == .noContent)
            let back = try await app.noteCase(id)
            #expect(back.status == .rejected && back.hasPublic && back.queue == .reported)

            let (_, second) = try await app.note("Help me with this fucking chair", by: .ada)
            let others = "/api/v1/moderation/cases/\(second.id)/decisions"
            _ = try await app.signedIn(.ada).post("/notes/\(second.subject.id)/appeal", ["text": "It is really stuck."])
            #expect(try await moderator.json(.post, others, #"{"action":"reject","reason":"profanity","version":1}"#).status == .noContent)
            app.clock.advance(by: .seconds(240))
            let accept = #"{"action":"accept","version":1}"#
            #expect(try await owner.json(.post, others, accept).status == .noContent)
            app.clock.advance(by: .seconds(240))
            try await app.runJobs()
            #expect(try await owner.delete(others + "/last").status == .noContent)
            #expect(try await told(app) == 1)
            // The same outcome again, later, is news again.
            for (number, body) in [accept, #"{"action":"remove","reason":"profanity","version":1}"#, accept].enumerated() {
                #expect(try await owner.json(.post, others, body).status == .noContent)
                #expect(try await told(app) == number + 2)
            }
        }
    }

    @Test(.covers("CORE-026", "VOL-040", "VOL-044"), arguments: Engine.available)
    func `an author hears nothing of reports that were dismissed, and those who reported are thanked`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Somebody reports this without reason", by: .ada)
            _ = try await app.person(.curator)
            app.clock.advance(by: .seconds(60))
            try await app.report(id, by: .bea)
            let reported = app.clock.clock.now()
            app.clock.advance(by: .seconds(180))
            let (moderator, path) = (try await app.signedIn(.moderator), "/admin/moderation/cases/\(found.id)")
            _ = try await moderator.post(path + "/decide", ["action": "accept", "version": "1"])
            let page = try await moderator.get(path).text
            #expect(page.contains("You accepted “Note \(id)”.") && page.contains("<strong>Accepted</strong>") && !page.contains("Kept"))
            let (looking, moderation) = (try await app.moderator(), try app.site.service(Moderation.self))
            let reports = try await app.site.database.read { try moderation.caseModel(found.id, for: looking, in: $0).reports }
            #expect(reports.map(\.at) == [reported], "a report has its own time, also once it is decided")
            #expect(!page.contains("then they’re notified"))
            #expect(try await told(app) == 0)
            let thanks = try await app.site.database.read { db in
                try db.one("SELECT CAST(count(*) AS BIGINT) FROM notification_notice WHERE kind = 'moderation.report'" as Query<Int>)
            }
            #expect(thanks == 1)
            #expect(try await app.signedIn(.bea).get("/account/notices").text.contains("You reported “Note \(id)” on "))

            // Words to the author are sent all the same, and say nothing of acceptance.
            app.clock.advance(by: .seconds(40 * 86_400))
            try await app.report(id, by: .curator)
            let again = try await app.noteCase(id)
            #expect(again.queue == .reported)
            let accounts = try app.site.service(AccountsModule.self)
            func back(_ who: Cast) async throws -> TestClient { app.client(token: try await accounts.openSession(for: app.person(who))) }
            _ = try await back(.moderator).post(path + "/decide", ["action": "accept", "version": "1", "words": "A little less loud, please."])
            #expect(try await told(app) == 1)
            let notices = try await back(.ada).get("/account/notices").text
            #expect(notices.contains("A message from a moderator about “Note \(id)”") && notices.contains("A little less loud"))
            #expect(!notices.contains("was accepted"))
        }
    }

    @Test(.covers("CORE-026", "VOL-040"), arguments: Engine.available)
    func `that something was accepted is told although a report of it is dismissed right after`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "It is really stuck."])
            let (moderator, path) = (try await app.signedIn(.moderator), "/admin/moderation/cases/\(found.id)/decide")
            _ = try await moderator.post(path, ["action": "accept", "version": "1"])
            _ = try await app.person(.bea)
            app.clock.advance(by: .seconds(60))
            try await app.site.database.write { try $0.run("UPDATE moderation_case SET queue = 'reported', queued_at = 1") }
            _ = try await moderator.post(path, ["action": "accept", "version": "1"])
            #expect(try await told(app) == 1)
            #expect(try await app.signedIn(.ada).get("/account/notices").text.contains("“Note \(id)” was accepted"))
        }
    }
}
