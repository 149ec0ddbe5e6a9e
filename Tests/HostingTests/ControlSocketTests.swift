import Core
import Foundation
import Hosting
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct ControlSocketTests {
    @Test func `a command reaches the running server and its lines come back in order`() async throws {
        try await withTemporaryFolder { folder in
            let site = SiteFolder(folder)
            try site.create()
            let server = try ControlServer(site, log: .silent) { words, output in
                for word in words { output(word, word == "b") }
                return 7
            }
            let lines = Lines()
            let status = try ControlClient.run(["a", "b", "c"], in: site) { line, isError in lines.add(line + (isError ? "!" : "")) }
            #expect(status == 7)
            #expect(lines.all == ["a", "b!", "c"])
            server.stop()
            #expect(try ControlClient.run(["a"], in: site) { _, _ in } == nil)
        }
    }
}

/// Collects lines from any thread.
private final class Lines: Sendable {
    private let kept = Mutex<[String]>([])
    func add(_ line: String) { kept.withLock { $0.append(line) } }
    var all: [String] { kept.withLock { $0 } }
}
