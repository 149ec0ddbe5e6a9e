import Accounts
import Audit
import Core
import Database
import Mail
import Platform
import TestSupport
import Testing
import Web

/// Links for a new password that staff hand over.
@Suite struct ResetLinkTests {
    @Test(.covers("CORE-013", "CORE-050"), arguments: Engine.available)
    func `staff hand over a link for a new password, which works once, ends sessions and proves no address`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (owner, ada) = (try await app.signedIn(.owner), try await app.signedIn(.ada))
            let person = try await app.person(.ada)
            #expect(try await owner.get("/admin/people/\(person)").text.contains("/admin/people/\(person)/reset-link"))
            let made = try await owner.post("/admin/people/\(person)/reset-link")
            #expect(made.status == .ok && made.response.headers["Cache-Control"] == "no-store")
            #expect(made.text.contains("qr-code") && made.text.contains("data-copy"))
            let first = try link(made.text)
            #expect(try await owner.get("/admin/people/\(person)/reset-link").location == "/admin/people/\(person)", "it is shown once")
            #expect(try await app.emails(to: Cast.ada.email).contains { $0.subject == "Someone created a password reset link for you" })
            #expect(try await owner.get("/admin/people/\(person)").text.contains("created a password reset link") == false, "that is what Ada did")
            let entries = try await app.site.database.read { try app.site.audit.entries(AuditFilter(action: .update), limit: 20, in: $0) }
            #expect(entries.contains { $0.details.contains("resetLink") && !$0.details.contains(first) })

            _ = try await app.site.database.write { try $0.run("UPDATE account_person SET email_verified_at = NULL WHERE id = \(person)") }
            let second = try link(try await owner.post("/admin/people/\(person)/reset-link").text)
            #expect(try await app.guest.get(first).status.rawValue == 410, "a new one ends the one before")
            #expect(try await app.guest.post(second, ["password": "weak"]).status.rawValue == 422)
            let done = try await app.guest.post(second, ["password": "river 8 lantern"])
            #expect(done.location == "/" && done.cookies["session"] != nil)
            #expect(try await ada.get("/account").status == .seeOther, "every session ended")
            #expect(try await app.guest.post(second, ["password": "river 9 lantern"]).status.rawValue == 410)
            let verified = try await app.site.database.read {
                try $0.one("SELECT COUNT(*) FROM account_person WHERE id = \(person) AND email_verified_at IS NOT NULL" as Query<Int>)
            }
            #expect(verified == 0, "whoever made it may have used it")

            let third = try link(try await owner.post("/admin/people/\(person)/reset-link").text)
            app.clock.advance(by: .seconds(3601))
            #expect(try await app.guest.get(third).status.rawValue == 410)
        }
    }

    @Test(.covers("CORE-013", "CORE-016"), arguments: Engine.available)
    func `two-step verification stays on under a new password`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            let (person, now) = (try await app.person(.ada), app.clock.clock.now())
            let secret: [UInt8] = Array(repeating: 7, count: 16)
            _ = try await app.site.database.write {
                try $0.run("INSERT INTO account_totp (person_id, sealed_secret, last_step, changed_at) VALUES (\(person), \(secret), 0, \(now))")
            }
            let path = try link(try await owner.post("/admin/people/\(person)/reset-link").text)
            let done = try await app.guest.post(path, ["password": "river 8 lantern"])
            #expect(done.location == "/account/second-step" && done.cookies["session"] == nil)
        }
    }

    @Test(.covers("CORE-013", "CORE-018"), arguments: Engine.available)
    func `nobody gets a link for an owner, for somebody who may do more, or for themselves`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let owner = try await app.signedIn(.owner)
            let (ada, bea, boss) = (try await app.person(.ada), try await app.person(.bea), try await app.person(.owner))
            // Ada looks after people; Bea keeps the door, which Ada may not.
            _ = try await owner.post("/admin/people/\(ada)/roles", ["roles": "accounts.admin"])
            _ = try await owner.post("/admin/people/\(bea)/roles", ["roles": "door.keeper"])
            let staff = try await app.signedIn(.ada)
            for (person, words) in [
                (boss, "Only an owner of the site"), (bea, "permissions that you don’t have"), (ada, "change your own roles"),
            ] {
                #expect(try await staff.get("/admin/people/\(person)").text.contains("reset-link") == false)
                let refused = try await staff.post("/admin/people/\(person)/reset-link").text
                #expect(refused.contains(words) && !refused.contains("/account/reset/"))
            }
            // Bea moderates, and looks after nobody's account.
            let keeper = try await app.signedIn(.bea)
            for person in [ada, boss] {
                #expect(try await keeper.get("/admin/people/\(person)").text.contains("reset-link") == false)
                #expect(try await keeper.post("/admin/people/\(person)/reset-link").status == .notFound)
            }
            _ = try await owner.post("/admin/people/\(bea)/roles", [:])
            #expect(try await staff.get("/admin/people/\(bea)").text.contains("reset-link"))
            #expect(try await staff.post("/admin/people/\(bea)/reset-link").status == .ok)
            _ = try await owner.post("/admin/people/\(bea)/status", ["active": "false", "confirmed": "true"])
            #expect(try await staff.post("/admin/people/\(bea)/reset-link").text.contains("This account is deactivated"))
        }
    }

    @Test(.covers("CORE-012", "CORE-013"), arguments: Engine.available)
    func `a locked sign-in on a site without mail names the administrator and where to ask`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            for _ in 1...3 { _ = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": "wrong 1 wrong"]) }
            let form = ["email": Cast.ada.email, "password": Cast.password] as KeyValuePairs
            let locked = try await app.guest.post("/account/sign-in", form)
            #expect(locked.status.rawValue == 429)
            #expect(locked.text.contains("An administrator can give you a link") && locked.text.contains("href=\"/help/ask\""))
            #expect(try await app.guest.get("/account/forgotten").text.contains("href=\"/help/ask\""))
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            #expect(try await app.guest.post("/account/sign-in", form).text.contains("A new password opens it at once"))
        }
    }

    private func link(_ page: String) throws -> String {
        String(try #require(page.firstMatch(of: /\/account\/reset\/[A-Za-z0-9_-]{43}/)).0)
    }
}
