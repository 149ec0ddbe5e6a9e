import Core
import Crypto
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Accounts

@Suite struct SessionTests {
    @Test(.covers("CORE-004"), arguments: Engine.available)
    func `a program opens a session with e-mail and password and gets 201 with a bearer token`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            let opened = try await app.guest.asProgram.json(
                .post, "/api/v1/sessions", #"{"email":"ada@stoa.example","password":"lantern 7 river"}"#)
            #expect(opened.status.rawValue == 201)
            let token = try #require(opened.json["token"] as? String)
            let me = try await app.guest.asProgram.with("Authorization", "Bearer \(token)").get("/api/v1/session")
            #expect(me.json["name"] as? String == "Ada")
        }
    }

    @Test(.covers("CORE-014", "CORE-015", "LIB-006", "VOL-005"), arguments: Engine.available)
    func `signing out ends the session on the server`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/account").status == .ok)
            let out = try await ada.post("/account/sign-out")
            #expect(out.location == "/account/sign-in")
            // What the device kept goes too: the cookie, and pages behind the back button.
            #expect(out["Set-Cookie"]?.contains("session=; ") == true && out["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(out["Clear-Site-Data"] == "\"cache\"")
            #expect(try await ada.get("/account").status == .seeOther)
        }
    }

    @Test(.covers("CORE-014"), arguments: Engine.available)
    func `who signs in while the browser still has a dead session keeps the new one`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            let dead = app.guest.with("Cookie", "__Host-session=\(Token().text)")
            let wrong = try await dead.post("/account/sign-in", ["email": Cast.ada.email, "password": "not 1 of ours"])
            #expect(wrong.response.headers.all("Set-Cookie").filter { $0.hasPrefix("__Host-session=;") }.count == 1)
            let answer = try await dead.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            let set = answer.response.headers.all("Set-Cookie").filter { $0.hasPrefix("__Host-session=") }
            #expect(set.count == 1, "one cookie of a name in an answer")
            let ada = app.guest.with("Cookie", "__Host-session=\(try #require(answer.cookies["session"]))")
            #expect(try await ada.get("/account").status == .ok)
        }
    }

    @Test(.covers("CORE-014"), arguments: Engine.available)
    func `of two requests that show an old token one renews it, and no answer to a script ends what it got`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let sessions = try app.site.service(AccountsModule.self).sessions
            let shown = try await sessions.open(for: try await app.person(.ada), by: [.password], kind: .browser, keep: true, label: "")
            let read = try #require(try await sessions.find(shown)).record
            let renewed = try #require(try await sessions.renew(read, shown: shown))
            #expect(try await sessions.renew(read, shown: shown) == nil)
            #expect(try await sessions.find(renewed) != nil)
            let page = app.guest.with("Cookie", "__Host-session=\(shown.text)")
            let tab = try await page.get("/account")
            #expect(tab.status == .ok && tab.response.headers.all("Set-Cookie").isEmpty, "another tab of the same browser")
            app.clock.advance(by: SessionLife.overlap)
            #expect(try await sessions.find(shown) == nil)
            let script = app.guest.with("Cookie", "__Host-session=\(shown.text)").with("Accept", "application/json")
            #expect(try await script.get("/api/v1/session").response.headers.all("Set-Cookie").isEmpty)
        }
    }

    @Test(.covers("CORE-015"))
    func `a session that was read before it ended is not remembered afterwards`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let sessions = try app.site.service(AccountsModule.self).sessions
            let token = try await sessions.open(for: try await app.person(.ada), by: [.password], kind: .browser, keep: false, label: "")
            let read = try #require(try await sessions.find(token))
            let cache = SessionCache(sharedDatabase: false)
            let clearings = cache.clearings
            // Somebody else ends the session between our reading and our remembering.
            cache.clear()
            cache.keep(read, for: token.hash, since: clearings)
            #expect(cache.find(token.hash, at: app.clock.clock.steady()) == nil)
            cache.keep(read, for: token.hash, since: cache.clearings)
            #expect(cache.find(token.hash, at: app.clock.clock.steady()) != nil)
        }
    }

    @Test(.covers("CORE-014", "CAF-004", "CAF-007"))
    func `a session ends after the idle time, and use keeps it alive`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            for _ in 1...10 {
                app.clock.advance(by: .seconds(6 * 3600))
                #expect(try await ada.get("/account").status == .ok)
            }
            app.clock.advance(by: .seconds(13 * 3600))
            #expect(try await ada.get("/account").status == .seeOther)
        }
    }

    @Test func `no token is stored as it is`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.signedIn(.ada)
            let stored = try await app.site.database.read {
                try $0.one("SELECT token_hash FROM account_session ORDER BY id LIMIT 1" as Query<[UInt8]>)
            }
            #expect(stored.count == 32)
        }
    }

    @Test(.covers("CORE-050"))
    func `a form that another website sent changes nothing`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            let foreign = try await ada.with("Origin", "https://evil.example").post("/account/sign-out")
            #expect(foreign.status.rawValue == 403)
            let crossSite = try await ada.with("Sec-Fetch-Site", "cross-site").post("/account/sign-out")
            #expect(crossSite.status.rawValue == 403)
            #expect(try await ada.get("/account").status == .ok)
        }
    }

    @Test(arguments: ["", "Bearer ", "Bearer x", "Bearer ../../etc", "Basic YTpi", String(repeating: "B", count: 5000)])
    func `a token that opens nothing makes a guest, never an error`(_ header: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            let answer = try await app.guest.asProgram.with("Authorization", header).get("/api/v1/session")
            #expect(answer.status.rawValue == 401)
        }
    }

    @Test func `a banned person is out at once`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            let id = try await app.person(.ada)
            try await app.site.database.write { try $0.run("UPDATE account_person SET status = 'banned' WHERE id = \(id)") }
            let answer = try await app.guest.asProgram.json(.post, "/api/v1/sessions", #"{"email":"ada@stoa.example","password":"lantern 7 river"}"#)
            #expect(answer.problem?.code == "accounts.wrong-credentials")
            _ = ada
        }
    }
}
