import Database
import TestSupport
import Testing

@testable import Search

@Suite struct `Every character` {
    /// The index holds lists of words, and queries are made of words: whoever reads them again must find the very same.
    @Test func `a word that is scanned again is the same word`() {
        var broken: [String] = []
        for number in UInt32(0)..<0x11_0000 {
            guard let scalar = Unicode.Scalar(number) else { continue }
            let words = SearchTokenizer.words(of: "\(scalar) a\(scalar)b")
            if SearchTokenizer.words(of: words.joined(separator: " ")) != words {
                broken.append("U+\(String(number, radix: 16)) \(words)")
            }
        }
        #expect(broken.isEmpty, "\(broken.count): \(broken.joined(separator: "\n"))")
    }

    /// A hundred and more characters at once, as many as a query takes, so that the whole plane is asked in seconds.
    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `finds the text it stands in`(on engine: Engine) async throws {
        let lines = Self.lines(beside: "") + Self.lines(beside: "x")
        try await withShelf(on: engine) { shelf in
            try await shelf.put(lines.enumerated().map { number, line in book(Int64(number), line, by: [line], line) })
            let unfound = try await shelf.database.read { [index = shelf.index] db in
                try lines.indices.filter { number in
                    let line = lines[number]
                    // What a search asks the index first, and what it asks inside of a document: the rest is done without it.
                    let asked = [false, true].map { SearchQuery(line, isTyping: $0, tokenizer: index.tokenizer) }
                    let found = try asked.allSatisfy { query in
                        try [.anywhere, .title, .names].allSatisfy { (field: MatchExpression.Field) in
                            try db.all(.candidates(.documents(query, in: field, db.dialect), SearchFilter(), limit: 2000, db.dialect))
                                .contains { $0.id == Int64(number + 1) }
                        }
                    }
                    return try !found || index.passages(source: "library.item", subject: Int64(number), text: line, in: db).hits.isEmpty
                }
            }
            #expect(unfound.map { lines[$0] } == [])
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `of a Thai, Lao or Catalan word is searched for`(on engine: Engine) async throws {
        let texts = ["ดื่มน้ำทุกวัน", "ກິນເຂົ້າໜຽວ", "el coŀlegi nou", "དགེ་བ་རྒྱལ"]
        try await withShelf(on: engine) { shelf in
            try await shelf.put(texts.enumerated().map { book(Int64($0.offset), "Book \($0.offset)", "before. " + $0.element + " after.") })
            for (number, words) in ["น้ำ", "ໜຽວ", "coŀlegi", "རྒྱལ"].enumerated() {
                #expect(try await shelf.titles(words) == ["Book \(number)"], "\(words)")
                #expect(try await shelf.typing(words) == ["Book \(number)"], "\(words)")
                let inside = try await shelf.database.read { [index = shelf.index] db in
                    try index.passages(source: "library.item", subject: Int64(number), text: words, in: db)
                }
                #expect(inside.hits.flatMap(\.snippet.marks) == [words], "\(words)")
            }
            try await shelf.checkIntegrity()
        }
    }

    /// Lines of twelve times twelve characters of the first plane, and some of each other one, each between `neighbours`.
    private static func lines(beside neighbour: String) -> [String] {
        let numbers = Array(UInt32(0)..<0x1_0000) + stride(from: 0x1_0000, to: 0x11_0000, by: 61)
        // What parts the query itself; that these do no harm is shown elsewhere.
        let parting: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "«", "»", "‟", "-", "−"]
        let characters = numbers.compactMap(Unicode.Scalar.init).filter { !parting.contains($0) && !$0.properties.isWhitespace }
        let words = characters.map { neighbour + String($0) + neighbour }
        let lines = stride(from: 0, to: words.count, by: 144).map { start in
            let line = words[start..<min(start + 144, words.count)]
            return stride(from: line.startIndex, to: line.endIndex, by: 12).map { from in
                line[from..<min(from + 12, line.endIndex)].joined(separator: "/")
            }.joined(separator: " ")
        }
        return lines.filter { !SearchTokenizer.words(of: $0).isEmpty }
    }
}
