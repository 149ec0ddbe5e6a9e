import Accounts
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

@Suite struct QueueTests {
    @Test(.covers("CORE-026", "VOL-039", "CORE-027"), arguments: Engine.available)
    func `a moderator sees what waits, why, by whom, with the words that were the cause, and decides`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "It is really stuck."])
            let moderator = try await app.signedIn(.moderator)
            let list = try await moderator.get("/admin/moderation?why=appeal")
            #expect(list.text.contains("Note \(id)"))
            #expect(list.text.contains("Ada"))
            let page = try await moderator.get("/admin/moderation/cases/\(found.id)")
            #expect(page.text.contains("<mark"))
            #expect(page.text.contains("It is really stuck."))

            let unexplained = try await moderator.post(
                "/admin/moderation/cases/\(found.id)/decide", ["action": "reject", "version": "1", "reason": ""])
            #expect(unexplained.status == .unprocessableContent)
            let decided = try await moderator.post(
                "/admin/moderation/cases/\(found.id)/decide", ["action": "reject", "version": "1", "reason": "profanity", "words": "Not here."])
            #expect(decided.location == "/admin/moderation")
            let told = try await app.noteState(id)?.reason
            #expect(told == ModerationReason.profanity.told("Not here."))
            let trail = try await app.auditTrail()
            #expect(trail.contains("moderation.case.reject"))
        }
    }

    @Test(.covers("CORE-026", "CORE-018"), arguments: Engine.available)
    func `the portal's first page says what waits to those who decide on it, and what has waited for a day`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            let moderator = try await app.signedIn(.moderator)
            #expect(try await moderator.get("/admin").text.contains("Nothing to do right now"))
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": "It is really stuck."])
            let waiting = try await moderator.get("/admin").text
            #expect(waiting.contains("1 case waits for a moderator") && waiting.contains("/admin/moderation?kind=notes.note"))
            app.clock.advance(by: .seconds(86_500))
            let late = try await app.site.database.read {
                try ModerationAlerts(site: app.site, moderation: app.site.service(), subject: NoteSubject()).items(in: $0)
            }
            #expect(late.map(\.isUrgent) == [true])
            let bea = try await app.signedIn(.bea).get("/admin")
            #expect(bea.status == .forbidden)
        }
    }

    @Test(.covers("CORE-026", "VOL-016"), arguments: Engine.available)
    func `numbers count what the moderator can decide, and what was reported and everyone sees comes first`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (own, _) = try await app.note("Words of the moderator", by: .moderator)
            try await app.report(own, by: .bea)
            let client = try await app.signedIn(.moderator)
            #expect(try await client.get("/admin").text.contains("Nothing to do right now"), "others decide on what one wrote")
            let list = try await client.get("/admin/moderation").text
            #expect(list.contains("For another moderator") && !list.contains("class=\"chip-count\">1<"))

            let (held, _) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(held)/appeal", ["text": ""])
            let (shown, _) = try await app.note("Something that Bea reports", by: .ada)
            try await app.report(shown, by: .bea)
            let moderator = Moderator(
                id: try await app.person(.moderator), permissions: [NotesApp.moderate, ModerationPermissions.queue])
            let model = try await app.site.database.read { try app.site.service(Moderation.self).queue(QueueFilter(), for: moderator, in: $0) }
            #expect(model.entries.map(\.found.subject.id) == [shown, held, own])
            #expect(model.entries.map(\.isForOthers) == [false, false, true])
            #expect(model.count(nil) == 2 && model.count(.reported) == 1)
        }
    }

    @Test(.covers("CORE-018"), arguments: Engine.available)
    func `who is no moderator of a kind finds neither queue nor case`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Help me with this fucking wardrobe", by: .ada)
            _ = try await app.signedIn(.ada).post("/notes/\(id)/appeal", ["text": ""])
            let bea = try await app.signedIn(.bea)
            #expect(try await bea.get("/admin/moderation").status == .notFound)
            #expect(try await bea.get("/admin/moderation/cases/\(found.id)").status == .notFound)
            let tried = try await bea.post("/admin/moderation/cases/\(found.id)/decide", ["action": "accept", "version": "1"])
            #expect(tried.status == .notFound)
            #expect(try await app.noteCase(id).status == .pending)
            // Somebody who may come into the queue, but moderates other kinds.
            let other = Moderator(id: try await app.person(.bea), permissions: [ModerationPermissions.queue])
            let model = try await app.site.database.read { try app.site.service(Moderation.self).queue(QueueFilter(), for: other, in: $0) }
            #expect(model.entries.isEmpty)
        }
    }

    @Test(.covers("CORE-018", "VOL-044"), arguments: Engine.available)
    func `a moderator neither learns who reported their own words nor keeps others from deciding on them`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Words of the moderator", by: .moderator)
            try await app.report(id, by: .bea, words: "Very rude, I think")
            let own = try await app.signedIn(.moderator)
            let page = try await own.get("/admin/moderation/cases/\(found.id)")
            #expect(page.status == .ok)
            #expect(!page.text.contains("Bea") && !page.text.contains("Very rude"))
            #expect(try await own.post("/admin/moderation/cases/\(found.id)/claim").problem?.code == "moderation.own-case")
            #expect(try await app.noteCase(id).claimedBy == nil)
            #expect(try await app.signedIn(.owner).get("/admin/moderation/cases/\(found.id)").text.contains("Very rude"))
        }
    }

    @Test(.covers("CORE-019", "VOL-043"), arguments: Engine.available)
    func `a moderator who is banned from the app decides nothing there and does not lift the ban`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (own, _) = try await app.note("Words of the moderator", by: .moderator)
            let (id, found) = try await app.note("Something that Bea reports", by: .ada)
            for note in [own, id] { try await app.report(note, by: .bea) }
            let (moderator, client, site) = (try await app.person(.moderator), try await app.signedIn(.moderator), app.site)
            try await site.write(by: nil) { try site.service(Bans.self).ban(moderator, from: "notes", until: nil, reason: "Enough.", in: $0) }
            #expect(try await client.get("/admin/moderation/cases/\(found.id)").status == .notFound)
            let decided = try await client.post("/admin/moderation/cases/\(found.id)/decide", ["action": "accept", "version": "1"])
            #expect(decided.status == .notFound)
            let ownCase = try await app.noteCase(own).id
            _ = try await client.post("/admin/moderation/cases/\(ownCase)/unban", ["app": "notes"])
            _ = try await client.post("/admin/people/\(moderator)/bans/notes/lift")
            #expect(try await client.get("/notes/\(id)").status == .forbidden)
        }
    }

    @Test(.covers("VOL-043", "CORE-019"), arguments: Engine.available)
    func `a ban is asked for twice, holds at once in open sessions, and can be lifted`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Something that Bea reports", by: .ada)
            try await app.report(id, by: .bea, .fraud)
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/notes/\(id)").status == .ok)
            let moderator = try await app.signedIn(.moderator)
            let path = "/admin/moderation/cases/\(found.id)/ban"
            let question = try await moderator.post(path, ["app": "notes", "days": "7", "why": "fraud"])
            #expect(question.text.contains("name=\"confirmed\"") && question.text.contains("Ada is told: You seem to have tried to deceive people."))
            #expect(try await ada.get("/notes/\(id)").status == .ok)
            let done = try await moderator.post(path, ["app": "notes", "days": "7", "why": "fraud", "confirmed": "true"])
            #expect(done.cookies["flash"]?.removingPercentEncoding?.contains("Ada is banned until ") == true)
            let closed = try await ada.get("/notes/\(id)")
            #expect(closed.status == .forbidden)
            #expect(closed.text.contains("<h1>You’re banned from Notes</h1>") && !closed.text.contains("have access"))
            #expect(closed.text.firstMatch(of: /data-bell-number[^>]*>1</) != nil, "the frame counts news on a refusal too")
            #expect(try await ada.post("/notes", ["text": "Once more"]).status == .forbidden)
            let record = try await moderator.get("/admin/moderation/cases/\(found.id)").text
            #expect(record.contains("Banned from Notes until") && record.contains("The person was told: “You seem to have tried to deceive people."))
            let told = try await ada.get("/account/notices").text
            #expect(told.contains("You’re banned from Notes until") && told.contains("You seem to have tried to deceive people."))
            let notice = try #require(told.firstMatch(of: /class="notification-link" href="([^"]+)"/)).1
            #expect(try await ada.get(String(notice)).location == "/account/bans/1")
            let own = try await ada.get("/account/bans/1").text
            #expect(own.contains("Something that Bea reports"), "the app is closed, so the page of the ban has the text")
            let entries = try await app.site.database.read { try app.site.audit.entries(AuditFilter(action: .revoke), limit: 1, in: $0) }
            let sentence = EntityNames(app.site).sentence(of: try #require(entries.first), people: [:], for: nil)
            let swedish = app.site.messages.render(sentence, in: .swedish, timeZone: .gmt)
            #expect(swedish.contains("Du verkar ha försökt lura någon."), "the reason is in the reader's language: \(swedish)")
            app.clock.advance(by: .seconds(60))
            _ = try await moderator.post(path, ["app": "notes", "days": "30", "why": "fraud", "confirmed": "true"])
            let changed = try await moderator.get("/admin/moderation/cases/\(found.id)").text
            #expect(changed.contains("Banned from Notes, ended") && !changed.contains("Lifted by"), "another ban took its place")
            app.clock.advance(by: .seconds(60))
            _ = try await moderator.post("/admin/moderation/cases/\(found.id)/unban", ["app": "notes"])
            #expect(try await ada.get("/notes/\(id)").status == .ok)
            let after = try await moderator.get("/admin/moderation/cases/\(found.id)").text
            #expect(after.contains("Banned from Notes, ended") && after.contains("Lifted by \(Cast.moderator.name)"))
            _ = try await moderator.post("/admin/moderation/cases/\(found.id)/warn", ["warning": "Please be honest."])
            #expect(try await moderator.get("/admin/moderation/cases/\(found.id)").text.contains("The person was told: “Please be honest.”"))
        }
    }

    @Test(.covers("VOL-043"))
    func `a ban is for a reason of its app and for no other app’s`() async throws {
        try await withNotes(on: .sqlite) { app in
            let (id, found) = try await app.note("Something that Bea reports", by: .ada)
            try await app.report(id, by: .bea, .fraud)
            let (moderator, path) = (try await app.signedIn(.moderator), "/admin/moderation/cases/\(found.id)")
            let page = try await moderator.get(path).text
            #expect(page.contains("<option value=\"fraud\"") && !page.contains("<option value=\"for-profit\""))
            #expect(try await moderator.post(path + "/ban", ["app": "notes", "days": "7", "why": "for-profit"]).status == .unprocessableContent)
            let reasons = BanReasons(app.site)
            #expect(reasons.of("elsewhere").map(\.code) == ["provocative", "hate", "fraud", "other"], "where nobody publishes anything")
        }
    }

    @Test(.covers("VOL-043"), arguments: Engine.available)
    func `a ban, a warning or a removal without a reason comes back as it was filled in`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Something that Bea reports", by: .ada)
            try await app.report(id, by: .bea, .fraud)
            let path = "/admin/moderation/cases/\(found.id)"
            let moderator = try await app.signedIn(.moderator).with("Referer", "http://localhost:8080" + path)
            let page = try await moderator.post(path + "/ban", ["app": "notes", "days": "30", "why": ""])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("Something that Bea reports"))
            let select = try #require(page.text.firstMatch(of: /<select[^>]*name="why"[^>]*>/)).0
            #expect(select.contains("aria-invalid=\"true\"") && select.contains("autofocus"))
            #expect(page.text.firstMatch(of: /<option value="30" selected/) != nil)
            #expect(page.text.firstMatch(of: /<details class="fold" open[^>]*>\s*<summary>Ban the author/) != nil)
            let asked = try await moderator.post(path + "/ban", ["app": "notes", "days": "0", "why": "fraud"])
            #expect(asked.status == .ok && asked.text.contains("It lasts until a moderator lifts it") && asked.text.contains("Ban Ada"))
            #expect(try await app.signedIn(.ada).get("/notes/\(id)").status == .ok, "asking bans nobody")
            let long = String(repeating: "x", count: Moderation.longestWords + 1)
            let warned = try await moderator.post(path + "/warn", ["warning": long])
            #expect(warned.status == .unprocessableContent && warned.text.contains(long + "</textarea>"))
            let removed = try await moderator.post(
                path + "/decide", ["action": "remove", "reason": "", "words": "Not like this.", "version": "1", "seen": found.status.rawValue])
            #expect(removed.text.contains("Not like this.</textarea>"))
            #expect(removed.status == .unprocessableContent)
            let reason = try #require(removed.text.firstMatch(of: /<select[^>]*name="reason"[^>]*>/)).0
            #expect(reason.contains("aria-invalid=\"true\"") && reason.contains("autofocus"))
            #expect(try await app.signedIn(.ada).get("/notes/\(id)").status == .ok)
        }
    }

    @Test(.covers("VOL-043", "VOL-045"), arguments: Engine.available)
    func `a person’s page for moderators warns, bans and lifts the ban, and its question says how long`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, _) = try await app.note("Something that was accepted", by: .ada)
            let (moderator, ada) = (try await app.signedIn(.moderator), try await app.signedIn(.ada))
            let page = "/admin/moderation/people/\(try await app.person(.ada))"
            #expect(try await moderator.post(page + "/warn", ["warning": "Please be kind."]).location == page)
            #expect(try await ada.get("/account/notices").text.contains("Please be kind."))
            let choice: KeyValuePairs = ["app": "notes", "days": "0", "why": "spam", "told": "Five times."]
            let asked = try await moderator.post(page + "/ban", choice)
            #expect(asked.status == .ok && asked.text.contains("has no end date") && asked.text.contains("Five times."))
            #expect(try await ada.get("/notes/\(id)").status == .ok, "asking bans nobody")
            let done = try await moderator.post(
                page + "/ban", ["app": "notes", "days": "0", "why": "spam", "told": "Five times.", "confirmed": "true"])
            #expect(done.location == page)
            #expect(try await ada.get("/notes/\(id)").status == .forbidden)
            let text = try await moderator.get(page).text
            #expect(text.contains("Five times.") && text.contains("Please be kind.") && text.contains("Lift the ban"))
            #expect(text.contains("<summary>Change the ban") && !text.contains("<summary>Ban this person"))
            #expect(text.contains("<option value=\"3\""))
            #expect(try await moderator.post(page + "/unban", ["app": "notes"]).location == page)
            #expect(try await ada.get("/notes/\(id)").status == .ok)
            let own = "/admin/moderation/people/\(try await app.person(.moderator))"
            #expect(try await !moderator.get(own).text.contains("Ban this person"))
            #expect(try await moderator.post(own + "/ban", ["app": "notes", "days": "0", "why": "spam"]).status == .conflict)
            #expect(try await ada.post(page + "/ban", choice).status == .notFound)
        }
    }

    @Test(.covers("CORE-026"), arguments: Engine.available)
    func `after a decision the case offers to change it, and neither to take it nor to ban`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Something that Bea reports", by: .ada)
            try await app.report(id, by: .bea, .fraud)
            let (moderator, path) = (try await app.signedIn(.moderator), "/admin/moderation/cases/\(found.id)")
            let before = try await moderator.get(path).text
            #expect(before.contains("Take this case") && before.contains("Ban the author"))
            _ = try await moderator.post(path + "/decide", ["action": "accept", "version": "1"])
            let after = try await moderator.get(path).text
            #expect(!after.contains("Take this case") && !after.contains("Ban the author") && after.contains("Change the decision"))
        }
    }

    @Test(.covers("VOL-042"), arguments: Engine.available)
    func `what a moderator removes is left to its author and moderators, and can be restored`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (id, found) = try await app.note("Something that was accepted", by: .ada)
            let moderator = try await app.signedIn(.moderator)
            let path = "/admin/moderation/cases/\(found.id)/decide"
            let decided = try await moderator.post(path, ["action": "remove", "version": "1", "reason": "provocative"])
            #expect(decided.status == .seeOther)
            let list = try await moderator.get("/admin/moderation?why=decided").text
            #expect(list.contains("/admin/moderation/cases/\(found.id)") && list.contains("Removed"))
            #expect(try await app.guest.get("/notes/\(id)").status == .notFound)
            #expect(try await app.signedIn(.ada).get("/notes/\(id)").status == .ok)
            #expect(try await moderator.get("/notes/\(id)").status == .ok)
            _ = try await moderator.post(path, ["action": "accept", "version": "1"])
            #expect(try await app.guest.get("/notes/\(id)").status == .ok)
        }
    }

    @Test(arguments: Engine.available)
    func `a report comes through its form, once, and the urgent ones stand first`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (first, _) = try await app.note("The first note of this evening", by: .ada)
            let (second, _) = try await app.note("Another note, about something else", by: .ada)
            app.clock.advance(by: .seconds(30 * 86_400))
            let bea = try await app.signedIn(.bea)
            #expect(try await bea.get("/moderation/report/notes.note/\(first)").status == .ok)
            let sent = try await bea.post("/moderation/report/notes.note/\(first)", ["reason": "spam", "words": "Again!", "then": "/notes/\(first)"])
            #expect(sent.location == "/notes/\(first)")
            let twice = try await bea.post("/moderation/report/notes.note/\(first)", ["reason": "spam"])
            #expect(twice.problem?.code == "moderation.already-reported" || twice.status == .conflict)
            for who in [Cast.curator, .librarian, .supervisor] { try await app.report(second, by: who) }
            app.clock.advance(by: .seconds(30 * 86_400))
            let moderator = try await app.moderator()
            let model = try await app.site.database.read { try app.site.service(Moderation.self).queue(QueueFilter(), for: moderator, in: $0) }
            #expect(model.entries.map(\.found.subject.id).contains(first))
            #expect(model.counts[.reported] == 2)
        }
    }

    @Test func `a text is marked without losing a letter, whatever the matches say`() {
        let text = "Åå darn 👩‍👧 end"
        let match = FilterVerdict.Match(rule: "x", words: "darn", range: 3..<7, kind: .profanity)
        let beyond = FilterVerdict.Match(rule: "x", words: "?", range: 9..<900, kind: .spam)
        for matches in [[], [match], [match, match], [beyond, match]] {
            let pieces = MarkedText(text: text, matches: matches).pieces
            #expect(pieces.map(\.words).joined() == text)
        }
        #expect(MarkedText(text: text, matches: [match]).pieces.contains(.init(words: "darn", kind: .profanity)))
    }
}
