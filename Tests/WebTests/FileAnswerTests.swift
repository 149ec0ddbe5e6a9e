import Core
import Foundation
import Testing
import Web

struct FileAnswerTests {
    private func answer(_ headers: Headers, size: Int = 1000, method: Web.Method = .get, tag: String? = nil) async throws -> Response {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("stoa-file-\(UUID().uuidString)")
        try Data(count: size).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = FileAnswer(
            url: url, contentType: "audio/mpeg", entityTag: tag ?? "v1", lastModified: Instant(milliseconds: 784_111_777_000))
        return try await Router([.get(Path("/file"), allow: .everyone) { _, _ in file }]).respond(to: request(method, "/file", headers))
    }

    private func slice(_ response: Response) -> Range<Int64>? {
        guard case .file(let slice) = response.body else { return nil }
        return slice.offset..<slice.offset + slice.length
    }

    @Test(
        arguments: [
            ("bytes=0-99", 0..<100), ("bytes=900-", 900..<1000), ("bytes=-100", 900..<1000), ("bytes=0-0", 0..<1),
            ("bytes=0-5000", 0..<1000),
            ("bytes=-5000", 0..<1000), ("bytes=0-99,100-199", 0..<200), ("bytes=50-60, 0-70", 0..<71), ("bytes=0-9,2000-", 0..<10),
            ("BYTES=0-9", 0..<10),
        ] as [(String, Range<Int64>)])
    func `a range gets its part`(range: String, part: Range<Int64>) async throws {
        let response = try await answer(["Range": range])
        #expect(response.status == .partialContent)
        #expect(slice(response) == part)
        #expect(response.headers["Content-Range"] == "bytes \(part.lowerBound)-\(part.upperBound - 1)/1000")
    }

    @Test(arguments: [
        "bytes=abc", "bytes=5-2", "bytes=+5-6", "items=0-1", "bytes=", "bytes=-", "bytes=0-9,500-509", "bytes=0-1,",
        "bytes=" + Array(repeating: "0-1", count: 17).joined(separator: ","),
    ])
    func `a range that is not understood, or is several, gets the whole`(range: String) async throws {
        let response = try await answer(["Range": range])
        #expect(response.status == .ok)
        #expect(slice(response) == 0..<1000)
    }

    @Test(arguments: ["bytes=1000-", "bytes=5000-6000", "bytes=-0", "bytes=99999999999999999999-"])
    func `a range outside the file is refused with its size`(range: String) async throws {
        let response = try await answer(["Range": range])
        #expect(response.status == .rangeNotSatisfiable)
        #expect(response.headers["Content-Range"] == "bytes */1000")
    }

    @Test func `a part is only sent of the version that the client has`() async throws {
        #expect(try await answer(["Range": "bytes=0-9", "If-Range": "\"v1\""]).status == .partialContent)
        #expect(try await answer(["Range": "bytes=0-9", "If-Range": "\"v2\""]).status == .ok)
        #expect(try await answer(["Range": "bytes=0-9", "If-Range": "W/\"v1\""]).status == .ok)
        #expect(try await answer(["Range": "bytes=0-9", "If-Range": "Sun, 06 Nov 1994 08:49:37 GMT"]).status == .partialContent)
        #expect(try await answer(["Range": "bytes=0-9", "If-Range": "Sun, 06 Nov 1994 08:49:38 GMT"]).status == .ok)
    }

    @Test func `what the client has already is not sent again`() async throws {
        for known in ["\"v1\"", "\"a\", \"v1\"", "W/\"v1\"", "*"] {
            #expect(try await answer(["If-None-Match": known]).status == .notModified)
        }
        #expect(try await answer(["If-None-Match": "\"v2\""]).status == .ok)
        #expect(try await answer(["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"]).status == .notModified)
        #expect(try await answer(["If-Modified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"]).status == .ok)
        #expect(try await answer(["If-Modified-Since": "yesterday"]).status == .ok)
        // The tag decides where both are given.
        #expect(try await answer(["If-None-Match": "\"v2\"", "If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"]).status == .ok)
    }

    @Test func `dates of headers are as the RFC shows them`() {
        #expect(HTTPDate.text(Instant(milliseconds: 784_111_777_000)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.read("Sun, 06 Nov 1994 08:49:37 GMT") == Instant(milliseconds: 784_111_777_000))
        #expect(HTTPDate.text(Instant(milliseconds: 0)) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    @Test func `an empty file is whole, and has no parts`() async throws {
        #expect(try await answer([:], size: 0).status == .ok)
        #expect(try await answer(["Range": "bytes=0-0"], size: 0).status == .rangeNotSatisfiable)
    }

    @Test func `a name to save under cannot break the header`() async throws {
        let file = FileAnswer(
            url: URL(fileURLWithPath: #filePath), contentType: "text/plain", downloadName: "a\"\r\nSet-Cookie: x=y/../å.txt")
        let response = try await file.response(for: request(.get, "/"))
        let header = try #require(response.headers["Content-Disposition"])
        #expect(header == "attachment; filename=\"a_Set-Cookie: x=y.._.txt\"; filename*=UTF-8''a%22Set-Cookie%3A%20x%3Dy..%C3%A5.txt")
    }
}
