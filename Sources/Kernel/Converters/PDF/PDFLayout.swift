import Documents

/// Puts lines together again: running heads away, paragraphs joined across lines, columns and pages, headings found.
struct PDFLayout {
    private let pages: [PDFPage]
    private let bodySize: Double
    private let lineStep: Double

    init(_ pages: [PDFPage]) {
        let cleaned = Self.withoutRunningHeads(pages)
        self.pages = cleaned
        let lines = cleaned.flatMap(\.lines)
        bodySize = Self.commonest(lines.map { ($0.size.rounded(), $0.text.count) }) ?? 12
        let size = bodySize
        var steps: [(Double, Int)] = []
        for (line, next) in zip(lines, lines.dropFirst()) where line.page == next.page && abs(line.size - size) < 1.5 {
            let step = next.top - line.top
            if step > 0.5 * line.height, step < 3 * line.height { steps.append((step.rounded(), 1)) }
        }
        lineStep = Self.commonest(steps) ?? bodySize * 1.3
    }

    private static func commonest(_ values: [(Double, Int)]) -> Double? {
        var weights: [Double: Int] = [:]
        for (value, weight) in values { weights[value, default: 0] += weight }
        return weights.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }

    // MARK: Running heads

    /// Lines in the margins that come again page after page, whatever number stands in them.
    private static func withoutRunningHeads(_ pages: [PDFPage]) -> [PDFPage] {
        // A head often has two halves, of which one changes from page to page: its beginning and its end count separately.
        func keys(_ line: PDFLine) -> Set<String> {
            let words = String(line.text.lowercased().map { $0.isNumber ? "#" : $0 }).foldingWhitespace()
            return ["^" + words.prefix(24), "$" + words.suffix(24)]
        }
        func isInMargin(_ line: PDFLine, _ page: PDFPage) -> Bool { line.bottom < 0.1 * page.height || line.top > 0.9 * page.height }
        var counts: [String: Int] = [:]
        for page in pages {
            let names = page.lines.filter { isInMargin($0, page) }.reduce(into: Set()) { $0.formUnion(keys($1)) }
            for name in names { counts[name, default: 0] += 1 }
        }
        return pages.map { page in
            var cleaned = page
            cleaned.lines = page.lines.filter { line in
                guard isInMargin(line, page) else { return true }
                let words = line.text.foldingWhitespace()
                let isNumber = words.count <= 6 && words.allSatisfy { $0.isNumber || "ivxlc-– ".contains($0) }
                return !isNumber && keys(line).allSatisfy { (counts[$0] ?? 0) < 3 }
            }
            return cleaned
        }
    }

    // MARK: Paragraphs

    /// The paragraphs, and between them the pictures for which `resource` has a name.
    func paragraphs(resource: (PDFPicture) -> String? = { _ in nil }) -> [PDFParagraph] {
        var result: [PDFParagraph] = []
        var places: [(line: PDFLine, paragraph: Int)] = []
        var last: PDFLine?
        for page in pages {
            let columnRight = Self.usualRight(page.lines)
            for line in page.lines {
                if let before = last, let open = result.indices.last, joins(line, before, result[open], columnRight) {
                    join(line, to: &result[open], newPage: before.page != line.page)
                } else {
                    result.append(PDFParagraph(kind: kind(line), page: line.page, runs: line.runs, size: line.size))
                }
                last = line
                places.append((line, result.count - 1))
            }
        }
        return PDFFigures(pages: pages, places: places).insert(into: withHeadings(result), resource: resource)
    }

    private static func usualRight(_ lines: [PDFLine]) -> Double {
        let rights = lines.map(\.right).sorted()
        return rights.isEmpty ? 0 : rights[rights.count * 3 / 4]
    }

    private func kind(_ line: PDFLine) -> PDFParagraph.Kind {
        if line.isMonospaced { return .preformatted }
        return Self.isListItem(line.text) ? .item : .text
    }

    private static func isListItem(_ text: String) -> Bool {
        let words = text.foldingWhitespace()
        guard let first = words.first else { return false }
        if "•◦▪‣·●○■□–*".contains(first), words.dropFirst().first == " " { return true }
        let number = words.prefix { $0.isASCII && $0.isNumber }
        return !number.isEmpty && number.count <= 3 && [". ", ") "].contains(String(words.dropFirst(number.count).prefix(2)))
    }

    private func joins(_ line: PDFLine, _ before: PDFLine, _ open: PDFParagraph, _ columnRight: Double) -> Bool {
        if line.isMonospaced != before.isMonospaced || abs(line.size - before.size) > 0.12 * max(line.size, before.size) { return false }
        if line.isBold != before.isBold || Self.isListItem(line.text) { return false }
        let isBelow = before.page == line.page && line.top > before.top
        if line.isMonospaced { return isBelow && line.top - before.top < 2.5 * lineStep }
        guard isBelow else { return Self.reads(from: open.text, to: line.text) }
        let step = line.top - before.top
        if step > max(1.3 * lineStep * max(1, line.size / bodySize), 1.2 * line.height + 2) { return false }
        // An indented first line begins a paragraph; in a list the lines below the first are the indented ones.
        // Headings are often centred, so their lines begin anywhere.
        let isLarge = line.size >= 1.15 * bodySize
        if isLarge { return true }
        if line.left > before.left + 0.8 * line.size, open.kind != .item {
            return Self.reads(from: open.text, to: line.text) && line.left > before.right
        }
        let endsShort = before.right < columnRight - 6 * line.size && before.right - before.left < 0.75 * max(line.right - line.left, 1)
        return !(endsShort && Self.endsSentence(open.text))
    }

    private static func endsSentence(_ text: String) -> Bool {
        text.last { !"”\"’')»]".contains($0) }.map { ".!?:…".contains($0) } ?? true
    }

    /// Whether a text goes on across a column or a page.
    private static func reads(from text: String, to next: String) -> Bool {
        guard let first = next.first(where: { !$0.isWhitespace }) else { return false }
        return !endsSentence(text) && (first.isLowercase || text.last == "-" || text.last == ",") && text.count > 40
    }

    private func join(_ line: PDFLine, to paragraph: inout PDFParagraph, newPage: Bool) {
        var runs = line.runs
        if paragraph.kind == .preformatted {
            paragraph.runs.append(PDFRun(text: "\n"))
        } else if let last = paragraph.runs.indices.last {
            // Spaces at the ends of lines come and go with the program that wrote the file.
            while paragraph.runs[last].text.last?.isWhitespace == true { paragraph.runs[last].text.removeLast() }
            let text = paragraph.runs[last].text
            let next = runs.first?.text.first { !$0.isWhitespace }
            let isBroken =
                (text.last == "-" || text.last == "\u{2010}") && text.dropLast().last?.isLetter == true && next?.isLowercase == true
            if isBroken { paragraph.runs[last].text.removeLast() } else { paragraph.runs[last].text += " " }
            if let start = runs[0].text.firstIndex(where: { !$0.isWhitespace }) { runs[0].text = String(runs[0].text[start...]) }
        }
        if newPage { paragraph.pageStarts.append((paragraph.runs.count, line.page)) }
        // One style is one run, unless a page begins between.
        if !newPage, let last = paragraph.runs.last, let first = runs.first, last.isStyled(like: first) {
            paragraph.runs[paragraph.runs.count - 1].text += first.text
            runs.removeFirst()
        }
        paragraph.runs += runs
    }

    // MARK: Headings

    private func withHeadings(_ paragraphs: [PDFParagraph]) -> [PDFParagraph] {
        func isCandidate(_ paragraph: PDFParagraph) -> Bool {
            guard paragraph.kind == .text || paragraph.kind == .item else { return false }
            let text = paragraph.text
            guard (2...160).contains(text.count), text.contains(where: \.isLetter), text.last != ",", text.last != ";" else { return false }
            let isBold = paragraph.runs.allSatisfy { $0.bold || $0.text.allSatisfy(\.isWhitespace) }
            return paragraph.size >= 1.15 * bodySize || (isBold && paragraph.size >= 0.95 * bodySize && text.last != ".")
        }
        let sizes = Set(paragraphs.filter { isCandidate($0) }.map { $0.size.rounded() }).sorted(by: >)
        return paragraphs.map { paragraph in
            guard isCandidate(paragraph) else { return paragraph }
            var heading = paragraph
            heading.kind = .heading(min(5, (sizes.firstIndex(of: paragraph.size.rounded()) ?? 4) + 1))
            return heading
        }
    }
}
