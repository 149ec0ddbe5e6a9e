import Core
import TestSupport
import Testing
import Web

struct AccessTests {
    private func router() throws -> Router {
        try Router([
            .get(Path("/open"), allow: .everyone) { _, visitor in Response.text(visitor.personID?.description ?? "guest") },
            .get(Path("/mine"), allow: .members) { _, member in Response.text(member.name) },
            .post(Path("/mine"), allow: .members) { _, member in Response.text(member.name) },
            .get(Path("/edit"), allow: .permission("library.items.edit")) { _, member in Response.text(member.name) },
            .get(Path("/metrics"), allow: .token("metrics")) { _, _ in Response.text("numbers") },
            .get(Path("/api/v1/mine"), allow: .members) { _, member in Response.text(member.name) },
            .put(Path("/api/v1/cover"), allow: .members, body: .file(limit: 1_000_000)) { _, _ in Response.noContent },
        ])
    }

    private static let browser: Headers = ["Accept": "text/html,*/*"]

    @Test(.covers("CORE-018")) func `everybody gets what is open, members what is theirs`() async throws {
        let router = try router()
        #expect(try await router.respond(to: request(.get, "/open")).text == "guest")
        #expect(try await router.respond(to: request(.get, "/open", as: .bea)).text == "2")
        #expect(try await router.respond(to: request(.get, "/mine", as: .bea)).text == "Bea")
    }

    @Test(.covers("CORE-018")) func `a guest in a browser is sent to sign in and comes back`() async throws {
        let response = try await router().respond(to: request(.get, "/mine?page=2", Self.browser))
        #expect(response.status == .seeOther)
        #expect(response.headers["Location"] == "/account/sign-in?then=%2Fmine%3Fpage%3D2")
    }

    @Test func `after a form, the page that held it is where a guest comes back`() async throws {
        var headers = Self.browser
        headers["Referer"] = "https://stoa.test/library"
        let response = try await router().respond(to: request(.post, "/mine", headers))
        #expect(response.headers["Location"] == "/account/sign-in?then=%2Flibrary")
        headers["Referer"] = "https://stoa.test.evil.test/library"
        let other = try await router().respond(to: request(.post, "/mine", headers))
        #expect(other.headers["Location"] == "/account/sign-in")
    }

    @Test(.covers("CORE-018")) func `a program without credentials gets 401`() async throws {
        let response = try await router().respond(to: request(.get, "/api/v1/mine", Self.browser))
        #expect(response.status == .unauthorized)
        #expect(response.headers["WWW-Authenticate"] == "Bearer")
        #expect(response.problem?.code == "account.sign-in-needed")
    }

    @Test(.covers("CORE-018")) func `without the permission a page looks as if it were not there`() async throws {
        let router = try router()
        let refused = try await router.respond(to: request(.get, "/edit", as: .bea))
        let missing = try await router.respond(to: request(.get, "/nowhere", as: .bea))
        #expect(refused.status == .notFound)
        #expect(refused.text == missing.text)
        #expect(try await router.respond(to: request(.get, "/edit", as: .ada)).text == "Ada")
    }

    @Test func `the operator's token opens what people cannot`() async throws {
        var program = Identity.guest
        program.grantToken("metrics")
        #expect(try await router().respond(to: request(.get, "/metrics", as: program)).text == "numbers")
        #expect(try await router().respond(to: request(.get, "/metrics", as: .ada)).status == .notFound)
        #expect(try await router().respond(to: request(.get, "/metrics")).status == .unauthorized)
    }

    @Test func `nobody makes us keep a body that the route would not let them send`() async throws {
        let madeUp: Headers = ["Cookie": "x=y", "Authorization": "Bearer x"]
        guard case .answer(let refused) = try await router().admit(request(.put, "/api/v1/cover", madeUp)) else { throw Wrong() }
        #expect(refused.status == .unauthorized)
        guard case .admitted(_, .file(1_000_000)) = try await router().admit(request(.put, "/api/v1/cover", as: .ada)) else { throw Wrong() }
    }

    private struct Wrong: Error {}
}
