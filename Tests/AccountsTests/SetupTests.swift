import Accounts
import Core
import Database
import Foundation
import LibraryApp
import Platform
import Reading
import TestSupport
import Testing
import Web

@Suite struct SetupTests {
    @Test(.covers("CORE-001"), arguments: Engine.available)
    func `the one-time link makes the owner and names the site, once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let accounts = try app.site.service(AccountsModule.self)
            let link = try #require(try await accounts.setup.makeLink())
            #expect(try await app.guest.get(link).status == .ok)
            let done = try await app.guest.post(
                link,
                [
                    "name": "Olivia", "email": "olivia@example.org", "password": "olive 7 branch", "siteName": "Hilltop",
                    "timeZone": "Europe/Stockholm",
                    "languages": "sv", "languages": "en", "currency": "eur",
                ])
            #expect(app.site.configuration.currency == "EUR")
            #expect(done.location == "/admin", "where the rest of the set-up waits")
            #expect(app.site.configuration.name == "Hilltop")
            #expect(app.site.configuration.timeZone == "Europe/Stockholm")
            #expect(app.site.configuration[ReviewedSteps.self] == ReviewedSteps([.look, .languages]), "it is not asked again")
            let used = try await app.guest.get(link)
            #expect(used.status.rawValue == 410)
            #expect(used.problem?.code == "accounts.site-is-set-up")
            #expect(used.text.contains("href=\"/account/sign-in\""))
            #expect(try await accounts.setup.makeLink() == nil)
            #expect(try await app.auditTrail().contains("site.setup.configure"))
            let counted = try await app.site.database.read {
                try $0.one("SELECT count(*) FROM analytics_count WHERE measure = 'accounts.new'" as Query<Int>)
            }
            #expect(counted == 1, "the owner is an account too")
        }
    }

    @Test(.covers("CORE-001"), arguments: Engine.available)
    func `two people who open the link at once do not both own the site`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let accounts = try app.site.service(AccountsModule.self)
            let link = try #require(try await accounts.setup.makeLink())
            @Sendable func finish(_ name: String) async throws -> String? {
                try await app.guest.post(
                    link,
                    [
                        "name": name, "email": "\(name)@example.org", "password": "olive 7 branch", "siteName": "Hilltop",
                        "timeZone": "Europe/Stockholm", "languages": "en",
                    ]
                ).location
            }
            async let first = finish("Olivia")
            async let second = finish("Oskar")
            let places = try await [first, second]
            #expect(places.count { $0 == "/admin" } == 1)
            let owners = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_person WHERE is_owner = 1" as Query<Int>) }
            #expect(owners == 1)
        }
    }

    @Test(.covers("CORE-001")) func `an app speaks the languages that were ticked and no others`() async throws {
        try await withTestApp(LibraryApp.self, parts: [ReadingModule.self], on: .sqlite) { app in
            let accounts = try app.site.service(AccountsModule.self)
            let link = try #require(try await accounts.setup.makeLink())
            #expect(app.site.languages(at: ["library"]).contains(.bemba), "what the app comes with")
            #expect(try await app.guest.get(link).text.contains("data-zone=\"device\""))
            _ = try await app.guest.post(
                link,
                [
                    "name": "Olivia", "email": "olivia@example.org", "password": "olive 7 branch", "siteName": "Hilltop",
                    "timeZone": "Europe/Stockholm", "languages": "sv", "languages": "en", "apps": "library",
                ])
            #expect(Set(app.site.languages(at: ["library"])) == [.swedish, .english])
        }
    }

    @Test func `a wrong field keeps the link good and says what is wrong`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let accounts = try app.site.service(AccountsModule.self)
            let link = try #require(try await accounts.setup.makeLink())
            let answer = try await app.guest.post(
                link,
                ["name": "Olivia", "email": "olivia@example.org", "password": "olive 7 branch", "siteName": "Hilltop", "timeZone": "Mars/Crater"])
            #expect(answer.status.rawValue == 422)
            #expect(answer.text.contains("such as Stockholm, or choose from the list"))
            #expect(answer.text.contains("Type the password once more."))
            #expect(!answer.text.contains("olive 7 branch"))
            #expect(try await app.guest.get(link).status == .ok)
        }
    }

    @Test(.covers("CORE-001"), arguments: ["Stockholm", " stockholm ", "europe/stockholm"])
    func `a city names its time zone`(typed: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            let link = try #require(try await app.site.service(AccountsModule.self).setup.makeLink())
            let done = try await app.guest.post(
                link,
                ["name": "Olivia", "email": "olivia@example.org", "password": "olive 7 branch", "siteName": "Hilltop", "timeZone": typed])
            #expect(done.location == "/admin")
            #expect(app.site.configuration.timeZone == "Europe/Stockholm")
        }
    }

    @Test func `a guessed link opens nothing`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let guess = String(repeating: "a", count: 43)
            let answer = try await app.guest.get("/setup/" + guess)
            #expect(answer.status.rawValue == 410)
        }
    }
}
