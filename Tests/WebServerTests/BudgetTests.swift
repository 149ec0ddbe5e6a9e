import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import WebServer

/// What one client may take, and what all may take together.
extension LiveServer {
    @Suite struct BudgetTests {
        private static let upload = Route.put(Path("/file"), allow: .everyone, body: .file(limit: 1 << 30)) { request, _ in
            guard case .file(_, let size) = request.body else { return Response.text("none") }
            return Response.text("\(size)")
        }

        /// Announces a body, waits until the server wants it, and sends some of it.
        private func hold(_ port: Int, _ target: String, announcing size: Int, from address: String = "192.0.2.1") throws -> RawClient {
            let client = try RawClient(port: port)
            try client.send(
                "\(target) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\nExpect: 100-continue\r\nContent-Length: \(size)\r\n\r\n")
            let answer = String(decoding: try client.read(until: [13, 10, 13, 10]), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 100 "))
            try client.send("some of it")
            return client
        }

        /// Asks until what was held has been given back.
        private func untilGiven(_ ask: () throws -> Int) async throws -> Int {
            let end = ContinuousClock.now + .seconds(60)
            while true {
                let status = try ask()
                if status == 200 || ContinuousClock.now > end { return status }
                try await Task.sleep(for: .milliseconds(10))
            }
        }

        @Test func `uploads under way are limited for each client and for all`() async throws {
            try await withServer([Self.upload, count]) { configuration in
                configuration.behindProxy = true
                // An eighth for one network, half for all guests.
                configuration.limits.uploadBytes = 8_000_000
            } _: { port, _ in
                func put(_ size: Int, _ address: String) throws -> RawClient.Answer {
                    try RawClient(port: port).send("PUT", "/file", size, address)
                }
                var held: RawClient? = try hold(port, "PUT /file", announcing: 900_000)
                #expect(try put(200_000, "192.0.2.1").status == 429)
                #expect(try put(200_000, "192.0.2.2").status == 200)
                // What nobody could ever send is not a matter of waiting.
                #expect(try put(4_000_000, "192.0.2.2").status == 413)
                // A body that was answered just now may count for a moment more.
                let others = try (3...5).map { try hold(port, "PUT /file", announcing: 950_000, from: "192.0.2.\($0)") }
                #expect(try put(300_000, "192.0.2.9").status == 503)
                // Small forms are none of this.
                #expect(try RawClient(port: port).post("/count", type: "text/plain", [65], "X-Forwarded-For: 192.0.2.1\r\n").status == 200)
                withExtendedLifetime(held) {}
                held = nil
                #expect(try await untilGiven { try put(200_000, "192.0.2.1").status } == 200)
                withExtendedLifetime(others) {}
            }
        }

        @Test func `bodies in memory are limited too, small ones never`() async throws {
            let large = Route.post(Path("/large"), allow: .everyone, body: .bytes(limit: 1_000_000)) { _, _ in Response.text("large") }
            let small = Route.post(Path("/small"), allow: .everyone, body: .bytes(limit: 1000)) { _, _ in Response.text("small") }
            try await withServer([large, small]) { configuration in
                configuration.limits.smallBody = 1000
                configuration.limits.bodyMemory = 800_000
            } _: { port, _ in
                let held = try hold(port, "POST /large", announcing: 90_000)
                let bytes = [UInt8](repeating: 65, count: 20_000)
                #expect(try RawClient(port: port).post("/large", type: "text/plain", bytes).status == 429)
                #expect(try RawClient(port: port).post("/small", type: "text/plain", [65]).status == 200)
                withExtendedLifetime(held) {}
            }
        }

        @Test func `uploads leave some room on the disk, and everything else goes on`() async throws {
            try await withServer([Self.upload, count]) { configuration in
                configuration.limits.reservedSpace = .max / 2
            } _: { port, _ in
                let answer = try RawClient(port: port).send("PUT", "/file", 1000, "192.0.2.1")
                #expect(answer.status == 507)
                #expect(answer.text.contains("storage.full"))
                #expect(answer["Retry-After"] != nil)
                #expect(try RawClient(port: port).post("/count", type: "text/plain", [65]).status == 200)
            }
        }

        @Test func `a reserve is right for small disks and for large ones`() {
            #expect(DiskRoom.usualReserve(of: 1 << 30) == (1 << 30) / 10)
            #expect(DiskRoom.usualReserve(of: 10 << 30) == 256 << 20)
            #expect(DiskRoom.usualReserve(of: 100 << 30) == 2 << 30)
            #expect(DiskRoom.usualReserve(of: 100 << 40) == 4 << 30)
        }

        private static let live = Route.get(Path("/live"), allow: .everyone) { _, _ in
            Response(
                headers: ["Content-Type": "text/event-stream"],
                body: .stream(
                    ResponseStream(
                        following: FollowedSource(
                            opening: Array("first".utf8), heartbeat: Heartbeat(every: .seconds(60), bytes: [10]), listen: { _ in {} }, next: { [] })))
            )
        }

        private func follow(_ port: Int, _ address: String) throws -> (client: RawClient, status: Int) {
            let client = try RawClient(port: port)
            try client.send("GET /live HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\n\r\n")
            let head = String(decoding: try client.read(until: [13, 10, 13, 10]), as: UTF8.self)
            if head.contains(" 429 ") || head.contains(" 503 ") { #expect(head.contains("Retry-After:")) }
            return (client, Int(head.split(separator: " ")[1]) ?? 0)
        }

        @Test func `streams are limited for each network and for all, and ordinary requests go on`() async throws {
            try await withServer([Self.live, hello]) { configuration in
                configuration.behindProxy = true
                // Half of them are for streams, and half of those for guests.
                configuration.limits.connections = 80
                configuration.limits.streamsPerNetwork = 12
            } _: { port, _ in
                var first = try (0..<12).map { _ in try follow(port, "2001:db8::1") }
                #expect(first.allSatisfy { $0.status == 200 })
                // One network of IPv6 is one client.
                #expect(try follow(port, "2001:db8::2").status == 429)
                let second = try (0..<8).map { _ in try follow(port, "2001:db8:1::1") }
                #expect(second.allSatisfy { $0.status == 200 })
                #expect(try follow(port, "2001:db8:1::1").status == 503)
                #expect(try RawClient(port: port).get("/hello", "X-Forwarded-For: 2001:db8::1\r\n").text == "hello")
                first = []
                #expect(try await untilGiven { try follow(port, "2001:db8::2").status } == 200)
                withExtendedLifetime(second) {}
            }
        }

        @Test func `streams of clients that reset their connection give back their place`() async throws {
            try await withServer([Self.live]) {
                $0.behindProxy = true
                $0.limits.streamsPerNetwork = 3
            } _: { port, _ in
                for _ in 0..<3 {
                    var held: [RawClient] = []
                    for _ in 0..<3 {
                        // Those of the round before are given back when the server notifications.
                        let status = try await untilGiven {
                            let (client, status) = try follow(port, "192.0.2.1")
                            if status == 200 { held.append(client) }
                            return status
                        }
                        #expect(status == 200)
                    }
                    #expect(try follow(port, "192.0.2.1").status == 429)
                    for client in held { client.resetAtEnd() }
                }
            }
        }

        @Test func `behind a proxy the requests under way of one network are limited`() async throws {
            try await withServer([Self.live, hello]) { configuration in
                configuration.behindProxy = true
                configuration.limits.connectionsPerAddress = 3
            } _: { port, _ in
                let held = try (0..<3).map { _ in try follow(port, "192.0.2.1") }
                #expect(held.allSatisfy { $0.status == 200 })
                #expect(try RawClient(port: port).get("/hello", "X-Forwarded-For: 192.0.2.1\r\n").status == 429)
                #expect(try RawClient(port: port).get("/hello", "X-Forwarded-For: 192.0.2.2\r\n").status == 200)
            }
        }

        @Test func `without a proxy the connections of one network are limited`() async throws {
            try await withServer([hello]) {
                $0.limits.connectionsPerAddress = 3
            } _: { port, _ in
                let held = try (0..<3).map { _ in
                    let client = try RawClient(port: port)
                    #expect(try client.get("/hello").status == 200)
                    return client
                }
                let more = try RawClient(port: port)
                #expect(more.isClosedByServer())
                withExtendedLifetime(held) {}
            }
        }

        private func payer(_ person: Int64?, _ network: String, isStaff: Bool = false) throws -> Payer {
            var request = Request(id: "1", head: try RequestHead(method: .get, target: "/", remoteAddress: network))
            if let person {
                request.identity = Identity(personID: PersonID(person), name: "A", permissions: isStaff ? ["door.keep"] : [])
            }
            return Payer(request)
        }

        @Test(.covers("CORE-012")) func `whatever guests and members hold, staff find room`() throws {
            let shares = Shares(Allowance(total: 800, perStaff: 200, perMember: 10, perNetwork: 100))
            /// How many places somebody gets, one after the other.
            func fill(_ payer: Payer) -> Int { (0..<900).prefix { _ in (try? shares.take(1, for: payer)) != nil }.count }
            #expect(try (0..<20).map { fill(try payer(nil, "192.0.2.\($0)")) }.reduce(0, +) == 400)
            #expect(throws: Shares.Shortage.others) { try shares.take(1, for: payer(nil, "198.51.100.1")) }
            // Members of one network share what it has, whatever many accounts they are.
            #expect(try (1...30).map { fill(try payer($0, "203.0.113.1")) }.reduce(0, +) == 100)
            #expect(throws: Shares.Shortage.own) { try shares.take(1, for: payer(31, "203.0.113.1")) }
            #expect(try (40...400).map { fill(try payer($0, "203.0.113.\($0 % 100 + 2)")) }.reduce(0, +) == 100)
            #expect(throws: Shares.Shortage.others) { try shares.take(1, for: payer(500, "203.0.113.200")) }
            #expect(fill(try payer(600, "203.0.113.1", isStaff: true)) == 200)
            // What is given back can be taken again, by the same and no more.
            try shares.give(5, by: payer(1, "203.0.113.1"))
            #expect(fill(try payer(1, "203.0.113.1")) == 5)
        }

        @Test func `a few members fill no total with pictures that they never send`() throws {
            let limits = ServerLimits()
            let picture = 11 << 20
            #expect(limits.uploadAllowance.perMember >= 2 * picture && limits.uploadAllowance.perMember * 60 <= limits.uploadBytes)
            #expect(limits.memoryAllowance.perMember >= 1 << 19 && limits.memoryAllowance.perMember * 60 <= limits.bodyMemory)
        }

        @Test func `no more connections are taken than there are files for`() {
            #expect(OpenFiles.raiseLimit() >= 1024)
            var limits = ServerLimits()
            limits.fit(openFiles: 1024)
            #expect(limits.connections == 384)
            #expect(limits.connectionsPerAddress == 96)
            limits = ServerLimits()
            limits.fit(openFiles: OpenFiles.most)
            #expect(limits.connections == ServerLimits().connections)
        }
    }
}

extension RawClient {
    /// One request with a body of so many bytes, from behind a proxy.
    fileprivate func send(_ method: String, _ target: String, _ size: Int, _ address: String) throws -> Answer {
        try send("\(method) \(target) HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(address)\r\nContent-Length: \(size)\r\n\r\n")
        // A refusal of a large body may come before its end.
        try? send([UInt8](repeating: 65, count: size))
        return try answer()
    }
}
