import Core
import Documents
import Foundation

/// Reads Bibles in plain text: `### Book` with `[3:16] words`, lines of `Jhn3:16 words`, and USFM.
enum BiblePlain {
    enum Form { case bracketed, lines, usfm }

    /// The form of a text; nil when it is an ordinary text.
    static func form(_ bytes: [UInt8]) -> Form? {
        let lines = String(decoding: bytes.prefix(16 << 10), as: UTF8.self).split(whereSeparator: \.isNewline).prefix(40)
        guard let first = lines.first else { return nil }
        if first.hasPrefix("\\id ") { return .usfm }
        let bracketed = lines.count { $0.hasPrefix("[") && place($0.dropFirst().prefix { $0 != "]" }) != nil }
        if bracketed >= 3, lines.contains(where: { $0.hasPrefix("### ") }) { return .bracketed }
        let plain = lines.dropLast().count { line($0) != nil }
        return plain >= 3 && plain * 10 >= lines.dropLast().count * 8 ? .lines : nil
    }

    static func read(_ bytes: [UInt8], _ form: Form, into builder: inout BibleBuilder) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch form {
        case .bracketed: readBracketed(text, &builder)
        case .lines:
            for one in text.split(whereSeparator: \.isNewline) {
                if let (book, chapter, verse, words) = line(one) { builder.add(book, chapter: chapter, verse: verse, String(words)) }
            }
        case .usfm: USFM.read(text, into: &builder)
        }
    }

    private static func readBracketed(_ text: String, _ builder: inout BibleBuilder) {
        var book: BibleBookName?
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("###") {
                book = BibleBooks.find(String(line.drop { $0 == "#" }))
            } else if line.hasPrefix("["), let end = line.firstIndex(of: "]"), let book {
                guard let (chapter, verse) = place(line[line.index(after: line.startIndex)..<end]) else { continue }
                builder.add(book, chapter: chapter, verse: verse, String(line[line.index(after: end)...]))
            }
        }
    }

    private static func place(_ text: some StringProtocol) -> (Int, Int)? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let chapter = Int(parts[0]), let verse = Int(parts[1]) else { return nil }
        return (chapter, verse)
    }

    /// `Psa3:1 words`, `1 John 3:16 words`
    private static func line(_ line: Substring) -> (BibleBookName, Int, Int, Substring)? {
        guard let colon = line.prefix(40).firstIndex(of: ":") else { return nil }
        let before = line[..<colon]
        let chapterDigits = before.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard chapterDigits > 0, let chapter = Int(before.suffix(chapterDigits)) else { return nil }
        let after = line[line.index(after: colon)...]
        let verseDigits = after.prefix { $0.isASCII && $0.isNumber }
        guard let verse = Int(verseDigits), let book = BibleBooks.find(String(before.dropLast(chapterDigits))) else { return nil }
        return (book, chapter, verse, after[verseDigits.endIndex...])
    }
}

/// Reads USFM 3: `\id`, `\h`, `\c`, `\v`; notes, headings and markers are left out.
enum USFM {
    static func read(_ text: String, into builder: inout BibleBuilder) {
        var book: BibleBookName?
        var name: String?
        var chapter = 0
        var verse = 0
        for line in withoutNotes(text).split(whereSeparator: \.isNewline) {
            for (marker, words) in pieces(line) {
                switch marker {
                case "id":
                    book = BibleBooks.book(code: String(words.prefix { !$0.isWhitespace }))
                    (name, chapter, verse) = (nil, 0, 0)
                case "h", "toc2": name = name ?? words.catalogued(100)
                case "c": (chapter, verse) = (Int(words.prefix { $0.isNumber }) ?? 0, 0)
                case "v":
                    let number = words.prefix { $0.isNumber }
                    verse = Int(number) ?? 0
                    // `\v 3-4` joins two verses; the words stand under the first.
                    let rest = words[number.endIndex...].drop { !$0.isWhitespace }
                    if let book { builder.add(book, name: name, chapter: chapter, verse: verse, clean(rest)) }
                case "", "p", "m", "q", "q1", "q2", "q3", "pi", "pi1", "li", "li1", "nb", "pm", "mi", "b":
                    if let book, verse > 0 { builder.add(book, name: name, chapter: chapter, verse: verse, clean(words)) }
                default: break
                }
            }
        }
    }

    /// A line in pieces, each with the paragraph or verse marker before it.
    private static func pieces(_ line: Substring) -> [(String, Substring)] {
        var result: [(String, Substring)] = []
        var rest = line.drop(while: \.isWhitespace)
        var marker = ""
        while true {
            if rest.hasPrefix("\\") {
                let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber }
                marker = String(name)
                rest = rest[name.endIndex...].drop(while: \.isWhitespace)
            }
            // Only verse markers occur in the middle of a line; others there are character styles.
            guard let next = rest.range(of: "\\v ") else {
                result.append((marker, rest))
                return result
            }
            result.append((marker, rest[..<next.lowerBound]))
            rest = rest[next.lowerBound...]
        }
    }

    /// Footnotes and cross references, which may span lines.
    private static func withoutNotes(_ text: String) -> String {
        text.contains("*") ? text.replacing(/(?s)\\(?:f|x|fe)\s.*?\\(?:f|x|fe)\*/, with: "") : text
    }

    /// Words without character styles: `\w grace|strong="G5485"\w*` is `grace`.
    private static func clean(_ words: Substring) -> String {
        guard words.contains("\\") || words.contains("|") else { return String(words) }
        return words.replacing(/\|[^\\]*/, with: "").replacing(/\\\+?[a-z0-9]+\*?/, with: "").foldingWhitespace()
    }
}
