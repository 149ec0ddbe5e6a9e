import Accounts
import Core
import Database
import LibraryApp
import Mail
import Platform
import StandIns
import TestSupport
import Testing
import VolunteersApp
import Web

@testable import Profiles

/// Every test walks the whole way over HTTP, against stand-ins that speak the providers' own formats.
@Suite struct ProviderSignInTests {
    @Test(.covers("LIB-003", "VOL-001", "CORE-007", "CORE-008"), arguments: Engine.available)
    func `a newcomer comes in through Google, gets an account without a role, and is known the next time`(on engine: Engine) async throws {
        try await withProviders(LibraryApp.self, on: engine) { journey in
            let first = journey.browser()
            let arrived = try await first.signIn("google", as: "astrid", then: "/library")
            #expect(arrived.status == .seeOther)
            #expect(arrived.location == "/library")
            #expect(try await first.isSignedIn())

            let again = journey.browser()
            #expect(try await again.signIn("google", as: "astrid").status == .seeOther)
            #expect(try await journey.people() == 1)
            let person = try await journey.app.site.database.read {
                try $0.one("SELECT name, email FROM account_person" as Query<Row2<String, String>>)
            }
            #expect(person.first == "Astrid Berg")
            #expect(person.second == "astrid@volunteers.example")
            #expect(try await journey.app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_role_grant" as Query<Int>) } == 0)
            let trail = try await journey.app.auditTrail()
            #expect(trail.contains("account.identity.create"))
        }
    }

    @Test(.covers("LIB-003", "CORE-007"))
    func `Facebook's people confirm their address with a code before they get an account`() async throws {
        try await withProviders { journey in
            let browser = journey.browser()
            let arrived = try await browser.signIn("facebook", as: "elsa", then: "/account")
            #expect(arrived.location == "/account/finish")
            #expect(try await journey.people() == 0)

            let asked = try await browser.post("/account/finish/address", ["email": "elsa@elsewhere.example"])
            #expect(asked.location == "/account/finish")
            let code = try await code(for: "elsa@elsewhere.example", journey)
            let done = try await browser.post("/account/finish/code", ["code": code])
            #expect(done.location == "/account")
            #expect(try await browser.isSignedIn())
            #expect(try await journey.people() == 1)
            #expect(try await journey.browser().signIn("facebook", as: "elsa", then: "/library").location == "/library")
        }
    }

    @Test(.covers("CORE-007"))
    func `Apple posts from its own page, hands the name over once, and signs the same person in again`() async throws {
        try await withProviders { journey in
            let browser = journey.browser()
            #expect(try await browser.signIn("apple", as: "relay", then: "/account").location == "/account")
            #expect(try await browser.isSignedIn())
            let name = try await journey.app.site.database.read { try $0.one("SELECT name FROM account_person" as Query<String>) }
            #expect(name == "Rut Relay")
            #expect(try await journey.browser().signIn("apple", as: "relay", then: "/account").location == "/account")
            #expect(try await journey.people() == 1)
        }
    }

    @Test(.covers("CORE-008"))
    func `somebody without an e-mail address is asked for one`() async throws {
        try await withProviders { journey in
            let browser = journey.browser()
            #expect(try await browser.signIn("google", as: "cleo").location == "/account/finish")
            let page = try await browser.get("/account/finish")
            #expect(page.text.contains("Confirm your email address"))
            _ = try await browser.post("/account/finish/address", ["email": "cleo@mine.example"])
            let done = try await browser.post("/account/finish/code", ["code": try await code(for: "cleo@mine.example", journey)])
            #expect(done.status == .seeOther)
            #expect(try await browser.isSignedIn())
        }
    }

    @Test(.covers("LIB-005", "CORE-007"))
    func `a session that somebody planted before is worth nothing afterwards`() async throws {
        try await withProviders { journey in
            let planted = try await journey.app.signedIn(.ada)
            let before = try await journey.sessions()
            let browser = journey.browser()
            _ = try await browser.signIn("google", as: "bo")
            let token = try #require(browser.cookies["__Host-session"])
            _ = try await browser.post("/account/sign-out")
            _ = try await browser.signIn("google", as: "bo")
            #expect(browser.cookies["__Host-session"] != token)
            #expect(try await journey.sessions() == before + 1)
            #expect(try await planted.get("/account").status == .ok)
        }
    }

    @Test(.covers("VOL-002", "RES-005"), arguments: Engine.available)
    func `name and picture follow the provider, through a copy of our own`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let browser = journey.browser()
            _ = try await browser.signIn("google", as: "astrid")
            try await journey.app.runJobs()
            let id = try await journey.app.site.database.read { try $0.one("SELECT id FROM account_person" as Query<PersonID>) }
            let picture = try await browser.get("/account/people/\(id)/picture")
            #expect(picture.status == .ok)
            #expect(picture["Content-Type"] == "image/png")
            #expect(try await journey.app.guest.get("/account/people/\(id)/picture").status != .ok)
            let profile = try await journey.app.site.database.read { try journey.app.site.service(Profiles.self).profile(of: id, in: $0) }
            #expect(profile?.picture?.hasPrefix("/account/people/\(id)/picture?v=") == true)

            #expect(await journey.providers.google.control(ControlOrder("google", action: "name astrid Astrid Berg-Lind")))
            _ = try await journey.browser().signIn("google", as: "astrid")
            #expect(try await name(of: id, journey) == "Astrid Berg-Lind")
        }
    }

    @Test(.covers("CORE-008", "RES-005"))
    func `an address that changed at the provider is still the same account`() async throws {
        try await withProviders { journey in
            _ = try await journey.browser().signIn("google", as: "astrid")
            #expect(await journey.providers.google.control(ControlOrder("google", action: "email astrid new@volunteers.example")))
            let arrived = try await journey.browser().signIn("google", as: "astrid", then: "/account")
            #expect(arrived.location == "/account")
            #expect(try await journey.people() == 1)
        }
    }

    @Test(.covers("LIB-009", "CORE-007"))
    func `banned and deactivated people are told so, and get no session`() async throws {
        try await withProviders { journey in
            _ = try await journey.browser().signIn("google", as: "astrid")
            for status in ["banned", "deactivated"] {
                try await journey.app.site.database.write { db in try db.run("UPDATE account_person SET status = \(status)") }
                let before = try await journey.sessions()
                let refused = try await journey.browser().signIn("google", as: "astrid")
                #expect(refused.status == .forbidden)
                #expect(refused.text.contains("This account is deactivated"))
                #expect(try await journey.sessions() == before)
            }
        }
    }

    @Test(.covers("RES-001", "LIB-001", "VOL-001"))
    func `each app shows its own ways to sign in`() async throws {
        try await withProviders(VolunteersApp.self) { journey in
            let volunteers = try await journey.app.guest.get("/account/sign-in?then=%2Fvolunteers")
            #expect(volunteers.text.contains("Sign in with Google"))
            #expect(!volunteers.text.contains("name=\"password\""))
            #expect(volunteers.text.contains("with=password"), "whoever has a password here is shown the way to it")
            #expect(!volunteers.text.contains("Sign in with Facebook"))
        }
        try await withProviders(LibraryApp.self) { journey in
            let library = try await journey.app.guest.get("/account/sign-in?then=%2Flibrary")
            for words in ["Sign in with Google", "Sign in with Facebook", "name=\"password\""] { #expect(library.text.contains(words)) }
            #expect(!library.text.contains("Sign in with Apple"))
        }
    }

    private func name(of id: PersonID, _ journey: ProviderJourney) async throws -> String {
        try await journey.app.site.database.read { try $0.one("SELECT name FROM account_person WHERE id = \(id)" as Query<String>) }
    }
}

/// The code in the last email to an address.
func code(for address: String, _ journey: ProviderJourney) async throws -> String {
    let emails = try await journey.app.emails(to: address)
    let subject = try #require(emails.last?.subject)
    return String(try #require(subject.firstMatch(of: /\d{6}/)).output)
}
