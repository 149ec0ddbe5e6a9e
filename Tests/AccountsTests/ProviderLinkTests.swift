import Accounts
import Core
import Database
import Foundation
import Mail
import Platform
import StandIns
import TestSupport
import Testing
import VolunteersApp
import Web

@testable import SignIn

/// An address at a provider opens nobody's account by itself; who has an account adds and removes providers after a fresh proof.
@Suite struct ProviderLinkTests {
    @Test(.covers("LIB-003", "CORE-007"), arguments: Engine.available)
    func `an identity with somebody's address waits until a code from that address is given`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let miriam = try await journey.app.accounts().people.register(
                .init(name: "Miriam", email: "member@stoa.example", password: Cast.password))
            try await verified(miriam, journey)
            let browser = journey.browser()
            let arrived = try await browser.signIn("google", as: "miriam", then: "/account")
            #expect(arrived.location == "/account/finish")
            let isIn = try await browser.isSignedIn()
            #expect(!isIn)

            _ = try await browser.post("/account/finish/address", ["email": "member@stoa.example"])
            let wrong = try await browser.post("/account/finish/code", ["code": "000000"])
            #expect(wrong.status.rawValue == 422 || wrong.status == .seeOther)
            let done = try await browser.post("/account/finish/code", ["code": try await code(for: "member@stoa.example", journey)])
            #expect(done.location == "/account")
            let people = try await journey.people()
            #expect(people == 1)
            #expect(try await journey.hasPassword(miriam))
        }
    }

    @Test(.covers("CORE-007", "CORE-016"), arguments: Engine.available)
    func `an account with a second factor takes a provider from its own session only, and its person is told`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let app = journey.app
            let phone = try await app.enrolPhone(of: .ada)
            let browser = journey.browser()
            _ = try await browser.signIn("google", as: "cleo", then: "/account")
            _ = try await browser.post("/account/finish/address", ["email": Cast.ada.email])
            let refused = try await browser.post("/account/finish/code", ["code": try await code(for: Cast.ada.email, journey)])
            #expect(refused.status == .conflict && refused.text.contains("two-step verification"))
            #expect(try await identities(journey) == 0)

            app.clock.advance(by: .seconds(60))
            let said = try await browser.post(
                "/account/sign-in", ["email": Cast.ada.email, "password": Cast.password, "then": "/account/finish"])
            #expect(said.location == "/account/second-step")
            let entered = try await browser.post("/account/second-step", ["code": phone.now(app)])
            #expect(entered.location == "/account/finish")
            let linked = try await browser.post("/account/finish/link")
            #expect(linked.location == "/account")
            #expect(try await identities(journey) == 1)
            #expect(try await app.emails(to: Cast.ada.email).contains { $0.subject == "You can now sign in with Google" })
        }
    }

    @Test(.covers("CORE-007"), arguments: Engine.available)
    func `a letter tells of each provider that is added to an account`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let ada = try await signedIn(.ada, journey)
            let back = try await ada.choose("bo", at: try #require(try await ada.get("/account/with/google/link").location))
            _ = try await ada.get(back)
            let browser = journey.browser()
            _ = try await browser.signIn("facebook", as: "elsa", then: "/account")
            _ = try await browser.post("/account/finish/address", ["email": Cast.ada.email])
            _ = try await browser.post("/account/finish/code", ["code": try await code(for: Cast.ada.email, journey)])
            let told = try await journey.app.emails(to: Cast.ada.email).map(\.subject).filter { $0.contains("You can now sign in") }
            #expect(told == ["You can now sign in with Google", "You can now sign in with Facebook"])
        }
    }

    @Test(.covers("CORE-007", "LIB-012"), arguments: Engine.available)
    func `a provider confirms only by a sign-in that is fresh, and says so itself`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let ada = try await signedIn(.ada, journey)
            for provider in ["google", "facebook"] {
                let left = try #require(try await ada.get("/account/with/\(provider)/link").location)
                _ = try await ada.get(try await ada.choose("bo", at: left))
            }
            journey.app.clock.advance(by: .seconds(16 * 60))
            func asked() async throws -> String { try #require(try await ada.get("/account/with/google/confirm?then=%2Faccount").location) }
            let address = try await asked()
            #expect(address.contains("max_age=0"))
            // Whoever sits at an open screen changes the address: the provider then lets them pass without asking.
            for changed in ["", "&max_age=9999999"] {
                let stale = try await ada.choose("bo", at: try await asked().replacing("&max_age=0", with: changed))
                let refused = try await ada.get(stale)
                #expect(refused.problem?.code == "accounts.provider-not-fresh", "\(changed)")
                #expect(try await ada.get("/account/with/apple/link").location?.hasPrefix("/account/confirm") == true)
            }
            let page = try await ada.get("/account/confirm?then=%2Faccount").text
            #expect(page.contains("Confirm with Google") && !page.contains("Confirm with Facebook"), "which never says when")
            #expect(try await ada.get("/account/with/facebook/confirm").problem?.code == "accounts.provider-not-fresh")
            let proved = try await ada.get(try await ada.choose("bo", at: address))
            #expect(proved.location == "/account")
            #expect(try await ada.get("/account/with/apple/link").location?.contains("/apple/authorize") == true)
        }
    }

    @Test(.covers("CORE-007"))
    func `the page says the same whether or not an address has an account`() async throws {
        try await withProviders { journey in
            _ = try await journey.app.person(.ada)
            var pages: [String] = []
            for address in [Cast.ada.email, "nobody@stoa.example"] {
                let browser = journey.browser()
                _ = try await browser.signIn("google", as: "cleo")
                _ = try await browser.post("/account/finish/address", ["email": address])
                pages.append(try await browser.get("/account/finish").textWithoutKeys.replacing(address, with: "ADDRESS"))
            }
            #expect(pages[0] == pages[1])
        }
    }

    @Test(.covers("CORE-007"))
    func `five wrong codes end the wait, and a code of another browser counts for nothing`() async throws {
        try await withProviders { journey in
            let browser = journey.browser()
            _ = try await browser.signIn("google", as: "cleo")
            _ = try await browser.post("/account/finish/address", ["email": "cleo@mine.example"])
            let right = try await code(for: "cleo@mine.example", journey)
            let other = journey.browser()
            let stranger = try await other.post("/account/finish/code", ["code": right])
            #expect(stranger.status == .gone)
            let wrong = right == "123456" ? "654321" : "123456"
            for _ in 1...4 {
                let answer = try await browser.post("/account/finish/code", ["code": wrong])
                #expect(answer.status.rawValue == 422)
            }
            let last = try await browser.post("/account/finish/code", ["code": wrong])
            #expect(last.status == .gone)
            let late = try await browser.post("/account/finish/code", ["code": right])
            #expect(late.status == .gone)
            #expect(try await journey.people() == 0)
        }
    }

    @Test(.covers("CORE-007"))
    func `whoever made an account ahead with somebody else's address keeps nothing of it`() async throws {
        try await withProviders { journey in
            let accounts = try journey.app.accounts()
            _ = try await journey.app.guest.post(
                "/account/register", ["name": "Planted", "email": "elsa@elsewhere.example", "password": Cast.password])
            let planted = try #require(try await accounts.people.find(email: "elsa@elsewhere.example")).id
            let planter = journey.app.client(token: try await accounts.openSession(for: planted))
            #expect(try await planter.get("/account").status == .ok)
            let elsa = journey.browser()
            _ = try await elsa.signIn("google", as: "elsa")
            _ = try await elsa.post("/account/finish/address", ["email": "elsa@elsewhere.example"])
            let done = try await elsa.post("/account/finish/code", ["code": try await code(for: "elsa@elsewhere.example", journey)])
            #expect(done.status == .seeOther)
            #expect(try await journey.sessions() == 1)
            #expect(try await !journey.hasPassword(planted))
            #expect(try await planter.get("/account").status == .seeOther)
        }
    }

    @Test(.covers("CORE-007"), arguments: Engine.available)
    func `somebody with an account signs in to it the usual way and adds the provider that waits`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            _ = try await journey.app.person(.ada)
            let browser = journey.browser()
            _ = try await browser.signIn("facebook", as: "elsa", then: "/account")
            let opened = try await browser.post(
                "/account/sign-in", ["email": Cast.ada.email, "password": Cast.password, "then": "/account/finish"])
            #expect(opened.location == "/account/finish")
            let linked = try await browser.post("/account/finish/link")
            #expect(linked.location == "/account")
            let again = try await journey.browser().signIn("facebook", as: "elsa", then: "/account")
            #expect(again.location == "/account")
            #expect(try await journey.people() == 1)
        }
    }

    @Test(.covers("CORE-007"))
    func `a provider is added after a fresh proof only, and never to two accounts`() async throws {
        try await withProviders { journey in
            _ = try await journey.app.person(.ada)
            _ = try await journey.app.person(.bea)
            let ada = try await signedIn(.ada, journey)
            let back = try await ada.choose("bo", at: try #require(try await ada.get("/account/with/google/link").location))
            let added = try await ada.get(back)
            #expect(added.location == "/account/security")
            let page = try await ada.get("/account/security")
            #expect(page.text.contains("Other sign-in methods"))

            let bea = try await signedIn(.bea, journey)
            let taken = try await bea.get(try await bea.choose("bo", at: try #require(try await bea.get("/account/with/google/link").location)))
            #expect(taken.problem?.code == "accounts.identity-taken")

            journey.app.clock.advance(by: .seconds(16 * 60))
            let stale = try await ada.get("/account/with/facebook/link")
            #expect(stale.location?.hasPrefix("/account/confirm") == true)
            let proof = try await ada.choose("bo", at: try #require(try await ada.get("/account/with/google/confirm?then=%2Faccount").location))
            let proved = try await ada.get(proof)
            #expect(proved.location == "/account")
            let fresh = try await ada.get("/account/with/facebook/link")
            #expect(fresh.location?.contains("/facebook/v21.0/dialog/oauth") == true)
        }
    }

    @Test(.covers("CORE-008"))
    func `the last way to sign in stays`() async throws {
        try await withProviders { journey in
            let browser = journey.browser()
            _ = try await browser.signIn("google", as: "astrid")
            let refused = try await browser.post("/account/identities/1/remove")
            #expect(refused.problem?.code == "accounts.last-method")
            let ada = try await signedIn(.ada, journey)
            _ = try await ada.get(try await ada.choose("bo", at: try #require(try await ada.get("/account/with/google/link").location)))
            let foreign = try await ada.post("/account/identities/1/remove")
            #expect(foreign.status == .notFound)
            let removed = try await ada.post("/account/identities/2/remove")
            #expect(removed.status == .seeOther)
        }
    }

    private func signedIn(_ who: Cast, _ journey: ProviderJourney) async throws -> Browser {
        _ = try await journey.app.person(who)
        let browser = journey.browser()
        let opened = try await browser.post("/account/sign-in", ["email": who.email, "password": Cast.password, "then": "/"])
        guard opened.status == .seeOther else { throw TestFailure("\(who) could not sign in: \(opened.status)") }
        return browser
    }

    private func identities(_ journey: ProviderJourney) async throws -> Int {
        try await journey.app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_identity" as Query<Int>) }
    }

    private func verified(_ person: PersonID, _ journey: ProviderJourney) async throws {
        try await journey.app.site.database.write { db in
            try db.run("UPDATE account_person SET email_verified_at = 1 WHERE id = \(person)")
        }
    }
}

/// The portal's page and the command that set providers up.
@Suite struct ProviderSettingTests {
    @Test(.covers("CORE-007", "LIB-004"))
    func `the settings say what the sign-in page of an app shows where nothing that was chosen is set up`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            _ = try await owner.post("/admin/sign-in/apps/door", ["methods": "google"])
            #expect(try await app.guest.get("/account/sign-in?then=/door").text.contains("name=\"password\""))
            let page = try await owner.get("/admin/sign-in").text
            #expect(page.contains("will offer sign-in with Google once") && page.contains("<p class=\"muted\">Email and password"))
            let offer = try await owner.get("/admin/sign-in/apps/door").text
            #expect(offer.contains("None of the chosen methods is set up"))
            _ = try await owner.post("/admin/sign-in/apps/door", ["methods": "password"])
            #expect(try await !owner.get("/admin/sign-in").text.contains("will offer sign-in with"))
        }
    }

    @Test(.covers("CORE-007", "RES-001"))
    func `an administrator sets a provider up, and its secret is never shown or stored as it is`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let saved = try await owner.post("/admin/sign-in/providers/google", ["client": "id.example", "secret": "very-secret-7"])
            #expect(saved.status == .seeOther)
            let stored = try await app.site.database.read {
                try $0.one("SELECT value FROM platform_configuration WHERE section = 'providers'" as Query<String>)
            }
            #expect(stored.contains("id.example"))
            #expect(!stored.contains("very-secret-7"))
            let page = try await owner.get("/admin/sign-in/providers/google")
            #expect(page.text.contains("id.example"))
            #expect(!page.text.contains("very-secret-7"))
            let trail = try await app.auditTrail()
            #expect(trail.contains("site.sign-in.configure"))
            let kept = try await owner.post("/admin/sign-in/providers/google", ["client": "other.example", "secret": ""])
            #expect(kept.status == .seeOther)
            let asked = try await owner.post("/admin/sign-in/providers/google/remove")
            #expect(asked.text.contains("Nobody can sign in with Google any more"))
            _ = try await owner.post("/admin/sign-in/providers/google/remove", ["confirmed": "true"])
            #expect(app.site.configuration.providers.isEmpty)
        }
    }

    @Test(.covers("CORE-007"))
    func `what a demo's stand-in plays cannot be turned into half a real provider; it is removed first`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let standIn = ProviderConfiguration(
                issuer: "http://localhost:1/google", clientID: "stand-in", sealedSecret: "sealed",
                isStandIn: true)
            try await app.site.configure { $0.providers["google"] = standIn }
            let page = try await owner.get("/admin/sign-in/providers/google").text
            #expect(page.contains("A stand-in on this machine plays Google") && !page.contains("name=\"client\""))
            let refused = try await owner.post("/admin/sign-in/providers/google", ["client": "stand-in", "secret": ""])
            #expect(refused.status == .conflict && refused.text.contains("nothing was saved"))
            #expect(app.site.configuration.providers == ["google": standIn])
            _ = try await owner.post("/admin/sign-in/providers/google/remove", ["confirmed": "true"])
            let saved = try await owner.post("/admin/sign-in/providers/google", ["client": "id.example", "secret": "very-secret-7"])
            #expect(saved.status == .seeOther && app.site.configuration.providers["google"]?.isStandIn == false)
        }
    }

    @Test(
        .covers("CORE-007"),
        arguments: [
            ("openid", "issuer", "http://elsewhere.example"), ("openid", "issuer", ""), ("apple", "secret", "no key"), ("google", "client", " "),
        ])
    func `what cannot work is refused with the reason`(_ provider: String, _ field: String, _ value: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            var fields = ["client": "id", "secret": "s", "issuer": "https://login.example", "team": "T", "key": "K"]
            fields[field] = value
            let body = fields.map { "\($0.key)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
            let refused = try await app.signedIn(.owner).send(
                .post, "/admin/sign-in/providers/\(provider)", type: "application/x-www-form-urlencoded", body: Array(body.utf8))
            #expect(refused.status.rawValue == 422)
            #expect(app.site.configuration.providers.isEmpty)
        }
    }

    @Test(.covers("LIB-008", "CORE-007")) func `nobody else sees the page, and every app keeps one way in`() async throws {
        try await withProviders(VolunteersApp.self) { journey in
            let refused = try await journey.app.signedIn(.ada).get("/admin/sign-in")
            #expect(refused.status == .notFound)
            let owner = try await journey.app.signedIn(.owner)
            let none = try await owner.post("/admin/sign-in/apps/volunteers", [:])
            #expect(none.status.rawValue == 422)
            let both = try await owner.post("/admin/sign-in/apps/volunteers", ["methods": "google", "methods": "password"])
            #expect(both.status == .seeOther)
            let screen = try await journey.app.guest.get("/account/sign-in?then=%2Fvolunteers")
            #expect(screen.text.contains("name=\"password\""))
        }
    }

    @Test(.covers("CORE-007")) func `the operator sets a provider up from the command line`() async throws {
        try await withTestApp(on: .sqlite) { app in
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "secret")
                try "from-the-file\n".write(to: file, atomically: true, encoding: .utf8)
                let status = await app.running.run(
                    [
                        "provider", "set", "openid", "--client-id", "stoa", "--client-secret-file", file.path, "--issuer",
                        "https://login.example.org", "--label", "Parish",
                    ]) { _, _ in }
                #expect(status == 0)
                #expect(app.site.configuration.providers["openid"]?.name == "Parish")
                let wrong = await app.running.run(["provider", "set", "myspace", "--client-id", "x"]) { _, _ in }
                #expect(wrong == 64)
            }
        }
    }
}
