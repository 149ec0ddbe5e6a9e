import Core

/// Checks that HTML of the converter's making is what a converter of ours writes: balanced elements, known names, known attributes in
/// double quotes, known addresses. It parses nothing: whatever is written otherwise is refused, whether it would do harm or not.
///
/// No `<`, `>` or `"` stands anywhere but in its one place, so however a browser reads the text, it sees no other tags than these.
struct HTMLVerifier {
    /// The number of sections that links may lead to.
    let sections: Int
    /// The names of the document's own pictures and sounds.
    let resources: Set<String>

    /// Elements inside one another; more than any limit lets a converter write.
    private static let depth = 4096

    /// Whether `html` may stand inside an element of ours.
    func accepts(_ html: String) -> Bool {
        var html = html
        return html.withUTF8 { bytes in
            var scanner = MarkupScanner(bytes)
            var open: [String] = []
            while let tag = scanner.next() {
                guard Self.elements.contains(tag.name) else { return false }
                if tag.isEnd {
                    guard open.popLast() == tag.name else { return false }
                    continue
                }
                for attribute in tag.attributes where !accepts(attribute, of: tag.name) { return false }
                if !HTMLRules.void.contains(tag.name) { open.append(tag.name) }
                if open.count > Self.depth { return false }
            }
            return scanner.isAtEnd && open.isEmpty
        }
    }

    /// Letters, digits, `-`, `_` and `.`.
    static func isAnchor(_ name: some StringProtocol) -> Bool {
        name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
    }

    private func accepts(_ attribute: MarkupScanner.Attribute, of element: String) -> Bool {
        guard let value = attribute.value else {
            return attribute.name == "open" && element == "details" || attribute.name == "controls" && element == "audio"
        }
        switch attribute.name {
        case "id": return Self.isAnchor(value)
        case "href": return element == "a" ? isLink(value) : isLocal(value) || element == "image" && isResource(value)
        case "src": return (element == "img" || element == "audio") && isResource(value)
        case "rel": return value == "noopener noreferrer"
        case "preload": return value == "none"
        case "lang": return Language.isTag(value)
        case "class": return value.split(separator: " ").allSatisfy { Self.classes.contains(String($0)) }
        case "role": return Self.roles.contains(value)
        case "data-note": return value.isEmpty
        case "data-verse": return value.utf8.allSatisfy(\.isASCIIDigit)
        case "alt", "title", "aria-label", "dir": return true
        case let name where HTMLRules.svgPresentation.contains(name): return HTMLRules.isHarmlessPaint(value)
        case let name:
            return HTMLRules.svgAttributes.contains(name) || HTMLRules.mathAttributes.contains(name) || Self.ownAttributes.contains(name)
        }
    }

    /// A place in this document, or an address outside with a scheme that runs nothing.
    private func isLink(_ value: String) -> Bool {
        if isLocal(value) { return true }
        let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        if parts[0] == "section" {
            let place = parts[1].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            guard let section = place.first.flatMap({ Int($0) }), (0..<sections).contains(section) else { return false }
            return place.count == 1 || Self.isAnchor(place[1])
        }
        return ["http", "https", "mailto", "tel"].contains(parts[0].lowercased()) && value.utf8.allSatisfy { $0 > 32 && $0 != 127 }
    }

    private func isLocal(_ value: String) -> Bool { value.hasPrefix("#") && Self.isAnchor(value.dropFirst()) }

    private func isResource(_ value: String) -> Bool { value.hasPrefix("resource:") && resources.contains(String(value.dropFirst(9))) }

    private static let elements: Set<String> = Set(HTMLRules.written).union(HTMLRules.mathElements).union(HTMLRules.svgElements).union(["audio"])
    private static let ownAttributes = HTMLRules.attributes.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    private static let classes = Set(HTMLRules.classes).union(["verse"])
    private static let roles: Set<String> = ["doc-noteref", "doc-backlink", "doc-footnote", "doc-pagebreak", "img"]
}
