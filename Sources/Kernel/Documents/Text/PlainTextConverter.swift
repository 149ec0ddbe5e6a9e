import Core
import Foundation

/// Reads plain text: paragraphs out of wrapped lines, chapters out of lines that look like headings.
struct PlainTextConverter {
    let conversion: Conversion

    func convert(_ bytes: [UInt8]) throws(ConversionRefusal) -> ConvertedDocument {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let frame = GutenbergFrame(lines)
        try conversion.progress(0.3)
        let blocks = PlainTextBlocks.read(frame.work)
        guard !blocks.isEmpty else { throw .noText }
        var writer = PlainTextSections()
        for block in blocks { writer.add(block) }
        try conversion.progress(0.8)
        let sections = writer.finished()
        guard sections.contains(where: { $0.words > 0 }) else { throw .noText }
        var metadata = frame.metadata ?? DocumentMetadata()
        if metadata.title.isEmpty, let first = blocks.first, first.lines.count == 1, first.text.count <= 80 { metadata.title = first.text }
        return ConvertedDocument(
            format: .text, metadata: metadata, direction: .leftToRight, sections: sections, contents: writer.contents, resources: [],
            cover: nil, audio: nil, bible: nil, warnings: [], folder: conversion.folder)
    }
}

/// A run of lines between empty ones.
struct PlainTextBlock {
    enum Shape: Equatable {
        case paragraph
        /// Verse, lists and tables: lines stay lines.
        case lines
        /// A heading; 1 for parts and books, 2 for chapters, 3 for anything below.
        case heading(Int)
    }

    let lines: [Substring]
    var shape: Shape
    /// Empty lines before it.
    let gap: Int

    /// The lines as one.
    var text: String { lines.joined(separator: " ").foldingWhitespace() }
}

enum PlainTextBlocks {
    static func read(_ lines: ArraySlice<Substring>) -> [PlainTextBlock] {
        let isWrapped = looksWrapped(lines)
        var blocks: [PlainTextBlock] = []
        var current: [Substring] = []
        var gap = 2
        func close() {
            guard !current.isEmpty else { return }
            // Without wrapping, every line is a paragraph of its own.
            for (index, part) in (isWrapped ? [current] : current.map { [$0] }).enumerated() {
                blocks.append(PlainTextBlock(lines: part, shape: shape(part, gap: index == 0 ? gap : 0), gap: index == 0 ? gap : 0))
            }
            current = []
            gap = 0
        }
        for line in lines {
            if line.allSatisfy({ $0.isWhitespace || $0 == "\u{FEFF}" }) {
                close()
                gap += 1
            } else if isRule(line) {
                close()
            } else {
                current.append(line)
            }
        }
        close()
        return withoutContentsLists(blocks)
    }

    /// Whether lines end where the page ended rather than where the paragraph does.
    private static func looksWrapped(_ lines: ArraySlice<Substring>) -> Bool {
        let sample = lines.prefix(4000).map(\.count).filter { $0 > 0 }
        let long = sample.count { $0 > 120 }
        return long * 10 < max(1, sample.count)
    }

    /// A line of dashes, stars or the like.
    private static func isRule(_ line: Substring) -> Bool {
        let marks = line.filter { !$0.isWhitespace }
        return marks.count >= 3 && !marks.contains { $0.isLetter || $0.isNumber }
    }

    private static func shape(_ lines: [Substring], gap: Int) -> PlainTextBlock.Shape {
        if let level = PlainTextHeading.level(lines, gap: gap) { return .heading(level) }
        guard lines.count > 1 else { return .paragraph }
        let numbered = lines.count { $0.first { !$0.isWhitespace }.map { $0.isNumber || "•*-–".contains($0) } ?? false }
        if lines.count > 2, numbered * 10 >= lines.count * 7 { return .lines }
        let indented = lines.count { $0.hasPrefix("  ") || $0.hasPrefix("\t") }
        let average = lines.reduce(0) { $0 + $1.count } / lines.count
        let longest = lines.map(\.count).max() ?? 0
        let capitals = lines.count { $0.first { !$0.isWhitespace }?.isUppercase == true }
        if indented == lines.count && average < 60 { return .lines }
        return longest < 55 && average < 45 && capitals * 4 >= lines.count * 3 && lines.count > 2 ? .lines : .paragraph
    }

    /// Headings that follow one another without text between them are a list of contents.
    private static func withoutContentsLists(_ blocks: [PlainTextBlock]) -> [PlainTextBlock] {
        var result = blocks
        for index in result.indices.dropLast() where result[index].shape != .paragraph {
            guard case .heading(let level) = blocks[index].shape, case .heading(let next) = blocks[index + 1].shape else { continue }
            if level == next && level > 1 { result[index].shape = .paragraph }
        }
        return result
    }
}

/// Tells headings from text.
enum PlainTextHeading {
    private static let parts: Set<String> = ["book", "part", "volume", "act", "bok", "del", "band", "akt"]
    private static let chapters: Set<String> = [
        "chapter", "kapitel", "letter", "scene", "canto", "prologue", "epilogue", "preface", "introduction", "foreword", "afterword",
        "appendix", "bilaga", "brev", "scen", "prolog", "epilog", "förord", "inledning", "efterord", "sång", "avsnitt", "sura", "psalm",
    ]
    private static let alone: Set<String> = [
        "prologue", "epilogue", "preface", "introduction", "foreword", "afterword", "prolog", "epilog", "förord", "inledning", "efterord",
    ]

    /// The level of a heading; nil for text.
    static func level(_ lines: [Substring], gap: Int) -> Int? {
        guard lines.count <= 2, gap >= 1 else { return nil }
        let text = lines.joined(separator: " ").foldingWhitespace()
        guard (1...90).contains(text.count), !text.hasSuffix(","), !text.hasSuffix(";") else { return nil }
        let words = text.split(separator: " ")
        let first = words[0].lowercased().filter { $0.isLetter }
        let second = words.count > 1 ? words[1].filter { $0.isLetter || $0.isNumber } : ""
        if parts.contains(first), isNumber(second), gap >= 1 { return 1 }
        if chapters.contains(first), isNumber(second) || (alone.contains(first) && words.count <= 6) { return 2 }
        if gap >= 2, words.count <= 2, isNumber(words[0].filter { $0.isLetter || $0.isNumber }), words.count == 1 || words[0].hasSuffix(".") { return 2 }
        let letters = text.filter(\.isLetter)
        if gap >= 2, letters.count >= 3, text.count <= 60, letters.allSatisfy(\.isUppercase), lines.count == 1 { return 2 }
        if isNumbered(words[0]), words.count <= 12, text.last != ".", lines.count == 1 { return 3 }
        return nil
    }

    /// `2.1.` and deeper.
    private static func isNumbered(_ word: Substring) -> Bool {
        word.contains(".") && word.first?.isNumber == true && word.allSatisfy { $0.isNumber || $0 == "." } && word.filter { $0 == "." }.count >= 2
    }

    private static let numberWords: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "first", "second", "third",
        "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "the", "ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta",
        "nio", "tio", "elva", "tolv", "första", "andra", "tredje", "fjärde", "femte",
    ]

    private static func isNumber(_ word: some StringProtocol) -> Bool {
        let folded = word.lowercased()
        if folded.isEmpty { return false }
        if folded.allSatisfy(\.isNumber) || numberWords.contains(folded) { return true }
        return folded.count <= 8 && folded.allSatisfy { "ivxlcdm".contains($0) } || folded.count == 1 && "abcdefghjklmnopqrst".contains(folded)
    }
}

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
