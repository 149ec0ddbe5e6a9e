import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import WebServer

/// Whoever takes too long or too much is cut off.
extension LiveServer {
    @Suite struct PatienceTests {
        private func impatient(_ configuration: inout WebServerConfiguration) {
            configuration.limits.headerTime = .milliseconds(300)
            configuration.limits.bodyTime = .milliseconds(300)
            configuration.limits.idleTime = .seconds(1)
        }

        @Test func `a header that comes byte by byte is cut off`() async throws {
            try await withServer([hello], configure: impatient) { port, _ in
                let client = try RawClient(port: port)
                let start = ContinuousClock.now
                await #expect(throws: RawClient.Closed.self) {
                    for byte in "GET /hello HTTP/1.1\r\nHost: a\r\nX: ".utf8 + [UInt8](repeating: 65, count: 3000) {
                        try client.send([byte])
                        try await Task.sleep(for: .milliseconds(30))
                    }
                    throw RawClient.Closed()
                }
                #expect(ContinuousClock.now - start < .seconds(40))
            }
        }

        @Test func `a connection that says nothing is cut off`() async throws {
            try await withServer([hello], configure: impatient) { port, _ in
                let client = try RawClient(port: port)
                #expect(client.isClosedByServer())
                let idle = try RawClient(port: port)
                #expect(try idle.get("/hello").text == "hello")
                #expect(idle.isClosedByServer())
            }
        }

        @Test func `a body that comes too slowly is cut off`() async throws {
            try await withServer([count], configure: impatient) { port, _ in
                let client = try RawClient(port: port)
                try client.send("POST /count HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n")
                let start = ContinuousClock.now
                await #expect(throws: RawClient.Closed.self) {
                    for _ in 0..<3000 {
                        try client.send("a")
                        try await Task.sleep(for: .milliseconds(30))
                    }
                }
                #expect(ContinuousClock.now - start < .seconds(40))
            }
        }

        @Test func `a slow handler is given its time`() async throws {
            let route = Route.get(Path("/slow"), allow: .everyone) { _, _ in
                try await Task.sleep(for: .milliseconds(1500))
                return Response.text("done")
            }
            try await withServer([route], configure: impatient) { port, _ in
                let answer = try RawClient(port: port).get("/slow")
                #expect(answer.text == "done")
            }
        }

        @Test func `one address gets its share of connections and no more`() async throws {
            try await withServer([hello], configure: { $0.limits.connectionsPerAddress = 5 }) { port, _ in
                var clients: [RawClient] = []
                for _ in 0..<5 {
                    let client = try RawClient(port: port)
                    #expect(try client.get("/hello").text == "hello")
                    clients.append(client)
                }
                #expect(throws: RawClient.Closed.self) { try RawClient(port: port, patience: 5).get("/hello") }
                clients.removeFirst()
                // The place is free again once the server has seen the end of the first connection.
                var text = ""
                for _ in 0..<100 where text.isEmpty {
                    text = (try? RawClient(port: port, patience: 5).get("/hello").text) ?? ""
                    try await Task.sleep(for: .milliseconds(10))
                }
                #expect(text == "hello")
            }
        }

        @Test func `connections come and go without leaving anything behind`() async throws {
            let metrics = Metrics()
            try await withServer([hello], metrics: metrics) { port, _ in
                for _ in 0..<300 { _ = try RawClient(port: port).get("/hello") }
                var text = ""
                for _ in 0..<200 where !text.contains("stoa_http_connections_open 0.0") {
                    try await Task.sleep(for: .milliseconds(10))
                    text = metrics.text()
                }
                #expect(text.contains("stoa_http_connections_open 0.0"))
                #expect(text.contains("stoa_http_requests_running 0.0"))
            }
        }
    }
}
