import Documents

/// The rules of a drawing's own style sheets that name elements, classes and ids, such as `.title { fill: #fff }`. Covers colour
/// their letters by them; what is left out of a sheet would leave black letters on a black ground.
struct SVGStyles {
    private struct Rule {
        var element: String?
        var id: String?
        var classes: [Substring] = []
        let declarations: [(String, String)]

        /// Ids count more than classes, and those more than elements, as in CSS.
        var weight: Int { (id == nil ? 0 : 100) + min(9, classes.count) * 10 + (element == nil ? 0 : 1) }

        /// A selector without combinators and conditions; nil for any other.
        init?(_ selector: String, _ declarations: [(String, String)]) {
            self.declarations = declarations
            var rest = selector[...]
            let name = rest.prefix { $0 != "." && $0 != "#" }
            guard name.isEmpty || name == "*" || Self.isName(name) else { return nil }
            if !name.isEmpty, name != "*" { element = String(name) }
            rest = rest.dropFirst(name.count)
            while let mark = rest.first {
                let word = rest.dropFirst().prefix { $0 != "." && $0 != "#" }
                guard Self.isName(word) else { return nil }
                if mark == "#" { id = String(word) } else { classes.append(word) }
                rest = rest.dropFirst(word.count + 1)
            }
            if selector.isEmpty { return nil }
        }

        private static func isName(_ word: Substring) -> Bool {
            !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        }

        func applies(to tag: XMLTag, classes own: [Substring]) -> Bool {
            (element == nil || element == tag.name) && (id == nil || id == tag["id"]) && classes.allSatisfy(own.contains)
        }
    }

    /// Rules of one drawing.
    private static let most = 300

    private var rules: [Rule] = []
    /// Bytes that further sheets of the drawing may have.
    private var budget = 64 << 10

    /// Takes the rules of a sheet; those for some screens only, and what else begins with `@`, are left out.
    mutating func read(_ sheet: String) {
        guard sheet.utf8.count <= budget else { return }
        budget -= sheet.utf8.count
        var rest = Self.withoutComments(sheet)[...]
        while rules.count < Self.most, let open = rest.firstIndex(of: "{") {
            let head = rest[..<open]
            let selectors = (head.lastIndex(of: ";").map { head[head.index(after: $0)...] } ?? head)
            let end = Self.end(of: rest[open...])
            if !selectors.contains("@") {
                let declarations = StyleHints.declarations(String(rest[open..<end].dropFirst().prefix { $0 != "}" }))
                for selector in selectors.split(separator: ",") where rules.count < Self.most {
                    if let rule = Rule(String(selector).foldingWhitespace(), declarations) { rules.append(rule) }
                }
            }
            rest = rest[end...]
        }
    }

    /// A comment without an end goes on to the end of the sheet.
    private static func withoutComments(_ sheet: String) -> String {
        let bytes = Array(sheet.utf8)
        func isPair(_ place: Int, _ first: Character, _ second: Character) -> Bool {
            place + 1 < bytes.count && bytes[place] == first.asciiValue && bytes[place + 1] == second.asciiValue
        }
        var kept: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if isPair(place, "/", "*") {
                place += 2
                while place < bytes.count, !isPair(place, "*", "/") { place += 1 }
                place += 2
            } else {
                kept.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Just past the brace that closes the first one.
    private static func end(of text: Substring) -> String.Index {
        var depth = 0
        for index in text.indices {
            if text[index] == "{" { depth += 1 } else if text[index] == "}" { depth -= 1 }
            if depth == 0 { return text.index(after: index) }
        }
        return text.endIndex
    }

    /// What the rules say of an element, the strongest last.
    func declarations(for tag: XMLTag) -> [(String, String)] {
        guard !rules.isEmpty else { return [] }
        let classes = (tag["class"] ?? "").prefix(500).split(whereSeparator: \.isWhitespace)
        let found = rules.enumerated().filter { $0.element.applies(to: tag, classes: classes) }
        return found.sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }.flatMap(\.element.declarations)
    }
}
