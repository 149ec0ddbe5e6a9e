import Core
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct CommandLineTests {
    @Test func `options, flags and the rest are told apart`() throws {
        let line = try Arguments(["a", "--n=1", "--role", "x", "--role", "y", "--json", "--", "--b"], values: ["--n", "--role"], flags: ["--json"])
        #expect(line.rest == ["a", "--b"])
        #expect(line["--n"] == "1")
        #expect(line.all("--role") == ["x", "y"])
        #expect(line.has("--json"))
    }

    @Test(arguments: [["--unknown"], ["--n"], ["--json=1"]])
    func `a line that makes no sense is refused in words`(_ words: [String]) {
        #expect(throws: Arguments.Mistake.self) { try Arguments(words, values: ["--n"], flags: ["--json"]) }
    }

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

    @Test(arguments: ["//x", "/\\x", "x", "", "/a\nb", "/a b", "//\u{FE0F}x.example", "/\u{34F}/x.example", "/\u{E0100}x", "/\\\u{308}x"])
    func `only a place on this site is a place to go`(_ wish: String) {
        #expect(LocalPath(wish).text == "/")
        #expect(LocalPath("/library?q=a").text == "/library?q=a")
    }
}

/// Collects lines from any thread.
private final class Lines: Sendable {
    private let kept = Mutex<[String]>([])
    func add(_ line: String) { kept.withLock { $0.append(line) } }
    var all: [String] { kept.withLock { $0 } }
}
