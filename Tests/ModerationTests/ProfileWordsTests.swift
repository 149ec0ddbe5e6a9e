import Accounts
import Core
import Database
import Platform
import Profiles
import TestSupport
import Testing
import Web

@testable import Moderation

@Suite struct ProfileWordsTests {
    @Test(.covers("CORE-025", "CORE-006"), arguments: Engine.available)
    func `rude words about oneself are refused with the reason, and what was typed stays in the form`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let refused = try await ada.post("/account/profile", ["name": "Ada", "phone": "0470 123 45", "about-notes": "I hate fucking wardrobes"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("allowed here"))
            #expect(refused.text.contains("I hate fucking wardrobes") && refused.text.contains("0470 123 45"))
            #expect(try await about(app) == "")
            #expect(try await cases(app) == 0)
            let good = try await ada.post("/account/profile", ["name": "Ada L", "about-notes": "I read."])
            #expect(good.location == "/account")
            #expect(try await about(app) == "I read.")
            #expect(try await cases(app) == 0, "what is fine needs no case")
        }
    }

    @Test(.covers("CORE-025", "CORE-026", "CORE-006"), arguments: Engine.available)
    func `doubtful words wait for a moderator while the ones from before stay, and the decision carries them out`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (ada, moderator) = (try await app.signedIn(.ada), try await app.signedIn(.moderator))
            _ = try await ada.post("/account/profile", ["name": "Ada", "about-notes": "I read."])
            let doubtful = "Call me at 070 123 45 67"
            let saved = try await ada.post("/account/profile", ["name": "Ada", "about-notes": doubtful])
            #expect(saved.location == "/account/profile")
            #expect(try await about(app) == "I read.")
            #expect(try await ada.get("/account/profile").text.contains("is waiting for a moderator"))
            _ = try await ada.post("/account/profile", ["name": "Ada", "about-notes": doubtful])
            #expect(try await cases(app) == 1, "the same words once more change nothing")
            let queue = try await moderator.get("/admin/moderation?kind=accounts.about-notes").text
            let path = String(try #require(queue.firstMatch(of: /\/admin\/moderation\/cases\/\d+/)).output)
            _ = try await moderator.post("\(path)/decide", ["action": "reject", "version": "1", "reason": "other", "words": "No numbers, please."])
            #expect(try await about(app) == "I read.")
            #expect(try await ada.get("/account/profile").text.contains("No numbers, please."))
            _ = try await ada.post("/account/profile", ["name": "Ada", "about-notes": "I read in the evenings."])
            #expect(try await about(app) == "I read.", "after a rejection people look first")
            _ = try await moderator.post("\(path)/decide", ["action": "accept", "version": "2"])
            #expect(try await about(app) == "I read in the evenings.")
            #expect(!(try await ada.get("/account/profile").text.contains("is waiting for a moderator")))
            _ = try await moderator.post("\(path)/decide", ["action": "remove", "version": "2", "reason": "other", "words": "Sorry."])
            #expect(try await about(app) == "")
        }
    }

    @Test(.covers("CORE-025", "CORE-009"), arguments: Engine.available)
    func `a name that the filter dislikes waits for people while a neutral one is shown, for rude words are also names`(
        on engine: Engine
    ) async throws {
        try await withNotes(on: engine) { app in
            func register(_ name: String, _ email: String) async throws -> TestResponse {
                try await app.guest.post("/account/register", ["name": name, "email": email, "password": "river 8 lantern"])
            }
            func names() async throws -> [String] {
                try await app.site.database.read { try $0.all("SELECT name FROM account_person ORDER BY id" as Query<String>) }
            }
            let moderator = try await app.signedIn(.moderator)
            let registered = try await register("Dick Svensson", "dick@stoa.example")
            #expect(registered.status == .seeOther)
            #expect(try await names().last == "New member")
            let dick = app.guest.with("Cookie", "__Host-session=\(try #require(registered.cookies["session"]))")
            let told = try await dick.get("/account/notices").text
            #expect(told.contains("Your name is waiting for a moderator") && told.contains("Dick Svensson"))
            #expect(try await moderator.get("/account/notices").text.contains("A name waits for a moderator"))
            let queue = try await moderator.get("/admin/moderation?kind=accounts.name").text
            let path = String(try #require(queue.firstMatch(of: /\/admin\/moderation\/cases\/\d+/)).output)
            _ = try await moderator.post("\(path)/decide", ["action": "accept", "version": "1"])
            #expect(try await names().last == "Dick Svensson")
        }
    }

    @Test(.covers("CORE-025", "CORE-006"), arguments: Engine.available)
    func `a name that could be taken for the site, an app or somebody who works here waits for people`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (ada, moderator) = (try await app.signedIn(.ada), try await app.signedIn(.moderator))
            try await app.site.database.write { db in
                _ = try db.run(
                    "INSERT INTO account_person (email, name, is_owner, created_at, changed_at) VALUES ('o@stoa.example', 'Olivia Öberg', 1, 0, 0)")
            }
            func names() async throws -> [String] {
                try await app.site.database.read { try $0.all("SELECT name FROM account_person ORDER BY id" as Query<String>) }
            }
            for name in [
                "Moderator Olsson", "M0derator Olsson", "Administratören", "Staff of Our Site", "Our  site", "Notes Helper", "Olivia Öberg",
                "OLIVIA ÖBERG 2", "Оlivia Öberg", "Personal Andersson",
            ] {
                let saved = try await ada.post("/account/profile", ["name": name])
                #expect(saved.location == "/account/profile", "\(name) waits")
                #expect(try await names().contains("Ada"), "\(name) waits")
            }
            #expect(try await ada.get("/account/profile").text.contains("could be taken for"))
            for name in ["Olivia Andersson", "Siv Öberg", "Adam Minton", "Anna Persson"] {
                #expect(try await ada.post("/account/profile", ["name": name]).location == "/account", "\(name) is a name")
                // What waited once is followed by people, so that each is tried without that.
                try await app.site.database.write { db in _ = try db.run("DELETE FROM account_profile_words") }
            }
            let own = try await moderator.post("/account/profile", ["name": "Mona Moderator"])
            #expect(own.location == "/account", "whoever works here pretends nothing")
            _ = try await app.guest.post(
                "/account/register", ["name": "Site Administrator", "email": "new@stoa.example", "password": "river 8 lantern"])
            #expect(try await names().last == "New member")
        }
    }

    @Test(.covers("CORE-025", "CORE-006", "CORE-035"), arguments: Engine.available)
    func `words that their author takes back are published by nobody, and those taken away are read by nobody`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let (ada, moderator) = (try await app.signedIn(.ada), try await app.signedIn(.moderator))
            func save(_ name: String, _ about: String) async throws {
                _ = try await ada.post("/account/profile", ["name": name, "about-notes": about])
            }
            func queued() async throws -> [String] {
                let queue = try await moderator.get("/admin/moderation").text
                return queue.matches(of: /\/admin\/moderation\/cases\/\d+/).map { String($0.output) }
            }
            let doubtful = "Call me at 070 123 45 67"
            try await save("Ada", "I read.")
            try await save("shop.example.com", doubtful)
            let paths = Set(try await queued())
            #expect(paths.count == 2)
            // The form holds what waits, so that saving it for the sake of a telephone number changes nothing.
            let form = try await ada.get("/account/profile").text
            #expect(form.contains("value=\"shop.example.com\"") && form.contains(">\(doubtful)</textarea>"))
            try await save("Ada", "I read.")
            #expect(try await queued().isEmpty)
            for path in paths { _ = try await moderator.post("\(path)/decide", ["action": "accept", "version": "1"]) }
            #expect(try await about(app) == "I read.")
            #expect(try await ada.get("/account/profile").text.contains("value=\"Ada\""))

            // Words that a moderator accepted are known again; these are others.
            let other = "Call me at 070 765 43 21"
            try await save("Ada", other)
            let path = try #require(try await queued().first)
            let before = try await deeds(app)
            _ = try await moderator.post("\(path)/decide", ["action": "accept", "version": "2"])
            #expect(try await about(app) == other)
            #expect(try await deeds(app) == before, "the log does not say that Ada did it")
            let report = "/moderation/report/accounts.about-notes/\(try await kept(app))"
            #expect(try await app.signedIn(.bea).get(report).text.contains("070 765 43 21"))
            try await save("Ada", "")
            let gone = try await app.signedIn(.bea).get(report)
            #expect(gone.status == .notFound && !gone.text.contains("070 765 43 21"))
        }
    }

    @Test(.covers("CORE-025", "CORE-026"), arguments: Engine.available)
    func `what others see of somebody is reported and removed while newer words wait, and after those were taken back`(
        on engine: Engine
    ) async throws {
        for takesBack in [false, true] {
            try await withNotes(on: engine) { app in
                let (ada, bea, moderator) = (try await app.signedIn(.ada), try await app.signedIn(.bea), try await app.signedIn(.moderator))
                let doubtful = "Call me at 070 123 45 67"
                for words in ["I read.", doubtful] + (takesBack ? ["I read."] : []) {
                    _ = try await ada.post("/account/profile", ["name": "Ada", "about-notes": words])
                }
                #expect(try await about(app) == "I read.")
                let report = "/moderation/report/accounts.about-notes/\(try await kept(app))"
                let form = try await bea.get(report)
                #expect(form.status == .ok && !form.text.contains("070 123 45 67"))
                #expect(try await bea.post(report, ["reason": "other", "words": "This is about me."]).status == .seeOther)
                let queue = try await moderator.get("/admin/moderation?why=\(takesBack ? "reported" : "new")").text
                let path = String(try #require(queue.firstMatch(of: /\/admin\/moderation\/cases\/\d+/)).output)
                let page = try await moderator.get(path).text
                #expect(page.contains("This is about me.") && page.contains(takesBack ? "I read." : "An earlier version is public"))
                #expect(page.contains("070 123 45 67") != takesBack, "what was taken back is read by nobody")
                let gone = try await moderator.post("\(path)/decide", ["action": "remove", "version": "1", "reason": "other", "words": "Sorry."])
                #expect(gone.status == .seeOther)
                #expect(try await about(app) == "")
                #expect(try await bea.get(report).status == .notFound)
            }
        }
    }

    private func kept(_ app: TestApp) async throws -> Int64 {
        try await app.site.database.read { try $0.one("SELECT id FROM account_profile_words WHERE field = 'about-notes'" as Query<Int64>) }
    }

    /// How often the log says that Ada changed what she says about herself.
    private func deeds(_ app: TestApp) async throws -> Int {
        let ada = try await app.person(.ada)
        return try await app.site.database.read {
            try $0.one("SELECT CAST(count(*) AS BIGINT) FROM audit_entry WHERE changed_by = \(ada) AND details LIKE '%about%'" as Query<Int>)
        }
    }

    private func about(_ app: TestApp) async throws -> String {
        let ada = try await app.person(.ada)
        return try await app.site.database.read { try app.site.service(Profiles.self).about(ada, app: "notes", in: $0) }
    }

    private func cases(_ app: TestApp) async throws -> Int {
        try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM moderation_case" as Query<Int>) }
    }
}
