import Accounts
import Audit
import Core
import Database
import Mail
import Platform
import TestSupport
import Testing
import Web

@Suite struct InvitationTests {
    @Test(.covers("LIB-009", "CORE-009", "CORE-010"), arguments: Engine.available)
    func `an invitation welcomes its person, takes a password once, and opens the account`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let path = try await invite(app)
            let page = try await app.guest.get(path)
            #expect(page.text.contains("Welcome, Cleo"))
            #expect(page.text.contains("cleo@stoa.example"))
            #expect(page.response.headers["Cache-Control"] == "no-store")
            #expect(try await app.guest.get(path).status == .ok, "looking uses nothing up")
            let owner = try await app.signedIn(.owner)
            #expect(try await owner.get("/admin/people?standing=invited").text.contains("Cleo"))
            #expect(try await newAccounts(app) == 2, "the owner and Cleo")
            #expect(try await owner.get("/admin/people?q=Cleo").text.contains(">Invited</span>"))
            #expect(try await !owner.get("/admin/people?standing=active").text.contains("Cleo"))
            let weak = try await app.guest.post(path, ["password": "short"])
            #expect(weak.status.rawValue == 422)

            let done = try await app.guest.post(path, ["password": "river 8 lantern"])
            #expect(done.location == "/")
            let cleo = app.guest.with("Cookie", "__Host-session=\(try #require(done.cookies["session"]))")
            #expect(try await cleo.get("/account").text.contains("Cleo"))
            #expect(try await owner.get("/admin/people?standing=active").text.contains("Cleo"))
            let verified = try await app.site.database.read {
                try $0.one("SELECT COUNT(*) FROM account_person WHERE email = 'cleo@stoa.example' AND email_verified_at IS NOT NULL" as Query<Int>)
            }
            #expect(verified == 1)
            let entries = try await app.site.database.read { try app.site.audit.entries(AuditFilter(action: .update), limit: 20, in: $0) }
            #expect(entries.contains { $0.details.contains("first-password") }, "an accepted invitation changes no password")
            #expect(try await app.guest.post(path, ["password": "river 9 lantern"]).problem?.code == "accounts.invitation-spent")
            #expect(try await app.guest.get(path).text.contains("href=\"/account/sign-in\""))
            let old = try await app.guest.post("/account/sign-in", ["email": "cleo@stoa.example", "password": "river 9 lantern"])
            #expect(old.status.rawValue == 401)
        }
    }

    @Test(.covers("LIB-009", "CORE-050"), arguments: Engine.available)
    func `an invitation ends after a week, by another one, by a password, and with the account`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            let first = try await invite(app)
            let person = try #require(
                try await app.site.database.read {
                    try $0.first("SELECT id FROM account_person WHERE email = 'cleo@stoa.example'" as Query<PersonID>)
                })
            #expect(try await owner.get("/admin/people/\(person)").text.contains("/admin/people/\(person)/invitation"))
            #expect(try await owner.post("/admin/people/\(person)/invitation").status == .seeOther)
            let second = try await link(app)
            #expect(second != first)
            #expect(try await app.guest.get(first).status.rawValue == 410)
            #expect(try await app.guest.get(second).status == .ok)

            app.clock.advance(by: .seconds(7 * 86_400 + 1))
            #expect(try await app.guest.post(second, ["password": "river 8 lantern"]).status.rawValue == 410)
            let back = try await app.guest.post("/account/sign-in", ["email": Cast.owner.email, "password": Cast.password])
            let again = app.guest.with("Cookie", "__Host-session=\(try #require(back.cookies["session"]))")
            #expect(try await again.post("/admin/people/\(person)/invitation").status == .seeOther)
            let third = try await link(app)

            _ = try await app.guest.post("/account/forgotten", ["email": "cleo@stoa.example"])
            try await app.runJobs()
            let reset = try #require(try await app.emails(to: "cleo@stoa.example").last?.text.firstMatch(of: /\/account\/reset\/[A-Za-z0-9_-]+/)).0
            #expect(try await app.guest.post(String(reset), ["password": "river 7 lantern"]).status == .seeOther)
            #expect(try await app.guest.post(third, ["password": "river 8 lantern"]).status.rawValue == 410, "whoever has a password is here")
            let late = try await again.post("/admin/people/\(person)/invitation")
            #expect(late.text.contains("has a way to sign in already"))
            #expect(try await again.get("/admin/people/\(person)").text.contains("/invitation") == false)
        }
    }

    @Test(.covers("LIB-009", "CORE-019"))
    func `an invitation to an account that was shut opens nothing, and a link of another kind is none`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let path = try await invite(app)
            let token = String(path.split(separator: "/").last ?? "")
            #expect(try await app.guest.get("/account/reset/\(token)").status.rawValue == 410)
            let person = try #require(
                try await app.site.database.read {
                    try $0.first("SELECT id FROM account_person WHERE email = 'cleo@stoa.example'" as Query<PersonID>)
                })
            _ = try await owner.post("/admin/people/\(person)/status", ["active": "false", "confirmed": "true"])
            #expect(try await app.guest.post(path, ["password": "river 8 lantern"]).status.rawValue == 410)
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.post("/admin/people/\(person)/invitation").status.rawValue == 404)
        }
    }

    @Test(.covers("LIB-009", "CORE-053"), arguments: Engine.available)
    func `an invitation is written in the chosen language, and the account speaks that of the page behind it`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            try await setMail(app)
            let owner = try await app.signedIn(.owner).with("Accept-Language", "en")
            _ = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example", "language": "sv"])
            let email = try #require(try await app.emails(to: "cleo@stoa.example").last)
            #expect(email.subject.hasPrefix("Ditt konto"))
            let path = try await link(app)
            let door = app.guest.with("Accept-Language", "sv")
            #expect(try await door.get(path).text.contains("Välkommen, Cleo"))
            let done = try await door.post(path, ["password": "river 8 lantern"])
            let cleo = app.guest.with("Cookie", "__Host-session=\(try #require(done.cookies["session"]))").with("Accept-Language", "en")
            #expect(try await cleo.get("/account").text.contains("lang=\"sv\""))
            _ = try await app.guest.with("Accept-Language", "en").post("/account/forgotten", ["email": "cleo@stoa.example"])
            try await app.runJobs()
            #expect(try await app.emails(to: "cleo@stoa.example").last?.subject == "Set a new password", "in the language it was asked for in")
            let english = try await owner.post("/admin/people/new", ["name": "Dan", "email": "dan@stoa.example", "language": "tlh"])
            #expect(english.location?.hasPrefix("/admin/people/") == true)
            #expect(try await app.emails(to: "dan@stoa.example").last?.subject.hasPrefix("Your account") == true)
        }
    }

    @Test(.covers("LIB-009", "CORE-018", "CORE-050"), arguments: Engine.available)
    func `without a mail server the inviter hands over a link, which carries the role and proves no address`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let owner = try await app.signedIn(.owner)
            let form = try await owner.get("/admin/people/new").text
            for role in ["member", "moderator", "administrator"] { #expect(form.contains("value=\"\(role)\"")) }
            #expect(form.contains("Reviews posts, messages and reports"))
            let made = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example", "role": "moderator"])
            let address = try #require(made.location)
            let page = try await owner.get(address)
            #expect(page.response.headers["Cache-Control"] == "no-store")
            #expect(page.text.contains("href=\"/admin/settings?open=identity#identity\""), "what is missing is open there")
            #expect(page.text.contains("Give them this link yourself") && page.text.contains("Moderator") && page.text.contains("qr-code"))
            #expect(try await app.emails(to: "cleo@stoa.example").isEmpty)
            let path = String(try #require(page.text.firstMatch(of: /\/account\/welcome\/[A-Za-z0-9_-]+/)).0)

            #expect(try await app.guest.get(path).text.contains("Your role: Moderator"))
            let unnamed = try await app.guest.post(path, ["name": String(repeating: "C", count: 101), "password": "river 8 lantern"])
            #expect(unnamed.status.rawValue == 422)
            let done = try await app.guest.post(path, ["name": "Cleo Berg", "password": "river 8 lantern"])
            #expect(done.location == "/admin", "whoever is invited to work here finds the work")
            let cleo = app.guest.with("Cookie", "__Host-session=\(try #require(done.cookies["session"]))")
            #expect(try await cleo.get("/account").text.contains("Cleo Berg"))
            #expect(try await cleo.post("/door/keep").status == .ok)
            let verified = try await app.site.database.read {
                try $0.one("SELECT COUNT(*) FROM account_person WHERE email = 'cleo@stoa.example' AND email_verified_at IS NOT NULL" as Query<Int>)
            }
            #expect(verified == 0, "whoever invites may have used the link")
            #expect(try await owner.get(address).status.rawValue == 409)
        }
    }

    @Test(.covers("LIB-009"))
    func `an email that the mail server does not take is not said to be sent`() async throws {
        try await withTestApp(on: .sqlite) { app in
            try await setMail(app)
            let owner = try await app.signedIn(.owner)
            let made = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example"])
            let address = try #require(made.location)
            #expect(try await owner.get(address).text.contains("is waiting to be sent"))
            try await app.runJobs()
            #expect(try await owner.get(address).text.contains("Give them this link yourself"))
        }
    }

    @Test(.covers("CORE-018", "LIB-008"))
    func `only an owner invites an administrator, and sees the link of one`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            _ = try await owner.post("/admin/people/\(app.person(.ada))/roles", ["roles": "accounts.admin"])
            let ada = try await app.signedIn(.ada)
            let form = try await ada.get("/admin/people/new").text
            #expect(form.contains("value=\"moderator\"") && !form.contains("value=\"administrator\""))
            let refused = try await ada.post("/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example", "role": "administrator"])
            #expect(refused.problem?.code == "accounts.owners-only")
            let made = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "cleo@stoa.example", "role": "administrator"])
            #expect(try await ada.get(try #require(made.location)).problem?.code == "accounts.owners-only")
        }
    }

    /// A mail server that nobody plays, so that every email waits.
    private func setMail(_ app: TestApp) async throws {
        try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "library@stoa.example") }
    }

    private func invite(_ app: TestApp) async throws -> String {
        try await setMail(app)
        let owner = try await app.signedIn(.owner)
        let made = try await owner.post("/admin/people/new", ["name": "Cleo", "email": "Cleo@Stoa.example"])
        #expect(made.location?.hasPrefix("/admin/people/") == true)
        return try await link(app)
    }

    /// How many new accounts were counted.
    private func newAccounts(_ app: TestApp) async throws -> Int {
        try await app.site.database.read { try $0.one("SELECT count(*) FROM analytics_count WHERE measure = 'accounts.new'" as Query<Int>) }
    }

    private func link(_ app: TestApp) async throws -> String {
        let emails = try await app.emails(to: "cleo@stoa.example")
        return String(try #require(emails.last?.text.firstMatch(of: /\/account\/welcome\/[A-Za-z0-9_-]+/)).0)
    }
}
