import Archives
import Core
import Documents
import Foundation
import Localization

/// Reads Bibles in any of their forms and hands them on as sections.
struct BibleConverter {
    let conversion: Conversion

    func convert(xml file: URL, root: String) throws(ConversionRefusal) -> ConvertedDocument {
        switch root.lowercased() {
        case "osis": try document(OSISReader.read(file, limits: conversion.limits))
        case "xmlbible": try document(ZefaniaReader.read(file, limits: conversion.limits))
        default: throw .unsupported(kind: "XML (\(root.prefix(40)))")
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

    /// An archive of books, one file each, as JSON or USFM; nil when it holds none.
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
        guard !builder.isEmpty else { return nil }
        var bible = try builder.finished(title: "", language: nil)
        let order = Dictionary(BibleBooks.all.enumerated().map { ($1.code, $0) }) { first, _ in first }
        bible.books.sort { (order[$0.code] ?? 99) < (order[$1.code] ?? 99) }
        return try document(bible)
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
