import Core
import Foundation
import Testing
import Web

struct MultipartTests {
    private static let boundary = "----WebKitFormBoundary7MA4"

    /// Feeds a body in pieces of one size and hands back the form and the texts of its files.
    private func form(
        _ body: [UInt8], pieces: Int, limits: MultipartLimits = MultipartLimits(fileBytes: 100_000, files: 5)
    ) throws -> (MultipartForm, [[UInt8]]) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stoa-form-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var collector = UploadCollector(boundary: Self.boundary, limits: limits, folder: folder)
        defer {
            collector.discard()
            #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) == [])
        }
        var rest = body[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            var fault: Problem?
            piece.withUnsafeBytes { bytes in
                do throws(Problem) { try collector.feed(bytes) } catch { fault = error }
            }
            if let fault { throw fault }
        }
        let form = try collector.finish()
        return (form, try form.files.map { Array(try Data(contentsOf: $0.url)) })
    }

    private static func part(_ head: String, _ body: [UInt8]) -> [UInt8] {
        Array("--\(boundary)\r\n\(head)\r\n\r\n".utf8) + body + [13, 10]
    }

    private static let end = Array("--\(boundary)--\r\n".utf8)
    /// Bytes that look like boundaries and are none.
    private static let tricky = Array("\r\n--\r\n------WebKitFormBoundary7MA\r\r\n\r\n----".utf8) + [0, 255, 13]

    private static let good =
        Array("preamble\r\n".utf8) + part("Content-Disposition: form-data; name=\"title\"", Array("Ada & Båten".utf8))
        + part("Content-Disposition: form-data; name=\"empty\"", [])
        + part("Content-Disposition: form-data; name=\"file\"; filename=\"C:\\\\dir\\\\a; b.txt\"\r\nContent-Type: text/plain", tricky)
        + part("Content-Disposition: form-data; name=\"none\"; filename=\"\"\r\nContent-Type: application/octet-stream", []) + end
        + Array("epilogue".utf8)

    @Test(arguments: [1, 2, 3, 5, 7, 16, 64, 1000, 100_000])
    func `a form is the same in pieces of any size`(pieces: Int) throws {
        let (form, files) = try form(Self.good, pieces: pieces)
        #expect(form.fields == QueryItems([("title", "Ada & Båten"), ("empty", "")]))
        #expect(form.files.map(\.fileName) == ["a; b.txt"])
        #expect(form.files.map(\.field) == ["file"])
        #expect(form.files.map(\.contentType) == ["text/plain"])
        #expect(files == [Self.tricky])
    }

    @Test func `a form that breaks off anywhere is refused and leaves nothing behind`() throws {
        let whole = Self.good.count - "epilogue".utf8.count - 2
        for length in stride(from: 0, to: whole, by: 3) {
            #expect(throws: Problem.self) { try form(Array(Self.good[..<length]), pieces: 50) }
        }
    }

    @Test(arguments: [
        "--\(boundary)\r\nContent-Disposition: form-data\r\n\r\nx\r\n--\(boundary)--\r\n",
        "--\(boundary)\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nx\r\n--\(boundary)--\r\n",
        "--\(boundary)\r\n\r\nx\r\n--\(boundary)--\r\n",
        "--\(boundary)\r\nno colon\r\n\r\nx\r\n--\(boundary)--\r\n",
        "--\(boundary)xx\r\n\r\nx\r\n--\(boundary)--\r\n",
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\u{0}\"\r\n\r\nx\r\n--\(boundary)--\r\n",
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\u{0}\r\n--\(boundary)--\r\n",
        "no boundary at all", "",
    ])
    func `a form that is written wrongly is refused`(text: String) {
        #expect(throws: Problem.self) { try form(Array(text.utf8), pieces: 9) }
    }

    @Test func `every limit holds`() {
        func refused(_ limits: MultipartLimits, _ body: [UInt8]) -> Problem.Kind? {
            #expect(throws: Problem.self) { try form(body, pieces: 100, limits: limits) }?.kind
        }
        let field = Self.part("Content-Disposition: form-data; name=\"a\"", Array(repeating: 65, count: 600))
        let file = Self.part("Content-Disposition: form-data; name=\"a\"; filename=\"b\"", Array(repeating: 65, count: 600))
        #expect(refused(MultipartLimits(fieldBytes: 1000), field + field + Self.end) == .tooLarge)
        #expect(refused(MultipartLimits(fields: 1), field + field + Self.end) == .tooLarge)
        #expect(refused(MultipartLimits(fileBytes: 500, files: 1), file + Self.end) == .tooLarge)
        #expect(refused(MultipartLimits(fileBytes: 5000, files: 1), file + file + Self.end) == .tooLarge)
        #expect(refused(MultipartLimits(), file + Self.end) == .tooLarge)
        // Names cost as much memory as values.
        let names = (0..<3).flatMap { Self.part("Content-Disposition: form-data; name=\"\(String(repeating: "n", count: 400))\($0)\"", []) }
        #expect(refused(MultipartLimits(fieldBytes: 1000), names + Self.end) == .tooLarge)
        let head = Self.part("X: " + String(repeating: "a", count: 9000), [])
        #expect(refused(MultipartLimits(), head + Self.end) == .badRequest)
    }

    @Test func `random bytes never break the parser`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var body = Self.good
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: body[at] = UInt8.random(in: 0...255, using: &random)
                case 1: body.remove(at: at)
                default: body.insert(contentsOf: Self.good[..<min(20, Self.good.count)], at: at)
                }
            }
            // Either a form or a refusal; the helper checks that no file stays behind.
            _ = try? form(body, pieces: Int.random(in: 1...80, using: &random))
        }
    }
}
