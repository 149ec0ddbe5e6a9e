import Database
import Documents
import Foundation

/// Where the printed pages begin in a text: the converter marks them in the HTML of the sections.
struct PageMarks: Sendable, Equatable {
    /// The beginning of a page.
    struct Mark: Sendable, Equatable {
        let page: Int
        let section: Int
        /// In code points of the section's text.
        let start: Int

        /// The element in the text.
        var anchor: String { SectionHTML.anchor("page-\(page)", in: section) }
    }

    /// What is found in the HTML, after so many characters of text that are no white space.
    private struct Found {
        var pages: [(page: Int, letters: Int)] = []
        var headings: [(anchor: String, letters: Int)] = []
    }

    /// In reading order.
    private(set) var marks: [Mark] = []
    /// Where the headings are that the table of contents leads to, in code points of their sections.
    private var headings: [String: Int] = [:]
    /// A page of which the section before has a few words at most, such as the number of the chapter that follows.
    private var carried: Int?
    private static let few = 40

    /// Adds those of a section; sections come in reading order.
    mutating func read(_ section: Int, html: String, text: String) {
        let all = Self.found(in: html)
        let found = all.pages
        // Its words are those of this section, unless this one begins a page of its own.
        if let carried, found.first?.letters != 0 { marks[marks.count - 1] = Mark(page: carried, section: section, start: 0) }
        let last = max(1, text.unicodeScalars.count - Self.few)
        defer { carried = marks.last.flatMap { $0.section == section && $0.start >= last ? $0.page : nil } }
        note(all.headings, in: text)
        guard !found.isEmpty else { return }
        var rest = found[...]
        var letters = 0
        var afterLetter = 0
        for (position, scalar) in text.unicodeScalars.enumerated() where !scalar.properties.isWhitespace {
            while let next = rest.first, next.letters == letters {
                rest.removeFirst()
                // A page of pictures is where the words before it end, so that it is not taken for the one whose words follow.
                let isWordless = rest.first?.letters == letters
                marks.append(Mark(page: next.page, section: section, start: isWordless ? afterLetter : position))
            }
            letters += 1
            afterLetter = position + 1
        }
        for next in rest { marks.append(Mark(page: next.page, section: section, start: afterLetter)) }
    }

    /// The page that a place stands on; the first of several pages of pictures.
    func page(ofSection section: Int, at start: Int) -> Int {
        guard let last = marks.last(where: { ($0.section, $0.start) <= (section, start) }) else { return marks.first?.page ?? 1 }
        return marks.first { ($0.section, $0.start) == (last.section, last.start) }?.page ?? last.page
    }

    /// The page that an entry of the table of contents leads to; nil for a heading without a place of its own.
    func page(of entry: ContentsEntry) -> Int? {
        guard let section = entry.section else { return nil }
        let anchor = entry.anchor.map { SectionHTML.anchor($0, in: section) }
        if let mark = marks.first(where: { $0.anchor == anchor }) { return mark.page }
        return page(ofSection: section, at: anchor.flatMap { headings[$0] } ?? 0)
    }

    private mutating func note(_ found: [(anchor: String, letters: Int)], in text: String) {
        guard let last = found.last else { return }
        var rest = found[...]
        var letters = 0
        for (position, scalar) in text.unicodeScalars.enumerated() where !scalar.properties.isWhitespace {
            while let next = rest.first, next.letters == letters {
                headings[next.anchor] = position
                rest.removeFirst()
            }
            if letters == last.letters { return }
            letters += 1
        }
    }

    /// Where a page begins: a page without text is where the one before it is.
    func mark(of page: Int) -> Mark? { marks.last { $0.page <= page } ?? marks.first }

    /// Where a page ends in the section that it begins in; nil for the section's end.
    func end(of mark: Mark) -> Int? { marks.first { $0.section == mark.section && $0.page > mark.page }?.start }

    private static func found(in html: String) -> Found {
        var found = Found()
        var letters = 0
        var rest = html.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "<" {
                let tag = rest.prefix { $0 != ">" }
                rest = rest[tag.endIndex...].dropFirst()
                if let page = page(in: Substring(tag)) {
                    found.pages.append((page, letters))
                } else if tag.first == "h", let anchor = value(of: "id", in: Substring(tag)) {
                    found.headings.append((anchor, letters))
                }
            } else if scalar == "&", let end = rest.prefix(12).firstIndex(of: ";") {
                let isSpace = rest[..<end].elementsEqual("nbsp".unicodeScalars)
                rest = rest[end...].dropFirst()
                if !isSpace { letters += 1 }
            } else if !scalar.properties.isWhitespace {
                letters += 1
            }
        }
        return found
    }

    private static func page(in tag: Substring) -> Int? {
        guard tag.hasPrefix("span "), tag.contains("doc-pagebreak") else { return nil }
        // Earlier conversions wrote a label, which a span may not bear.
        return (value(of: "title", in: tag) ?? value(of: "aria-label", in: tag)).flatMap { Int($0) }
    }

    private static func value(of name: String, in tag: Substring) -> String? {
        tag.range(of: " \(name)=\"").map { String(tag[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}

extension Publications {
    /// Where the printed pages begin in a publication; nothing where its text has no marks.
    func pageMarks(of id: PublicationID, in db: any Connection) throws -> PageMarks {
        var marks = PageMarks()
        try db.each(
            "SELECT number, html, text FROM reading_section WHERE publication_id = \(id) ORDER BY number" as Query<MarkedSection>
        ) { marks.read($0.number, html: $0.html, text: $0.text) }
        return marks
    }
}

private struct MarkedSection: SQLRow {
    let number: Int
    let html: String
    let text: String

    init(row: inout RowReader) throws {
        number = try row.next()
        html = try row.next()
        text = try row.next()
    }
}
