import Core
import Foundation
import TestSupport
import Testing
import Web

struct RequestTests {
    @Test func `a path is logged without the tokens in it`() throws {
        let token = "Zx8-0_aQ" + String(repeating: "k3Yb9", count: 7)
        func logged(_ target: String) throws -> String { try RequestHead(method: .get, target: target).loggedPath }
        #expect(try logged("/account/reset/\(token)?then=/x") == "/account/reset/…")
        #expect(try logged("/account/notices/stop/12-\(token)") == "/account/notices/stop/…")
        let digest = String(repeating: "0a9f", count: 16)
        #expect(try logged("/library/files/\(digest)/cover") == "/library/files/\(digest)/cover")
        #expect(try logged("/volunteers/posts/7/edit") == "/volunteers/posts/7/edit")
    }

    @Test(
        .covers("CORE-012"),
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2/64"), ("2001:db8:1:2::ffff", "20:1:d:b8:0:1:0:2/64"), ("?", "?"),
            ("::ffff:192.0.2.7", "192.0.2.7"), ("::ffff:c000:207", "192.0.2.7"),
        ])
    func `a network of IPv6 is one household`(address: String, network: String) throws {
        let request = Request(id: "test-1", head: try RequestHead(method: .get, target: "/", remoteAddress: address))
        #expect(request.network == network)
    }

    @Test func `a target is split and decoded`() throws {
        let head = try RequestHead(method: .get, target: "/a%20b/c%2Fd/?q=1+2&q=%C3%A5&empty")
        #expect(head.path == ["a b", "c/d", ""])
        #expect(head.query.all("q") == ["1 2", "å"])
        #expect(head.query["empty"] == "")
        #expect(head.pathText == "/a%20b/c%2Fd/")
    }

    @Test(
        .covers("CORE-050"),
        arguments: ["", "a", "/a b", "/a\tb", "/%", "/%0", "/%00", "/%ff", "/..", "/a/../b", "/%2e%2e/b", "/a#b", "/a?x=%"])
    func `a target that is not written correctly is refused`(target: String) {
        #expect(throws: Problem.self) { try RequestHead(method: .get, target: target) }
    }

    @Test func `header names are the same in any case`() {
        var headers: Headers = ["Accept": "a", "X-Y": "b"]
        #expect(headers["accept"] == "a")
        #expect(headers["X-y"] == "b")
        #expect(headers["X_Y"] == nil)
        headers["ACCEPT"] = "c"
        #expect(headers.all("Accept") == ["c"])
    }

    @Test(.covers("CORE-050")) func `no value can begin a new header line`() {
        var headers = Headers()
        headers.add("Location", "/a\r\nSet-Cookie: x=y\0")
        #expect(headers["Location"] == "/a  Set-Cookie: x=y ")
    }

    @Test func `a cookie of ours survives the trip and no other is taken for it`() throws {
        let cookie = Cookie("session", "a b;c=å", maxAge: .seconds(3600))
        #expect(cookie.header == "__Host-session=a%20b%3Bc%3D%C3%A5; Path=/; Secure; SameSite=Lax; HttpOnly; Max-Age=3600")
        let pair = try #require(cookie.header.split(separator: ";").first)
        #expect(try request(.get, "/", ["Cookie": "x=1; \(pair); y=2"]).cookie("session") == "a b;c=å")
        #expect(try request(.get, "/", ["Cookie": "session=stolen; __Host-sessionx=1; x__Host-session=2"]).cookie("session") == nil)
        #expect(try request(.get, "/", ["Cookie": "__Host-session=%zz"]).cookie("session") == nil)
        #expect(try request(.get, "/").cookie("session") == nil)
    }

    @Test func `a refusal is a problem document in the reader's language`() throws {
        var swedish = try request(.get, "/")
        swedish.renderer = { text, _, _ in "sv:\(text.key)" }
        let problem = Problem(.conflict, "a.b", "No.", remedy: "Wait.", fields: ["x": "Bad."], retryAfter: 7)
        let response = problem.response(for: swedish)
        let object = try response.object()
        #expect(response.status == .conflict)
        #expect(response.headers["Retry-After"] == "7")
        #expect(object["code"] as? String == "a.b")
        #expect(object["status"] as? Int == 409)
        #expect(object["detail"] as? String == "sv:No.")
        #expect((object["fields"] as? [String: String]) == ["x": "sv:Bad."])
        #expect(object["request"] as? String == "test-1")
    }

    @Test func `JSON that the client has already is not sent again`() async throws {
        struct Small: JSONAnswer { let a = 1 }
        let first = try await Small().response(for: request(.get, "/"))
        let tag = try #require(first.headers["ETag"])
        let again = try await Small().response(for: request(.get, "/", ["If-None-Match": tag]))
        #expect(again.status == .notModified)
        #expect(again.text == "")
        let changed = EntityTag.of(Array("{\"a\":2}".utf8))
        #expect(changed != tag)
    }

    @Test func `events keep to their lines`() {
        let event = ServerSentEvent(id: "4\n5", name: "a\rb", data: "one\ntwo\r\nthree")
        #expect(event.text == "id: 45\nevent: ab\ndata: one\ndata: two\ndata: three\n\n")
    }

    @Test func `media types are read as senders write them`() {
        let type = MediaType(#"Form-Data; name="a;b"; filename="x\"y.txt"; Charset = utf-8"#)
        #expect(type.name == "form-data")
        #expect(type.parameters == ["name": "a;b", "filename": "x\"y.txt", "charset": "utf-8"])
        #expect(MediaType("application/ld+json; x").isJSON)
        #expect(!MediaType("text/json+x").isJSON)
    }
}
