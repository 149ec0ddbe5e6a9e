import Accounts
import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@Suite struct IdempotencyTests {
    private let body = #"{"email":"ada@stoa.example","password":"lantern 7 river"}"#

    @Test(arguments: Engine.available)
    func `a call that is sent again with its key is done once and answered alike`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            let client = app.guest.asProgram.with("Idempotency-Key", "k-1")
            let first = try await client.json(.post, "/api/v1/sessions", body)
            let again = try await client.json(.post, "/api/v1/sessions", body)
            #expect(first.status == .created)
            #expect(again.status == .created)
            #expect(again.json["token"] as? String == first.json["token"] as? String)
            #expect(again["Idempotency-Replayed"] == "true")
            let sessions = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_session WHERE kind = 'bearer'" as Query<Int>) }
            #expect(sessions == 1)
        }
    }

    @Test func `a key that served another call is refused`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let client = app.guest.asProgram.with("Idempotency-Key", "k-2")
            _ = try await client.json(.post, "/api/v1/sessions", body)
            let other = try await client.json(.post, "/api/v1/sessions", #"{"email":"bea@stoa.example","password":"lantern 7 river"}"#)
            #expect(other.problem?.code == "request.idempotency-key-reused")
        }
    }

    @Test func `a key of one person is not a key of another`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let ada = try await app.signedIn(.ada).asProgram.with("Idempotency-Key", "same")
            let bea = try await app.signedIn(.bea).asProgram.with("Idempotency-Key", "same")
            #expect(try await ada.delete("/api/v1/session").status == .noContent)
            let other = try await bea.delete("/api/v1/session")
            #expect(other.status == .noContent)
            #expect(other["Idempotency-Replayed"] == nil)
        }
    }
}
