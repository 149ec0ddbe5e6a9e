import Core
import Database
import TestSupport
import Testing

@testable import Search

/// What the index holds of a text: per position, the forms in alphabetical order.
private func positions(_ text: String, forQuery: Bool = false) -> [[String]] {
    var positions: [[String]] = []
    var text = text
    text.withUTF8 { bytes in
        SearchTokenizer.fullText.tokenize(bytes, forQuery) { token, _, _, colocated in
            let word = String(decoding: token, as: UTF8.self)
            if colocated, !positions.isEmpty { positions[positions.count - 1].append(word) } else { positions.append([word]) }
            return true
        }
    }
    return positions.map { $0.sorted() }
}

@Suite struct WordsTests {
    @Test(arguments: [
        ("The Lord's Prayer", ["the", "lord", "prayer"]),
        ("don’t o'clock", ["dont", "oclock"]),
        ("well-being, e.g. 3:16!", ["well", "being", "e", "g", "3", "16"]),
        ("Ångström ÅÄÖ åäö", ["angstrom", "aao", "aao"]),
        ("A\u{30A}ngstro\u{308}m", ["angstrom"]),
        ("Straße, Łódź, Ærø", ["strasse", "lodz", "aero"]),
        ("co\u{AD}operate zero\u{200B}width", ["cooperate", "zerowidth"]),
        ("ﬁne m² ½", ["fine", "m2"]),
        ("ΛΌΓΟΣ λόγος", ["λογοσ", "λογοσ"]),
        ("السَّلَام أحمد", ["السلام", "احمد"]),
        ("東京タワー", ["東", "京", "タ", "ワ", "ー"]),
        ("한국어 성경", ["한국어", "성경"]),
        ("Ｆｕｌｌ ｗｉｄｔｈ", ["full", "width"]),
        ("¡hola! 😀 ...", ["hola"]),
        ("", []), (" \u{0} \n", []),
    ])
    func `text falls into folded words`(text: String, words: [String]) {
        #expect(SearchTokenizer.words(of: text) == words)
    }

    @Test(.covers("LIB-030"))
    func `a word stands beside its English and Swedish stems`() {
        #expect(positions("running") == [["run", "running"]])
        #expect(positions("böckerna") == [["bock", "bockerna"]])
        #expect(positions("arbetslöst arbetslös").allSatisfy { $0.contains("arbetslos") })
        #expect(positions("running", forQuery: true) == [["running"]])
    }

    @Test func `both parts of an elided word are found`() {
        #expect(positions("l'homme")[0].contains("homme"))
        #expect(positions("O’Brien")[0].contains("obrien"))
        #expect(positions("O’Brien")[0].contains("brien"))
    }

    @Test func `a list of words holds the very words of the text`() {
        let text = "L'homme, the Lord's béguinage—3rd 東京, Straße; λόγος! running RAN o'brien السَّلَام"
        let list = WordList(of: [SearchPassage(section: 0, start: 0, text: text)])
        #expect(Set(positions(text).flatMap(\.self)) == Set(positions(list.text).flatMap(\.self)))
    }

    @Test func `bytes that are no text are no words`() {
        let bytes: [UInt8] = [0xC3, 0x28, 0xFF, 0x61, 0x62, 0xE2, 0x82, 0x63, 0xF0, 0x9F, 0xED, 0xA0, 0x80, 0x64]
        var words: [String] = []
        bytes.withUnsafeBufferPointer { text in
            WordScanner.scan(text) {
                words.append(String(decoding: $0.folded, as: UTF8.self))
                #expect($0.start < $0.end && $0.end <= bytes.count)
                return true
            }
        }
        #expect(words == ["ab", "c", "d"])
    }

    @Test func `a word is cut off where nobody types on`() {
        let words = SearchTokenizer.words(of: String(repeating: "å", count: 5000) + " end")
        #expect(words == [String(repeating: "a", count: 64), "end"])
    }

    @Test func `words with a prefix are found in a word list`() {
        let list = WordList(of: [SearchPassage(section: 0, start: 0, text: "Zebra faith faithful faiths father a fast 東京 Ångström")])
        #expect(list.words(beginningWith: "faith", limit: 9) == ["faith", "faithful", "faiths"])
        #expect(list.words(beginningWith: "fa", limit: 2) == ["fast", "faith"])
        #expect(list.words(beginningWith: "a", limit: 9) == ["a", "angstrom"])
        #expect(list.words(beginningWith: "zz", limit: 9) == [])
        #expect(list.words(beginningWith: "京", limit: 9) == ["京"])
        #expect(WordList(of: []).words(beginningWith: "a", limit: 9) == [])
    }
}

@Suite struct QueryTests {
    private func query(_ text: String, isTyping: Bool = false) -> SearchQuery {
        SearchQuery(text, isTyping: isTyping, tokenizer: SearchTokenizer())
    }

    @Test func `words, phrases and exclusions are told apart`() {
        let query = query("Running \"prodigal son\" -swine “single” well-being")
        #expect(
            query.clauses.map(\.alternatives) == [
                [["running"], ["run"]], [["prodigal", "son"]], [["single"]], [["well", "being"]],
            ])
        #expect(query.excluded.map(\.alternatives) == [[["swine"], ["swin"]]])
    }

    @Test func `only the last open word goes on while typing`() {
        #expect(query("running hom", isTyping: true).clauses.map(\.prefix) == [nil, "hom"])
        #expect(query("home ", isTyping: true).clauses.map(\.prefix) == [nil])
        #expect(query("home", isTyping: false).clauses.map(\.prefix) == [nil])
        #expect(query("\"prodigal so", isTyping: true).clauses.map(\.prefix) == ["so"])
        #expect(query("\"prodigal son\"", isTyping: true).clauses.map(\.prefix) == [nil])
    }

    @Test(arguments: ["", "   ", "\"", "- -- \"\"", "😀", "***", "\0", "-only -excluded"])
    func `a text without words asks for nothing`(text: String) {
        #expect(query(text).isEmpty)
        #expect(query(text, isTyping: true).isEmpty)
    }

    @Test func `ten kilobytes are as good as a line`() {
        #expect(query(String(repeating: "word1 word2 ", count: 1000)).clauses.count <= 3)
        #expect(query((0..<4000).map { "w\($0)" }.joined(separator: " ")).clauses.count <= 12)
    }
}

@Suite struct PassageSplitterTests {
    @Test func `pieces follow each other and stand where they say`() {
        let text = (0..<40).map { paragraph in
            (0..<(5 + paragraph * 7 % 90)).map { "ord\($0)å" }.joined(separator: " ") + "."
        }.joined(separator: "\n")
        let pieces = SearchPassage.split(text, section: 3)
        let scalars = Array(text.unicodeScalars)
        for piece in pieces {
            let found = scalars[piece.start..<(piece.start + piece.text.unicodeScalars.count)]
            #expect(String(String.UnicodeScalarView(found)) == piece.text)
            #expect(piece.section == 3)
            #expect(SearchTokenizer.words(of: piece.text).count <= 200)
        }
        #expect(pieces.map(\.text).joined(separator: " ").split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace))
        #expect(pieces.dropLast().allSatisfy { SearchTokenizer.words(of: $0.text).count >= 100 })
    }

    @Test func `a text without spaces still falls into pieces`() {
        let pieces = SearchPassage.split(String(repeating: "道", count: 10_000), section: 0)
        #expect(pieces.count > 5)
        #expect(pieces.map(\.text).joined().count == 10_000)
    }

    @Test(arguments: ["", " \n \n"])
    func `nothing falls into no pieces`(text: String) {
        #expect(SearchPassage.split(text, section: 0).isEmpty)
    }
}
