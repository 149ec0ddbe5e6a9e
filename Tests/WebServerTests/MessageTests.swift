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
                "X: a\nContent-Length: 5\r\n\r\nhello",
                "Content-Length: 5\n\r\nhello",
                "Content-Length: 5\r\n\nhello",
                "Content-Length: 5\n\nhello",
                "Content-Length: 5\r\nX: a\r\n folded\r\n\r\nhello",
                "Content-Length: 5\r\nX:\u{0}a\r\n\r\nhello",
                "Content-Length: 5\r\nX: a\u{0}\r\n\r\nhello",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: Chunked\r\n\r\n5\nhello\n0\n\n",
                "Transfer-Encoding: chunked\r\n\r\n5;x=\(String(repeating: "a", count: 300_000))\r\nhello\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nContent-Length: 7\r\n\r\n",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n",
            ])
        func `a body of doubtful length is refused and the connection closed`(rest: String) async throws {
            try await withServer([count, hello]) { port, _ in
                let client = try RawClient(port: port)
                // A server that has heard enough closes while we still speak.
                try? client.send(Self.head + rest + "GET /hello HTTP/1.1\r\nHost: stoa.test\r\n\r\n")
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
            "GET /hello HTTP/2.0\r\nHost: a\r\n\r\n", "BREW /hello HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /hello#part HTTP/1.1\r\nHost: a\r\n\r\n", "GET /hello\u{0}/more HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /hello\u{0}HTTP/1.1 HTTP/1.1\r\nHost: a\r\n\r\n", "GET\u{0} /hello HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET  /hello HTTP/1.1\r\nHost: a\r\n\r\n", "GET /hello  HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /hello world HTTP/1.1\r\nHost: a\r\n\r\n", "GET /hello\tHTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /hello HTTP/1.1\nHost: a\r\n\r\n", "GET /hello HTTP/1.1\r\nHost: a\n\r\n", "GET /hello HTTP/1.1\r\nHost: a\r\n\n",
            "GET http://other.test/hello HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://u@a/hello HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /hello HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n", "GET /hello\r\n\r\n", "GET /hello HTTP/1.1x\r\nHost: a\r\n\r\n",
            "GET /hello HTTP/1.0\r\n\r\n", "GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        ])
        func `an address or host that is not written correctly is refused`(message: String) async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                try client.send(message)
                let answer = try client.answer()
                #expect(answer.status == 400 || answer.status == 501 || answer.status == 505)
                #expect(client.isClosedByServer(), "and nothing follows the one answer")
            }
        }

        @Test func `bytes that are no UTF-8 are refused in an address`() async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                try client.send(Array("GET /h".utf8) + [0xC3, 0x28] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
                #expect(try client.answer().status == 400)
            }
        }

        @Test func `a header that comes in pieces, with empty lines in front or white space in the fields, is read like any other`() async throws {
            try await withServer([hello, count]) { port, _ in
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    for piece in ["\r\nGET /he", "llo?a=", "b HTTP/1", ".1\r", "\nHost:a\r\nX:", " \t b \r\nY:\r\n", "\r", "\n"] {
                        try client.send(piece)
                        try await Task.sleep(for: .milliseconds(2))
                    }
                    #expect(try client.answer().text == "hello")
                }
                #expect(try client.post("/count", type: "a/b", [0, 0, 0, 0]).text == "4")
            }
        }

        @Test func `a body in chunks is refused with the remedy`() async throws {
            try await withServer([count]) { port, _ in
                let answer = try RawClient(port: port).get("/hello", "Transfer-Encoding: chunked\r\n")
                #expect(answer.status == 411)
                #expect(answer.text.contains("request.length-required"))
            }
        }

        @Test func `hundreds of short cookies or query fields cost no memory of the connection`() async throws {
            try await withServer([hello]) { port, _ in
                let cookies = String(repeating: "a=b; ", count: 2000)
                let items = String(repeating: "a&", count: 2000)
                for (target, fields) in [("/hello", "Cookie: \(cookies)\r\n"), ("/hello?" + items, "")] {
                    let client = try RawClient(port: port)
                    let answer = try client.get(target, fields + "Connection: close\r\n")
                    #expect(answer.text == "hello" || answer.status == 400)
                    #expect(client.isClosedByServer())
                }
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
                try client.send(one + two + one)
                #expect(try client.answer().text == "hello")
                #expect(try client.answer().text == "3")
                #expect(try client.answer().text == "hello")
            }
        }

        @Test func `a request that waits for a word to go on, and has no body, is answered and the last on its connection`() async throws {
            let slow = Route.get(Path("/slow"), allow: .everyone) { _, _ in
                try await Task.sleep(for: .milliseconds(20))
                return Response.text("slow")
            }
            try await withServer([hello, slow, count]) { port, _ in
                for (line, text) in [("GET /hello", "hello"), ("GET /slow", "slow"), ("POST /count", "none")] {
                    let client = try RawClient(port: port)
                    let next = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
                    try client.send("\(line) HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n\(next)")
                    let answer = try client.answer()
                    #expect(answer.text == text)
                    #expect(answer["Connection"]?.lowercased() == "close")
                    #expect(client.isClosedByServer())
                }
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
                try client.send("TRACE /hello HTTP/1.1\r\nHost: a\r\n\r\n")
                let traced = try client.answer()
                #expect(traced.status == 405)
                #expect(traced["Allow"] == "GET, HEAD, OPTIONS")
                try client.send("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n")
                let connected = try client.answer()
                #expect(connected.status == 405 || connected.status == 404)
            }
        }
    }
}
