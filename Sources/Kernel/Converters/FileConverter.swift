import Archives
import Core
import Documents
import Foundation
import Localization

/// Reads one file, whatever it is, inside the box.
struct FileConverter {
    let conversion: Conversion

    /// The document, with its files in `keep` below the conversion's folder.
    func convert(_ file: URL, name: String) throws(ConversionRefusal) -> DocumentWire {
        let name = FileName(name)
        var document = try convert(file, name, conversion)
        finish(&document, name)
        try conversion.progress(0.98)
        let cover = try keep(document)
        return DocumentWire(document: document, warnings: conversion.warnings, cover: cover)
    }

    /// Moves what belongs to the document into one folder, each file under its name; answers the cover's.
    private func keep(_ document: ConvertedDocument) throws(ConversionRefusal) -> String? {
        if document.resources.isEmpty, document.cover == nil { return nil }
        let folder = try conversion.newFolder("keep")
        var cover: String?
        do {
            for resource in document.resources {
                if resource.file == document.cover { cover = resource.name }
                try FileManager.default.moveItem(at: resource.file, to: folder.appendingPathComponent(resource.name))
            }
            if cover == nil, let file = document.cover {
                cover = "cover"
                try FileManager.default.moveItem(at: file, to: folder.appendingPathComponent("cover"))
            }
        } catch { throw .storage }
        return cover
    }

    private func convert(_ file: URL, _ name: FileName, _ conversion: Conversion) throws(ConversionRefusal) -> ConvertedDocument {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else { throw .damaged }
        if size == 0 { throw .empty }
        if size > conversion.limits.fileBytes { throw .tooLarge(megabytes: Int(conversion.limits.fileBytes >> 20)) }
        let kind = try FileKind.of(file)
        if let refusal = name.contradiction(to: kind) { throw refusal }
        if kind == .gzip {
            let unpacked = conversion.folder.appendingPathComponent("unpacked")
            defer { try? FileManager.default.removeItem(at: unpacked) }
            try Archive.gunzip(file, to: unpacked, limits: conversion.limits)
            let inner = try FileKind.of(unpacked)
            // One layer only: files that unpack to archives have no honest use here.
            guard let inner, inner.isText else { throw .unsupported(kind: inner?.name) }
            if let refusal = name.contradiction(to: inner) { throw refusal }
            return try convertText(unpacked, inner, name, conversion)
        }
        return try convert(file, kind, name, conversion)
    }

    private func convert(
        _ file: URL, _ kind: FileKind?, _ name: FileName, _ conversion: Conversion
    ) throws(ConversionRefusal) -> ConvertedDocument {
        switch kind {
        case .zip: return try convertArchive(file, name, conversion)
        case let kind? where kind.isText: return try convertText(file, kind, name, conversion)
        case .pdf: return try PDFConverter(conversion: conversion).convert(file)
        case .mp3: return try AudioConverter(conversion: conversion, kind: .mp3).convert(file)
        case .sound(let container)?: return try AudioConverter(conversion: conversion, kind: .container(container)).convert(file)
        case .rtf: return try RichTextConverter(conversion).convert(file)
        case .image(let header)?:
            guard conversion.recognisesText else { throw .unsupported(kind: header.fileExtension.uppercased()) }
            guard header.hasAtMost(pixels: conversion.limits.imagePixels) else { throw .hostile(.expansion) }
            let text = try TextRecognition(conversion: conversion).text(of: file)
            conversion.warn(.recognised)
            return try PlainTextConverter(conversion: conversion).convert(Array(text.utf8))
        case .foreign(let kind)?:
            if name.ending == "docx", WordLock.isEncrypted(file) { throw .encrypted }
            throw .unsupported(kind: kind)
        // Bytes without any sense under a name we know are that kind of file, broken.
        default: throw name.promisesKnownKind ? .damaged : .unsupported(kind: nil)
        }
    }

    /// EPUB, DOCX, ODT and CBZ are all ZIP archives and told apart by what is in them.
    private func convertArchive(_ file: URL, _ name: FileName, _ conversion: Conversion) throws(ConversionRefusal) -> ConvertedDocument {
        let parts = try conversion.newFolder("parts")
        defer { try? FileManager.default.removeItem(at: parts) }
        let archive = try Archive.unpack(file, into: parts, limits: conversion.limits)
        try conversion.progress(0.1)
        if archive.file("word/document.xml") != nil
            || (archive.file("[Content_Types].xml") != nil && archive.file("META-INF/container.xml") == nil)
        {
            if name.ending == "epub" { throw .mislabelled(name: "EPUB", content: "DOCX") }
            return try WordConverter(conversion, archive: archive).convert(file)
        }
        if OpenDocument.isText(archive) {
            if name.ending == "epub" || name.ending == "docx" { throw .mislabelled(name: name.ending.uppercased(), content: "ODT") }
            return try OpenDocument(conversion, archive: archive).convert(file)
        }
        if archive.names.contains(where: { $0.hasPrefix("META-INF/") || $0.lowercased().hasSuffix(".opf") }) {
            if name.ending == "docx" { throw .mislabelled(name: "DOCX", content: "EPUB") }
            return try EPUBConverter(conversion: conversion, archive: archive).convert()
        }
        if let comic = try ComicConverter(conversion: conversion, archive: archive).convert() { return comic }
        if archive.names.count == 1, let only = archive.names.first, FileName(only).ending == "fb2", let book = archive.files[only] {
            return try FictionBook(conversion).convert(book)
        }
        if let bible = try BibleConverter(conversion: conversion).convert(archive) { return bible }
        if ["epub", "docx", "odt", "cbz"].contains(name.ending) { throw .damaged }
        throw .unsupported(kind: "ZIP")
    }

    private func convertText(
        _ file: URL, _ kind: FileKind, _ name: FileName, _ conversion: Conversion
    ) throws(ConversionRefusal) -> ConvertedDocument {
        let bytes = TextDecoding.utf8(try conversion.bytes(of: file))
        try conversion.progress(0.1)
        if name.isMarkdown { return try WebPageConverter(conversion).convert(markdown: bytes) }
        switch kind {
        case .html: return try WebPageConverter(conversion).convert(html: bytes)
        case .text where name.isHTML: return try WebPageConverter(conversion).convert(html: bytes)
        case .xml("FictionBook"): return try FictionBook(conversion).convert(file)
        case .xml(let root): return try BibleConverter(conversion: conversion).convert(xml: file, root: root)
        case .json: return try BibleConverter(conversion: conversion).convert(json: bytes)
        case .text:
            if let form = BiblePlain.form(bytes) { return try BibleConverter(conversion: conversion).convert(plain: bytes, form) }
            return try PlainTextConverter(conversion: conversion).convert(bytes)
        default: throw .unsupported(kind: kind.name)
        }
    }

    private func finish(_ document: inout ConvertedDocument, _ name: FileName) {
        if document.metadata.title.isEmpty { document.metadata.title = name.title }
        if document.bible?.title.isEmpty == true { document.bible?.title = document.metadata.title }
        if document.metadata.language == nil {
            let long = document.sections.lazy.filter { $0.words > 20 }.prefix(6).map { $0.text.prefix(4000) }
            let sample = long.isEmpty ? document.sections.prefix(20).map { $0.text.prefix(1000) } : Array(long)
            document.metadata.language = LanguageGuess.of(sample.joined(separator: "\n"))
            if document.metadata.language?.isRightToLeft == true { document.direction = .rightToLeft }
        }
    }
}
