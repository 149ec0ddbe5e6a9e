import Core
import Documents

/// Writes the allowed part of a parsed document, with its words beside it, as one section or cut at its headings.
final class HTMLWriter {
    /// A heading that the table of contents may show.
    struct Heading {
        let level: Int
        let title: String
        let section: Int
        let anchor: String
    }

    let surroundings: any HTMLSurroundings
    let limits: ConversionLimits
    /// The number of the first section.
    let firstSection: Int
    /// Headings of this level and above begin a new section; nil writes one section.
    let splitLevel: Int?

    private(set) var sections = [SectionBuffer()]
    private(set) var headings: [Heading] = []
    /// Of the section that is being written.
    private var order = HeadingOrder()
    var places = HTMLPlaces()

    /// The elements around the present place, to be closed and opened again when a section ends among them.
    private struct Open {
        let start: String
        let end: String
        let isNeutral: Bool
    }
    private var open: [Open] = []
    private var depth = 0
    private var preformatted = 0
    private var listsOfNotes = 0

    /// A section that has grown beyond this is cut at the next block, heading or not.
    private static let longSection = 150_000

    init(surroundings: any HTMLSurroundings, limits: ConversionLimits, firstSection: Int = 0, splitLevel: Int? = nil) {
        self.surroundings = surroundings
        self.limits = limits
        self.firstSection = firstSection
        self.splitLevel = splitLevel
    }

    var section: Int { firstSection + sections.count - 1 }

    /// Gives exclusive access to the section that is being written.
    func withBuffer<Value>(_ body: (inout SectionBuffer) -> Value) -> Value { body(&sections[sections.count - 1]) }

    // MARK: Walking

    func writeChildren(of element: HTMLElement) throws(ConversionRefusal) {
        depth += 1
        defer { depth -= 1 }
        if depth > 4 * limits.depth { throw .hostile(.nesting) }
        try element.forEachChild { child throws(ConversionRefusal) in
            switch child {
            case .text(let bytes): words(bytes)
            case .element(let element): try write(element)
            }
        }
    }

    private func words(_ bytes: UnsafeBufferPointer<UInt8>) {
        if places.areWaiting, bytes.contains(where: { !$0.isHTMLSpace }) { placeWaiting() }
        withBuffer { buffer in
            buffer.words(bytes, preformatted: preformatted > 0)
            if !buffer.hasBody, bytes.contains(where: { !$0.isHTMLSpace }) { buffer.hasBody = true }
        }
    }

    func write(_ element: HTMLElement) throws(ConversionRefusal) {
        switch element.namespace {
        case .math: try writeMath(element)
        case .svg: try writeSVG(element)
        case .html: try writeHTML(element)
        }
    }

    private func writeHTML(_ element: HTMLElement) throws(ConversionRefusal) {
        let marks = SemanticMarks(element, inNotes: listsOfNotes > 0)
        let style = element.hasAttributes ? StyleHints(style: element["style"], align: element["align"]) : StyleHints()
        if surroundings.leavesOut(element) { return }
        // A note may be hidden until its reference is followed; the reader decides about that itself.
        if element.hasAttributes, (element["hidden"] != nil || style.isHidden) && !marks.isNote { return }
        switch element.name {
        case "epub:switch": return try writeSwitch(element)
        case "img": return try writeImage(element)
        case "audio": return try writeAudio(element)
        default: break
        }
        switch HTMLRules.treatment(element.name) {
        case .drop: return
        case .unwrap: try writeChildren(of: element)
        case .inline(let name): try writeInline(element, as: name, marks, style)
        case .block(let name): try writeBlock(element, as: name, marks, style)
        }
    }

    private func writeInline(_ element: HTMLElement, as name: String, _ marks: SemanticMarks, _ style: StyleHints) throws(ConversionRefusal) {
        if name == "br" || name == "wbr" {
            withBuffer { buffer in
                buffer.markup("<\(name)>")
                if name == "br" { buffer.breakLine() }
            }
            return
        }
        var name = name
        var link: HTMLLink?
        if name == "a" {
            link = element["href"].map { surroundings.link($0) }
            // A link without words cannot be announced by a screen reader; it was a mere place.
            if case .nowhere? = link { link = nil }
            if link != nil, !element.hasName { link = nil }
            if link == nil { name = "span" }
        }
        if link == nil, marks.attributes(for: name).isEmpty, element.isEmpty { return wait(for: element) }
        let attributes = commonAttributes(element, as: name, marks, style)
        // A span that says nothing is left out.
        if name == "span" && attributes.isEmpty { return try writeChildren(of: element) }
        withBuffer { buffer in
            buffer.settleSpace()
            buffer.markup("<\(name)\(attributes)")
            switch link {
            case .inside(let place)?: buffer.markup(" href=\"\(place.escapedForAttribute)\"")
            case .outside(let address)?: buffer.markup(" href=\"\(address.escapedForAttribute)\" rel=\"noopener noreferrer\"")
            case .fragment(let fragment)?: buffer.openLink(to: fragment)
            case .nowhere?, nil: break
            }
            buffer.markup(">")
        }
        open.append(Open(start: "", end: "", isNeutral: false))
        try writeChildren(of: element)
        open.removeLast()
        withBuffer { $0.markup("</\(name)>") }
    }

    private func writeBlock(_ element: HTMLElement, as name: String, _ marks: SemanticMarks, _ style: StyleHints) throws(ConversionRefusal) {
        let level = Self.level(name) ?? surroundings.headingLevel(of: element)
        if name == "p", element.isEmpty { return wait(for: element) }
        cutIfDue(before: name == "hgroup" ? Self.firstLevel(in: element) : level, name)
        if let level { return try writeHeading(element, level, marks, style) }
        if element.name == "body" { return try writeChildren(of: element) }
        if name == "hgroup" { withBuffer { $0.heading = $0.heading ?? Self.title(of: element) } }
        withBuffer { $0.breakLine() }
        let bare = commonAttributes(element, as: name, marks, style, withID: false)
        let start = "<\(name)\(commonAttributes(element, as: name, marks, style))>"
        withBuffer { $0.markup(start) }
        if name == "hr" { placeWaiting() }
        if HTMLRules.void.contains(name) { return }
        open.append(Open(start: "<\(name)\(bare)>", end: "</\(name)>", isNeutral: Self.isNeutral(name)))
        if name == "pre" { preformatted += 1 }
        if marks.isListOfNotes { listsOfNotes += 1 }
        try writeChildren(of: element)
        if marks.isListOfNotes { listsOfNotes -= 1 }
        if name == "pre" { preformatted -= 1 }
        open.removeLast()
        withBuffer { buffer in
            buffer.breakLine()
            buffer.markup("</\(name)>")
        }
    }

    private static func level(_ name: String) -> Int? { name.count == 2 && name.hasPrefix("h") ? name.last?.wholeNumberValue : nil }

    private static func firstLevel(in group: HTMLElement) -> Int? {
        for line in group.elements { if let level = level(line.name) { return level } }
        return nil
    }

    /// Whether a section may end inside; a heading stays with its subtitle.
    private static func isNeutral(_ name: String) -> Bool { name != "hgroup" && HTMLRules.neutral.contains(name) }

    /// A heading with its subtitle: “III: Of the Inhabitants of Flatland”.
    private static func title(of group: HTMLElement) -> String? {
        var lines: [String] = []
        try? group.forEachChild { child in
            if case .element(let line) = child, !line.words.isEmpty { lines.append(line.words) }
        }
        return lines.isEmpty ? nil : String(lines.joined(separator: ": ").prefix(300))
    }

    private func writeHeading(_ element: HTMLElement, _ source: Int, _ marks: SemanticMarks, _ style: StyleHints) throws(ConversionRefusal) {
        placeWaiting()
        let title = element.words
        let level = title.isEmpty ? source : order.level(of: source)
        var attributes = commonAttributes(element, as: "h\(level)", marks, style)
        var anchor = element["id"].flatMap { places.anchors[$0]?.anchor }
        if anchor == nil, !title.isEmpty, splitLevel != nil {
            let made = HTMLAnchor.make("heading-\(headings.count + 1)", prefix: HTMLAnchor.prefix(section: section))
            if places.reserve(made) { attributes += " id=\"\(made)\"" }
            anchor = made
        }
        if let anchor, !title.isEmpty {
            headings.append(Heading(level: source, title: String(title.prefix(300)), section: section, anchor: anchor))
        }
        // An empty heading would be announced as one; it becomes a plain box.
        let name = title.isEmpty ? "div" : "h\(level)"
        withBuffer { buffer in
            buffer.breakLine()
            buffer.markup("<\(name)\(attributes)>")
            if buffer.heading == nil, !title.isEmpty { buffer.heading = String(title.prefix(300)) }
        }
        let hadBody = withBuffer { $0.hasBody }
        open.append(Open(start: "", end: "", isNeutral: false))
        try writeChildren(of: element)
        open.removeLast()
        withBuffer { buffer in
            buffer.hasBody = hadBody
            buffer.breakLine()
            buffer.markup("</\(name)>")
        }
    }

    // MARK: Cutting

    private func cutIfDue(before level: Int?, _ name: String) {
        guard let splitLevel, open.allSatisfy(\.isNeutral), sections.count < limits.sections else { return }
        let isDue = withBuffer { buffer in
            if let level, level <= splitLevel { return buffer.hasBody }
            return buffer.html.count > Self.longSection && !Self.isNeutral(name)
        }
        guard isDue else { return }
        withBuffer { buffer in
            buffer.breakLine()
            for one in open.reversed() { buffer.markup(one.end) }
        }
        sections.append(SectionBuffer())
        order = HeadingOrder()
        withBuffer { buffer in
            for one in open { buffer.markup(one.start) }
        }
    }

    /// Marks the place inside foreign content, so that no section is cut there.
    func inForeignContent(_ body: () throws(ConversionRefusal) -> Void) throws(ConversionRefusal) {
        open.append(Open(start: "", end: "", isNeutral: false))
        defer { open.removeLast() }
        try body()
    }
}
