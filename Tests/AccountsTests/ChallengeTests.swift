import Core
import Crypto
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts
@testable import SignIn

@Suite struct ChallengeTests {
    @Test(.covers("CORE-012", "LIB-013", "RES-002"), arguments: Engine.available)
    func `after five failures from one network a solved puzzle is asked for, and counts once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            try await fail(5, app)
            let bare = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(bare.status.rawValue == 429)
            let puzzle = try puzzle(in: bare)
            let wrong = try await enter(app, puzzle.text, "no solution")
            #expect(wrong.cookies["session"] == nil)
            let solution = solve(puzzle.text, puzzle.bits)
            let entered = try await enter(app, puzzle.text, solution)
            #expect(entered.cookies["session"] != nil)
            let again = try await enter(app, puzzle.text, solution)
            #expect(again.cookies["session"] == nil)
        }
    }

    @Test(.covers("CORE-012"))
    func `without scripts a wait does, one at a time`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            try await fail(5, app)
            let page = try await app.guest.get("/account/sign-in")
            let first = try puzzle(in: page)
            let second = try puzzle(in: try await app.guest.get("/account/sign-in"))
            #expect(try await enter(app, first.text, "").cookies["session"] == nil)
            app.clock.advance(by: .seconds(Int64(Challenges.wait)))
            #expect(try await enter(app, first.text, "").cookies["session"] != nil)
            #expect(try await enter(app, second.text, "").cookies["session"] == nil)
        }
    }

    @Test(.covers("CORE-012"))
    func `a puzzle of another site, an old one and a changed one do not count`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            var foreign = ""
            try await withTestApp(on: .sqlite) { other in foreign = try other.site.service(SignInThrottle.self).challenges.make().challenge }
            let old = try app.site.service(SignInThrottle.self).challenges.make().challenge
            app.clock.advance(by: Challenges.life + .seconds(1))
            try await fail(5, app)
            let changed = try app.site.service(SignInThrottle.self).challenges.make().challenge.dropLast() + "A"
            for text in [foreign, old, String(changed), ""] {
                #expect(try await enter(app, text, solve(text, Challenges.bits)).cookies["session"] == nil)
            }
        }
    }

    @Test(.covers("CORE-012"))
    func `a program gets its puzzle from the API`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            try await fail(5, app)
            let refused = try await app.guest.asProgram.json(.post, "/api/v1/sessions", #"{"email":"ada@stoa.example","password":"lantern 7 river"}"#)
            #expect(refused.problem?.code == "accounts.challenge-needed")
            let puzzle = try await app.guest.asProgram.get("/api/v1/challenge").json
            let text = try #require(puzzle["challenge"] as? String)
            let bits = try #require(puzzle["bits"] as? Int)
            let opened = try await app.guest.asProgram.json(
                .post, "/api/v1/sessions",
                #"{"email":"ada@stoa.example","password":"lantern 7 river","challenge":"\#(text)","solution":"\#(solve(text, bits))"}"#)
            #expect(opened.status.rawValue == 201)
        }
    }

    @Test(.covers("CORE-012"))
    func `right passwords do not use the attempts of a network up`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            for _ in 1...30 {
                let entered = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
                #expect(entered.status == .seeOther)
            }
        }
    }

    @Test(arguments: [([0, 0, 0x1F], 19), ([0x80], 0), ([0x01], 7), ([0, 0], 16)] as [([UInt8], Int)])
    func `zero bits are counted from the front`(bytes: [UInt8], count: Int) {
        #expect(Challenges.zeroBits(bytes) == count)
    }

    private func fail(_ times: Int, _ app: TestApp) async throws {
        for number in 1...times {
            let wrong = try await app.guest.post("/account/sign-in", ["email": "guess\(number)@stoa.example", "password": "wrong 1 wrong"])
            #expect(wrong.status.rawValue == 401)
        }
    }

    private func enter(_ app: TestApp, _ challenge: String, _ solution: String) async throws -> TestResponse {
        try await app.guest.post(
            "/account/sign-in", ["email": Cast.ada.email, "password": Cast.password, "challenge": challenge, "solution": solution])
    }

    private func puzzle(in page: TestResponse) throws -> (text: String, bits: Int) {
        let found = try #require(page.text.firstMatch(of: /data-challenge="([^"]+)" data-bits="(\d+)"/))
        return (String(found.output.1), try #require(Int(found.output.2)))
    }

    private func solve(_ text: String, _ bits: Int) -> String {
        var number = 0
        while Challenges.zeroBits(sha256(Array("\(text):\(number)".utf8))) < bits { number += 1 }
        return String(number)
    }
}
