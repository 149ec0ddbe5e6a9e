import Core
import Foundation

/// A converted document on its way out of the box. Files are named, never placed: they lie in one folder under these names.
package struct DocumentWire {
    package var document: ConvertedDocument
    package var warnings: [ConversionWarning]
    /// The name of the cover's file.
    package var cover: String?

    package init(document: ConvertedDocument, warnings: [ConversionWarning], cover: String?) {
        self.document = document
        self.warnings = warnings
        self.cover = cover
    }

    package var bytes: [UInt8] {
        var writer = WireWriter()
        writer.string(document.format.rawValue)
        write(document.metadata, to: &writer)
        writer.string(document.direction.rawValue)
        writer.list(document.sections) { writer, section in
            writer.optional(section.title) { $0.line($1) }
            writer.string(section.html)
            writer.string(section.text)
            writer.int(section.words)
            writer.optional(section.language) { $0.string($1.rawValue) }
        }
        writer.list(document.contents, Self.write)
        writer.list(document.resources) { writer, resource in
            writer.string(resource.name)
            writer.string(resource.mediaType)
        }
        writer.optional(cover) { $0.string($1) }
        writer.optional(document.audio) { writer, audio in
            writer.double(audio.duration)
            writer.optional(audio.bitRate) { $0.int($1) }
            writer.list(audio.chapters) { writer, chapter in
                writer.line(chapter.title)
                writer.double(chapter.start)
            }
            writer.optional(audio.mediaType) { $0.string($1) }
        }
        writer.optional(document.bible, Self.write)
        writer.list(warnings) { $1.write(to: &$0) }
        return writer.bytes
    }

    private func write(_ metadata: DocumentMetadata, to writer: inout WireWriter) {
        writer.line(metadata.title)
        writer.list(metadata.authors) { $0.line($1) }
        writer.optional(metadata.language) { $0.string($1.rawValue) }
        writer.optional(metadata.publisher) { $0.line($1) }
        writer.optional(metadata.year) { $0.int($1) }
        writer.optional(metadata.isbn) { $0.line($1) }
        writer.optional(metadata.description) { $0.line($1) }
        writer.list(metadata.subjects) { $0.line($1) }
        writer.optional(metadata.series) { $0.line($1) }
        writer.optional(metadata.seriesNumber) { $0.int($1) }
        writer.optional(metadata.rights) { $0.line($1) }
    }

    private static func write(_ writer: inout WireWriter, _ entry: ContentsEntry) {
        writer.line(entry.title)
        writer.optional(entry.section) { $0.int($1) }
        writer.optional(entry.anchor) { $0.string($1) }
        writer.list(entry.children, write)
    }

    private static func write(_ writer: inout WireWriter, _ bible: BibleText) {
        writer.string(bible.title)
        writer.optional(bible.language) { $0.string($1.rawValue) }
        writer.list(bible.books) { writer, book in
            writer.string(book.code)
            writer.string(book.name)
            writer.list(book.chapters) { writer, chapter in
                writer.int(chapter.number)
                writer.list(chapter.verses) { writer, verse in
                    writer.int(verse.number)
                    writer.string(verse.text)
                }
            }
        }
    }
}

/// Reads a document that came out of the box, which is to say from a stranger: it may be anything, and is taken only if it is well-formed.
struct DocumentReader {
    private var reader: WireReader
    private let limits: ConversionLimits
    private let given: [String]
    private var sections = 0
    private var entries = 0

    /// Bytes of a title, a name, a line of a table of contents.
    private static let line = 64 << 10
    /// Levels of a table of contents, as it is stored in JSON, whose readers have a limit too.
    private static let levels = 200
    /// Verses of a Bible in several editions.
    private static let verses = 2_000_000

    /// - Parameter pictures: the pictures of the caller that the HTML may show.
    init(_ bytes: ArraySlice<UInt8>, limits: ConversionLimits, pictures: [Int64] = []) {
        reader = WireReader(bytes)
        given = pictures.map { ConvertedResource.name(ofPicture: $0) }
        self.limits = limits
    }

    /// The document; its files are named but not looked at yet. Its HTML has been checked.
    mutating func read(into folder: URL) throws(WireReader.Fault) -> DocumentWire {
        guard let format = DocumentFormat(rawValue: try reader.string(20)) else { throw WireReader.Fault() }
        let metadata = try readMetadata()
        guard let direction = ReadingDirection(rawValue: try reader.string(3)) else { throw WireReader.Fault() }
        let sections = try readSections()
        self.sections = sections.count
        let contents = try readEntries(level: 0)
        let resources = try readResources(folder)
        let cover = try reader.optional { reader throws(WireReader.Fault) in try reader.string(40) }
        let audio = try readAudio()
        let bible = try readBible()
        let warnings = try reader.list(20) { reader throws(WireReader.Fault) in try ConversionWarning(from: &reader) }
        guard reader.isAtEnd else { throw WireReader.Fault() }
        let verifier = HTMLVerifier(sections: sections.count, resources: Set(resources.map(\.name) + given))
        for section in sections where !verifier.accepts(section.html) { throw WireReader.Fault() }
        let document = ConvertedDocument(
            format: format, metadata: metadata, direction: direction, sections: sections, contents: contents, resources: resources, cover: nil,
            audio: audio, bible: bible, folder: folder)
        return DocumentWire(document: document, warnings: warnings, cover: cover)
    }

    private mutating func text() throws(WireReader.Fault) -> String { try reader.string(Self.line) }

    private mutating func optionalText() throws(WireReader.Fault) -> String? {
        try reader.optional { reader throws(WireReader.Fault) in try reader.string(Self.line) }
    }

    private mutating func texts() throws(WireReader.Fault) -> [String] {
        try reader.list(10_000) { reader throws(WireReader.Fault) in try reader.string(Self.line) }
    }

    private mutating func language() throws(WireReader.Fault) -> Language? {
        try Self.language(&reader)
    }

    private static func language(_ reader: inout WireReader) throws(WireReader.Fault) -> Language? {
        let tag = try reader.optional { reader throws(WireReader.Fault) in try reader.string(100) }
        return tag.flatMap { Language.isTag($0) ? Language($0) : nil }
    }

    private mutating func readMetadata() throws(WireReader.Fault) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        metadata.title = try text()
        metadata.authors = try texts()
        metadata.language = try language()
        metadata.publisher = try optionalText()
        metadata.year = try reader.optional { reader throws(WireReader.Fault) in try reader.int(in: -10_000...10_000) }
        metadata.isbn = try optionalText()
        metadata.description = try reader.optional { reader throws(WireReader.Fault) in try reader.string(1 << 20) }
        metadata.subjects = try texts()
        metadata.series = try optionalText()
        metadata.seriesNumber = try reader.optional { reader throws(WireReader.Fault) in try reader.int(in: 1...1_000_000) }
        metadata.rights = try optionalText()
        return metadata
    }

    private mutating func readSections() throws(WireReader.Fault) -> [ConvertedSection] {
        let longest = Int(limits.programOutput)
        return try reader.list(20 * limits.sections) { reader throws(WireReader.Fault) in
            let title = try reader.optional { reader throws(WireReader.Fault) in try reader.string(Self.line) }
            let html = try reader.string(longest)
            let text = try reader.string(longest)
            let words = try reader.int(in: 0...text.utf8.count)
            return ConvertedSection(title: title, html: html, text: text, words: words, language: try Self.language(&reader))
        }
    }

    private mutating func readEntries(level: Int) throws(WireReader.Fault) -> [ContentsEntry] {
        let count = try reader.int(in: 0...100_000)
        entries += count
        guard level < Self.levels, entries <= 200_000 else { throw WireReader.Fault() }
        var found: [ContentsEntry] = []
        for _ in 0..<count {
            let title = try text()
            let sections = sections
            let section = try reader.optional { reader throws(WireReader.Fault) in try reader.int(in: 0...max(0, sections - 1)) }
            let anchor = try optionalText()
            guard anchor.map(HTMLVerifier.isAnchor) != false else { throw WireReader.Fault() }
            found.append(ContentsEntry(title: title, section: section, anchor: anchor, children: try readEntries(level: level + 1)))
        }
        return found
    }

    private mutating func readResources(_ folder: URL) throws(WireReader.Fault) -> [ConvertedResource] {
        let resources = try reader.list(20_000) { reader throws(WireReader.Fault) in
            let name = try reader.string(40)
            let mediaType = try reader.string(40)
            guard KeptFile.isName(name), KeptFile.mediaTypes.contains(mediaType) else { throw WireReader.Fault() }
            return ConvertedResource(name: name, mediaType: mediaType, file: folder.appendingPathComponent(name))
        }
        guard Set(resources.map(\.name)).count == resources.count else { throw WireReader.Fault() }
        return resources
    }

    private mutating func readAudio() throws(WireReader.Fault) -> AudioInfo? {
        try reader.optional { reader throws(WireReader.Fault) in
            let duration = try reader.double()
            let bitRate = try reader.optional { reader throws(WireReader.Fault) in try reader.int(in: 0...1_000_000_000) }
            let chapters = try reader.list(2000) { reader throws(WireReader.Fault) in
                AudioChapter(title: try reader.string(Self.line), start: try reader.double())
            }
            guard (0...10_000_000).contains(duration), chapters.allSatisfy({ (0...10_000_000).contains($0.start) }) else {
                throw WireReader.Fault()
            }
            let mediaType = try reader.optional { reader throws(WireReader.Fault) in try reader.string(40) }
            guard mediaType.map({ type in SoundContainer.allCases.contains { $0.mediaType == type } }) != false else { throw WireReader.Fault() }
            return AudioInfo(duration: duration, chapters: chapters, bitRate: bitRate, mediaType: mediaType)
        }
    }

    private mutating func readBible() throws(WireReader.Fault) -> BibleText? {
        var count = 0
        return try reader.optional { reader throws(WireReader.Fault) in
            let title = try reader.string(Self.line)
            let language = try Self.language(&reader)
            let books = try reader.list(500) { reader throws(WireReader.Fault) in
                let code = try reader.string(20)
                let name = try reader.string(Self.line)
                let chapters = try reader.list(2000) { reader throws(WireReader.Fault) in
                    let number = try reader.int(in: 0...100_000)
                    let verses = try reader.list(20_000) { reader throws(WireReader.Fault) in
                        count += 1
                        guard count <= Self.verses else { throw WireReader.Fault() }
                        return BibleVerse(number: try reader.int(in: 0...100_000), text: try reader.string(1 << 20))
                    }
                    return BibleChapter(number: number, verses: verses)
                }
                return BibleBook(code: code, name: name, chapters: chapters)
            }
            guard Set(books.map(\.code)).count == books.count else { throw WireReader.Fault() }
            return BibleText(title: title, language: language, books: books)
        }
    }
}
