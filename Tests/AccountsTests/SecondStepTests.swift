import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts
@testable import SignIn

@Suite struct SecondStepTests {
    @Test(.covers("CORE-016", "LIB-012"), arguments: Engine.available)
    func `with an authenticator app the password alone opens nothing, and each code opens once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let phone = try await app.enrolPhone(of: .ada)
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
            let phone = try await app.enrolPhone(of: .ada)
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
            let phone = try await app.enrolPhone(of: .ada)
            app.clock.advance(by: .seconds(60))
            let halfway = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            let browser = app.guest.with("Cookie", "__Host-second-step=\(try #require(halfway.cookies["second-step"]))")
            for status in [422, 422, 429] {
                let wrong = try await browser.post("/account/second-step", ["code": "not it"])
                #expect(wrong.status.rawValue == status)
            }
            let right = try await browser.post("/account/second-step", ["code": phone.now(app)])
            #expect(right.status.rawValue == 429)
        }
    }

    @Test(.covers("CORE-012", "RES-002"), arguments: Engine.available)
    func `wrong codes lock the second step for longer each time, and a right one begins anew`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let phone = try await app.enrolPhone(of: .ada)
            func said() async throws -> TestClient {
                let halfway = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
                return app.guest.carrying("second-step", try #require(halfway.cookies["second-step"]))
            }
            for minutes in [15, 30, 60, 120, 240, 240] {
                var browser = try await said()
                for status in [422, 422, 429] {
                    #expect(try await browser.post("/account/second-step", ["code": "not it"]).status.rawValue == status)
                }
                app.clock.advance(by: .seconds(minutes * 60 - 1))
                browser = try await said()
                #expect(try await browser.post("/account/second-step", ["code": phone.now(app)]).status.rawValue == 429, "\(minutes)")
                app.clock.advance(by: .seconds(2))
            }
            #expect(try await said().post("/account/second-step", ["code": phone.now(app)]).cookies["session"] != nil)
            let browser = try await said()
            for _ in 1...3 { _ = try await browser.post("/account/second-step", ["code": "not it"]) }
            app.clock.advance(by: .seconds(15 * 60 + 1))
            #expect(try await said().post("/account/second-step", ["code": phone.now(app)]).cookies["session"] != nil)
            let told = try await app.emails(to: Cast.ada.email).count { $0.subject == "Someone entered wrong codes for your account" }
            #expect(told == 2, "one letter each time it begins")
        }
    }

    @Test(.covers("CORE-012"), arguments: [-86_400, 86_400], Engine.available)
    func `a clock that is set makes no lock longer or shorter`(_ seconds: Int, on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            for status in [401, 401, 429] { #expect(try await app.attempt(app.guest, .ada, "wrong 1 wrong") == status) }
            app.clock.set(by: .seconds(seconds))
            #expect(try await app.attempt(app.guest, .ada) == 429)
            app.clock.advance(by: .seconds(15 * 60 + 1))
            #expect(try await app.attempt(app.guest, .ada) == 303)
        }
    }

    @Test(.covers("CORE-016"))
    func `a program sends the code with the password`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let phone = try await app.enrolPhone(of: .ada)
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
            let phone = try await app.enrolPhone(of: .ada)
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
            try await app.site.configure { $0.settings[AccountsSettings.staffSecondFactor.id] = "true" }
            for path in ["/admin", "/admin/people"] { #expect(try await owner.get(path).location == "/account/security") }
            _ = try await app.enrolPhone(of: .owner)
            #expect(try await owner.get("/admin/people").status == .seeOther, "the session has another token now")
            #expect(try await app.signedIn(.owner).get("/admin/people").status == .ok)
        }
    }

    @Test(.covers("CORE-016", "CORE-018"))
    func `only an owner turns the second step of the staff off`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let guarding = StaffSecondStep(site: app.site, roles: try app.site.service(), access: try app.site.service())
            let (admin, owner) = (try await app.person(.admin), try await app.person(.owner))
            await #expect(throws: AdministrationRefusal.ownersTurnOff) {
                try await app.site.database.read { try guarding.check("false", by: admin, in: $0) }
            }
            try await app.site.database.read { try guarding.check("false", by: owner, in: $0) }
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
            _ = try await app.enrolPhone(of: .ada)
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
}
