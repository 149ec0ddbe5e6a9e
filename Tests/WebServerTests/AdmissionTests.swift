import Core
import Foundation
import Synchronization
import TestSupport
import Testing
import Web

@testable import WebServer

/// What is decided when the header is in, before a byte of the body is kept.
extension LiveServer {
    @Suite struct AdmissionTests {
        /// Decides only when it is told to, as when a database elsewhere has to be asked.
        private final class Slow: Handler {
            let decision = AsyncStream.makeStream(of: Problem?.self)
            let begun = AsyncStream.makeStream(of: Void.self)
            let router: Router

            init() throws {
                router = try Router([
                    .post(Path("/count"), allow: .everyone, body: .bytes(limit: 10_000_000)) { request, _ in
                        guard case .bytes(let bytes) = request.body else { return Response.text("none") }
                        return Response.text("\(bytes.count)")
                    }, hello,
                ])
            }

            func admit(_ request: Request) async -> Admission {
                begun.continuation.yield()
                for await problem in decision.stream {
                    if let problem { return .answer(problem.response(for: request)) }
                    break
                }
                return await router.admit(request)
            }

            func respond(to request: Request) async -> Response { await router.respond(to: request) }

            func waitUntilAsked() async { for await _ in begun.stream { return } }
        }

        private static let no = Problem(.forbidden, "no", "No.")

        private func post(_ client: RawClient, _ length: String, _ more: String = "") throws {
            try client.send("POST /count HTTP/1.1\r\nHost: a\r\n\(length)\r\n\(more)\r\n")
        }

        @Test func `a body that comes while the handler decides arrives whole`() async throws {
            let slow = try Slow()
            try await withServer(slow) { port, _ in
                let client = try RawClient(port: port)
                try post(client, "Content-Length: 300000")
                await slow.waitUntilAsked()
                // As much as the buffers between the two sides take; the rest follows when somebody reads.
                try client.send([UInt8](repeating: 65, count: 100_000))
                slow.decision.continuation.yield(nil)
                try client.send([UInt8](repeating: 65, count: 200_000))
                #expect(try client.answer().text == "300000")
            }
        }

        @Test func `a large body is refused before it is read`() async throws {
            let slow = try Slow()
            try await withServer(slow) { port, _ in
                let client = try RawClient(port: port)
                try post(client, "Content-Length: 500000000")
                await slow.waitUntilAsked()
                slow.decision.continuation.yield(Self.no)
                #expect(try client.answer().status == 403)
                #expect(client.isClosedByServer())
            }
        }

        @Test func `a small body that is refused is read to its end, and the connection stays`() async throws {
            let slow = try Slow()
            try await withServer(slow) { port, _ in
                let client = try RawClient(port: port)
                for _ in 0..<2 {
                    try post(client, "Content-Length: 5")
                    await slow.waitUntilAsked()
                    slow.decision.continuation.yield(Self.no)
                    try client.send("hello")
                    #expect(try client.answer().status == 403)
                }
            }
        }

        @Test func `a client that asks first hears nothing until it is decided`() async throws {
            let slow = try Slow()
            try await withServer(slow) { port, _ in
                let client = try RawClient(port: port)
                try post(client, "Content-Length: 5", "Expect: 100-continue\r\n")
                await slow.waitUntilAsked()
                slow.decision.continuation.yield(nil)
                #expect(String(decoding: try client.read(until: [13, 10, 13, 10]), as: UTF8.self).contains("100"))
                try client.send("hello")
                #expect(try client.answer().text == "5")
                try post(client, "Content-Length: 5", "Expect: 100-continue\r\n")
                await slow.waitUntilAsked()
                slow.decision.continuation.yield(Self.no)
                #expect(String(decoding: try client.read(until: [13, 10]), as: UTF8.self).contains("403"))
            }
        }

        @Test func `a stop answers for a handler that does not decide`() async throws {
            let slow = try Slow()
            try await withServer(slow) { port, server in
                let client = try RawClient(port: port)
                try post(client, "Content-Length: 5")
                await slow.waitUntilAsked()
                await server.stop(patience: .zero)
                try? client.send("hello")
                #expect(try client.answer().status == 503)
                slow.decision.continuation.finish()
            }
        }
    }
}
