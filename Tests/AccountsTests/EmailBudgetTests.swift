import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts

/// What strangers can keep somebody from getting by asking for emails in their name.
@Suite struct EmailBudgetTests {
    @Test(.covers("CORE-013", "CORE-009"), arguments: Engine.available)
    func `who registers an address again and again uses up neither its reset letters nor its confirmations`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            try await app.site.database.write { db in
                _ = try db.run("UPDATE account_person SET email_verified_at = NULL WHERE email = \(Cast.ada.email)")
            }
            for _ in 1...6 { try await register(Cast.ada.email, app) }
            let told = try await app.emails(to: Cast.ada.email).count { $0.subject == "You already have an account" }
            #expect(told == 3, "nobody is buried in letters")

            let again = try await ada.post(AccountsPaths.verifyAgain())
            #expect(again.location == "/account/security", "\(again.problem?.code ?? "")")
            #expect(try await app.emails(to: Cast.ada.email).contains { $0.subject == "Confirm your address" })
            #expect(try await resetLinks(of: Cast.ada.email, app).count == 1)
        }
    }

    @Test(.covers("CORE-013"), arguments: Engine.available)
    func `who asks for reset letters in somebody's name leaves the links of earlier letters as they are`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            let own = try #require(try await resetLinks(of: Cast.ada.email, app).last)
            app.clock.advance(by: .seconds(60))
            for _ in 1...5 { _ = try await resetLinks(of: Cast.ada.email, app) }
            let links = try await resetLinks(of: Cast.ada.email, app)
            #expect(links.count == 3, "nobody is buried in letters")
            // Refused at this moment; what came before opens the account all the same.
            #expect(try await app.guest.post(own, ["password": "river 8 lantern"]).cookies["session"] != nil)
            for link in links {
                #expect(try await app.guest.post(link, ["password": "river 9 lantern"]).status == .gone, "one use ends them all")
            }
            // And who has forgotten it once more at once need not wait for strangers.
            #expect(try await resetLinks(of: Cast.ada.email, app).count == 4)
        }
    }

    @Test(.covers("CORE-013"), arguments: Engine.available)
    func `after an hour each link has ended, and another letter comes`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            for _ in 1...4 { _ = try await resetLinks(of: Cast.ada.email, app) }
            app.clock.advance(by: .seconds(3601))
            let links = try await resetLinks(of: Cast.ada.email, app)
            #expect(links.count == 4)
            #expect(try await app.guest.get(links[0]).status == .gone)
            #expect(try await app.guest.get(links[3]).status == .ok)
        }
    }

    @Test(.covers("CORE-009"), arguments: Engine.available)
    func `a registration that is refused costs its address no letter`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            for _ in 1...4 { try await register("new@stoa.example", password: "weak", app) }
            try await register("new@stoa.example", app)
            #expect(try await app.emails(to: "new@stoa.example").map(\.subject) == ["Confirm your address"])
        }
    }

    @Test(.covers("CORE-007"), arguments: Engine.available)
    func `strangers who have codes sent to an address leave codes for whoever has it`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            func ask(_ network: String) async throws -> Int {
                let browser = journey.browser()
                _ = try await browser.signIn("google", as: "cleo")
                let pending = try #require(browser.cookies["__Host-sign-in-pending"])
                return try await journey.app.guest.from(network).carrying("sign-in-pending", pending)
                    .post("/account/finish/address", ["email": "cleo@mine.example"]).status.rawValue
            }
            for _ in 1...5 {
                let answer = try await ask("127.0.0.7")
                #expect(answer == 303)
            }
            let refused = try await ask("127.0.0.7")
            #expect(refused == 429)
            let own = try await ask("127.0.0.8")
            #expect(own == 303)
        }
    }

    private func register(_ email: String, password: String = "river 8 lantern", _ app: TestApp) async throws {
        _ = try await app.guest.from(network).post("/account/register", ["name": "Somebody", "email": email, "password": password])
    }

    /// The links of all reset emails to an address so far, after asking for one more.
    private func resetLinks(of email: String, _ app: TestApp) async throws -> [String] {
        let asked = try await app.guest.from(network).post("/account/forgotten", ["email": email])
        #expect(asked.status == .ok)
        try await app.runJobs()
        return try await app.emails(to: email).flatMap(\.links).compactMap { link in
            link.firstMatch(of: /\/account\/reset\/[A-Za-z0-9_-]{43}/).map { String($0.0) }
        }
    }

    /// Another one each time: what networks are limited to is not measured here.
    private var network: String { "127.\(UInt8.random(in: 1...255)).\(UInt8.random(in: 0...255)).1" }
}
