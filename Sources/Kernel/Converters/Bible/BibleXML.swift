import Core
import Documents
import Foundation

/// Reads OSIS 2.1: verses as elements or as milestones (`sID` … `eID`).
final class OSISReader: XMLHandler {
    private var builder = BibleBuilder()
    private var title = ""
    private var language: Language?
    private var path: [String] = []
    private var words = ""
    private var open: (book: BibleBookName, chapter: Int, verse: Int)?
    private var ignoring = 0

    static func read(_ file: URL, limits: ConversionLimits) throws(ConversionRefusal) -> BibleText {
        let reader = OSISReader()
        try XMLStream.parse(fileAt: file, limits: limits, into: reader)
        reader.close()
        return try reader.builder.finished(title: reader.title, language: reader.language)
    }

    func start(_ tag: XMLTag) {
        path.append(tag.name)
        switch tag.name {
        case "osisText": language = tag["lang"].flatMap { Language.isTag($0) ? Language($0) : nil }
        case "note", "title", "reference": ignoring += 1
        case "verse":
            if tag["eID"] != nil { return close() }
            guard let place = (tag["osisID"] ?? tag["sID"])?.split(separator: " ").first else { return }
            close()
            let parts = place.split(separator: ".")
            guard parts.count >= 3, let book = BibleBooks.book(code: String(parts[0])), let chapter = Int(parts[1]),
                let verse = Int(parts[2])
            else { return }
            open = (book, chapter, verse)
        case "chapter" where tag["eID"] != nil: close()
        default: break
        }
    }

    func end(_ name: String) {
        _ = path.popLast()
        switch name {
        case "note", "title", "reference": ignoring -= 1
        // A milestone ends at once and empty; its verse goes on until the next mark.
        case "verse" where !words.isEmpty && !path.isEmpty: if isContainer { close() }
        case "div": close()
        default: break
        }
    }

    /// Whether the words came from inside the verse element that just ended.
    private var isContainer: Bool { wordDepth > path.count }
    private var wordDepth = 0

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if path.suffix(2) == ["work", "title"], title.isEmpty {
            title = String(decoding: bytes, as: UTF8.self).catalogued(200) ?? ""
        }
        if path.suffix(2) == ["work", "language"], language == nil {
            let tag = String(decoding: bytes, as: UTF8.self).foldingWhitespace()
            language = Language.isTag(tag) ? Language(tag) : nil
        }
        guard open != nil, ignoring == 0 else { return }
        words += String(decoding: bytes, as: UTF8.self)
        wordDepth = path.count
    }

    private func close() {
        if let open { builder.add(open.book, chapter: open.chapter, verse: open.verse, words) }
        open = nil
        words = ""
    }
}

/// Reads Zefania XML: `BIBLEBOOK`, `CHAPTER`, `VERS`.
final class ZefaniaReader: XMLHandler {
    private var builder = BibleBuilder()
    private var title = ""
    private var language: Language?
    private var path: [String] = []
    private var book: BibleBookName?
    private var bookName: String?
    private var chapter = 0
    private var verse: Int?
    private var words = ""
    private var ignoring = 0

    static func read(_ file: URL, limits: ConversionLimits) throws(ConversionRefusal) -> BibleText {
        let reader = ZefaniaReader()
        try XMLStream.parse(fileAt: file, limits: limits, into: reader)
        return try reader.builder.finished(title: reader.title, language: reader.language)
    }

    func start(_ tag: XMLTag) {
        path.append(tag.name.lowercased())
        switch tag.name.lowercased() {
        case "xmlbible": title = tag["biblename"]?.catalogued(200) ?? ""
        case "biblebook":
            let index = (tag["bnumber"].flatMap { Int($0) } ?? 0).subtractingSaturated(1)
            bookName = tag["bname"]
            book = BibleBooks.all.indices.contains(index) ? BibleBooks.all[index] : bookName.flatMap { BibleBooks.find($0) }
        case "chapter": chapter = tag["cnumber"].flatMap { Int($0) } ?? 0
        case "vers":
            verse = tag["vnumber"].flatMap { Int($0) }
            words = ""
        case "note", "xref", "caption": ignoring += 1
        default: break
        }
    }

    func end(_ name: String) {
        _ = path.popLast()
        switch name.lowercased() {
        case "vers":
            if let book, let verse { builder.add(book, name: bookName, chapter: chapter, verse: verse, words) }
            verse = nil
        case "note", "xref", "caption": ignoring -= 1
        default: break
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if verse != nil, ignoring == 0 { words += String(decoding: bytes, as: UTF8.self) }
        if path.suffix(2) == ["information", "language"], language == nil {
            language =
                ["eng": .english, "swe": .swedish, "ger": Language("de"), "fre": Language("fr"), "swa": Language("sw")][
                    String(decoding: bytes, as: UTF8.self).foldingWhitespace().lowercased()]
        }
    }
}
