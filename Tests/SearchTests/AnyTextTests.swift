import Core
import Database
import Foundation
import TestSupport
import Testing

@testable import Search

/// Text that has upset search engines before.
private let nasty = [
    "AND", "OR", "NOT", "NEAR", "a AND", "AND b", "NEAR(a b, 3)", "a NEAR/2 b", "(", ")", "()", "(a", "a)", "((((((", "*", "a*", "*a", "a**",
    "\"", "\"\"", "\"a", "a\"", "\"a\"b\"", "'", "''", "a'b", "it's", "--", "-", "-a", "a -", "- a", "a:b", "title:faith", "{title}:a", ":", "^a",
    "a^2", "+a", "a+b", "\\", "\\0", "%", "_", "a%b", ";", "; DROP TABLE search_document", "$1", "?1", "/* */", "<script>", "&amp;", "!a", "a & b",
    "a | b", "!", "a <-> b", "<2>", ":*", "a:*", ":A", "'a':*A", "\0", "a\0b", "\u{FEFF}", "\u{202E}abc", "\u{1F600}", "👨‍👩‍👧‍👦", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "ﷺ", "Ω≈ç√∫",
    "部落格", "사회과학원", "１２３", "1/0", "1e309", "NaN", "null", "true", "\t\n\r", "\u{85}\u{2028}", "‫test‬", "ด้้้้้็็็็็", "İstanbul", "ǅ", "ß", "ﬃ",
    "\u{10FFFF}", "\u{E000}", String(repeating: "a", count: 10_000), String(repeating: "a ", count: 5_000), String(repeating: "\"", count: 999),
    String(repeating: "(", count: 9_999), String(repeating: "-a ", count: 3_000), String(repeating: "😀", count: 2_500),
]

@Suite struct AnyTextTests {
    private func ask(_ shelf: Shelf, _ text: String) async throws {
        try await shelf.database.read { db in
            for isTyping in [false, true] {
                _ = try shelf.index.search(SearchRequest(text, isTyping: isTyping), in: db)
                _ = try shelf.index.passages(source: "library.item", subject: 1, text: text, isTyping: isTyping, in: db)
            }
            _ = try shelf.index.suggest(text, in: db)
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `no text is an error`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([book(1, "A title", by: ["A b"], topics: ["C"], "A and b near c or not. It's a test: 123.")])
            for text in nasty { try await ask(shelf, text) }
            var random = SeededGenerator(seed: 20_261_120)
            let pieces = nasty.filter { $0.utf8.count < 100 } + ["faith", "a", " ", "\"", "-", "test"]
            for _ in 0..<400 {
                let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined(separator: [" ", "", "\""].randomElement(using: &random) ?? "")
                try await ask(shelf, text)
            }
            for _ in 0..<200 {
                let scalars = (0..<Int.random(in: 1...20, using: &random)).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0..<(Bool.random(using: &random) ? 0x250 : 0x11_0000), using: &random))
                }
                try await ask(shelf, String(String.UnicodeScalarView(scalars)))
            }
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `phrases may end at the same word`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([book(1, "Genesis", "In the beginning God created the heaven and the earth. In the beginning was the word.")])
            let queries = [
                #""in the beginning" "the beginning""#, #"the-beginning "in the beginning" god"#,
                #""the beginning" "in the beginning" "beginning god""#,
            ]
            for text in queries {
                #expect(try await shelf.titles(text) == ["Genesis"], "\(text)")
                try await ask(shelf, text)
            }
        }
    }

    @Test(arguments: Engine.available)
    func `any text can be entered, found and taken out again`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            var random = SeededGenerator(seed: 7)
            for round in 0..<60 {
                let scalars = (0..<200).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0..<([0x80, 0x700, 0x3000, 0x11_0000].randomElement(using: &random) ?? 1), using: &random))
                }
                let text = String(String.UnicodeScalarView(scalars)) + nasty[round % nasty.count]
                try await shelf.put([
                    book(Int64(round % 5 + 1), text, by: [text, "\n"], topics: [text], facets: [text: [text, "b"]], "anchor " + text)
                ])
            }
            #expect(try await shelf.search(SearchRequest("anchor")).total == 5)
            try await shelf.checkIntegrity()
            try await shelf.database.write { [index = shelf.index] db in
                for subject in 1...5 { try index.remove(source: "library.item", subject: Int64(subject), in: db) }
            }
            #expect(try await shelf.search(SearchRequest("anchor")).total == 0)
            try await shelf.checkIntegrity()
        }
    }
}
