import Accounts
import Audit
import Core
import Database
import Foundation
import Notifications
import Platform
import TestSupport
import Testing
import Web

@testable import Moderation

@Suite struct AroundTheQueueTests {
    private func notifications(_ app: TestApp, of who: Cast, kind: String) async throws -> Int {
        let person = try await app.person(who)
        return try await app.site.database.read { db in
            try db.one("SELECT CAST(count(*) AS BIGINT) FROM notification_notice WHERE person_id = \(person) AND kind = \(kind)" as Query<Int>)
        }
    }

    @Test(.covers("VOL-040"), arguments: Engine.available)
    func `the author hears of a decision once, and moderators of an appeal and of what waits`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            _ = try await app.person(.moderator)
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "Please"])
            #expect(try await app.signedIn(.moderator).get("/admin/moderation").text.contains("Appeal: “Please”"))
            #expect(try await notifications(app, of: .moderator, kind: "moderation.urgent") == 1)
            #expect(try await notifications(app, of: .ada, kind: "moderation.urgent") == 0)
            let digest = ModerationDigestJob(site: app.site, moderation: try app.site.service())
            try await digest.run()
            try await digest.run()
            #expect(try await notifications(app, of: .moderator, kind: "moderation.waiting") == 1)
            try await app.decide(id, .accept)
            app.clock.advance(by: Moderation.undoWindow)
            for _ in 0..<2 { try await app.runJobs() }
            #expect(try await notifications(app, of: .ada, kind: "moderation.decision") == 1)
            _ = try await app.signedIn(.moderator).post("/admin/moderation/cases/\(found.id)/warn", ["warning": "Mind your words, please."])
            #expect(try await notifications(app, of: .ada, kind: "moderation.warning") == 1)
            let told = try await app.signedIn(.ada).get("/account/notices").text
            #expect(told.contains("A moderator warns you about “Note \(found.subject.id)”"))
            let links = try await app.site.database.read { db in
                try db.all("SELECT link FROM notification_notice WHERE kind = 'moderation.warning'" as Query<String?>)
            }
            #expect(links == ["/notes/\(found.subject.id)"])
        }
    }

    @Test(.covers("CORE-027", "VOL-044"), arguments: Engine.available)
    func `hate and threats reach moderators at once, and whoever reported something hears what came of it`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            _ = try await app.person(.moderator)
            let (threat, found) = try await app.note("Something that sounds like a threat", by: .ada)
            let (kept, _) = try await app.note("Something that is only dull to read", by: .ada)
            try await app.report(threat, by: .bea, .hate)
            try await app.report(threat, by: .curator, .hate)
            try await app.report(kept, by: .bea, .spam)
            #expect(try await notifications(app, of: .moderator, kind: "moderation.urgent") == 1, "once, and not for what can wait a day")
            try await app.decide(threat, .remove, reason: .hate)
            try await app.decide(kept, .accept)
            try await app.runJobs()
            #expect(try await notifications(app, of: .bea, kind: "moderation.report") == 0, "a slip can be undone first")
            app.clock.advance(by: Moderation.undoWindow)
            for _ in 0..<2 { try await app.runJobs() }
            #expect(try await notifications(app, of: .bea, kind: "moderation.report") == 2)
            #expect(try await notifications(app, of: .curator, kind: "moderation.report") == 1)
            let told = try await app.signedIn(.bea).get("/account/notices").text
            #expect(told.contains("looked at it and removed it") && told.contains("doesn’t break the rules") && !told.contains("hate"))
            let after = try await app.signedIn(.moderator).get("/admin/moderation/cases/\(found.id)").text
            #expect(after.contains("Ban the author") && after.contains("Warn the author"), "a removal may call for more")
        }
    }

    @Test(.covers("CORE-027"), arguments: Engine.available)
    func `a moderator sees what became of the same words before, and that it is the author who was told so`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let words = "Come to my house at midnight or else"
            let (first, _) = try await app.note(words, by: .ada)
            try await app.report(first, by: .bea, .hate)
            try await app.decide(first, .remove, reason: .hate)
            let (_, again) = try await app.note(words, by: .ada)
            let page = try await app.signedIn(.moderator).get("/admin/moderation/cases/\(again.id)").text
            #expect(page.contains("The same words before") && page.contains(">Removed<"))
            #expect(page.contains("The author was told: You have written the same words before"))
        }
    }

    @Test(.covers("CORE-026", "VOL-040"), arguments: Engine.available)
    func `what one moderator decided is news to no other any more`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            _ = (try await app.person(.moderator), try await app.signedIn(.owner))
            let bea = try await app.person(.bea)
            try await app.site.service(Roles.self).set([.init(app: "notes", role: "moderator")], of: bea, by: nil)
            let (id, _) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            let (other, _) = try await app.note("Carry this fucking piano", by: .ada)
            for note in [id, other] { _ = try await app.signedIn(.ada).post("/notes/\(note)/appeal", ["text": "Please"]) }
            func unread(_ who: Cast) async throws -> Int {
                let person = try await app.person(who)
                let urgent: SQL = "kind = 'moderation.urgent' AND read_at IS NULL"
                return try await app.site.database.read {
                    try $0.one("SELECT COUNT(*) FROM notification_notice WHERE person_id = \(person) AND \(sql: urgent)")
                }
            }
            #expect(try await unread(.bea) == 2)
            try await app.decide(id, .accept)
            #expect(try await unread(.bea) == 1)
            #expect(try await unread(.moderator) == 1)
        }
    }

    @Test(.covers("VOL-045"), arguments: Engine.available)
    func `a person’s appeals are among what they did`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "Please"])
            let ada = try await app.person(.ada)
            let page = try await app.signedIn(.owner).get("/admin/moderation/people/\(ada)").text
            let deeds = try #require(page.split(separator: "What this person did").last)
            #expect(deeds.contains(">Appealed<") && deeds.contains(ModerationPaths.found(found.id)))
            let moderation = try app.site.service(Moderation.self)
            let stranger = Moderator(id: try await app.person(.moderator), permissions: [ModerationPermissions.activity])
            let nothing = try await app.site.database.read { try moderation.activity(of: ada, for: stranger, in: $0) }
            #expect(nothing.entries.isEmpty, "appeals in apps that somebody does not moderate are none of their business")
        }
    }

    @Test(.covers("VOL-045"), arguments: Engine.available)
    func `a moderator with that permission sees what a person wrote and did, and nothing of other apps`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Who has a ladder for the weekend?", by: .ada)
            let ada = try await app.person(.ada)
            let watcher = Moderator(id: try await app.person(.moderator), permissions: [NotesApp.moderate, ModerationPermissions.activity])
            let model = try await app.site.database.read { try app.site.service(Moderation.self).activity(of: ada, for: watcher, in: $0) }
            #expect(model.cases.map(\.found.subject.id) == [id])
            #expect(model.entries.allSatisfy { $0.entity.hasPrefix("notes.") })
            let stranger = Moderator(id: watcher.id, permissions: [ModerationPermissions.activity])
            let nothing = try await app.site.database.read { try app.site.service(Moderation.self).activity(of: ada, for: stranger, in: $0) }
            #expect(nothing.cases.isEmpty && nothing.entries.isEmpty)
            let owner = try await app.signedIn(.owner).get("/admin/moderation/people/\(ada)")
            #expect(owner.text.contains("Note \(id)"))
        }
    }

    @Test(.covers("CORE-018"), arguments: Engine.available)
    func `a moderator of one app sees no warnings and bans of another`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Something that Bea reports", by: .ada)
            try await app.report(id, by: .bea)
            let (ada, site, now) = (try await app.person(.ada), app.site, app.clock.clock.now())
            try await site.database.write { db in
                for (place, words) in [("notes", "Mind your words here."), ("elsewhere", "A matter of another app.")] {
                    try db.run(
                        "INSERT INTO moderation_warning (person_id, app, words, changed_at) VALUES (\(ada), \(place), \(words), \(now))")
                    let reason = String(decoding: try JSONEncoder().encode(Text.verbatim(words)), as: UTF8.self)
                    try db.run(
                        """
                        INSERT INTO account_ban (person_id, app, reason, banned_at, changed_at)
                        VALUES (\(ada), \(place), \(reason), \(now), \(now))
                        """)
                }
            }
            let moderator = try await app.moderator()
            let model = try await site.database.read { try site.service(Moderation.self).caseModel(found.id, for: moderator, in: $0) }
            #expect(model.author.warnings.map(\.app) == ["notes"])
            #expect(model.author.bans.map(\.app) == ["notes"] && model.author.closed.map(\.app) == ["notes"])
            let page = try await app.signedIn(.moderator).get("/admin/people/\(ada)")
            #expect(page.text.contains("Mind your words here.") && !page.text.contains("A matter of another app."))
        }
    }

    @Test(arguments: Engine.available)
    func `the public log tells what was decided and nobody's name or words`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("A very particular sentence of Ada", by: .ada)
            try await app.decide(id, .remove, reason: .other, words: "Ada knows why.")
            // As long as it can be taken back it is not on record.
            #expect(try await app.guest.get("/moderation/log").text.contains("No decisions yet"))
            #expect((try await app.guest.get("/api/v1/moderation/log").json["items"] as? [Any])?.isEmpty == true)
            app.clock.advance(by: Moderation.undoWindow)
            let page = try await app.guest.get("/moderation/log")
            #expect(page.status == .ok)
            #expect(page.text.contains("Removed"))
            for secret in ["particular", "Ada", "Moderator<"] { #expect(!page.text.contains(secret)) }
            let api = try await app.guest.get("/api/v1/moderation/log")
            #expect((api.json["items"] as? [Any])?.count == 1)
        }
    }

    @Test(.covers("CORE-025", "VOL-035"), arguments: Engine.available)
    func `a word that an administrator adds counts at once, in its app alone, and no more when it is taken off`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            let word: KeyValuePairs = ["list": "profanity", "word": "Grobian*", "language": "en", "app": "notes", "isListed": "true"]
            #expect(try await owner.post("/admin/moderation/words/change", word).status == .seeOther)
            #expect(try await app.note("What a grobianism that was", by: .ada).found.status == .rejected)
            let tried = try await owner.post("/admin/moderation/words/try", ["text": "You grobian", "language": "en", "app": "notes"])
            #expect(tried.text.contains("<mark"))
            let details = tried.text.components(separatedBy: "Technical details")
            #expect(details.count == 2 && !details[0].contains("<code>notes.") && details[1].contains("grobian*</code>"), "rules are folded away")
            #expect(tried.text.contains("It goes back to its author."))
            let elsewhere = try await owner.post("/admin/moderation/words/try", ["text": "You grobian", "language": "en", "app": ""])
            #expect(elsewhere.text.contains("It’s accepted."))
            let off: KeyValuePairs = ["list": "profanity", "word": "grobian*", "language": "en", "app": "notes", "isListed": "false"]
            _ = try await owner.post("/admin/moderation/words/change", off)
            #expect(try await app.note("Another grobianism altogether", by: .ada).found.status == .accepted)
            let short = try await owner.post("/admin/moderation/words/change", ["list": "profanity", "word": "x", "isListed": "true"])
            #expect(short.status == .unprocessableContent)
            #expect(try await app.signedIn(.ada).post("/admin/moderation/words/change", word).status == .notFound)
        }
    }

    @Test(arguments: Engine.available)
    func `programs read the queue and decide`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": ""])
            let program = try await app.signedIn(.moderator).asProgram
            let list = try await program.get("/api/v1/moderation/cases")
            #expect((list.json["items"] as? [Any])?.count == 1)
            let one = try await program.get("/api/v1/moderation/cases/\(found.id)")
            #expect(one.json["text"] as? String == "Help me with this fucking wardrobe")
            let decided = try await program.json(.post, "/api/v1/moderation/cases/\(found.id)/decisions", #"{"action":"accept","version":1}"#)
            #expect(decided.status == .noContent)
            #expect(try await app.guest.get("/notes/\(id)").status == .ok)
            let refused = try await app.signedIn(.bea).asProgram.get("/api/v1/moderation/cases")
            #expect(refused.status == .notFound)
        }
    }

    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `who goes leaves figures behind and no words, no name`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "A private matter"])
            try await app.decide(id, .accept)
            let (other, _) = try await app.note("A note by somebody else", by: .bea)
            try await app.report(other, by: .ada, .other, words: "Ada's own words")
            let ada = try await app.person(.ada)
            let data = ModerationData(site: app.site)
            try await app.site.write(by: nil) { db in
                try data.erase(ada, in: db)
                try data.erase(ada, in: db)
            }
            let left = try await app.noteCase(id)
            #expect(left.author == nil && left.appeal == nil && left.verdict == nil && left.queue == nil)
            let counts = try await app.site.database.read { db in
                [
                    try db.one("SELECT count(*) FROM moderation_decision WHERE case_id = \(found.id)" as Query<Int>),
                    try db.one("SELECT count(*) FROM moderation_report WHERE words <> '' OR reporter_id = \(ada)" as Query<Int>),
                    try db.one("SELECT count(*) FROM moderation_report" as Query<Int>),
                ]
            }
            #expect(counts == [2, 0, 1])
            let words = try await app.site.database.read { db in
                try db.one("SELECT CAST(count(*) AS BIGINT) FROM moderation_case WHERE approved_verdict IS NOT NULL" as Query<Int>)
            }
            #expect(words == 0)
        }
    }
}
