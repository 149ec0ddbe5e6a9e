import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts

@Suite struct SecondStepTests {
    @Test(.covers("CORE-016", "LIB-012"), arguments: Engine.available)
    func `with an authenticator app the password alone opens nothing, and each code opens once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let phone = try await enrol(.ada, app)
            let halfway = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password, "then": "/account"])
            #expect(halfway.location == "/account/second-step")
            #expect(halfway.cookies["session"] == nil)
            let browser = app.guest.with("Cookie", "__Host-second-step=\(try #require(halfway.cookies["second-step"]))")
            app.clock.advance(by: .seconds(60))
            let code = phone.now(app)
            let entered = try await browser.post("/account/second-step", ["code": code])
            #expect(entered.location == "/account")
            let session = try #require(entered.cookies["session"])
            #expect(try await app.guest.with("Cookie", "__Host-session=\(session)").get("/account").status == .ok)

            let again = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            let other = app.guest.with("Cookie", "__Host-second-step=\(try #require(again.cookies["second-step"]))")
            let replayed = try await other.post("/account/second-step", ["code": code])
            #expect(replayed.status.rawValue == 422)
            #expect(replayed.cookies["session"] == nil)
        }
    }

    @Test(.covers("CORE-016"), arguments: Engine.available)
    func `a recovery code opens the second step once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let phone = try await enrol(.ada, app)
            let first = try #require(phone.recovery.first)
            for (code, works) in [(first.lowercased(), true), (first, false)] {
                let halfway = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
                let browser = app.guest.with("Cookie", "__Host-second-step=\(try #require(halfway.cookies["second-step"]))")
                let entered = try await browser.post("/account/second-step", ["code": code])
                #expect((entered.cookies["session"] != nil) == works)
            }
        }
    }

    @Test(.covers("CORE-012", "RES-002"), arguments: Engine.available)
    func `three wrong codes lock the second step`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let phone = try await enrol(.ada, app)
            app.clock.advance(by: .seconds(60))
            let halfway = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            let browser = app.guest.with("Cookie", "__Host-second-step=\(try #require(halfway.cookies["second-step"]))")
            for _ in 1...3 {
                let wrong = try await browser.post("/account/second-step", ["code": "not it"])
                #expect(wrong.status.rawValue == 422)
            }
            let right = try await browser.post("/account/second-step", ["code": phone.now(app)])
            #expect(right.status.rawValue == 429)
        }
    }

    @Test(.covers("CORE-016"))
    func `a program sends the code with the password`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let phone = try await enrol(.ada, app)
            app.clock.advance(by: .seconds(60))
            let body = #"{"email":"ada@stoa.example","password":"lantern 7 river"}"#
            let without = try await app.guest.asProgram.json(.post, "/api/v1/sessions", body)
            #expect(without.problem?.code == "accounts.second-step-needed")
            let with = try await app.guest.asProgram.json(
                .post, "/api/v1/sessions", #"{"email":"ada@stoa.example","password":"lantern 7 river","code":"\#(phone.now(app))"}"#)
            #expect(with.status.rawValue == 201)
        }
    }

    @Test(.covers("CORE-011", "CORE-049"))
    func `neither the secret nor a recovery code lies in the database as it is`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let phone = try await enrol(.ada, app)
            let stored = try await app.site.database.read {
                try $0.all("SELECT sealed_secret FROM account_totp UNION ALL SELECT code_hash FROM account_recovery_code" as Query<[UInt8]>)
            }
            #expect(stored.count == 11)
            for bytes in stored {
                #expect(!bytes.elementsEqual(phone.code.secret))
                #expect(!phone.recovery.contains(String(decoding: bytes, as: UTF8.self)))
            }
        }
    }

    @Test(.covers("CORE-016", "LIB-012"))
    func `a site can want a second step of its staff, who find the portal shut until they have one`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            try app.site.configure { $0.settings[AccountsSettings.staffSecondFactor.id] = "true" }
            for path in ["/admin", "/admin/people"] { #expect(try await owner.get(path).location == "/account/security") }
            _ = try await enrol(.owner, app)
            #expect(try await owner.get("/admin/people").status == .ok)
        }
    }

    @Test(.covers("LIB-012"), arguments: Engine.available)
    func `the portal asks again after its hours, and the password opens it`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            #expect(try await owner.get("/admin/people").status == .ok)
            for _ in 1...2 {
                app.clock.advance(by: .seconds(7 * 3600))
                #expect(try await owner.get("/account").status == .ok)
            }
            #expect(try await owner.get("/admin/people").location == "/account/confirm?then=%2Fadmin%2Fpeople")
            let wrong = try await owner.post("/account/confirm", ["password": "wrong 1 wrong", "then": "/admin/people"])
            #expect(wrong.status.rawValue == 422)
            #expect(try await owner.get("/admin/people").status == .seeOther)
            let right = try await owner.post("/account/confirm", ["password": Cast.password, "then": "/admin/people"])
            #expect(right.location == "/admin/people")
            #expect(try await owner.get("/admin/people").status == .ok)
        }
    }

    @Test(.covers("LIB-012"))
    func `the second step is not taken away by whoever finds a screen open`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await enrol(.ada, app)
            let ada = try await app.signedIn(.ada)
            app.clock.advance(by: .seconds(3600))
            let refused = try await ada.post("/account/security/authenticator/remove", ["confirmed": "true"])
            #expect(refused.location?.hasPrefix("/account/confirm") == true)
            _ = try await ada.post("/account/confirm", ["password": Cast.password, "then": "/account/security"])
            let removed = try await ada.post("/account/security/authenticator/remove", ["confirmed": "true"])
            #expect(removed.location == "/account/security")
            let open = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(open.cookies["session"] != nil)
        }
    }

    /// What a person's phone and paper hold.
    struct Phone {
        let code: OneTimeCode
        let recovery: [String]

        func now(_ app: TestApp) -> String { code.code(atStep: app.clock.clock.now().milliseconds / 1000 / OneTimeCode.step) }
    }

    /// Sets the second step up through the pages, as a person does.
    private func enrol(_ who: Cast, _ app: TestApp) async throws -> Phone {
        let client = try await app.signedIn(who)
        let page = try await client.get("/account/security/authenticator").text
        let ticket = try #require(page.firstMatch(of: /name="ticket" value="([^"]+)"/)?.output.1)
        let secret = try #require(page.firstMatch(of: /secret=([A-Z2-7]+)/)?.output.1)
        let code = OneTimeCode(secret: Self.bytes(base32: secret))
        let phone = Phone(code: code, recovery: [])
        let wrong = try await client.post("/account/security/authenticator", ["ticket": String(ticket), "code": "not it"])
        #expect(wrong.status.rawValue == 422 && !wrong.text.contains("recovery code"), "there are none yet")
        let shown = try await client.post("/account/security/authenticator", ["ticket": String(ticket), "code": phone.now(app)])
        let recovery = shown.text.matches(of: /<code>([A-Z0-9-]{14})<\/code>/).map { String($0.output.1) }
        #expect(recovery.count == 10 && shown.text.contains("data-recovery-codes") && shown.text.contains("recovery-codes.js"))
        return Phone(code: code, recovery: recovery)
    }

    private static func bytes(base32 text: some StringProtocol) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = text.flatMap { letter in
            (0..<5).reversed().map { (alphabet.firstIndex(of: letter) ?? 0) >> $0 & 1 }
        }
        return stride(from: 0, to: bits.count - 7, by: 8).map { start in bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | UInt8($1) } }
    }
}
