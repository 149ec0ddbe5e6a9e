import Documents

/// Makes XHTML of the safe HTML that sections are kept in: the same elements, written as XML asks.
enum XHTML {
    /// Elements without an end, closed in their own tag; names that XML doesn't know, written as characters.
    static func body(_ html: String) -> String {
        var output = ""
        output.reserveCapacity(html.utf8.count + html.utf8.count / 32)
        var rest = html[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
            output += text(rest[..<open])
            rest = rest[open...]
            let end = SectionHTML.endOfTag(rest)
            let tag = rest[..<end]
            output += HTMLRules.void.contains(name(of: tag)) && !tag.hasSuffix("/>") ? tag.dropLast() + "/>" : tag
            rest = rest[end...]
        }
        return output + text(rest)
    }

    private static func name(of tag: Substring) -> String { tag.dropFirst().prefix { $0.isLetter || $0.isNumber }.lowercased() }

    private static func text(_ words: Substring) -> String { String(words).replacing("&nbsp;", with: "\u{a0}") }
}
