import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import WebServer

/// Where one request ends and the next begins must never be a matter of opinion (RFC 9112 §11.2).
extension LiveServer {
    @Suite struct MessageTests {
        private static let head = "POST /count HTTP/1.1\r\nHost: stoa.test\r\n"

        @Test(
            .covers("CORE-050"),
            arguments: [
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET",
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\nGET",
                "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
                "Content-Length: 5, 5\r\n\r\nhello",
                "Content-Length: +5\r\n\r\nhello",
                "Content-Length: -5\r\n\r\nhello",
                "Content-Length: 0x5\r\n\r\nhello",
                "Content-Length: 99999999999999999999999\r\n\r\nhello",
                "Content-Length:\r\n\r\nhello",
                "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "Content-Length : 5\r\n\r\nhello",
                "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                "X: a\u{0}b\r\nContent-Length: 5\r\n\r\nhello",
                "X: a\u{7}b\r\nContent-Length: 5\r\n\r\nhello",
                "Content-Length: 5\r\nX: a\u{0}b\r\n\r\nhello",
                "Content-Length: 5\u{0}0\r\nX: b\r\n\r\nhello",
                "X: a\r\n folded\r\nContent-Length: 5\r\n\r\nhello",
                "X: a\rb: c\r\nContent-Length: 5\r\n\r\nhello",
                "Bad Name: a\r\nContent-Length: 5\r\n\r\nhello",
                "Host: other.test\r\nContent-Length: 5\r\n\r\nhello",
            ])
        func `a body of doubtful length is refused and the connection closed`(rest: String) async throws {
            try await withServer([count, hello]) { port, _ in
                let client = try RawClient(port: port)
                try client.send(Self.head + rest + "GET /hello HTTP/1.1\r\nHost: stoa.test\r\n\r\n")
                let answer = try client.answer()
                #expect((400...499).contains(answer.status))
                #expect(client.isClosedByServer())
            }
        }

        @Test(arguments: [
            "GET /a%2 HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", "GET /../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /%2e%2e/etc HTTP/1.1\r\nHost: a\r\n\r\n", "GET hello HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /hello?a=%f HTTP/1.1\r\nHost: a\r\n\r\n", "GET /hello HTTP/1.1\r\n\r\n", "GET /hello HTTP/1.1\r\nHost:\r\n\r\n",
            "GET /hello HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET /hello HTTP/1.1\r\nHost: a/b\r\n\r\n",
            "GET /hello HTTP/2.0\r\nHost: a\r\n\r\n", "TRACE /hello HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /hello#part HTTP/1.1\r\nHost: a\r\n\r\n",
        ])
        func `an address or host that is not written correctly is refused`(message: String) async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                try client.send(message)
                let answer = try client.answer()
                #expect(answer.status == 400 || answer.status == 501 || answer.status == 505)
                #expect(client.isClosedByServer())
            }
        }

        @Test func `bytes that are no UTF-8 are refused in an address`() async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                try client.send(Array("GET /h".utf8) + [0xC3, 0x28] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
                #expect(try client.answer().status == 400)
            }
        }

        @Test func `lines that end in LF alone are still lines`() async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                try client.send("GET /hello HTTP/1.1\nHost: a\nAccept: */*\n\n")
                #expect(try client.answer().text == "hello")
            }
        }

        @Test func `the absolute form is the same address`() async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                #expect(try client.get("http://stoa.test/hello").text == "hello")
            }
        }

        @Test func `too many or too large header fields are refused`() async throws {
            try await withServer([hello]) { port, _ in
                let many = try RawClient(port: port).get("/hello", (0..<150).map { "X-\($0): a\r\n" }.joined())
                #expect(many.status == 431)
                let large = try RawClient(port: port).get("/hello", "X: " + String(repeating: "a", count: 20_000) + "\r\n")
                #expect(large.status == 431)
                let huge = try RawClient(port: port).get("/hello", "X: " + String(repeating: "a", count: 200_000) + "\r\n")
                #expect((400...499).contains(huge.status))
                let long = try RawClient(port: port).get("/hello?" + String(repeating: "a", count: 10_000))
                #expect(long.status == 414)
            }
        }

        @Test func `requests sent at once are answered in order on one connection`() async throws {
            try await withServer([hello, count]) { port, _ in
                let client = try RawClient(port: port)
                let one = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
                let two = "POST /count HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 3\r\n\r\nabc"
                let three = "POST /count HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n1\r\ne\r\n0\r\n\r\n"
                try client.send(one + two + three + one)
                #expect(try client.answer().text == "hello")
                #expect(try client.answer().text == "3")
                #expect(try client.answer().text == "5")
                #expect(try client.answer().text == "hello")
            }
        }

        @Test func `HEAD says what GET would, without the body`() async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                try client.send("HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try client.answer(toHead: true)
                #expect(answer.status == 200)
                #expect(answer["Content-Length"] == "5")
                #expect(try client.get("/hello").text == "hello")
            }
        }

        @Test func `other methods learn what is allowed`() async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                let wrong = try client.post("/hello", type: "text/plain", [])
                #expect(wrong.status == 405)
                #expect(wrong["Allow"] == "GET, HEAD, OPTIONS")
                try client.send("OPTIONS /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.answer()["Allow"] == "GET, HEAD, OPTIONS")
            }
        }
    }
}
