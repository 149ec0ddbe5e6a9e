import Foundation

/// Writes the safe HTML of a converted section as Markdown, for somebody who goes on writing in it. Headings, emphasis, quotes, lists, links to
/// the web, line and scene breaks keep what they mean; pictures and what else Markdown has no sign for leave their words.
public struct MarkdownText: Sendable {
    /// The text.
    public let text: String

    /// Reads HTML in the form in which converters write it.
    public init(html: String) { text = Self.written(html, most: .max) ?? "" }

    /// The same where it has at most so many bytes; nil where it would have more. What is quoted or listed many levels deep has the signs of all of them
    /// at each of its lines, and so can have a hundred times the bytes of the HTML.
    public init?(html: String, mostBytes: Int) {
        guard let text = Self.written(html, most: mostBytes) else { return nil }
        self.text = text
    }

    private static func written(_ html: String, most: Int) -> String? {
        var writer = MarkdownWriter(room: most)
        var rest = html[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            writer.take(words: rest[..<open])
            rest = rest[rest.utf8.index(after: open)...]
            let end = rest.utf8.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
            writer.take(tag: rest[..<end])
            rest = end == rest.endIndex ? rest[end...] : rest[rest.utf8.index(after: end)...]
            if writer.room < 0 { return nil }
        }
        writer.take(words: rest)
        let text = writer.finished()
        return writer.room < 0 ? nil : text
    }
}

/// The Markdown so far, and what is open.
private struct MarkdownWriter {
    /// How many bytes more it may have; below zero it had too many.
    private(set) var room: Int
    private var blocks: [String] = []
    private var line = ""
    /// What each line of the present block begins with: signs of quotes, room for lists.
    private var prefixes: [String] = []
    /// Numbers of the open lists; nil counts nothing.
    private var lists: [Int?] = []
    /// The sign that the next block begins with: of a heading or an item.
    private var mark = ""
    private var links: [String?] = []
    private var isVerbatim = false
    /// Whether the block before is an item of the same list: no empty line is needed.
    private var isTight = false
    /// What the lines of the block before begin with.
    private var last = ""

    init(room: Int) { self.room = room }

    mutating func take(words: Substring) {
        let plain = Self.plain(words)
        if isVerbatim {
            line += plain
            return
        }
        for character in plain {
            if character.isWhitespace {
                if !line.isEmpty, line.last?.isWhitespace != true { line.append(" ") }
            } else {
                if "\\*_`[]<".contains(character) { line.append("\\") }
                line.append(character)
            }
        }
    }

    mutating func take(tag: Substring) {
        let isEnd = tag.hasPrefix("/")
        let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
        switch name {
        case "em", "i": sign("*", isEnd)
        case "strong", "b": sign("**", isEnd)
        case "del", "s": sign("~~", isEnd)
        case "code": if !isVerbatim { line += "`" }
        case "br": line += "\\\n"
        case "a": link(tag, isEnd)
        case "hr": block("* * *")
        case "blockquote":
            flush()
            if isEnd { if !prefixes.isEmpty { prefixes.removeLast() } } else { prefixes.append("> ") }
        case "ul", "ol": list(isNumbered: name == "ol", isEnd)
        case "li": item(isEnd)
        case "pre":
            flush(isVerbatim: isVerbatim)
            isVerbatim = !isEnd
        case "h1", "h2", "h3", "h4", "h5", "h6":
            flush()
            mark = isEnd ? "" : String(repeating: "#", count: name.last?.wholeNumberValue ?? 1) + " "
        case "td", "th": if isEnd, !line.isEmpty { line += " | " }
        case "p", "div", "section", "article", "figure", "figcaption", "tr", "table", "dl", "dt", "dd", "details", "summary", "address", "caption":
            flush()
        default: break
        }
    }

    mutating func finished() -> String {
        flush()
        return blocks.joined()
    }

    /// Signs stand at the words, not at the space beside them: there they would be no signs.
    private mutating func sign(_ sign: String, _ isEnd: Bool) {
        guard isEnd, line.last == " " else {
            line += sign
            return
        }
        line.removeLast()
        line += sign + " "
    }

    private mutating func link(_ tag: Substring, _ isEnd: Bool) {
        if isEnd {
            if let address = links.popLast() ?? nil { line += "](\(address))" }
            return
        }
        let address = tag.firstMatch(of: /href="(https?:[^"]*)"/).map { Self.plain($0.output.1) }
        links.append(address)
        if address != nil { line += "[" }
    }

    private mutating func list(isNumbered: Bool, _ isEnd: Bool) {
        flush()
        if isEnd {
            if !lists.isEmpty { lists.removeLast() }
            isTight = false
        } else {
            lists.append(isNumbered ? 0 : nil)
        }
    }

    private mutating func item(_ isEnd: Bool) {
        flush()
        if isEnd {
            if prefixes.last?.allSatisfy({ $0 == " " }) == true { prefixes.removeLast() }
            isTight = true
            return
        }
        var sign = "- "
        if let number = lists.last ?? nil {
            lists[lists.count - 1] = number + 1
            sign = "\(number + 1). "
        }
        mark = sign
        prefixes.append(String(repeating: " ", count: sign.count))
    }

    private mutating func block(_ words: String) {
        flush()
        append(words)
    }

    private mutating func flush(isVerbatim: Bool = false) {
        defer { line = "" }
        if isVerbatim {
            append("```\n" + line.trimmed(\.isNewline) + "\n```")
            return
        }
        let words = line.trimmed(\.isWhitespace)
        guard !words.isEmpty else { return }
        append(words.first.map { "#>-+=|".contains($0) } == true ? "\\" + words : Self.number(words))
    }

    private mutating func append(_ words: String) {
        let outer = prefixes.joined()
        // An item's own sign stands in the room that its further lines leave.
        let first = mark.isEmpty || mark.hasPrefix("#") ? outer + mark : String(outer.dropLast(mark.count)) + mark
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
        let written = lines.enumerated().map { index, line in (index == 0 ? first : outer) + line }.joined(separator: "\n")
        // Only what goes on from the block before has its signs on the empty line between.
        let shared = outer.commonPrefix(with: last).trimmed(\.isWhitespace)
        let between = blocks.isEmpty ? "" : isTight && !mark.isEmpty ? "\n" : "\n\(shared)\n"
        blocks += [between, written]
        room -= between.utf8.count + written.utf8.count
        last = outer
        mark = ""
        isTight = false
    }

    /// “1984. It was …” is no list.
    private static func number(_ words: String) -> String {
        guard let match = words.prefixMatch(of: /\d{1,9}[.)](?=\s)/) else { return words }
        let sign = match.output
        return sign.dropLast() + "\\" + sign.suffix(1) + words[sign.endIndex...]
    }

    private static func plain(_ words: Substring) -> String {
        guard words.contains("&") else { return String(words) }
        return String(words).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&nbsp;", with: "\u{a0}").replacing("&amp;", with: "&")
    }
}

extension String {
    /// Without characters of a kind at both ends.
    fileprivate func trimmed(_ isOuter: (Character) -> Bool) -> String {
        var rest = self[...]
        while let last = rest.last, isOuter(last) { rest.removeLast() }
        return String(rest.drop(while: isOuter))
    }
}
