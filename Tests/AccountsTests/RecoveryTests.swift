import Accounts
import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@Suite struct RecoveryTests {
    @Test(.covers("CORE-013", "CAF-005"), arguments: Engine.available)
    func `the link of the letter sets a new password once, and signs everything else out`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let path = try await link(for: .ada, app)
            #expect(try await app.guest.get(path).status == .ok)
            let weak = try await app.guest.post(path, ["password": "weak"])
            #expect(weak.status.rawValue == 422)
            let done = try await app.guest.post(path, ["password": "river 8 lantern"])
            #expect(done.location == "/", "whoever reads the letters of the address is in")
            let session = try #require(done.cookies["session"])
            #expect(try await app.guest.with("Cookie", "__Host-session=\(session)").get("/account").status == .ok)
            #expect(try await ada.get("/account").status == .seeOther)
            #expect(try await app.guest.post(path, ["password": "river 9 lantern"]).status.rawValue == 410)
            let old = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(old.status.rawValue == 401)
            let new = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": "river 8 lantern"])
            #expect(new.status == .seeOther)
            #expect(try await app.emails(to: Cast.ada.email).contains { $0.subject == "Your password was changed" })
        }
    }

    @Test(.covers("CORE-013", "CORE-009"), arguments: Engine.available)
    func `a stranger who registered with an address keeps no way in once its owner has set a password`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (ada, now) = (try await app.person(.ada), app.clock.clock.now())
            func waysIn() async throws -> Int {
                try await app.site.database.read { db in
                    try ["account_passkey", "account_totp", "account_identity"].reduce(0) { sum, table in
                        sum + (try db.one("SELECT COUNT(*) FROM \(raw: table) WHERE person_id = \(ada)" as Query<Int>))
                    }
                }
            }
            func setUp() async throws {
                try await app.site.database.write { db in
                    let mark: [UInt8] = Array(repeating: 7, count: 16)
                    try db.run(
                        """
                        INSERT INTO account_passkey (person_id, credential_id, public_key, sign_count, label, created_at, changed_at)
                        VALUES (\(ada), \(mark), \(mark), 0, 'Key', \(now), \(now))
                        """)
                    try db.run("INSERT INTO account_totp (person_id, sealed_secret, last_step, changed_at) VALUES (\(ada), \(mark), 0, \(now))")
                    try db.run(
                        """
                        INSERT INTO account_identity (person_id, provider, issuer, subject, refreshed_at, last_used_at, created_at, changed_at)
                        VALUES (\(ada), 'google', 'https://accounts.example', '7', \(now), \(now), \(now), \(now))
                        """)
                }
            }
            try await app.site.database.write { db in
                _ = try db.run("UPDATE account_person SET email_verified_at = NULL WHERE id = \(ada)")
            }
            try await setUp()
            _ = try await app.guest.post(try await link(for: .ada, app), ["password": "river 8 lantern"])
            #expect(try await waysIn() == 0)
            // Whose address is proved has set up what there is, and keeps it.
            try await setUp()
            let again = try await app.guest.post(try await link(for: .ada, app), ["password": "river 9 lantern"])
            #expect(try await waysIn() == 3)
            #expect(again.location == "/account/second-step" && again.cookies["session"] == nil, "a letter is no second step")
        }
    }

    @Test(.covers("CORE-013"))
    func `the link ends after an hour, and asking again ends none`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let first = try await link(for: .ada, app)
            let second = try await link(for: .ada, app)
            #expect(try await app.guest.get(first).status == .ok)
            #expect(try await app.guest.get(second).status == .ok)
            app.clock.advance(by: .seconds(3601))
            #expect(try await app.guest.post(second, ["password": "river 8 lantern"]).status.rawValue == 410)
        }
    }

    @Test(.covers("CORE-013", "CORE-050"), arguments: Engine.available)
    func `asking with an address that nobody has looks the same and sends nothing`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            let known = try await app.guest.post("/account/forgotten", ["email": Cast.ada.email])
            let unknown = try await app.guest.post("/account/forgotten", ["email": "nobody@stoa.example"])
            #expect(known.status == .ok)
            #expect(known.status == unknown.status)
            #expect(known.text.replacing(Cast.ada.email, with: "") == unknown.text.replacing("nobody@stoa.example", with: ""))
            try await app.runJobs()
            #expect(try await app.emails(to: "nobody@stoa.example").isEmpty)
            #expect(try await app.emails(to: Cast.ada.email).count == 1)
        }
    }

    @Test(.covers("CORE-012"))
    func `nobody is buried in letters that strangers ask for`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            for _ in 1...5 {
                let answer = try await app.guest.post("/account/forgotten", ["email": Cast.ada.email])
                #expect(answer.status == .ok)
                try await app.runJobs()
            }
            #expect(try await app.emails(to: Cast.ada.email).count == 3)
        }
    }

    @Test(.covers("CORE-011"))
    func `neither the link nor the address of the wish lies in the database as it is`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            _ = try await app.guest.post("/account/forgotten", ["email": Cast.ada.email])
            let payload = try await app.site.database.read {
                try $0.one("SELECT payload FROM job_task WHERE kind = 'accounts.recovery' LIMIT 1" as Query<String>)
            }
            #expect(!payload.contains("ada@"))
        }
    }

    @Test(arguments: ["x", String(repeating: "a", count: 43), "..%2f..%2f"])
    func `a guessed link opens nothing`(_ guess: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            let answer = try await app.guest.get("/account/reset/" + guess)
            #expect(answer.status.rawValue == 410)
        }
    }

    @Test(.covers("CORE-013")) func `a site without a mail server promises no link, and says whom to ask`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            try await app.site.configure { $0.settings[AccountsSettings.dataContact.id] = "help@stoa.example" }
            let person = try await app.person(.ada)
            _ = try await app.site.database.write { try $0.run("UPDATE account_person SET email_verified_at = NULL WHERE id = \(person)") }
            let pages = [
                try await app.guest.get("/account/forgotten"), try await app.guest.post("/account/forgotten", ["email": Cast.ada.email]),
            ]
            for page in pages {
                #expect(page.text.contains("This site can’t send email"))
                #expect(!page.text.contains("we have sent") && !page.text.contains("We send") && !page.text.contains("Send it again"))
            }
            #expect(pages[0].text.contains("mailto:help@stoa.example"))
            // Nobody is reminded of what they could do nothing about.
            #expect(try await !ada.get("/account/security").text.contains("isn’t confirmed"))
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            #expect(try await app.guest.get("/account/forgotten").text.contains("name=\"email\""))
            #expect(try await ada.get("/account/security").text.contains("Send it again"))
        }
    }

    @Test(.covers("CORE-010", "CAF-006"), arguments: Engine.available)
    func `changing the password needs the present one, and wrong ones count like those at the door`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            for status in [422, 422, 429] {
                let wrong = try await ada.post("/account/password", ["current": "wrong 1 wrong", "password": "river 8 lantern"])
                #expect(wrong.problem?.code == nil)
                #expect(wrong.status.rawValue == status)
            }
            let locked = try await ada.post("/account/password", ["current": Cast.password, "password": "river 8 lantern"])
            #expect(locked.status.rawValue == 429)
            app.clock.advance(by: .seconds(901))
            let done = try await ada.post("/account/password", ["current": Cast.password, "password": "river 8 lantern"])
            #expect(done.location == "/account/security")
        }
    }

    private func link(for who: Cast, _ app: TestApp) async throws -> String {
        _ = try await app.guest.post("/account/forgotten", ["email": who.email])
        try await app.runJobs()
        let links = try await app.emails(to: who.email).flatMap(\.links)
        let paths = links.compactMap { $0.firstMatch(of: /\/account\/reset\/[A-Za-z0-9_-]{43}/).map { String($0.0) } }
        return try #require(paths.last)
    }
}
