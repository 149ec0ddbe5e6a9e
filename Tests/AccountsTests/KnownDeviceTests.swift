import Core
import Crypto
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts
@testable import SignIn

@Suite struct KnownDeviceTests {
    @Test(.covers("CORE-012", "RES-002"), arguments: Engine.available)
    func `wrong passwords of strangers do not shut out a browser that has signed in before`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await device(of: .ada, app)
            let bea = try await device(of: .bea, app)
            for status in [401, 401, 429] { #expect(try await app.attempt(app.guest, .ada, "wrong 1 wrong") == status) }
            #expect(try await app.attempt(app.guest, .ada) == 429)
            #expect(try await app.attempt(bea, .ada) == 429, "a browser of somebody else is a stranger's")
            #expect(try await app.attempt(ada, .ada) == 303)
            #expect(try await app.attempt(app.guest, .ada) == 429, "which does not open it to strangers")

            for status in [401, 401, 429] { #expect(try await app.attempt(ada, .ada, "wrong 1 wrong") == status) }
            #expect(try await app.attempt(ada, .ada) == 429, "it has a limit of its own")
            app.clock.advance(by: .seconds(15 * 60 + 1))
            #expect(try await app.attempt(ada, .ada) == 303)
        }
    }

    @Test(.covers("CORE-012", "RES-002"), arguments: Engine.available, [-86_400, 86_400])
    func `a lock lasts no longer when the clock is set`(on engine: Engine, by seconds: Int) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await device(of: .ada, app)
            for _ in 1...3 { _ = try await app.attempt(app.guest, .ada, "wrong 1 wrong") }
            #expect(try await app.attempt(app.guest, .ada) == 429)
            app.clock.set(by: .seconds(seconds))
            #expect(try await app.attempt(ada, .ada) == 303)
            let answer = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            if let wait = answer["Retry-After"] { #expect((1...900).contains(Int(wait) ?? 0)) }
            app.clock.advance(by: .seconds(15 * 60 + 1))
            #expect(try await app.attempt(app.guest, .ada) == 303)
        }
    }

    @Test(.covers("CORE-012"), arguments: Engine.available)
    func `strangers lock neither the confirmation in an open session, nor the passkey, nor the reset link`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            var key = try await app.enrolPasskey(of: .ada)
            let ada = try await app.signedIn(.ada)
            for _ in 1...3 { _ = try await app.attempt(app.guest, .ada, "wrong 1 wrong") }
            #expect(try await app.attempt(app.guest, .ada) == 429)
            #expect(try await ada.post("/account/confirm", ["password": Cast.password, "then": "/account"]).location == "/account")
            let offer = try passkeyOffer(in: try await app.guest.get("/account/sign-in?then=/admin"))
            let entered = try await app.guest.post(
                "/account/sign-in/passkey", ["ticket": offer.ticket, "credential": key.get(challenge: offer.challenge)])
            #expect(entered.cookies["session"] != nil)

            let token = try await app.site.write(by: nil) { write in
                try MailLinks(site: app.site).make(.reset, for: write.one("SELECT id FROM account_person WHERE email = \(Cast.ada.email)"), in: write)
                    .text
            }
            let reset = try await app.guest.post("/account/reset/\(token)", ["password": "river 8 lantern"])
            #expect(reset.cookies["session"] != nil)
            #expect(try await app.attempt(app.guest, .ada, "river 8 lantern") == 303)
        }
    }

    @Test(.covers("CORE-014"), arguments: Engine.available)
    func `an app password takes a fresh proof and ends with the other sessions`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let passwords = try app.site.service(AppPasswords.self)
            let first = try await appPassword(ada)
            #expect(try await passwords.identity(email: Cast.ada.email, secret: first, for: "library") != nil)
            app.clock.advance(by: .seconds(3600))
            for asked in [try await ada.get("/account/app-passwords"), try await ada.post("/account/app-passwords", ["label": "KOReader"])] {
                #expect(asked.location == "/account/confirm?then=%2Faccount%2Fapp-passwords")
            }
            _ = try await ada.post("/account/sessions/end-others")
            #expect(try await passwords.identity(email: Cast.ada.email, secret: first, for: "library") == nil)

            _ = try await ada.post("/account/confirm", ["password": Cast.password])
            let second = try await appPassword(ada)
            let admin = try await app.signedIn(.owner)
            _ = try await admin.post("/admin/people/\(try await app.person(.ada))/sessions/end")
            #expect(try await passwords.identity(email: Cast.ada.email, secret: second, for: "library") == nil)
        }
    }

    @Test(.covers("CORE-016")) func `an app password has the rights that its session had proved`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let before = try await appPassword(app.signedIn(.owner))
            _ = try await app.enrolPasskey(of: .owner)
            let after = try await appPassword(app.signedIn(.owner))
            try await app.site.configure { $0.settings[AccountsSettings.staffSecondFactor.id] = "true" }
            let passwords = try app.site.service(AppPasswords.self)
            #expect(try await passwords.identity(email: Cast.owner.email, secret: before, for: "library")?.permissions == [])
            #expect(try await passwords.identity(email: Cast.owner.email, secret: after, for: "library")?.permissions.isEmpty == false)
        }
    }

    @Test(.covers("CORE-015"), arguments: Engine.available)
    func `a program that was not seen before is told of like a browser, and so is an app password`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await device(of: .ada, app)
            for label in ["Sync of the office", "Sync of the office", "Somebody’s script"] {
                let answer = try await app.guest.asProgram.json(
                    .post, "/api/v1/sessions", #"{"email":"\#(Cast.ada.email)","password":"\#(Cast.password)","label":"\#(label)"}"#)
                #expect(answer.status == .created)
            }
            let browser = try await app.signedIn(.ada)
            _ = try await appPassword(browser)
            let emails = try await app.emails(to: Cast.ada.email)
            #expect(emails.filter { $0.subject == "A new sign-in to your account" }.count == 2)
            #expect(emails.contains { $0.text.contains("Somebody’s script") })
            #expect(emails.contains { $0.subject == "You have a new app password" && $0.text.contains("KOReader") })
        }
    }

    @Test(.covers("CORE-049")) func `a site answers to its names only, and learns them when it is set up`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let accounts = try app.accounts()
            let link = try #require(try await accounts.setup.makeLink())
            let elsewhere = app.guest.with("Host", "library.example:8443")
            #expect(try await elsewhere.get("/account/sign-in").problem?.code == "request.unknown-host")
            let page = try await elsewhere.get(link)
            #expect(page.status == .ok && page.text.contains("library.example"))
            let form = [
                "name": "Olivia", "email": "olivia@example.org", "password": "olive 7 branch", "siteName": "Hilltop",
                "timeZone": "Europe/Stockholm", "address": "https://books.example",
            ]
            #expect(try await elsewhere.post(link, form: form).location == "/admin")
            #expect(app.site.configuration.hosts == ["library.example"])
            #expect(app.site.configuration.linkBase == "https://books.example")
            for (host, answers) in [("library.example", true), ("books.example:443", true), ("localhost:8080", true), ("evil.example", false)] {
                #expect((try await app.guest.with("Host", host).get("/account/sign-in").status == .ok) == answers, "\(host)")
            }
        }
    }

    private func device(of who: Cast, _ app: TestApp) async throws -> TestClient {
        _ = try await app.person(who)
        let entered = try await app.guest.post("/account/sign-in", ["email": who.email, "password": Cast.password])
        return app.guest.carrying("device", try #require(entered.cookies["device"]))
    }

    private func appPassword(_ browser: TestClient) async throws -> String {
        let page = try await browser.post("/account/app-passwords", ["label": "KOReader"]).text
        return String(try #require(page.firstMatch(of: /<code class="secret">([^<]+)</)).output.1)
    }
}
