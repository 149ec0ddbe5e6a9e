import Accounts
import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@Suite struct EmailChangeTests {
    private static let new = "ada.new@example.org"

    @Test(.covers("CORE-009", "CORE-010"), arguments: Engine.available)
    func `the address changes once the link in the new mailbox is opened, and the old mailbox is told`(on engine: Engine) async throws {
        try await withMail(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/account/security").text.contains("href=\"/account/email\""))
            let asked = try await ada.post("/account/email", ["email": " Ada.New@example.org "])
            #expect(asked.location == "/account/security")
            #expect(try await address(of: .ada, app) == Cast.ada.email, "nothing changes before it is confirmed")
            let path = try await link(to: Self.new, app)
            #expect(try await ada.get(path).text.contains(Self.new))
            #expect(try await app.signedIn(.bea).post(path).problem?.code == "accounts.link-of-another")
            #expect(try await ada.post(path).location == "/account/security")
            #expect(try await address(of: .ada, app) == Self.new)
            #expect(try await app.emails(to: Cast.ada.email).contains { $0.subject == "Your email address was changed" })
            #expect(try await ada.post(path).problem?.code == "accounts.link-spent", "it works once")
            #expect(try await app.guest.post("/account/sign-in", ["email": Self.new, "password": Cast.password]).status == .seeOther)
            #expect(try await app.auditTrail().filter { $0 == "account.person.update" }.count >= 2)
        }
    }

    @Test(.covers("CORE-009"), arguments: Engine.available)
    func `an address that somebody has changes nothing and gives nobody away`(on engine: Engine) async throws {
        try await withMail(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            _ = try await app.signedIn(.bea)
            #expect(try await ada.post("/account/email", ["email": Cast.bea.email]).location == "/account/security")
            #expect(try await app.emails(to: Cast.bea.email).map(\.subject).contains("Someone tried to use your address"))
            #expect(try await address(of: .ada, app) == Cast.ada.email)
            #expect(try await ada.post("/account/email", ["email": "nowhere"]).text.contains("Enter an email address like name@example.org."))
            #expect(try await ada.post("/account/email", ["email": Cast.ada.email]).text.contains("This is your address already."))
        }
    }

    @Test(.covers("CORE-012"), arguments: Engine.available)
    func `so many links go out in an hour and no more, and only soon after one has signed in`(on engine: Engine) async throws {
        try await withMail(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            for number in 1...3 {
                #expect(try await ada.post("/account/email", ["email": "ada\(number)@example.org"]).status == .seeOther)
            }
            let fourth = try await ada.post("/account/email", ["email": "ada4@example.org"])
            #expect(fourth.status == .tooManyRequests && fourth.text.contains("Several emails have been sent to this address already."))
            app.clock.advance(by: .seconds(3600))
            #expect(try await ada.post("/account/email", ["email": "ada5@example.org"]).location?.hasPrefix("/account/confirm") == true)
        }
    }

    @Test(.covers("CORE-009", "RES-004", "CAF-006"), arguments: Engine.available)
    func `where addresses stay only one that isn't confirmed is corrected`(on engine: Engine) async throws {
        try await withMail(on: engine) { app in
            try await app.site.configure { $0.settings[AccountsSettings.changesEmail.id] = nil }
            let ada = try await app.signedIn(.ada)
            #expect(try await !ada.get("/account/security").text.contains("href=\"/account/email\""))
            #expect(try await ada.get("/account/email").problem?.code == "accounts.email-stays")
            #expect(try await ada.post("/account/email", ["email": Self.new]).text.contains("can’t be changed"))
            #expect(try await app.emails(to: Self.new).isEmpty)
            let id = try await app.person(.ada)
            try await app.site.database.write { db in _ = try db.run("UPDATE account_person SET email_verified_at = NULL WHERE id = \(id)") }
            #expect(try await ada.get("/account/security").text.contains("href=\"/account/email\""))
            #expect(try await ada.post("/account/email", ["email": Self.new]).location == "/account/security")
            #expect(try await ada.post(link(to: Self.new, app)).location == "/account/security")
            #expect(try await address(of: .ada, app) == Self.new)
        }
    }

    private func withMail(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
        try await withTestApp(on: engine) { app in
            try await app.site.configure {
                $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "library@stoa.example")
                $0.settings[AccountsSettings.changesEmail.id] = "true"
            }
            let (ada, now) = (try await app.person(.ada), app.clock.clock.now())
            try await app.site.database.write { db in _ = try db.run("UPDATE account_person SET email_verified_at = \(now) WHERE id = \(ada)") }
            try await body(app)
        }
    }

    private func address(of who: Cast, _ app: TestApp) async throws -> String? {
        let person = try await app.person(who)
        return try await app.site.database.read { db in try db.first("SELECT email FROM account_person WHERE id = \(person)" as Query<String>) }
    }

    private func link(to address: String, _ app: TestApp) async throws -> String {
        let links = try await app.emails(to: address).flatMap(\.links)
        return try #require(links.compactMap { $0.firstMatch(of: /\/account\/email\/[A-Za-z0-9_-]+/).map { String($0.0) } }.last)
    }
}
