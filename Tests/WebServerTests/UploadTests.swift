import Core
import Foundation
import Synchronization
import TestSupport
import Testing
import Web

@testable import WebServer

extension LiveServer {
    @Suite struct UploadTests {
        private static let boundary = "x-stoa-boundary"

        /// Answers with what came: fields, then name, size and place of each file.
        private static func upload(file: Int, seen: Seen = Seen()) -> Route {
            .post(Path("/upload"), allow: .everyone, body: .upload(fields: 1000, file: file, count: 3)) { request, _ in
                seen.files.withLock { $0 = request.files.map(\.url) }
                let title = try request.formFields()["title"] ?? "-"
                return Response.text(([title] + request.files.map { "\($0.fileName) \($0.size)" }).joined(separator: "; "))
            }
        }

        /// Where the files of the last upload lay.
        final class Seen: Sendable {
            let files = Mutex<[URL]>([])
        }

        private static func head(_ name: String, file: String? = nil) -> [UInt8] {
            let fileName = file.map { "; filename=\"\($0)\"" } ?? ""
            return Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(fileName)\r\n\r\n".utf8)
        }

        private static let end = Array("\r\n--\(boundary)--\r\n".utf8)
        private static let type = "multipart/form-data; boundary=\(boundary)"

        @Test func `fields and files arrive, and files are gone after the request`() async throws {
            let seen = Seen()
            try await withServer([Self.upload(file: 10_000, seen: seen)]) { port, _ in
                let bytes = [UInt8](repeating: 7, count: 5000)
                let line: [UInt8] = [13, 10]
                let body = Self.head("title") + Array("A b".utf8) + line + Self.head("file", file: "a.bin") + bytes + Self.end
                let client = try RawClient(port: port)
                #expect(try client.post("/upload", type: Self.type, body).text == "A b; a.bin 5000")
                // The next answer on the same connection comes after the first request was cleared away.
                #expect(try client.post("/upload", type: "text/plain", [65]).status == 415)
                let file = try #require(seen.files.withLock { $0.first })
                _ = try client.post("/upload", type: Self.type, body)
                #expect(!FileManager.default.fileExists(atPath: file.path))
            }
        }

        @Test func `a file over the limit is refused and nothing stays on disk`() async throws {
            try await withFolder { folder in
                try await withServer([Self.upload(file: 10_000)], configure: { $0.uploadFolder = folder }) { port, _ in
                    let body = Self.head("file", file: "a.bin") + [UInt8](repeating: 7, count: 20_000) + Self.end
                    let client = try RawClient(port: port)
                    let answer = try client.post("/upload", type: Self.type, body)
                    #expect(answer.status == 413)
                    #expect(answer.text.contains("request.too-large"))
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            }
        }

        @Test func `a file far over a large limit is refused, not left without an answer`() async throws {
            try await withServer([Self.upload(file: 6 << 20)]) { port, _ in
                let body = Self.head("file", file: "a.bin") + [UInt8](repeating: 7, count: 16 << 20) + Self.end
                let answer = try RawClient(port: port).post("/upload", type: Self.type, body)
                #expect(answer.status == 413 && answer.text.contains("request.too-large"))
            }
        }

        @Test func `a client that breaks off leaves nothing on disk`() async throws {
            try await withFolder { folder in
                try await withServer([Self.upload(file: 1_000_000)], configure: { $0.uploadFolder = folder }) { port, _ in
                    do {
                        let client = try RawClient(port: port)
                        let body = Self.head("file", file: "a.bin") + [UInt8](repeating: 7, count: 100_000)
                        try client.send("POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: \(Self.type)\r\nContent-Length: 900000\r\n\r\n")
                        try client.send(body)
                        while try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty {
                            try await Task.sleep(for: .milliseconds(5))
                        }
                    }
                    for _ in 0..<400 where try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty {
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
                }
            }
        }

        @Test func `clients that send and leave at once leave nothing behind either`() async throws {
            try await withFolder { folder in
                try await withServer([Self.upload(file: 1_000_000)], configure: { $0.uploadFolder = folder }) { port, _ in
                    for index in 0..<200 {
                        let client = try RawClient(port: port)
                        let body = Self.head("file", file: "a.bin") + [UInt8](repeating: 7, count: index * 10)
                        try client.send("POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: \(Self.type)\r\nContent-Length: 900000\r\n\r\n")
                        try client.send(body)
                    }
                    // Well before the time that a slow body is given.
                    let end = ContinuousClock.now + .seconds(10)
                    while try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty, ContinuousClock.now < end {
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
                }
            }
        }

        @Test func `an announced body over the limit is refused before it is sent`() async throws {
            try await withServer([count]) { port, _ in
                let client = try RawClient(port: port)
                try client.send("POST /count HTTP/1.1\r\nHost: a\r\nContent-Length: 500000000\r\nExpect: 100-continue\r\n\r\n")
                let head = try client.read(until: [13, 10])
                #expect(String(decoding: head, as: UTF8.self).contains("413"))
            }
        }

        @Test func `a large body for nobody is refused before it is sent, a small one is answered as usual`() async throws {
            try await withServer([hello]) { port, _ in
                let client = try RawClient(port: port)
                #expect(try client.post("/nowhere", type: "text/plain", [UInt8](repeating: 65, count: 100_000)).status == 404)
                try client.send("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 500000000\r\n\r\n")
                #expect(try client.answer().status == 413)
                #expect(client.isClosedByServer())
            }
        }

        @Test func `a client that asks first is told to go on`() async throws {
            try await withServer([count]) { port, _ in
                let client = try RawClient(port: port)
                try client.send("POST /count HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
                let interim = try client.read(until: [13, 10, 13, 10])
                #expect(String(decoding: interim, as: UTF8.self).contains("100"))
                try client.send("hello")
                #expect(try client.answer().text == "5")
            }
        }

        @Test func `a large upload goes to disk, not into memory`() async throws {
            let size = 200 << 20
            let route = Route.put(Path("/file"), allow: .everyone, body: .file(limit: 1 << 30)) { request, _ in
                guard case .file(let url, let size) = request.body else { return Response.text("none") }
                return Response.text("\(size) \(try FileManager.default.attributesOfItem(atPath: url.path)[.size] ?? 0)")
            }
            try await withServer([route, Self.upload(file: 1 << 30)]) { port, _ in
                let piece = [UInt8](repeating: 7, count: 1 << 20)
                let client = try RawClient(port: port)
                let before = residentBytes()
                try client.send("PUT /file HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
                var most = 0
                for _ in 0..<200 {
                    try client.send(piece)
                    most = max(most, residentBytes() - before)
                }
                #expect(try client.answer().text == "\(size) \(size)")
                let (head, end) = (Self.head("file", file: "a.bin"), Self.end)
                try client.send(
                    "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: \(Self.type)\r\nContent-Length: \(head.count + size + end.count)\r\n\r\n"
                )
                try client.send(head)
                for _ in 0..<200 {
                    try client.send(piece)
                    most = max(most, residentBytes() - before)
                }
                try client.send(end)
                #expect(try client.answer().text == "-; a.bin \(size)")
                // The process is not alone with it: what other tests hold meanwhile counts too, and is far less than a half.
                #expect(most < size / 2)
            }
        }
    }
}

/// The memory that this process holds.
func residentBytes() -> Int {
    let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4096
}
