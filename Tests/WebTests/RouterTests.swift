import Core
import Testing
import Web

struct RouterTests {
    private static let book = Path("/library/books/{book}", BookID.self)
    private static let page = Path("/library/books/{book}/pages/{page}", BookID.self, Int.self)
    private static let asset = Path("/assets/{hash}/{rest...}", String.self, RestOfPath.self)

    private func router() throws -> Router {
        try Router([
            .get(Path("/"), allow: .everyone) { _, _ in Response.text("home") },
            .get(Self.book, allow: .everyone) { _, _, book in Response.text("book \(book)") },
            .get(Path("/library/books/new"), allow: .everyone) { _, _ in Response.text("new") },
            .get(Self.page, allow: .everyone) { _, _, book, page in Response.text("book \(book) page \(page)") },
            .get(Self.asset, allow: .everyone) { _, _, hash, rest in Response.text("\(hash): \(rest)") },
            .put(Self.book, allow: .everyone) { _, _, _ in Response.noContent },
        ])
    }

    @Test(arguments: [
        ("/", "home"), ("/library/books/7", "book 7"), ("/library/books/new", "new"), ("/library/books/7/pages/12", "book 7 page 12"),
        ("/assets/ab/css/main.css", "ab: css/main.css"), ("/library/books/%37", "book 7"), ("/library/books/7?x=1", "book 7"),
    ])
    func `an address finds its route, fixed words before placeholders`(target: String, text: String) async throws {
        #expect(try await router().respond(to: request(.get, target)).text == text)
    }

    @Test(arguments: ["/library", "/library/books/0", "/library/books/-1", "/library/books/x", "/library//books", "/assets/ab"])
    func `what no route takes is not found`(target: String) async throws {
        let response = try await router().respond(to: request(.get, target))
        #expect(response.status == .notFound)
        #expect(response.headers["Content-Type"] == "application/problem+json")
    }

    @Test func `a path prints what it matches, whatever stands in the values`() async throws {
        let words = Path("/find/{words}", String.self)
        let router = try Router([.get(words, allow: .everyone) { _, _, words in Response.text(words) }])
        for value in ["plain", "two words", "a/b", "50 %", "åäö", "q?x#y", "日本"] {
            #expect(try await router.respond(to: request(.get, words(value))).text == value)
        }
        #expect(Self.page(BookID(3), 4) == "/library/books/3/pages/4")
        #expect(Self.asset("ab", RestOfPath(["a b", "c"])) == "/assets/ab/a%20b/c")
    }

    @Test func `a wrong method learns the right ones`() async throws {
        let response = try await router().respond(to: request(.delete, "/library/books/7"))
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers["Allow"] == "GET, HEAD, PUT, OPTIONS")
        #expect(try await router().respond(to: request(.head, "/library/books/7")).status == .ok)
    }

    @Test func `a slash too many leads to the address without it, on this host only`() async throws {
        let response = try await router().respond(to: request(.get, "/library/books/7/?a=b"))
        #expect(response.status == .permanentRedirect)
        #expect(response.headers["Location"] == "/library/books/7?a=b")
        #expect(try await router().respond(to: request(.get, "//evil.test/")).status == .notFound)
    }

    @Test func `two routes for one address are refused at the start`() throws {
        let show = Route.get(Self.book, allow: .everyone) { _, _, _ in Response.noContent }
        let other = Route.get(Path("/library/books/{item}", Int.self), allow: .everyone) { _, _, _ in Response.noContent }
        #expect(throws: (any Error).self) { try Router([show, other]) }
        #expect(throws: (any Error).self) { try Router([.get(Path("/a/{b}"), allow: .everyone) { _, _ in Response.noContent }]) }
        #expect(throws: (any Error).self) { try Router([.get(Path("a"), allow: .everyone) { _, _ in Response.noContent }]) }
        #expect(throws: (any Error).self) {
            try Router([.get(Path("/{rest...}/a", RestOfPath.self), allow: .everyone) { _, _, _ in Response.noContent }])
        }
    }

    @Test func `a failure says only the request id, and the log its cause`() async throws {
        struct Broken: Error {}
        let lines = Lines()
        let router = try Router(
            [.get(Path("/broken"), allow: .everyone) { _, _ -> Response in throw Broken() }], log: Log { lines.add($0) })
        let response = try await router.respond(to: request(.get, "/broken?token=secret"))
        #expect(response.status == .internalServerError)
        #expect(response.text.contains("test-1"))
        #expect(!response.text.contains("Broken"))
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.contains("Broken") == true)
        #expect(lines.all.first?.contains("secret") == false)
    }

    @Test func `a word for the next page is shown once`() async throws {
        let router = try Router([
            .post(Path("/save"), allow: .everyone) { _, _ in Response.seeOther("/", flash: "Saved \(3) books; åäö.") },
            .get(Path("/"), allow: .everyone) { request, _ in Response.html(Array((request.flash?.words ?? "nothing").utf8)) },
        ])
        let saved = try await router.respond(to: request(.post, "/save"))
        let cookie = try #require(saved.headers["Set-Cookie"]?.split(separator: ";").first)
        let shown = try await router.respond(to: request(.get, "/", ["Cookie": "a=b; \(cookie)"]))
        #expect(shown.text == "Saved 3 books; åäö.")
        #expect(shown.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
        #expect(try await router.respond(to: request(.get, "/")).headers["Set-Cookie"] == nil)
    }
}
