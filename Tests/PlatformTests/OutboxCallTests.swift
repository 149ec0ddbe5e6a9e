import Core
import Database
import Help
import Notifications
import Platform
import TestSupport
import Testing
import Web

@Suite struct OutboxCallTests {
    /// A form of the support page with a key, as a device sends it for a person.
    private func send(_ client: TestClient, author: String, key: String, words: String = "It does not go on.") async throws -> TestResponse {
        try await client.with("Stoa-Outbox", author).with("Accept", "application/json").post(
            "/help/support", ["subject": "Lamp", "words": words, "submission": key])
    }

    private func requests(of app: TestApp) async throws -> Int {
        try await app.site.database.read { try $0.one("SELECT CAST(count(*) AS BIGINT) FROM help_request") }
    }

    @Test(.covers("CORE-034"), arguments: Engine.available)
    func `a device hears plainly that a form took effect, and it does so once`(on engine: Engine) async throws {
        try await withTestApp(parts: [NotificationsModule.self, HelpModule.self], on: engine) { app in
            let (ada, author) = (try await app.signedIn(.ada), try await app.person(.ada).description)
            let first = try await send(ada, author: author, key: "0123456789abcdefghijkl")
            let again = try await send(ada, author: author, key: "0123456789abcdefghijkl")
            #expect(first.status == .noContent && first["Stoa-Outbox"] == "done" && first.location?.hasPrefix("/help/support/") == true)
            #expect(again.status == .noContent && again["Stoa-Outbox"] == "done" && again.location == first.location)
            #expect(try await requests(of: app) == 1)
            let refused = try await send(ada, author: author, key: "0123456789abcdefghijkm", words: " ")
            #expect(refused.status == .unprocessableContent && refused["Stoa-Outbox"] == nil)
        }
    }

    @Test(.covers("CORE-034"))
    func `nothing is done for a device whose author is somebody else`() async throws {
        try await withTestApp(parts: [NotificationsModule.self, HelpModule.self], on: .sqlite) { app in
            let author = try await app.person(.ada).description
            let bea = try await app.signedIn(.bea)
            #expect(try await send(bea, author: author, key: "0123456789abcdefghijkl").problem?.code == "request.other-person")
            #expect(try await send(app.guest, author: author, key: "0123456789abcdefghijkl").status.rawValue == 401)
            #expect(try await requests(of: app) == 0)
        }
    }

    @Test(.covers("CORE-034"))
    func `nothing is done for a device that sends no key, for it would send again and again`() async throws {
        try await withTestApp(parts: [NotificationsModule.self, HelpModule.self], on: .sqlite) { app in
            let (ada, author) = (try await app.signedIn(.ada), try await app.person(.ada).description)
            #expect(try await send(ada, author: author, key: "short").problem?.code == "request.step-needed")
            #expect(try await requests(of: app) == 0)
        }
    }

    @Test(.covers("CORE-034"))
    func `a redirect without a write is no success`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let author = try await app.person(.ada).description
            let ada = try await app.signedIn(.ada).with("Stoa-Outbox", author)
            let answer = try await ada.post("/preferences", ["language": "sv", "then": "/", "submission": "0123456789abcdefghijkl"])
            #expect(answer.problem?.code == "request.step-needed")
        }
    }
}
