import Documents

/// The few meanings of a style attribute that are kept, as classes of the reader's own style sheet.
struct StyleHints {
    private(set) var classes: [String] = []
    private(set) var direction: String?
    private(set) var isHidden = false

    init() {}

    init(style: String?, align: String?) {
        if let style { for (property, value) in Self.declarations(style) { read(property, value.lowercased()) } }
        if let align { alignment(align.lowercased()) }
    }

    /// `name: value` pairs, the names in lower case, as references such as `url(#Sky)` are not; nothing else of CSS is understood.
    static func declarations(_ style: String) -> [(String, String)] {
        style.prefix(2000).split(separator: ";").compactMap { declaration in
            guard let colon = declaration.firstIndex(of: ":") else { return nil }
            let value = withoutImportance(declaration[declaration.index(after: colon)...])
            return (declaration[..<colon].lowercased().foldingWhitespace(), value.foldingWhitespace())
        }
    }

    private static func withoutImportance(_ value: Substring) -> Substring {
        guard let mark = value.lastIndex(of: "!") else { return value }
        return value[value.index(after: mark)...].lowercased().foldingWhitespace() == "important" ? value[..<mark] : value
    }

    private mutating func read(_ property: String, _ value: String) {
        switch property {
        case "text-align": alignment(value)
        case "direction": direction = value == "rtl" || value == "ltr" ? value : nil
        case "font-style": if value == "italic" || value == "oblique" { add("italic") }
        case "font-weight": if value == "bold" || value == "bolder" || (Int(value) ?? 0) >= 600 { add("bold") }
        case "text-decoration", "text-decoration-line": if value.contains("underline") { add("underline") }
        case "font-variant", "font-variant-caps": if value.contains("small-caps") { add("small-caps") }
        case "display": isHidden = value == "none"
        default: break
        }
    }

    private mutating func alignment(_ value: String) {
        if ["center", "right", "justify"].contains(value) { add("align-\(value)") }
    }

    private mutating func add(_ name: String) {
        if !classes.contains(name) { classes.append(name) }
    }
}
