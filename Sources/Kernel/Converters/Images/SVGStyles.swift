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

    /// Rules of one drawing, and bytes of its sheets.
    private static let (most, longest) = (300, 64 << 10)

    private var rules: [Rule] = []

    /// Takes the rules of a sheet; those for some screens only, and what else begins with `@`, are left out.
    mutating func read(_ sheet: String) {
        guard sheet.utf8.count <= Self.longest else { return }
        var rest = sheet.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "")[...]
        while rules.count < Self.most, let open = rest.firstIndex(of: "{") {
            let head = rest[..<open]
            let selectors = (head.lastIndex(of: ";").map { head[head.index(after: $0)...] } ?? head)
            let end = Self.end(of: rest[open...])
            if !selectors.contains("@") {
                let declarations = StyleHints.declarations(String(rest[open..<end].dropFirst().prefix { $0 != "}" }))
                for selector in selectors.split(separator: ",") {
                    if let rule = Rule(String(selector).foldingWhitespace(), declarations) { rules.append(rule) }
                }
            }
            rest = rest[end...]
        }
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
