import Core
import Documents

/// Writes the pieces of one section, each element by what may stand in the one around it (HTML 5, content models).
struct XHTMLWriter {
    private let book: XHTML
    private let tokens: [XHTMLToken]
    /// The end of each start; of what has none, the start itself.
    private let ends: [Int]
    private var output = ""
    private var open: [Open] = []

    /// An element that is not closed yet.
    private struct Open {
        /// Its place among the pieces.
        let start: Int
        /// What it was, and what it is written as; nothing where only its content is.
        let name: String
        let written: String
        /// What closes it.
        let end: String
        /// Whether only words and what belongs in lines may stand in it.
        let takesWords: Bool
        let takesHeadings: Bool
        /// An item that was made around what stood in a list without one.
        var isMade = false
    }

    init(book: XHTML, tokens: [XHTMLToken]) {
        self.book = book
        self.tokens = tokens
        var ends = Array(tokens.indices)
        var starts: [Int] = []
        for (index, token) in tokens.enumerated() {
            switch token {
            case .start(let tag): if !HTMLRules.void.contains(tag.name) { starts.append(index) }
            case .end: if let start = starts.popLast() { ends[start] = index }
            case .text: break
            }
        }
        // What is never closed ends with the section.
        for start in starts { ends[start] = tokens.count }
        self.ends = ends
    }

    mutating func written() -> String {
        for (index, token) in tokens.enumerated() {
            switch token {
            case .text(let words): text(words)
            case .start(let tag): start(tag, index)
            case .end: close()
            }
        }
        while !open.isEmpty { close() }
        return output
    }

    private mutating func text(_ words: Substring) {
        if isInList, !Self.isBlank(words) { beginItem() }
        output += String(words).replacing("&nbsp;", with: "\u{a0}")
    }

    private mutating func close() {
        if open.last?.isMade == true { output += open.removeLast().end }
        guard let last = open.popLast() else { return }
        output += last.end
    }

    // MARK: Lists

    private var isInList: Bool { open.last.map { $0.written == "ul" || $0.written == "ol" } ?? false }

    private mutating func beginItem() {
        output += "<li>"
        open.append(Open(start: open.last?.start ?? 0, name: "li", written: "li", end: "</li>", takesWords: false, takesHeadings: true, isMade: true))
    }

    // MARK: Elements

    private mutating func start(_ tag: XHTMLTag, _ index: Int) {
        if open.contains(where: { $0.written == "svg" || $0.written == "math" }) { return push(tag, index, as: tag.name, foreign(tag)) }
        if tag.name == "li", open.last?.isMade == true { output += open.removeLast().end }
        if tag.name == "img", !isResource(tag["src"]) {
            text((tag["alt"] ?? "")[...])
            return
        }
        let written = name(of: tag, index)
        if isInList, !written.isEmpty, written != "li" { beginItem() }
        let takesWords = open.last?.takesWords ?? false
        // A block among words is words; the next one begins a line.
        if takesWords, !written.isEmpty, !Self.inline.contains(written) {
            if HTMLRules.void.contains(tag.name) { return output += "<br/>" }
            return push(tag, index, as: "span", attributes(of: tag, as: "span"), andThen: "<br/>")
        }
        if written == "caption", !isFirst(index) {
            return push(tag, index, as: "td", attributes(of: tag, as: "td"), before: "<tbody><tr>", andThen: "</tr></tbody>")
        }
        push(tag, index, as: written, attributes(of: tag, as: written))
    }

    private mutating func push(
        _ tag: XHTMLTag, _ index: Int, as written: String, _ attributes: String, before: String = "", andThen after: String = ""
    ) {
        if HTMLRules.void.contains(tag.name) {
            if !written.isEmpty { output += "\(before)<\(written)\(attributes)/>\(after)" }
            return
        }
        if !written.isEmpty { output += "\(before)<\(written)\(attributes)>" }
        let around = open.last
        open.append(
            Open(
                start: index, name: tag.name, written: written, end: written.isEmpty ? "" : "</\(written)>\(after)",
                takesWords: around?.takesWords ?? false || Self.takesWords.contains(written),
                takesHeadings: around?.takesHeadings ?? true && !Self.takesNoHeadings.contains(written)))
    }

    /// What an element is written as, by what is around it and in it; empty where only its content is written.
    private func name(of tag: XHTMLTag, _ index: Int) -> String {
        let name = tag.name
        let parent = open.last { !$0.written.isEmpty }
        switch name {
        case "rb", "rtc": return ""
        case "ruby": return isRuby(index) ? name : "span"
        case "rt", "rp": return parent?.written == "ruby" ? name : "span"
        case "time": return tag["datetime"].map(Self.isDate) == true ? name : "span"
        case "bdo": return ["ltr", "rtl"].contains(tag["dir"]) ? name : "span"
        case "a":
            let isLink = tag["href"].flatMap { book.address($0) } != nil && !open.contains { $0.written == "a" }
            return isLink ? name : "span"
        case "audio": return isResource(tag["src"]) ? name : ""
        case "li": return parent?.written == "ul" || parent?.written == "ol" ? name : "div"
        case "dl": return names(in: index).wholeMatch(of: /(?:(?:dt )+(?:dd )+)+/) != nil ? name : "div"
        case "dt", "dd": return parent?.written == "dl" ? name : "div"
        case "details": return names(in: index).hasPrefix("summary ") ? name : "div"
        case "summary": return parent?.written == "details" && isFirst(index) ? name : "div"
        case "figcaption": return parent?.written == "figure" && isOnlyCaption(index) ? name : "div"
        case "hgroup", "address": return "div"
        case "h1", "h2", "h3", "h4", "h5", "h6": return open.last?.takesHeadings ?? true ? name : "div"
        case "thead", "colgroup": return isBefore(["thead", "tbody", "tfoot"], index) ? name : name == "thead" ? "tbody" : ""
        case "tfoot": return parent.map { children(of: $0.start).last == index } == true ? name : "tbody"
        case "col": return parent?.written == "colgroup" ? name : ""
        default: return name
        }
    }

    // MARK: What is in an element

    /// The pieces that stand directly in an element; white space is none.
    private func children(of start: Int) -> [Int] {
        var children: [Int] = []
        var index = start + 1
        while index < ends[start], index < tokens.count {
            switch tokens[index] {
            case .text(let words): if !Self.isBlank(words) { children.append(index) }
            case .start:
                children.append(index)
                index = ends[index]
            case .end: break
            }
            index += 1
        }
        return children
    }

    /// The names of what stands directly in an element, each with a space behind it; words are `-`.
    private func names(in start: Int) -> String { children(of: start).map { name(at: $0) + " " }.joined() }

    private func name(at index: Int) -> String { if case .start(let tag) = tokens[index] { tag.name } else { "-" } }

    /// Words with their reading behind them, again and again.
    private func isRuby(_ start: Int) -> Bool {
        let parts = children(of: start).flatMap { child in
            switch name(at: child) {
            case "rt": ["r"]
            case "rp": ["p"]
            case "rtc": children(of: child).map { name(at: $0) == "rt" ? "r" : "x" }
            default: ["c"]
            }
        }
        return parts.joined().wholeMatch(of: /(?:c+(?:r|prp)+)+/) != nil
    }

    /// Whether an element is the first thing in the one around it.
    private func isFirst(_ index: Int) -> Bool { open.last.map { children(of: $0.start).first == index } ?? false }

    private func isOnlyCaption(_ index: Int) -> Bool {
        guard let figure = open.last else { return false }
        let all = children(of: figure.start)
        return all.count { name(at: $0) == "figcaption" } == 1 && (all.first == index || all.last == index)
    }

    /// Whether none of these comes before an element in the one around it.
    private func isBefore(_ names: Set<String>, _ index: Int) -> Bool {
        guard let parent = open.last else { return false }
        return !children(of: parent.start).prefix { $0 < index }.contains { names.contains(name(at: $0)) }
    }

    // MARK: Attributes

    private func attributes(of tag: XHTMLTag, as written: String) -> String {
        var result = ""
        for (name, value) in tag.attributes {
            guard let value = self.value(value, of: name, in: tag, as: written) else { continue }
            result += " \(name)=\"\(value)\""
        }
        switch written {
        case "svg": return " xmlns=\"http://www.w3.org/2000/svg\"" + result
        case "math": return " xmlns=\"http://www.w3.org/1998/Math/MathML\"" + result
        default: return result
        }
    }

    /// An attribute's value as it is written; nil where it isn't.
    private func value(_ value: String?, of name: String, in tag: XHTMLTag, as written: String) -> String? {
        switch name {
        case "id", "lang", "dir", "class", "title", "data-note", "data-verse", "aria-label": return value
        default: break
        }
        guard tag.name == written else { return nil }
        switch name {
        case "href" where written == "a": return value.flatMap { book.address($0) }
        case "open", "controls", "reversed": return name
        case "colspan", "rowspan", "span": return value.flatMap { Int($0) }.flatMap { (1...1000).contains($0) ? String($0) : nil }
        case "start", "value": return value.flatMap { Int($0) }.map { String($0) }
        case "type": return value.flatMap { ["1", "a", "A", "i", "I"].contains($0) ? $0 : nil }
        case "scope": return value.flatMap { ["row", "col", "rowgroup", "colgroup"].contains($0) ? $0 : nil }
        case "width", "height": return written == "svg" ? value : value.flatMap { Int($0) }.map { String($0) }
        default: return value
        }
    }

    private func foreign(_ tag: XHTMLTag) -> String { tag.attributes.map { " \($0.name)=\"\($0.value ?? "")\"" }.joined() }

    private func isResource(_ source: String?) -> Bool {
        guard let source, source.hasPrefix("resources/") else { return false }
        return book.resources.contains(String(source.dropFirst("resources/".count)))
    }

    // MARK: Rules

    private static func isBlank(_ words: Substring) -> Bool { words.utf8.allSatisfy { $0 == 32 || (9...13).contains($0) } }

    /// A day, a month or a year; other times are rare enough to be only words.
    private static func isDate(_ words: String) -> Bool {
        words.wholeMatch(of: /\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|1\d|2[0-8]))?)?/) != nil
    }

    /// What belongs in lines of words.
    private static let inline: Set<String> = [
        "a", "abbr", "audio", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "math", "q", "rp", "rt",
        "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "svg", "time", "u", "var", "wbr",
    ]
    /// What takes only that. Links, and what was added or taken out, take what the element around them takes.
    private static let takesWords: Set<String> = inline.subtracting(["a", "del", "ins"]).union([
        "p", "pre", "summary", "h1", "h2", "h3", "h4", "h5", "h6",
    ])
    private static let takesNoHeadings: Set<String> = ["th", "dt", "caption"]
}
