import Core
import Documents
import Foundation

/// Reads USX, the form in which Bible societies hand out their texts: one book a file, verses as milestones.
final class USXReader: XMLHandler {
    private var collector = VerseCollector()
    /// The styles of the paragraphs and characters that are open; nil for what has none.
    private var open: [(name: String, isLeftOut: Bool)] = []
    private var leftOut = 0
    private var isName = false
    private var name = ""

    static func read(_ file: URL, limits: ConversionLimits) throws(ConversionRefusal) -> BibleText {
        let reader = USXReader()
        try XMLStream.parse(fileAt: file, limits: limits, into: reader)
        return try reader.collector.finished(language: nil)
    }

    func start(_ tag: XMLTag) {
        let style = tag["style"] ?? ""
        var isLeftOut = false
        switch tag.name {
        case "book": collector.begin(tag["code"].flatMap { BibleBooks.book(code: $0) })
        case "chapter": if tag["eid"] == nil { collector.chapter = Int(tag["number"] ?? "") ?? 0 } else { collector.close() }
        case "verse": if tag["eid"] == nil { collector.open(tag["number"] ?? "") } else { collector.close() }
        case "para":
            isName = style == "h"
            if isName { name = "" }
            isLeftOut = !Self.isText(style)
        case "note", "figure", "sidebar", "ref": isLeftOut = tag.name != "ref"
        default: break
        }
        // The text of a book's own line is its note to editors.
        if tag.name == "book" { isLeftOut = true }
        if isLeftOut { leftOut += 1 }
        open.append((tag.name, isLeftOut))
    }

    func end(_ name: String) {
        guard let closed = open.popLast() else { return }
        if closed.isLeftOut { leftOut -= 1 }
        if closed.name == "para" {
            if isName { collector.name = self.name.catalogued(100) }
            isName = false
            collector.space()
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        let words = String(decoding: bytes, as: UTF8.self)
        if isName { name += words }
        if leftOut == 0 { collector.add(words) }
    }

    /// Paragraphs, poetry, lists and tables hold verses; headings, titles and introductions don't.
    private static func isText(_ style: String) -> Bool {
        let letters = style.prefix { $0.isLetter }
        return [
            "p", "m", "po", "pr", "cls", "pmo", "pm", "pmc", "pmr", "pi", "mi", "nb", "pc", "ph", "q", "qr", "qc", "qm", "b", "lh", "li", "lf", "lim",
        ]
        .contains(String(letters))
    }
}

/// Reads USFX, the form of eBible.org: a whole Bible in one file, verses between `v` and `ve`.
final class USFXReader: XMLHandler {
    private var collector = VerseCollector()
    private var open: [(name: String, isLeftOut: Bool)] = []
    private var leftOut = 0
    private var name: String?
    private var language = ""

    static func read(_ file: URL, limits: ConversionLimits) throws(ConversionRefusal) -> BibleText {
        let reader = USFXReader()
        try XMLStream.parse(fileAt: file, limits: limits, into: reader)
        let tag = reader.language.foldingWhitespace()
        return try reader.collector.finished(language: Language.isTag(tag) ? Language(tag) : nil)
    }

    func start(_ tag: XMLTag) {
        var isLeftOut = false
        switch tag.name {
        case "book": collector.begin(tag["id"].flatMap { BibleBooks.book(code: $0) })
        case "c": collector.chapter = Int(tag["id"] ?? "") ?? 0
        case "v": collector.open(tag["id"] ?? "")
        case "ve": collector.close()
        case "h": (name, isLeftOut) = ("", true)
        // Notes, references, headings, titles and what editors tell one another.
        case "f", "x", "fe", "s", "r", "d", "id", "ide", "toc", "rem", "sts", "cl", "cp", "ca", "va", "vp", "fig", "ms", "mr", "sr", "sp", "periph",
            "restore", "milestone", "languageCode":
            isLeftOut = true
        case "p": isLeftOut = ["mt", "is", "ip", "imt"].contains { (tag["sfm"] ?? "").hasPrefix($0) }
        default: break
        }
        if isLeftOut { leftOut += 1 }
        open.append((tag.name, isLeftOut))
    }

    func end(_ name: String) {
        guard let closed = open.popLast() else { return }
        if closed.isLeftOut { leftOut -= 1 }
        switch closed.name {
        case "h":
            collector.name = self.name?.catalogued(100)
            self.name = nil
        case "p", "q", "b", "d": collector.space()
        default: break
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        let words = String(decoding: bytes, as: UTF8.self)
        name? += words
        if open.last?.name == "languageCode" { language += words }
        if leftOut == 0 { collector.add(words) }
    }
}

/// The verse that is open, and all before it.
private struct VerseCollector {
    private var builder = BibleBuilder()
    private var book: BibleBookName?
    private var verse: Int?
    private var words = ""
    /// What the edition calls the book.
    var name: String?
    var chapter = 0 { willSet { close() } }

    mutating func begin(_ book: BibleBookName?) {
        close()
        self.book = book
        name = nil
        chapter = 0
    }

    /// `3-4` joins two verses, `3a` is the first part of one; the words stand under the first number.
    mutating func open(_ number: String) {
        close()
        verse = Int(number.prefix { $0.isASCII && $0.isNumber })
    }

    mutating func add(_ text: String) { if verse != nil { words += text } }

    mutating func space() { if verse != nil { words += " " } }

    mutating func close() {
        if let book, let verse { builder.add(book, name: name, chapter: chapter, verse: verse, words) }
        verse = nil
        words = ""
    }

    mutating func finished(language: Language?) throws(ConversionRefusal) -> BibleText {
        close()
        return try builder.finished(title: "", language: language)
    }
}
