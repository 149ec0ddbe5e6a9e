import Core
import Foundation
import Synchronization
import Testing
import Web

@testable import WebServer

/// One number each time that it is due, the first at once.
private final class Numbers: Sendable {
    let isDue = Atomic(true)
    private let following: Mutex<Int>
    private let last: Int

    init(from first: Int, to last: Int) {
        following = Mutex(first)
        self.last = last
    }

    func next() -> [ServerSentEvent]? {
        following.withLock { number in
            guard number <= last else { return nil }
            guard isDue.exchange(false, ordering: .acquiring) else { return [] }
            defer { number += 1 }
            return [ServerSentEvent(id: "\(number)", data: "number \(number)")]
        }
    }
}

extension LiveServer {
    @Suite struct StreamTests {
        /// Numbers from behind the last one the browser saw; ends after `last`, or never.
        private static func numbers(every pause: Duration, to last: Int = .max, heartbeat: Duration = .seconds(15)) -> Route {
            .get(Path("/events"), allow: .everyone) { request, _ in
                let first = (request.lastEventID.flatMap(Int.init) ?? 0) + 1
                let numbers = Numbers(from: first, to: last)
                return ServerSentEvents(heartbeat: heartbeat) { ring in
                    let task = Task {
                        while !Task.isCancelled {
                            try? await Task.sleep(for: pause)
                            numbers.isDue.store(true, ordering: .releasing)
                            ring()
                        }
                    }
                    return { task.cancel() }
                } next: {
                    numbers.next()
                }
            }
        }

        private static func open(_ client: RawClient, _ headers: String = "") throws {
            try client.send("GET /events HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
            let head = String(decoding: try client.read(until: [13, 10, 13, 10]), as: UTF8.self)
            #expect(head.contains("text/event-stream"))
        }

        /// Reads until `text` has come.
        private static func wait(for text: String, _ client: RawClient) throws {
            _ = try client.read(until: Array(text.utf8))
        }

        @Test func `events arrive as they happen and go on behind the last one seen`() async throws {
            try await withServer([Self.numbers(every: .milliseconds(5))]) { port, _ in
                let client = try RawClient(port: port)
                try Self.open(client)
                try Self.wait(for: "id: 1\ndata: number 1\n\n", client)
                try Self.wait(for: "id: 4\ndata: number 4\n\n", client)
                let again = try RawClient(port: port)
                try Self.open(again, "Last-Event-ID: 41\r\n")
                var text = ""
                while !text.contains("data:"), let chunk = try again.chunk() { text += String(decoding: chunk, as: UTF8.self) }
                #expect(text.hasPrefix("retry: 2000\n\nid: 42\ndata: number 42\n\n"))
            }
        }

        @Test func `a stream that ends leaves the connection open for the next request`() async throws {
            try await withServer([Self.numbers(every: .milliseconds(1), to: 3), hello]) { port, _ in
                let client = try RawClient(port: port)
                try client.send("GET /events HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.answer().text.hasSuffix("id: 3\ndata: number 3\n\n"))
                #expect(try client.get("/hello").text == "hello")
            }
        }

        @Test func `a quiet stream sends a comment now and then`() async throws {
            try await withServer([Self.numbers(every: .seconds(60), heartbeat: .milliseconds(30))]) { port, _ in
                let client = try RawClient(port: port)
                try Self.open(client)
                try Self.wait(for: "number 1\n\n", client)
                try Self.wait(for: ":\n\n", client)
                try Self.wait(for: ":\n\n", client)
            }
        }

        @Test func `stopping the server ends its streams at once`() async throws {
            try await withServer([Self.numbers(every: .seconds(60))]) { port, server in
                let client = try RawClient(port: port)
                try Self.open(client)
                try Self.wait(for: "number 1\n\n", client)
                let start = ContinuousClock.now
                await server.stop(patience: .seconds(300))
                #expect(ContinuousClock.now - start < .seconds(60))
            }
        }

        @Test func `a client that leaves ends its stream`() async throws {
            let ended = Atomic<Bool>(false)
            let route = Route.get(Path("/stream"), allow: .everyone) { _, _ in
                Response(
                    body: .stream(
                        ResponseStream { writer in
                            defer { ended.store(true, ordering: .releasing) }
                            while true {
                                try await writer.write("tick\n")
                                try await Task.sleep(for: .milliseconds(5))
                            }
                        }))
            }
            try await withServer([route]) { port, _ in
                do {
                    let client = try RawClient(port: port)
                    try client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                    try Self.wait(for: "tick\n", client)
                }
                for _ in 0..<1000 where !ended.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(5)) }
                let hasEnded = ended.load(ordering: .acquiring)
                #expect(hasEnded)
            }
        }

        @Test func `a writer waits for a client that reads slowly`() async throws {
            let written = Atomic<Int>(0)
            let route = Route.get(Path("/much"), allow: .everyone) { _, _ in
                Response(
                    body: .stream(
                        ResponseStream { writer in
                            let piece = [UInt8](repeating: 65, count: 65_536)
                            for _ in 0..<800 {
                                try await writer.write(piece)
                                written.add(65_536, ordering: .relaxed)
                            }
                        }))
            }
            try await withServer([route]) { port, _ in
                let client = try RawClient(port: port)
                try client.send("GET /much HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try client.read(until: [13, 10, 13, 10])
                try await Task.sleep(for: .milliseconds(300))
                // What the kernel's buffers and ours hold, far from the whole fifty megabytes.
                let ahead = written.load(ordering: .relaxed)
                #expect(ahead < 20 << 20)
                var total = 0
                while let chunk = try client.chunk() { total += chunk.count }
                #expect(total == 800 * 65_536)
            }
        }
    }
}
