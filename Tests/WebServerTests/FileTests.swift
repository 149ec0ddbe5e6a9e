import Core
import Foundation
import Testing
import Web

@testable import WebServer

extension LiveServer {
    @Suite struct FileTests {
        private func withFile(_ body: (RawClient, [UInt8]) async throws -> Void) async throws {
            try await withFolder { folder in
                let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
                let url = folder.appendingPathComponent("file.mp3")
                try Data(bytes).write(to: url)
                let file = FileAnswer(url: url, contentType: "audio/mpeg", isImmutable: true)
                let gone = FileAnswer(url: folder.appendingPathComponent("gone"), contentType: "audio/mpeg")
                let routes: [Route] = [
                    .get(Path("/file"), allow: .everyone) { _, _ in file }, .get(Path("/gone"), allow: .everyone) { _, _ in gone }, hello,
                ]
                try await withServer(routes) { port, _ in try await body(RawClient(port: port), bytes) }
            }
        }

        @Test func `a file arrives whole and in parts`() async throws {
            try await withFile { client, bytes in
                let whole = try client.get("/file")
                #expect(whole.body == bytes)
                #expect(whole["Content-Type"] == "audio/mpeg")
                #expect(whole["Accept-Ranges"] == "bytes")
                #expect(whole["Cache-Control"] == "private, max-age=31536000, immutable")
                let part = try client.get("/file", "Range: bytes=100000-100099\r\n")
                #expect(part.status == 206)
                #expect(part.body == Array(bytes[100_000..<100_100]))
                #expect(part["Content-Range"] == "bytes 100000-100099/300000")
                #expect(try client.get("/file", "Range: bytes=-5\r\n").body == Array(bytes.suffix(5)))
                #expect(try client.get("/file", "Range: bytes=300000-\r\n").status == 416)
                let tag = try #require(whole["ETag"])
                #expect(try client.get("/file", "If-None-Match: \(tag)\r\n").status == 304)
                #expect(try client.get("/file", "Range: bytes=0-9\r\nIf-Range: \(tag)\r\n").body == Array(bytes[..<10]))
                #expect(try client.get("/gone").status == 404)
                #expect(try client.get("/hello").text == "hello")
            }
        }

        @Test func `HEAD of a file tells its length only`() async throws {
            try await withFile { client, bytes in
                try client.send("HEAD /file HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try client.answer(toHead: true)["Content-Length"] == "\(bytes.count)")
                #expect(try client.get("/hello").text == "hello")
            }
        }
    }
}
