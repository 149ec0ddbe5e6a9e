import Core
import Documents

/// Ids and attributes: what of them is kept, and how it is made safe.
extension HTMLWriter {
    /// Keeps the ids of an empty element until something comes that they can stand before.
    func wait(for element: HTMLElement) {
        if let id = element["id"] ?? element["name"] { places.wait(id) }
        for child in element.elements { wait(for: child) }
    }

    /// Writes the waiting ids here.
    func placeWaiting() {
        for id in places.takeWaiting() {
            if let anchor = claim(id) { withBuffer { $0.markup("<span id=\"\(anchor)\"></span>") } }
        }
    }

    /// The safe form of an id, given out once; nil when it is taken.
    func claim(_ id: String) -> String? { places.claim(id, section: section) }

    /// The attributes of an element as they are written, each with a space before it.
    func commonAttributes(
        _ element: HTMLElement, as name: String, _ marks: SemanticMarks, _ style: StyleHints, withID: Bool = true
    ) -> String {
        guard element.hasAttributes || element.name == "center" else { return "" }
        var result = ""
        func add(_ name: String, _ value: String) { result += " \(name)=\"\(value.escapedForAttribute)\"" }
        if withID, let id = element["id"] ?? (element.name == "a" ? element["name"] : nil), let anchor = claim(id) { add("id", anchor) }
        if let language = element["lang"] ?? element["xml:lang"], Language.isTag(language) { add("lang", language) }
        let direction = element["dir"]?.lowercased() ?? style.direction
        if let direction, ["rtl", "ltr", "auto"].contains(direction) { add("dir", direction) }
        let classes = style.classes + (element.name == "center" ? ["align-center"] : [])
        if !classes.isEmpty { add("class", classes.joined(separator: " ")) }
        if let title = element["title"], name == "abbr" || name == "dfn" { add("title", String(title.prefix(300))) }
        for (attribute, value) in marks.attributes(for: name) { add(attribute, value) }
        for (attribute, value) in element.attributes where HTMLRules.attributes[name]?.contains(attribute) == true {
            if value.utf8.count <= 40, value.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "+-:.%T".utf8.contains($0) }) {
                add(attribute, value)
            }
        }
        if element.name == "details", element["open"] != nil { result += " open" }
        return result
    }
}
