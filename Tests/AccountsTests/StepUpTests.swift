import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts

@Suite struct StepUpTests {
    @Test(.covers("CORE-016", "LIB-012"), arguments: Engine.available)
    func `who owns a passkey and signs in with the password is asked for it before the portal opens`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            var device = try await app.enrolPasskey(of: .owner)
            try await require(app)
            let token = try await signIn(.owner, app)
            let owner = app.client(token: token)
            #expect(try await owner.get("/account").status == .ok)
            let place = "/account/step-up?then=%2Fadmin%2Fpeople"
            #expect(try await owner.get("/admin/people").location == place)
            let program = try await owner.with("Accept", "application/json").get("/api/v1/people")
            #expect(program.status == .forbidden && program.problem?.code == "account.step-up-needed")

            let page = try await owner.get(place)
            #expect(page.status == .ok && !page.text.contains(#"name="password""#) && !page.text.contains("security/passkeys"))
            let offer = try passkeyOffer(in: page)
            let proved = try await owner.post(
                "/account/step-up", ["ticket": offer.ticket, "credential": device.get(challenge: offer.challenge), "then": "/admin/people"])
            #expect(proved.location == "/admin/people")
            let renewed = try #require(proved.cookies["session"])
            #expect(try await app.client(token: renewed).get("/admin/people").status == .ok)
            #expect(try await owner.get("/account").location?.hasPrefix("/account/sign-in") == true, "a copy of the old token gains nothing")
        }
    }

    @Test(.covers("CORE-016", "LIB-012"), arguments: Engine.available)
    func `a bearer token has the rights that its own proof is worth`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.enrolPasskey(of: .owner)
            let phone = try await app.enrolPhone(of: .admin)
            try await require(app)
            let password = try await app.guest.asProgram.json(
                .post, "/api/v1/sessions", #"{"email":"\#(Cast.owner.email)","password":"\#(Cast.password)"}"#)
            let weak = app.client(token: try #require(password.json["token"] as? String)).asProgram
            let refused = try await weak.get("/api/v1/people")
            #expect(refused.status == .forbidden && refused.problem?.code == "account.step-up-needed")
            #expect(try await weak.get("/api/v1/session").json["permissions"] as? [String] == [], "not only the routes of staff")

            app.clock.advance(by: .seconds(60))
            let both = try await app.guest.asProgram.json(
                .post, "/api/v1/sessions", #"{"email":"\#(Cast.admin.email)","password":"\#(Cast.password)","code":"\#(phone.now(app))"}"#)
            let strong = app.client(token: try #require(both.json["token"] as? String)).asProgram
            #expect(try await strong.get("/api/v1/people").status == .ok)
        }
    }

    @Test(.covers("CORE-016"), arguments: Engine.available)
    func `a code opens the portal for the session in which it was said, and a recovery code does so once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let phone = try await app.enrolPhone(of: .owner)
            try await require(app)
            let recovery = try #require(phone.recovery.first)
            for works in [true, false] {
                // As sessions are that were opened before proofs were recorded.
                let owner = app.client(token: try await app.accounts().openSession(for: app.person(.owner)))
                #expect(try await owner.get("/admin").location == "/account/step-up?then=%2Fadmin")
                let entered = try await owner.post("/account/step-up", ["code": recovery, "then": "/admin"])
                #expect((entered.location == "/admin") == works)
                guard works else { continue }
                let renewed = app.client(token: try #require(entered.cookies["session"]))
                #expect(try await renewed.get("/admin").status == .ok)
                #expect(try await renewed.get("/account/step-up?then=/admin").location == "/admin", "it is asked once")
            }
        }
    }

    @Test(.covers("CORE-012", "CORE-016"), arguments: Engine.available)
    func `codes cannot be tried again and again, and the passkey is never locked`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let phone = try await app.enrolPhone(of: .owner)
            var device = try await app.enrolPasskey(of: .owner)
            try await require(app)
            app.clock.advance(by: .seconds(60))
            let owner = app.client(token: try await app.accounts().openSession(for: app.person(.owner)))
            for status in [422, 422, 429] { #expect(try await owner.post("/account/step-up", ["code": "not it"]).status.rawValue == status) }
            let locked = try await owner.post("/account/step-up", ["code": phone.now(app)])
            #expect(locked.status.rawValue == 429)
            let offer = try passkeyOffer(in: locked)
            let proved = try await owner.post("/account/step-up", ["ticket": offer.ticket, "credential": device.get(challenge: offer.challenge)])
            #expect(proved.cookies["session"] != nil)
        }
    }

    @Test(.covers("CORE-016"), arguments: Engine.available)
    func `a password alone changes nothing about an account that has a second factor`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.enrolPasskey(of: .ada)
            let id = try await app.site.database.read { try $0.one("SELECT id FROM account_passkey ORDER BY id LIMIT 1" as Query<Int64>) }
            let ada = app.client(token: try await signIn(.ada, app))
            let pages = [
                "/account/security/passkeys", "/account/security/passkeys/\(id)/remove", "/account/security/authenticator",
                "/account/security/recovery-codes", "/account/app-passwords", "/account/delete",
            ]
            for page in pages {
                #expect(try await ada.get(page).location?.hasPrefix("/account/step-up") == true, "\(page)")
                #expect(try await ada.post(page, ["confirmed": "true", "label": "x"]).location?.hasPrefix("/account/step-up") == true, "\(page)")
            }
            let changed = try await ada.post("/account/password", ["current": Cast.password, "password": "river 8 lantern"])
            #expect(changed.location?.hasPrefix("/account/step-up") == true)
            // Confirming by the password is no second factor.
            #expect(try await ada.post("/account/confirm", ["password": Cast.password, "then": "/account"]).location == "/account")
            #expect(try await ada.get("/account/security/passkeys").location?.hasPrefix("/account/step-up") == true)
        }
    }

    @Test(.covers("CORE-016")) func `without a second factor the way leads to setting one up, and a member is asked for nothing`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            try await require(app)
            #expect(try await owner.get("/admin").location == "/account/security")
            #expect(try await owner.get("/account/step-up?then=/admin").location == "/account/security")
            let ada = app.client(token: try await signIn(.ada, app))
            #expect(try await ada.get("/account").status == .ok)
            #expect(try await ada.get("/admin").status == .forbidden)
        }
    }

    @Test(.covers("LIB-012", "CORE-018"), arguments: Engine.available)
    func `once the portal asks again, the session is a member's everywhere until it has answered`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let owner = try await app.signedIn(.owner)
            func permissions() async throws -> Int {
                (try await owner.with("Accept", "application/json").get("/api/v1/session").json["permissions"] as? [String])?.count ?? -1
            }
            #expect(try await permissions() > 0)
            for _ in 1...2 {
                app.clock.advance(by: .seconds(7 * 3600))
                #expect(try await owner.get("/account").status == .ok)
            }
            #expect(try await permissions() == 0)
            #expect(try await owner.get("/account").text.contains(#"href="/admin""#), "the way there stays")
            _ = try await owner.post("/account/confirm", ["password": Cast.password, "then": "/admin/people"])
            #expect(try await permissions() > 0)
        }
    }

    @Test(.covers("CORE-016"), arguments: Engine.available)
    func `the operator helps somebody who lost everything`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.enrolPasskey(of: .owner)
            _ = try await app.enrolPhone(of: .owner)
            _ = await app.running.run(["user", "two-step-reset", "--email", Cast.owner.email]) { _, _ in }
            #expect(try await app.signedIn(.owner).get("/account").location?.hasPrefix("/account/sign-in") == true)
            #expect(try await app.guest.post("/account/sign-in", ["email": Cast.owner.email, "password": Cast.password]).cookies["session"] != nil)
        }
    }

    private func require(_ app: TestApp) async throws { try await app.site.configure { $0.settings[AccountsSettings.staffSecondFactor.id] = "true" } }

    private func signIn(_ who: Cast, _ app: TestApp) async throws -> String {
        _ = try await app.person(who)
        let answer = try await app.guest.post("/account/sign-in", ["email": who.email, "password": Cast.password])
        return try #require(answer.cookies["session"])
    }
}
