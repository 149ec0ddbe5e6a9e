import Core
import Foundation
import Platform
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

    @Test(arguments: ["//x", "/\\x", "x", "", "/a\nb", "/a b", "//\u{FE0F}x.example", "/\u{34F}/x.example", "/\u{E0100}x", "/\\\u{308}x"])
    func `only a place on this site is a place to go`(_ wish: String) {
        #expect(LocalPath(wish).text == "/")
        #expect(LocalPath("/library?q=a").text == "/library?q=a")
    }
}
