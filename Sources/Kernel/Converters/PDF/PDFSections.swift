import Documents

/// Writes paragraphs as sections: cut at the outline's chapters, else at headings, else every few pages.
struct PDFSections {
    private let paragraphs: [PDFParagraph]
    private let outline: [PDFOutlineItem]
    /// Where sections begin, as positions in `paragraphs`, with their titles.
    private let cuts: [(start: Int, title: String?)]

    init(_ paragraphs: [PDFParagraph], outline: [PDFOutlineItem]) {
        self.paragraphs = paragraphs
        self.outline = outline
        var cuts = Self.cuts(paragraphs, outline: outline)
        if cuts.first?.start != 0 { cuts.insert((0, nil), at: 0) }
        self.cuts = cuts
    }

    // MARK: Cutting

    private static func cuts(_ paragraphs: [PDFParagraph], outline: [PDFOutlineItem]) -> [(start: Int, title: String?)] {
        // An outline with one root is the title; its children are the chapters.
        let chapters = outline.count == 1 && outline[0].children.count > 1 ? outline[0].children : outline
        if chapters.count > 1 {
            var cuts: [(start: Int, title: String?)] = []
            for chapter in chapters {
                guard let start = place(of: chapter, in: paragraphs), start > cuts.last?.start ?? -1 else { continue }
                cuts.append((start, chapter.title))
            }
            if cuts.count > 1 { return cuts }
        }
        return headingCuts(paragraphs) ?? pageCuts(paragraphs)
    }

    /// The paragraph that bears an outline entry's title on its page, or the first of that page.
    private static func place(of item: PDFOutlineItem, in paragraphs: [PDFParagraph]) -> Int? {
        guard let page = item.page, let first = paragraphs.firstIndex(where: { $0.page >= page }) else { return nil }
        func letters(_ text: String) -> String { String(text.lowercased().filter { $0.isLetter || $0.isNumber }) }
        let wanted = letters(item.title)
        guard wanted.count >= 2 else { return first }
        let onPage = paragraphs[first...].prefix { $0.page == page }
        return onPage.indices.first { letters(onPage[$0].text).hasSuffix(wanted) && onPage[$0].text.count < item.title.count + 30 } ?? first
    }

    private static func headingCuts(_ paragraphs: [PDFParagraph]) -> [(start: Int, title: String?)]? {
        let pages = (paragraphs.last?.page ?? 1) - (paragraphs.first?.page ?? 1) + 1
        for level in 1...5 {
            let starts = paragraphs.indices.filter { paragraphs[$0].kind == .heading(level) && (level == 1 || pages > 3) }
            // Chapters are a page or longer on the average; more headings than that are a smaller kind.
            guard starts.count > 1, starts.count <= max(4, 2 * pages) else { continue }
            return starts.filter { start in start == 0 || !isHeading(paragraphs[start - 1]) }.map { ($0, paragraphs[$0].text) }
        }
        return nil
    }

    private static func isHeading(_ paragraph: PDFParagraph) -> Bool {
        if case .heading = paragraph.kind { return true }
        return false
    }

    private static func pageCuts(_ paragraphs: [PDFParagraph]) -> [(start: Int, title: String?)] {
        var cuts: [(start: Int, title: String?)] = []
        var nextPage = paragraphs.first?.page ?? 1
        for index in paragraphs.indices where paragraphs[index].page >= nextPage {
            cuts.append((index, nil))
            nextPage = paragraphs[index].page + 10
        }
        return cuts
    }

    // MARK: Writing

    func write() -> (sections: [ConvertedSection], contents: [ContentsEntry]) {
        var sectionOfPage: [Int: Int] = [:]
        let ranges = cuts.enumerated().map { index, cut in cut.start..<(index + 1 < cuts.count ? cuts[index + 1].start : paragraphs.count) }
        for (section, range) in ranges.enumerated() {
            for paragraph in paragraphs[range] {
                for page in [paragraph.page] + paragraph.pageStarts.map(\.page) where sectionOfPage[page] == nil {
                    sectionOfPage[page] = section
                }
            }
        }
        var sections: [ConvertedSection] = []
        var marked: Set<Int> = []
        var headings: [HTMLWriter.Heading] = []
        var anchors: [Int: String] = [:]
        for (section, range) in ranges.enumerated() {
            var writer = PDFSectionWriter(section: section, sectionOfPage: sectionOfPage, marked: marked, headings: headings)
            for index in range {
                let before = writer.headings.count
                writer.write(paragraphs[index])
                if writer.headings.count > before { anchors[index] = writer.headings.last?.anchor }
            }
            (marked, headings) = (writer.marked, writer.headings)
            let pages = paragraphs[range].first.map { first in (first.page, paragraphs[range].last?.page ?? first.page) }
            let title = cuts[section].title ?? writer.firstHeading ?? pages.map { $0.0 == $0.1 ? "\($0.0)" : "\($0.0)–\($0.1)" }
            sections.append(ConvertedSection(title: title, html: writer.html, text: writer.lines.joined(separator: "\n")))
        }
        let contents = outline.isEmpty ? HTMLFlow.contents(of: headings) : entries(outline, anchors, sectionOfPage)
        return (sections, contents.isEmpty ? EPUBConverter.contents(of: sections) : contents)
    }

    private func entries(_ items: [PDFOutlineItem], _ anchors: [Int: String], _ sectionOfPage: [Int: Int]) -> [ContentsEntry] {
        items.map { item in
            let start = Self.place(of: item, in: paragraphs)
            let section = start.flatMap { start in cuts.lastIndex { $0.start <= start } }
            let isSectionStart = section.map { cuts[$0].start == start } ?? false
            let page = item.page.flatMap { page in section.flatMap { sectionOfPage[page] == $0 ? page : nil } }
            let pageAnchor = page.flatMap { page in section.map { PDFSectionWriter.anchor(page: page, section: $0) } }
            let anchor = isSectionStart ? nil : start.flatMap { anchors[$0] } ?? pageAnchor
            return ContentsEntry(
                title: item.title, section: section, anchor: anchor, children: entries(item.children, anchors, sectionOfPage))
        }
    }
}

/// Writes one section of a PDF.
struct PDFSectionWriter {
    let section: Int
    let sectionOfPage: [Int: Int]
    private(set) var marked: Set<Int>
    private(set) var headings: [HTMLWriter.Heading]
    private(set) var html = ""
    private(set) var lines: [String] = []
    private(set) var firstHeading: String?
    private var order = HeadingOrder()

    init(section: Int, sectionOfPage: [Int: Int], marked: Set<Int>, headings: [HTMLWriter.Heading]) {
        self.section = section
        self.sectionOfPage = sectionOfPage
        self.marked = marked
        self.headings = headings
    }

    static func anchor(page: Int, section: Int) -> String { "\(HTMLAnchor.prefix(section: section))page-\(page)" }

    mutating func write(_ paragraph: PDFParagraph) {
        if case .picture(let name) = paragraph.kind {
            html += "<figure>\(mark(paragraph.page))<img src=\"resource:\(name)\" alt=\"\"></figure>"
            return
        }
        let text = paragraph.text
        guard !text.isEmpty else { return }
        var inner = mark(paragraph.page)
        var endsInSpace = true
        for (index, run) in paragraph.runs.enumerated() {
            for start in paragraph.pageStarts where start.run == index { inner += mark(start.page) }
            var run = run
            if paragraph.kind != .preformatted { run.text = Self.folded(run.text, after: &endsInSpace) }
            inner += markup(run, in: paragraph)
        }
        switch paragraph.kind {
        case .heading(let level):
            let anchor = "\(HTMLAnchor.prefix(section: section))heading-\(headings.count + 1)"
            headings.append(HTMLWriter.Heading(level: level, title: String(text.prefix(300)), section: section, anchor: anchor))
            firstHeading = firstHeading ?? String(text.prefix(300))
            let written = order.level(of: level)
            html += "<h\(written) id=\"\(anchor)\">\(inner)</h\(written)>"
        case .preformatted: html += "<pre>\(inner)</pre>"
        case .text, .item, .picture: html += "<p>\(inner)</p>"
        }
        lines.append(paragraph.kind == .preformatted ? paragraph.runs.map(\.text).joined() : text)
    }

    /// One space for every run of white space, across the borders of runs.
    private static func folded(_ text: String, after endsInSpace: inout Bool) -> String {
        var result = ""
        for character in text {
            if !character.isWhitespace { result.append(character) } else if !endsInSpace { result.append(" ") }
            endsInSpace = character.isWhitespace
        }
        return result
    }

    /// The beginning of a page, once.
    private mutating func mark(_ page: Int) -> String {
        guard sectionOfPage[page] == section, marked.insert(page).inserted else { return "" }
        return "<span role=\"doc-pagebreak\" id=\"\(Self.anchor(page: page, section: section))\" title=\"\(page)\"></span>"
    }

    private func markup(_ run: PDFRun, in paragraph: PDFParagraph) -> String {
        var inner = run.text.escapedForText
        guard run.text.contains(where: { !$0.isWhitespace }) else { return inner }
        if case .heading = paragraph.kind { return link(run, inner) }
        if run.italic { inner = "<em>\(inner)</em>" }
        if run.bold { inner = "<strong>\(inner)</strong>" }
        return link(run, inner)
    }

    private func link(_ run: PDFRun, _ inner: String) -> String {
        guard let target = run.link else { return inner }
        guard target.hasPrefix("#") else { return "<a href=\"\(target.escapedForAttribute)\" rel=\"noopener noreferrer\">\(inner)</a>" }
        guard let page = Int(target.dropFirst()), let section = sectionOfPage[page] else { return inner }
        return "<a href=\"section:\(section)#\(Self.anchor(page: page, section: section))\">\(inner)</a>"
    }
}
