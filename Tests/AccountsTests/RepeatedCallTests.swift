import Accounts
import Core
import Database
import Mail
import Platform
import TestSupport
import Testing
import Web

/// Calls that are sent again because their answer was lost: what they did is done once, and what opens an account opens it once.
@Suite struct RepeatedCallTests {
    private static let key = "AAAAAAAAAAAAAAAAAAAAAA"

    @Test(arguments: Engine.available)
    func `an account that a program makes is made once`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let owner = try await app.signedIn(.owner).asProgram
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "library@stoa.example") }
            let (client, nia) = (owner.with("Idempotency-Key", "k-1"), #"{"name":"Nia","email":"nia@stoa.example"}"#)
            let first = try await client.json(.post, "/api/v1/people", nia)
            try await app.forgetAnswers()
            let second = try await client.json(.post, "/api/v1/people", nia)
            #expect(first.status.rawValue == 201 && second.status.rawValue == 201)
            #expect(second.json["id"] as? Int == first.json["id"] as? Int && second["Idempotency-Replayed"] == nil)
            #expect(try await owner.json(.post, "/api/v1/people", nia).problem?.code == "accounts.email-taken")
            #expect(try await app.emails(to: "nia@stoa.example").count == 1)
        }
    }

    @Test func `somebody who registers once hears of no second account`() async throws {
        try await withTestApp(on: .sqlite) { app in
            for _ in 0..<2 {
                let answer = try await app.guest.post(
                    "/account/register", ["name": "Eve", "email": "eve@stoa.example", "password": "candle 12 light", "submission": Self.key])
                #expect(answer.status == .seeOther)
            }
            #expect(try await app.emails(to: "eve@stoa.example").map(\.subject) == ["Confirm your address"])
        }
    }

    @Test func `terms are published once`() async throws {
        try await withTestApp(DoorApp.self, on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            _ = try await owner.post("/admin/terms/door", ["text-en": "Knock twice."])
            let page = try await owner.get("/admin/terms/door/preview").text
            let stamp = String(try #require(page.firstMatch(of: /name="stamp" value="([0-9a-f]+)"/)).1)
            for _ in 0..<2 {
                let answer = try await owner.post("/admin/terms/door/preview", ["stamp": stamp, "confirmed": "true", "submission": Self.key])
                #expect(answer.location == "/admin/terms/door")
                try await app.forgetAnswers()
            }
            #expect(try await app.auditTrail().filter { $0 == "account.terms.configure" }.count == 1)
        }
    }

    @Test(arguments: Engine.available)
    func `a provider that waited for its person is added once`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let app = journey.app
            _ = try await app.person(.ada)
            let browser = journey.browser()
            _ = try await browser.signIn("google", as: "cleo", then: "/account")
            _ = try await browser.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password, "then": "/account/finish"])
            let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            for _ in 0..<2 {
                let answer = try await app.guest.with("Cookie", cookies).post("/account/finish/link", ["submission": Self.key])
                #expect(answer.location == "/account")
            }
            let other = try await app.guest.with("Cookie", cookies).post("/account/finish/link")
            #expect(other.status != .seeOther, "another call finds nothing that waits")
            let added = try await app.emails(to: Cast.ada.email).filter { $0.subject == "You can now sign in with Google" }
            #expect(added.count == 1)
        }
    }

    @Test(.covers("CORE-013"))
    func `a link that sets a password opens one session, also for a form that is sent again`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            _ = try await app.guest.post("/account/forgotten", ["email": Cast.ada.email])
            try await app.runJobs()
            let links = try await app.emails(to: Cast.ada.email).flatMap(\.links)
            let path = try #require(links.lazy.compactMap { $0.firstMatch(of: /\/account\/reset\/[A-Za-z0-9_-]{43}/) }.first).output
            let form: KeyValuePairs = ["password": "river 8 lantern", "submission": Self.key]
            #expect(try await app.guest.post(String(path), form).cookies["session"] != nil)
            let again = try await app.guest.post(String(path), form)
            #expect(again.status.rawValue == 410 && again.cookies["session"] == nil)
        }
    }
}

extension TestApp {
    /// As if each answer had been lost on its way into the table.
    fileprivate func forgetAnswers() async throws {
        try await site.database.write { db in _ = try db.run("DELETE FROM platform_answer") }
    }
}
