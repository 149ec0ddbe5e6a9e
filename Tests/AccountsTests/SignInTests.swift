import Accounts
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@Suite struct SignInTests {
    @Test(.covers("LIB-001", "LIB-009", "CORE-009"), arguments: Engine.available)
    func `a visitor registers, is signed in, and comes back with the password`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let registered = try await app.guest.post(
                "/account/register", ["name": "Cleo", "email": " Cleo@Example.org ", "password": "candle 12 light", "then": "/library"])
            #expect(registered.status == .seeOther)
            #expect(registered.location == "/library")
            let cookie = try #require(registered["Set-Cookie"])
            #expect(
                cookie.hasPrefix("__Host-session=") && cookie.contains("HttpOnly") && cookie.contains("Secure") && cookie.contains("SameSite=Lax"))

            let back = try await app.guest.post("/account/sign-in", ["email": "cleo@example.org", "password": "candle 12 light", "then": "/"])
            #expect(back.status == .seeOther)
        }
    }

    @Test(.covers("CORE-010"), arguments: ["short1", "no numbers here", String(repeating: "long1", count: 200)])
    func `a weak password is refused with the rule, and nothing is made`(_ password: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            let answer = try await app.guest.post("/account/register", ["name": "Cleo", "email": "cleo@example.org", "password": password])
            #expect(answer.status.rawValue == 422)
            #expect(answer.text.contains("at least 8 characters") || answer.text.contains("At least 8 characters"))
            #expect(try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_person" as Query<Int>) } == 0)
        }
    }

    @Test(.covers("CORE-009"), arguments: Engine.available)
    func `two registrations at once never both get an address`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            async let first = app.guest.post("/account/register", ["name": "A", "email": "same@example.org", "password": "candle 12 light"])
            async let second = app.guest.post("/account/register", ["name": "B", "email": "same@example.org", "password": "candle 12 light"])
            let statuses = try await [first.status.rawValue, second.status.rawValue].sorted()
            #expect(statuses == [303, 409])
        }
    }

    @Test(.covers("CORE-011", "LIB-002"))
    func `passwords are stored as Argon2id hashes and nothing else`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let stored = try await app.site.database.read {
                try $0.one("SELECT password_hash FROM account_person ORDER BY id LIMIT 1" as Query<String>)
            }
            #expect(stored.hasPrefix("$argon2id$"))
            #expect(!stored.contains(Cast.password))
        }
    }

    @Test(.covers("CORE-012"), arguments: Engine.available)
    func `three wrong passwords lock the account for fifteen minutes`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            for _ in 1...3 {
                let wrong = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": "wrong 1 wrong"])
                #expect(wrong.status.rawValue == 401)
            }
            let locked = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(locked.status.rawValue == 429)
            app.clock.advance(by: .seconds(15 * 60 + 1))
            let open = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(open.status == .seeOther)
        }
    }

    @Test(.covers("CORE-012"))
    func `many guesses at once are judged three at a time`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let refusals = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...10 {
                    group.addTask {
                        try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": "wrong 1 wrong"]).status.rawValue
                    }
                }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(refusals == [401: 3, 429: 7])
        }
    }

    @Test func `an unknown address is refused in the same words as a wrong password`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let known = try await app.guest.asProgram.json(.post, "/api/v1/sessions", #"{"email":"ada@stoa.example","password":"wrong 1 wrong"}"#)
            let unknown = try await app.guest.asProgram.json(
                .post, "/api/v1/sessions", #"{"email":"nobody@stoa.example","password":"wrong 1 wrong"}"#)
            #expect(known.problem?.code == "accounts.wrong-credentials")
            #expect(unknown.problem?.code == "accounts.wrong-credentials")
        }
    }

    @Test(arguments: ["//evil.example/", "https://evil.example/", "/\\evil.example", "/a\nSet-Cookie: x=1", ""])
    func `the place to go after signing in is always on this site`(_ wish: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let answer = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password, "then": wish])
            #expect(answer.location == "/")
        }
    }
}
