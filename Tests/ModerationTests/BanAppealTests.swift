import Accounts
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Moderation

@Suite struct BanAppealTests {
    /// Bans Ada from the notes, and answers where she appeals.
    private func banned(_ app: TestApp, until: Instant? = nil) async throws -> String {
        let (ada, moderator) = (try await app.person(.ada), try await app.person(.moderator))
        let bans = try app.site.service(Bans.self)
        let id = try await app.site.write(by: moderator) { write -> BanID? in
            try bans.ban(ada, from: "notes", until: until, reason: "Advertising, again and again.", in: write)
            return try bans.active(of: ada, from: "notes", in: write)?.id
        }
        return ModerationPaths.ownBan(try #require(id))
    }

    @Test(.covers("CORE-019", "VOL-043"), arguments: Engine.available)
    func `who is banned sees why, until when and where to object, and appeals once at a time`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Who has a ladder for the weekend?", by: .ada)
            let path = try await banned(app, until: app.site.clock.now() + .days(7))
            let ada = try await app.signedIn(.ada)
            let closed = try await ada.get("/notes/\(id)")
            #expect(closed.status == .forbidden)
            #expect(closed.text.contains("Advertising, again and again.") && closed.text.contains("href=\"\(path)\""))
            let page = try await ada.get(path)
            #expect(page.text.contains("You’re banned from Notes") && page.text.contains("Advertising, again and again."))
            #expect(page.text.contains("Notes and no other app"))
            let empty = try await ada.post(path, ["words": " "])
            #expect(empty.status == .unprocessableContent)
            #expect(empty.text.firstMatch(of: /<textarea[^>]*name="words"[^>]*aria-invalid="true"[^>]*autofocus/) != nil)
            #expect(try await ada.post(path, ["words": "It was my sister."]).status == .seeOther)
            #expect(try await ada.get(path).text.contains("Waiting for a moderator"))
            #expect(try await ada.asProgram.post(path, ["words": "Hello?"]).problem?.code == "moderation.already-appealed")
            #expect(try await app.signedIn(.bea).get(path).status == .notFound)
        }
    }

    @Test(.covers("CORE-026", "VOL-043"), arguments: Engine.available)
    func `an appeal reaches the moderators, who keep the ban with an answer`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            _ = try await app.note("Who has a ladder for the weekend?", by: .ada)
            let path = try await banned(app)
            let (ada, moderator) = (try await app.signedIn(.ada), try await app.signedIn(.moderator))
            _ = try await ada.post(path, ["words": "It was my sister."])
            let queue = try await moderator.get("/admin/moderation").text
            #expect(queue.contains("It was my sister.") && !queue.contains("Nothing to review"))
            #expect(queue.firstMatch(of: /class="chip-count">1</) != nil, "waiting")
            let reasons = queue.matches(of: /<option value="(?:new|appeal|reported)"[^>]*>[^<]*\((\d+)\)</).map { String($0.1) }
            #expect(reasons == ["0", "1", "0"], "new, appeals, reported")
            #expect(queue.firstMatch(of: /class="nav-count">1</) != nil, "beside the place in the portal")
            let adaID = try await app.person(.ada)
            let about = try await moderator.get("/admin/moderation/people/\(adaID)").text
            #expect(about.contains("It was my sister.") && about.contains("Answer the appeal") && about.contains("Lift the ban"))
            #expect(try await !moderator.get("/admin/moderation?why=reported").text.contains("It was my sister."))
            #expect(try await moderator.get("/admin").text.contains("1 appeal against a ban waits for an answer"))
            #expect(try await moderator.get("/account/notices").text.contains("appeals a ban"))
            let answer = "/admin/moderation/ban-appeals/1"
            #expect(try await ada.get(answer).status == .notFound)
            let wordless = try await moderator.post(answer, ["action": "keep", "answer": ""])
            #expect(wordless.status == .unprocessableContent && wordless.text.contains("It was my sister."))
            _ = try await moderator.post(answer, ["action": "keep", "answer": "Your sister has no account."])
            let kept = try await ada.get(path).text
            #expect(kept.contains("Your sister has no account.") && kept.contains("Ban kept") && !kept.contains("Send appeal"))
            #expect(try await ada.get("/account/notices").text.contains("Your ban from Notes is kept after your appeal"))
            #expect(try await moderator.get("/admin/moderation/people/\(adaID)").text.contains("Appeal: ban kept"))
            #expect(try await !moderator.get("/admin").text.contains("appeals against bans"))
            #expect(try await ada.asProgram.post(path, ["words": "Please"]).problem?.code == "moderation.appeal-too-soon")
        }
    }

    @Test(.covers("CORE-026", "VOL-043"), arguments: Engine.available)
    func `an accepted appeal lifts the ban, tells the person and is one line of the log`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Who has a ladder for the weekend?", by: .ada)
            let path = try await banned(app)
            let (ada, moderator) = (try await app.signedIn(.ada), try await app.signedIn(.moderator))
            _ = try await ada.post(path, ["words": "It was my sister."])
            #expect(try await moderator.post("/admin/moderation/ban-appeals/1", ["action": "lift", "answer": "We believe you."]).status == .seeOther)
            #expect(try await ada.get("/notes/\(id)").status == .ok)
            let page = try await ada.get(path).text
            #expect(page.contains("Your ban from Notes has ended") && page.contains("We believe you.") && !page.contains("Send appeal"))
            #expect(try await ada.get("/account/notices").text.contains("Your ban from Notes has been lifted"))
            let again = try await moderator.asProgram.post("/admin/moderation/ban-appeals/1", ["action": "keep", "answer": "Or not."])
            #expect(again.problem?.code == "moderation.appeal-decided")
            let trail = try await app.auditTrail().suffix(2)
            #expect(trail.contains("moderation.ban-appeal.approve") && !trail.contains("account.person.grant"))
        }
    }

    @Test(.covers("CORE-026", "VOL-043"), arguments: Engine.available)
    func `an appeal can make a ban shorter, never longer, and the person reads its new end`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Who has a ladder for the weekend?", by: .ada)
            let path = try await banned(app, until: app.site.clock.now() + .days(7))
            let (ada, moderator) = (try await app.signedIn(.ada), try await app.signedIn(.moderator))
            _ = try await ada.post(path, ["words": "A week is long for a first time."])
            let answer = "/admin/moderation/ban-appeals/1"
            let form = try await moderator.get(answer).text
            #expect(form.contains("Shorten ban") && form.contains("<option value=\"1\"") && !form.contains("<option value=\"365\""))
            let longer = try await moderator.asProgram.post(answer, ["action": "shorten", "days": "365", "answer": "Longer."])
            #expect(longer.problem?.code == "moderation.ban-not-shorter")
            let unsaid = try await moderator.post(answer, ["action": "shorten", "answer": "One day is enough."])
            #expect(unsaid.status == .unprocessableContent && unsaid.text.contains(">One day is enough.</textarea>"), "nothing typed is lost")
            #expect(try await ada.get(path).text.contains("Waiting for a moderator"), "and nothing is decided")
            let told = try await moderator.post(answer, ["action": "shorten", "days": "1", "answer": "One day is enough."])
            #expect(told.location == "/admin/moderation")
            let page = try await ada.get(path).text
            #expect(page.contains("Ban shortened") && page.contains("One day is enough.") && page.contains("You’re banned from Notes"))
            #expect(!page.contains("You can appeal again"), "the ban ends before that")
            #expect(try await ada.get("/account/notices").text.contains("Your ban from Notes is shorter now"))
            #expect(try await ada.get("/notes/\(id)").status == .forbidden)
            #expect(try await moderator.get(answer).text.contains("Ban shortened"))
            app.clock.advance(by: .days(1))
            #expect(try await ada.get("/notes/\(id)").status == .ok)
            #expect(try await app.auditTrail().contains("moderation.ban-appeal.update"))
        }
    }
}
