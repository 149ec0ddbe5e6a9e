import Documents

/// Headings of an EPUB's file that are paragraphs: told by the table of contents, by the name of their class, or by standing in bold in the
/// middle before the text. What could be a paragraph stays one.
struct EPUBHeadings {
    /// A line of the table of contents that leads into the file.
    struct Entry {
        let title: String
        /// Nil for the beginning of the file.
        let anchor: String?
        let depth: Int
    }

    private var levels: [HTMLElement.Identity: Int] = [:]
    /// Longer than a heading is.
    private static let most = 120

    /// - Parameter prefix: what the anchors of the file begin with.
    init(in body: HTMLElement, entries: [Entry], prefix: String) {
        var lines = EPUBLines(of: body)
        guard !lines.all.isEmpty else { return }
        fromContents(lines.all, entries, prefix)
        fromClasses(lines.all)
        if levels.isEmpty, !lines.hasHeadings { fromLooks(&lines) }
    }

    /// The level of a paragraph that is a heading.
    subscript(_ element: HTMLElement) -> Int? { levels.isEmpty ? nil : levels[element.identity] }

    /// What the table of contents calls by the same words, at the same place.
    private mutating func fromContents(_ lines: [EPUBLines.Line], _ entries: [Entry], _ prefix: String) {
        guard let top = entries.map(\.depth).min() else { return }
        func letters(_ words: String) -> String { String(words.lowercased().filter { $0.isLetter || $0.isNumber }) }
        var byAnchor: [String: Entry] = [:]
        for entry in entries { if let anchor = entry.anchor { byAnchor[anchor] = byAnchor[anchor] ?? entry } }
        for (place, line) in lines.enumerated() where line.words.count <= 2 * Self.most {
            let named = line.ids.lazy.compactMap { byAnchor[HTMLAnchor.make($0, prefix: prefix)] }.first
            let entry = named ?? (place == 0 ? entries.first { $0.anchor == nil } : nil)
            guard let entry, !letters(line.words).isEmpty, letters(line.words) == letters(entry.title) else { continue }
            levels[line.element.identity] = max(2, min(6, 1 + entry.depth - top))
        }
    }

    /// What has the class of a heading, where that class has only short lines, few of them, and no run of them.
    private mutating func fromClasses(_ lines: [EPUBLines.Line]) {
        var places: [String: [Int]] = [:]
        for (place, line) in lines.enumerated() {
            for name in line.classes where Self.level(named: name) != nil { places[name, default: []].append(place) }
        }
        for (name, places) in places {
            guard let level = Self.level(named: name), places.count <= max(3, lines.count / 3),
                places.allSatisfy({ Self.isShort(lines[$0].words) }),
                !zip(places, places.dropFirst(3)).contains(where: { $1 == $0 + 3 })
            else { continue }
            for place in places where levels[lines[place].element.identity] == nil { levels[lines[place].element.identity] = level }
        }
    }

    private static func isShort(_ words: String) -> Bool {
        words.count <= most && words.contains { $0.isLetter || $0.isNumber } && !words.hasSuffix(",") && !words.hasSuffix(";")
    }

    /// One line, or a line and its subtitle, in bold in the middle before a text that has no other heading.
    private mutating func fromLooks(_ lines: inout EPUBLines) {
        let first = lines.all.prefix { $0.isBold && $0.isCentred && Self.isTitle($0.words) }
        guard (1...2).contains(first.count), let next = lines.all.dropFirst(first.count).first, next.words.count > Self.most else { return }
        for (place, line) in first.enumerated() { levels[line.element.identity] = 2 + place }
    }

    /// Whether a line is no sentence: `CHAPTER I.` may end as one.
    private static func isTitle(_ words: String) -> Bool {
        guard isShort(words), words.count <= 80, let last = words.last else { return false }
        if last == "." { return words.split(separator: " ").count <= 3 }
        return last.isLetter || last.isNumber || last == ")"
    }

    private static let names: [String: Int] = [
        "title": 2, "heading": 2, "chaptertitle": 2, "chapterheading": 2, "chapterhead": 2, "chaptitle": 2, "chaphead": 2, "chapternumber": 2,
        "chapternum": 2, "chapnum": 2, "parttitle": 2, "partheading": 2, "parthead": 2, "partnumber": 2, "rubrik": 2, "kapitelrubrik": 2,
        "subtitle": 3, "subheading": 3, "subhead": 3, "chaptersubtitle": 3, "chaptersubtitles": 3, "sectiontitle": 3, "sectionheading": 3,
        "sectionhead": 3, "underrubrik": 3, "mellanrubrik": 3,
    ]

    private static func level(named name: String) -> Int? {
        let folded = name.lowercased().filter { $0 != "-" && $0 != "_" }
        if let level = names[folded] { return level }
        guard folded == "h\(folded.last ?? " ")" || folded == "heading\(folded.last ?? " ")", let level = folded.last?.wholeNumberValue,
            (1...6).contains(level)
        else { return nil }
        return level
    }
}

/// The paragraphs of a file in their order: `p` and `div` without others inside.
struct EPUBLines {
    struct Line {
        let element: HTMLElement
        let words: String
        let classes: [String]
        /// Its own and those of what is in it.
        let ids: [String]
        let isBold: Bool
        let isCentred: Bool
    }

    private(set) var all: [Line] = []
    private(set) var hasHeadings = false

    /// A box around one of these is no paragraph.
    private static let apart: Set<String> = [
        "li", "table", "figure", "blockquote", "aside", "nav", "pre", "dl", "details", "hgroup", "svg", "math",
    ]

    init(of body: HTMLElement) { read(body, isCentred: false, depth: 0) }

    private mutating func read(_ parent: HTMLElement, isCentred: Bool, depth: Int) {
        guard depth < 200 else { return }
        for element in parent.elements where element.namespace == .html {
            if element.name.count == 2, element.name.hasPrefix("h"), element.name.last?.isNumber == true { hasHeadings = true }
            guard ["p", "div", "section", "article", "main", "header", "center"].contains(element.name) else { continue }
            let style = StyleHints(style: element["style"], align: element["align"])
            let isCentred = isCentred || element.name == "center" || style.classes.contains("align-center")
            if element.name == "p" || element.name == "div" && !Self.hasBlocks(element) {
                add(element, style, isCentred)
            } else {
                read(element, isCentred: isCentred, depth: depth + 1)
            }
        }
    }

    private static func hasBlocks(_ element: HTMLElement) -> Bool {
        element.elements.contains {
            if case .block = HTMLRules.treatment($0.name) { return true }
            return apart.contains($0.name)
        }
    }

    private mutating func add(_ element: HTMLElement, _ style: StyleHints, _ isCentred: Bool) {
        let words = element.words
        guard !words.isEmpty else { return }
        all.append(
            Line(
                element: element, words: words, classes: (element["class"] ?? "").split(whereSeparator: \.isWhitespace).prefix(20).map(String.init),
                ids: words.count <= 300 ? Self.ids(in: element, depth: 0) : [],
                isBold: style.classes.contains("bold") || words.count <= 300 && Self.isBold(element), isCentred: isCentred))
    }

    private static func ids(in element: HTMLElement, depth: Int) -> [String] {
        guard depth < 20 else { return [] }
        return [element["id"], element.name == "a" ? element["name"] : nil].compactMap(\.self)
            + element.elements.flatMap { ids(in: $0, depth: depth + 1) }
    }

    /// Whether all its words are in bold.
    private static func isBold(_ element: HTMLElement) -> Bool {
        var isBold = true
        try? element.forEachChild { child in
            switch child {
            case .text(let bytes): if bytes.contains(where: { !$0.isHTMLSpace }) { isBold = false }
            case .element(let inner):
                let style = StyleHints(style: inner["style"], align: nil)
                if !["b", "strong"].contains(inner.name), !style.classes.contains("bold"), !inner.isEmpty, !Self.isBold(inner) { isBold = false }
            }
        }
        return isBold
    }
}
