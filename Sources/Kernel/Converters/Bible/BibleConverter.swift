import Archives
import Core
import Documents
import Foundation
import Localization

/// Reads Bibles in any of their forms and hands them on as sections.
struct BibleConverter {
    let conversion: Conversion

    func convert(xml file: URL, root: String) throws(ConversionRefusal) -> ConvertedDocument {
        guard let bible = try read(file, root: root) else { throw .unsupported(kind: "XML (\(root.prefix(40)))") }
        return try document(bible)
    }

    /// A Bible in XML, told by the name of its first element; nil for any other.
    private func read(_ file: URL, root: String) throws(ConversionRefusal) -> BibleText? {
        switch root.lowercased() {
        case "osis": try OSISReader.read(file, limits: conversion.limits)
        case "xmlbible": try ZefaniaReader.read(file, limits: conversion.limits)
        case "usx": try USXReader.read(file, limits: conversion.limits)
        case "usfx": try USFXReader.read(file, limits: conversion.limits)
        default: nil
        }
    }

    func convert(json bytes: [UInt8]) throws(ConversionRefusal) -> ConvertedDocument {
        var builder = BibleBuilder()
        guard BibleJSON.read(bytes, into: &builder) else { throw .unsupported(kind: "JSON") }
        return try document(builder.finished(title: "", language: nil))
    }

    func convert(plain bytes: [UInt8], _ form: BiblePlain.Form) throws(ConversionRefusal) -> ConvertedDocument {
        var builder = BibleBuilder()
        BiblePlain.read(bytes, form, into: &builder)
        return try document(builder.finished(title: "", language: nil))
    }

    /// An archive of books, one file each, as JSON, USFM or XML, or of one file with all of them; nil when it holds none.
    func convert(_ archive: Archive) throws(ConversionRefusal) -> ConvertedDocument? {
        var builder = BibleBuilder()
        for name in archive.names where !name.hasPrefix("__MACOSX") {
            guard let file = archive.files[name] else { continue }
            let ending = FileName(name).ending
            if ending == "json" {
                _ = BibleJSON.read(TextDecoding.utf8(try conversion.bytes(of: file)), into: &builder)
            } else if ["usfm", "sfm", "txt"].contains(ending) {
                let bytes = TextDecoding.utf8(try conversion.bytes(of: file))
                if case .usfm? = BiblePlain.form(bytes) { BiblePlain.read(bytes, .usfm, into: &builder) }
            }
        }
        var about: (title: String, language: Language?) = ("", nil)
        if builder.isEmpty { about = try readXML(of: archive, into: &builder) }
        guard !builder.isEmpty else { return nil }
        var bible = try builder.finished(title: about.title, language: about.language)
        let order = Dictionary(BibleBooks.all.enumerated().map { ($1.code, $0) }) { first, _ in first }
        bible.books.sort { (order[$0.code] ?? 99) < (order[$1.code] ?? 99) }
        return try document(bible)
    }

    /// The books of the first form of XML that is found: an archive may hold the same Bible in several.
    private func readXML(of archive: Archive, into builder: inout BibleBuilder) throws(ConversionRefusal) -> (title: String, language: Language?) {
        var about: (title: String, language: Language?) = ("", nil)
        var form: String?
        for name in archive.names where !name.hasPrefix("__MACOSX") && ["xml", "usx", "usfx", "osis"].contains(FileName(name).ending) {
            guard let file = archive.files[name], case .xml(let root)? = try FileKind.of(file), form == nil || form == root else { continue }
            let bible: BibleText?
            do throws(ConversionRefusal) { bible = try read(file, root: root) } catch .noText { bible = nil }
            guard let bible else { continue }
            form = root
            if about.title.isEmpty { about = (bible.title, about.language ?? bible.language) }
            for book in bible.books { builder.add(book) }
        }
        return about
    }

    private func document(_ read: BibleText) throws(ConversionRefusal) -> ConvertedDocument {
        try conversion.progress(0.6)
        var bible = read
        if bible.language == nil {
            bible.language = LanguageGuess.of(
                bible.books.flatMap { $0.chapters.prefix(1) }.flatMap { $0.verses.prefix(20) }.map(\.text).joined(separator: " "))
        }
        // Editions that name no title and only English books still print the reader's own names where we know them.
        if bible.language?.base == "sv" {
            for index in bible.books.indices {
                guard let book = BibleBooks.book(code: bible.books[index].code), bible.books[index].name == book.english else { continue }
                bible.books[index].name = book.swedish
            }
        }
        if bible.title.isEmpty, bible.books.count == 1 { bible.title = bible.books[0].name }
        let (sections, contents) = BibleSections.make(bible)
        var metadata = DocumentMetadata()
        metadata.title = bible.title
        metadata.language = bible.language
        return ConvertedDocument(
            format: .bible, metadata: metadata, direction: bible.language?.isRightToLeft == true ? .rightToLeft : .leftToRight,
            sections: sections, contents: contents, resources: [], cover: nil, audio: nil, bible: bible,
            folder: conversion.folder)
    }
}
