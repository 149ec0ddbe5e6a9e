import Accounts
import Core
import Database
import Platform
import Synchronization
import TestSupport
import Testing
import Web

/// Counts how often it is really called.
private struct CounterApp: App {
    static let manifest = AppManifest(
        id: "counter", name: "Counter")
    private let calls = Calls()

    init(site: Site) {}

    var routes: [Route] {
        let calls = calls
        return [
            .post(Path("/api/v1/count"), allow: .everyone, body: .json) { _, _ in CreatedAt("/made/1", ["calls": calls.next()]) },
            .post(Path("/api/v1/own"), allow: .members, body: .json) { (_: Request, _: Member) in CreatedAt("/made/2", ["calls": calls.next()]) },
            .post(Path("/api/v1/secret"), allow: .everyone, body: .json) { _, _ in
                var response = try Response.json(["calls": calls.next()])
                response.headers.set("Cache-Control", "no-store")
                return response
            },
        ]
    }
}

private final class Calls: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

@Suite struct KeyedCallTests {
    @Test(arguments: Engine.available)
    func `a call that is sent again with its key is done once and answered alike`(on engine: Engine) async throws {
        try await withTestApp(CounterApp.self, on: engine) { app in
            let client = app.guest.asProgram.with("Idempotency-Key", "k-1")
            let first = try await client.json(.post, "/api/v1/count", "{}")
            let again = try await client.json(.post, "/api/v1/count", "{}")
            #expect(first.status == .created)
            #expect(again.status == .created)
            #expect(first.text == again.text)
            #expect(again["Idempotency-Replayed"] == "true")
            #expect(again["Location"] == "/made/1")
        }
    }

    @Test func `a key that served another call is refused`() async throws {
        try await withTestApp(CounterApp.self, on: .sqlite) { app in
            let client = app.guest.asProgram.with("Idempotency-Key", "k-2")
            _ = try await client.json(.post, "/api/v1/count", "{}")
            let other = try await client.json(.post, "/api/v1/count", #"{"other":true}"#)
            #expect(other.problem?.code == "request.idempotency-key-reused")
        }
    }

    @Test func `a secret that is shown once is not kept to be shown again`() async throws {
        try await withTestApp(CounterApp.self, on: .sqlite) { app in
            let client = app.guest.asProgram.with("Idempotency-Key", "k-3")
            _ = try await client.json(.post, "/api/v1/secret", "{}")
            let kept = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM platform_answer" as Query<Int>) }
            #expect(kept == 0)
        }
    }

    @Test func `a key of one person is not a key of another`() async throws {
        try await withTestApp(CounterApp.self, on: .sqlite) { app in
            let ada = try await app.signedIn(.ada).asProgram.with("Idempotency-Key", "same")
            let bea = try await app.signedIn(.bea).asProgram.with("Idempotency-Key", "same")
            #expect(try await ada.json(.post, "/api/v1/count", "{}").json["calls"] as? Int == 1)
            #expect(try await bea.json(.post, "/api/v1/count", "{}").json["calls"] as? Int == 2)
        }
    }

    @Test(arguments: Engine.available)
    func `no key is kept for an address that is not there or not open to whoever asks`(on engine: Engine) async throws {
        try await withTestApp(CounterApp.self, on: engine) { app in
            let client = app.guest.asProgram.with("Idempotency-Key", "k-4")
            // Not even for a moment: nothing could be written.
            try await app.site.database.write { _ = try $0.run("DROP TABLE platform_answer") }
            #expect(try await client.json(.post, "/api/v1/nowhere", "{}").status == .notFound)
            #expect(try await client.json(.put, "/api/v1/count", "{}").status == .methodNotAllowed)
            #expect(try await client.json(.post, "/api/v1/own", "{}").status == .unauthorized)
            #expect(try await client.json(.post, "/api/v1/count", "{}").status.rawValue == 500)
        }
    }
}
