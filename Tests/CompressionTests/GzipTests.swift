import Compression
import Foundation
import TestSupport
import Testing

@Test(.covers("CORE-044"))
func `another program unpacks what was compressed`() async throws {
    let words = Array(String(repeating: "In the beginning was the word. ", count: 500).utf8)
    let packed = try #require(gzip(words))
    #expect(packed.count < words.count / 10)
    try await withTemporaryFolder { folder in
        let file = folder.appending(path: "words.gz")
        try Data(packed).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let unpacked = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(Array(unpacked) == words)
    }
}

@Test func `what does not become smaller is left alone`() {
    #expect(gzip([]) == nil)
    #expect(gzip((0..<64).map { UInt8(truncatingIfNeeded: $0 * 37) }) == nil)
}
