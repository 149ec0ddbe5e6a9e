import Documents

/// Writes blocks as sections.
struct PlainTextSections {
    private struct Open {
        var title: String?
        var html = ""
        var text: [String] = []
        var hasBody = false
    }

    private var done: [ConvertedSection] = []
    private var open = Open()
    private var headings: [HTMLWriter.Heading] = []
    private var size = 0
    /// A section that grows beyond this is cut at the next paragraph.
    private static let longSection = 100_000

    var contents: [ContentsEntry] { HTMLFlow.contents(of: headings) }

    mutating func add(_ block: PlainTextBlock) {
        switch block.shape {
        case .heading(let level):
            if level <= 2, open.hasBody { close() }
            let words = block.text
            let anchor = "\(HTMLAnchor.prefix(section: done.count))heading-\(headings.count + 1)"
            headings.append(HTMLWriter.Heading(level: level, title: words, section: done.count, anchor: anchor))
            if open.title == nil { open.title = words }
            append("<h\(level) id=\"\(anchor)\">\(Self.emphasised(words))</h\(level)>", words)
        case .paragraph:
            if size > Self.longSection { close() }
            let words = block.text
            append("<p>\(Self.emphasised(words))</p>", Self.plain(words))
            open.hasBody = true
        case .lines:
            let lines = block.lines.map { String($0).foldingWhitespace() }
            append("<p>\(lines.map(Self.emphasised).joined(separator: "<br>"))</p>", lines.map(Self.plain).joined(separator: "\n"))
            open.hasBody = true
        }
    }

    mutating func finished() -> [ConvertedSection] {
        close()
        return done
    }

    private mutating func append(_ html: String, _ text: String) {
        open.html += html
        open.text.append(text)
        size += html.utf8.count
    }

    private mutating func close() {
        guard !open.text.isEmpty else { return }
        done.append(ConvertedSection(title: open.title, html: open.html, text: open.text.joined(separator: "\n")))
        open = Open()
        size = 0
    }

    /// `_words_` is how plain text has always marked stress.
    private static func emphasised(_ words: String) -> String {
        let escaped = words.escapedForText
        guard escaped.contains("_") else { return escaped }
        return escaped.replacing(/_([^_\s][^_]*[^_\s]|[^_\s])_/) { "<em>\($0.1)</em>" }
    }

    private static func plain(_ words: String) -> String {
        words.contains("_") ? words.replacing(/_([^_\s][^_]*[^_\s]|[^_\s])_/) { "\($0.1)" } : words
    }
}
