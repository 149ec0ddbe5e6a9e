import Core
import Foundation
import Glibc
import Synchronization
import Testing
import Web

@testable import WebServer

extension LiveServer {
    @Suite struct HandlerTests {
        /// What a database read looks like from here: an async function that has nothing to wait for.
        private static func readAtOnce<T>(_ body: () throws -> T) async rethrows -> T { try body() }

        private actor Elsewhere {
            func value() -> Int { 42 }
        }

        @Test func `a handler that only reads stays on the thread of its connection`() async throws {
            let read = Route.get(Path("/read"), allow: .everyone) { _, _ in
                let before = pthread_self()
                let inside = await Self.readAtOnce { pthread_self() }
                return Response.text("\(pthread_equal(before, inside) != 0 && pthread_equal(before, pthread_self()) != 0)")
            }
            try await withServer([read]) { port, _ in
                let client = try RawClient(port: port)
                for _ in 0..<50 { #expect(try client.get("/read").text == "true") }
            }
        }

        @Test func `a handler that waits is resumed with its answer`() async throws {
            let elsewhere = Elsewhere()
            let routes: [Route] = [
                .get(Path("/actor"), allow: .everyone) { _, _ in Response.text("\(await elsewhere.value())") },
                .get(Path("/sleep"), allow: .everyone) { _, _ in
                    try await Task.sleep(for: .milliseconds(20))
                    return Response.text("slept")
                },
            ]
            try await withServer(routes) { port, _ in
                let client = try RawClient(port: port)
                for _ in 0..<200 { #expect(try client.get("/actor").text == "42") }
                for _ in 0..<5 { #expect(try client.get("/sleep").text == "slept") }
            }
        }

        @Test func `many handlers wait at once without holding a thread`() async throws {
            let route = Route.get(Path("/sleep"), allow: .everyone) { _, _ in
                try await Task.sleep(for: .milliseconds(500))
                return Response.text("slept")
            }
            try await withServer([route], configure: { $0.threads = 2 }) { port, _ in
                let clients = try (0..<200).map { _ in try RawClient(port: port) }
                let start = ContinuousClock.now
                for client in clients { try client.send("GET /sleep HTTP/1.1\r\nHost: a\r\n\r\n") }
                for client in clients { #expect(try client.answer().text == "slept") }
                // One after the other on two threads they would need fifty seconds.
                #expect(ContinuousClock.now - start < .seconds(25))
            }
        }

        @Test func `an error becomes a 500 that names the request only`() async throws {
            struct Secret: Error {}
            let route = Route.get(Path("/broken"), allow: .everyone) { _, _ -> Response in throw Secret() }
            try await withServer([route, hello]) { port, _ in
                let client = try RawClient(port: port)
                let answer = try client.get("/broken")
                #expect(answer.status == 500)
                #expect(answer.text.contains("\"request\":"))
                #expect(!answer.text.contains("Secret"))
                #expect(try client.get("/hello").text == "hello")
            }
        }

        @Test func `a running request is finished before the server stops, and no new one begins`() async throws {
            let started = Atomic<Bool>(false)
            let route = Route.get(Path("/slow"), allow: .everyone) { _, _ in
                started.store(true, ordering: .releasing)
                try await Task.sleep(for: .milliseconds(300))
                return Response.text("finished")
            }
            try await withServer([route]) { port, server in
                let client = try RawClient(port: port)
                try client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
                while !started.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(2)) }
                async let stopped: Void = server.stop(patience: .seconds(60))
                let answer = try client.answer()
                await stopped
                #expect(answer.text == "finished")
                #expect(answer["Connection"]?.lowercased() == "close")
                #expect(throws: RawClient.Closed.self) { try RawClient(port: port).get("/slow") }
            }
        }

        @Test func `a body that is still coming when the server stops is received and answered`() async throws {
            let route = Route.post(Path("/echo"), allow: .everyone) { _, _ in Response.text("received") }
            try await withServer([route]) { port, server in
                let client = try RawClient(port: port)
                try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n\r\na=")
                try await Task.sleep(for: .milliseconds(100))
                async let stopped: Void = server.stop(patience: .seconds(60))
                try await Task.sleep(for: .milliseconds(200))
                try client.send("bc")
                let answer = try client.answer()
                await stopped
                #expect(answer.text == "received")
            }
        }

        @Test func `a handler that never ends is answered for when patience does`() async throws {
            let (gate, opening) = AsyncStream.makeStream(of: Void.self)
            let isBack = Atomic<Bool>(false)
            let route = Route.get(Path("/stuck"), allow: .everyone) { _, _ in
                for await _ in gate {}
                isBack.store(true, ordering: .releasing)
                return Response.text("late")
            }
            try await withServer([route]) { port, server in
                let client = try RawClient(port: port)
                try client.send("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")
                try await Task.sleep(for: .milliseconds(100))
                await server.stop(patience: .milliseconds(200))
                #expect(try client.answer().status == 503)
            }
            // The handler comes back to a server that is gone, and nothing happens.
            opening.finish()
            while !isBack.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(2)) }
            try await Task.sleep(for: .milliseconds(50))
        }

        @Test func `a request leaves a line and numbers, but no query`() async throws {
            let lines = Mutex<[String]>([])
            let metrics = Metrics()
            try await withServer([hello], log: Log { line in lines.withLock { $0.append(line) } }, metrics: metrics) { port, _ in
                let client = try RawClient(port: port)
                _ = try client.get("/hello?token=secret")
                _ = try client.get("/nowhere")
                _ = try client.get("/hello")
                let text = metrics.text()
                #expect(text.contains("stoa_http_requests_total{method=\"GET\",status=\"4xx\"} 1.0"))
                #expect(text.contains("stoa_http_connections_open 1.0"))
                #expect(text.contains("stoa_http_request_duration_seconds_count"))
            }
            let all = lines.withLock { $0 }.filter { $0.contains("\"event\":\"request\"") }
            #expect(all.count == 3)
            #expect(all.contains { $0.contains("\"path\":\"/hello\"") && $0.contains("\"status\":200") && $0.contains("\"ms\":") })
            #expect(!all.contains { $0.contains("secret") })
        }
    }
}
