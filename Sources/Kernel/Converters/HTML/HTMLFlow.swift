import Core
import Documents
import Foundation

/// A document that comes as one stream of HTML, cut into sections at its headings.
struct HTMLFlow {
    let sections: [ConvertedSection]
    let contents: [ContentsEntry]
    /// What the head says: `title` and the `meta` elements by lower-case name.
    let head: [String: String]
    let language: Language?
    let direction: ReadingDirection?
    /// The words of a first-level heading that stands alone at the beginning.
    let leadingTitle: String?

    init(_ bytes: [UInt8], surroundings: any HTMLSurroundings, limits: ConversionLimits) throws(ConversionRefusal) {
        let tree = try HTMLTree(HTMLPreparation.prepare(bytes, limits: limits))
        guard let root = tree.root, let body = root.first("body") else { throw .damaged }
        var counts = [Int](repeating: 0, count: 7)
        Self.countHeadings(in: body, depth: 0, &counts)
        // One heading of a level is the title; several are chapters.
        let splitLevel = (1...6).first { counts[$0] > 1 } ?? 6
        let writer = HTMLWriter(surroundings: surroundings, limits: limits, splitLevel: splitLevel)
        try writer.writeChildren(of: body)
        writer.placeWaiting()
        sections = writer.sections.map { buffer in
            ConvertedSection(title: buffer.heading, html: buffer.finished { writer.places.anchors[$0] }, text: buffer.plainText)
        }
        contents = Self.contents(of: writer.headings)
        leadingTitle = counts[1] == 1 ? writer.headings.first { $0.level == 1 }?.title : nil
        head = Self.readHead(root)
        language = (root["lang"] ?? root["xml:lang"] ?? body["lang"]).flatMap { Language.isTag($0) ? Language($0) : nil }
        direction = (root["dir"] ?? body["dir"]).flatMap { ReadingDirection(rawValue: $0.lowercased()) }
    }

    private static func countHeadings(in element: HTMLElement, depth: Int, _ counts: inout [Int]) {
        guard depth < 200 else { return }
        for child in element.elements {
            if child.name.count == 2, child.name.hasPrefix("h"), let level = child.name.last?.wholeNumberValue, (1...6).contains(level) {
                counts[level] += 1
            } else if HTMLRules.isUnwrapped(child.name) {
                countHeadings(in: child, depth: depth + 1, &counts)
            }
        }
    }

    /// Headings down to the third level in use, nested by level.
    static func contents(of headings: [HTMLWriter.Heading]) -> [ContentsEntry] {
        let levels = Set(headings.map(\.level)).sorted().prefix(3)
        var rest = headings.filter { levels.contains($0.level) }.prefix(3000)
        func take(above level: Int) -> [ContentsEntry] {
            var entries: [ContentsEntry] = []
            while let heading = rest.first, heading.level > level {
                rest.removeFirst()
                entries.append(
                    ContentsEntry(
                        title: heading.title, section: heading.section, anchor: heading.anchor, children: take(above: heading.level)))
            }
            return entries
        }
        return take(above: 0)
    }

    private static func readHead(_ root: HTMLElement) -> [String: String] {
        var values: [String: String] = [:]
        for element in root.first("head")?.elements ?? [] {
            if element.name == "title" { values["title"] = element.words.catalogued() }
            if element.name == "meta", let name = (element["name"] ?? element["property"])?.lowercased(), let content = element["content"] {
                values[name] = values[name] ?? content.catalogued(5000)
            }
        }
        return values
    }
}

extension HTMLRules {
    /// Whether headings inside this element count as headings of the document.
    static func isUnwrapped(_ name: String) -> Bool {
        if neutral.contains(name) || ["header", "hgroup", "center", "article"].contains(name) { return true }
        if case .unwrap = treatment(name) { return true }
        return false
    }
}
