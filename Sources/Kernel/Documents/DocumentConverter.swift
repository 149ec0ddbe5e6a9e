import Core
import Foundation
import Localization

/// Turns files of strangers into publications: safe HTML in sections, plain text, contents, pictures, metadata.
public struct DocumentConverter: Sendable {
    private let limits: ConversionLimits
    private let box: ConverterBox
    private let temporary: URL

    /// A converter that keeps its files below `temporary`, which it creates, while it works.
    public init(limits: ConversionLimits = ConversionLimits(), box: ConverterBox, temporary: URL) {
        self.limits = limits
        self.box = box
        self.temporary = temporary
    }

    /// Reads the file. `name` is what its sender called it: only its ending counts, and as a title of last resort.
    ///
    /// Works on a thread of its own and leaves the file untouched. On success the document's folder belongs to the caller; on a
    /// refusal nothing is left behind. `progress` is told shares from 0 to 1 on that thread.
    public func convert(
        fileAt file: URL, name: String, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(ConversionRefusal) -> ConvertedDocument {
        try await onWorkerThread { [self] stop throws(ConversionRefusal) in
            let folder = temporary.appendingPathComponent("conversion-\(UUID().uuidString)", isDirectory: true)
            do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch { throw .storage }
            let conversion = Conversion(limits: limits, box: box, folder: folder, stop: stop, report: progress)
            do throws(ConversionRefusal) {
                var document = try convert(file, FileName(name), conversion)
                finish(&document, FileName(name), conversion)
                try conversion.progress(1)
                return document
            } catch {
                try? FileManager.default.removeItem(at: folder)
                throw error
            }
        }
    }

    private func convert(_ file: URL, _ name: FileName, _ conversion: Conversion) throws(ConversionRefusal) -> ConvertedDocument {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else { throw .damaged }
        if size == 0 { throw .empty }
        if size > limits.fileBytes { throw .tooLarge(megabytes: Int(limits.fileBytes >> 20)) }
        let kind = try FileKind.of(file)
        if let refusal = name.contradiction(to: kind) { throw refusal }
        if kind == .gzip {
            let unpacked = conversion.folder.appendingPathComponent("unpacked")
            defer { try? FileManager.default.removeItem(at: unpacked) }
            try Archive.gunzip(file, to: unpacked, limits: limits)
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
        case .mp3: return try AudioConverter(conversion: conversion).convert(file)
        case .image(let header)?: throw .unsupported(kind: header.fileExtension.uppercased())
        case .foreign(let kind)?:
            if name.ending == "docx", WordLock.isEncrypted(file) { throw .encrypted }
            throw .unsupported(kind: kind)
        // Bytes without any sense under a name we know are that kind of file, broken.
        default: throw name.promisesKnownKind ? .damaged : .unsupported(kind: nil)
        }
    }

    /// EPUB and DOCX are both ZIP archives and told apart by what is in them.
    private func convertArchive(_ file: URL, _ name: FileName, _ conversion: Conversion) throws(ConversionRefusal) -> ConvertedDocument {
        let parts = try conversion.newFolder("parts")
        defer { try? FileManager.default.removeItem(at: parts) }
        let archive = try Archive.unpack(file, into: parts, limits: limits, stop: conversion.stop)
        try conversion.progress(0.1)
        if archive.file("word/document.xml") != nil
            || (archive.file("[Content_Types].xml") != nil && archive.file("META-INF/container.xml") == nil)
        {
            if name.ending == "epub" { throw .mislabelled(name: "EPUB", content: "DOCX") }
            return try WordConverter(conversion, archive: archive).convert(file)
        }
        if archive.names.contains(where: { $0.hasPrefix("META-INF/") || $0.lowercased().hasSuffix(".opf") }) {
            if name.ending == "docx" { throw .mislabelled(name: "DOCX", content: "EPUB") }
            return try EPUBConverter(conversion: conversion, archive: archive).convert()
        }
        if let bible = try BibleConverter(conversion: conversion).convert(archive) { return bible }
        if name.ending == "epub" || name.ending == "docx" { throw .damaged }
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
        case .xml(let root): return try BibleConverter(conversion: conversion).convert(xml: file, root: root)
        case .json: return try BibleConverter(conversion: conversion).convert(json: bytes)
        case .text:
            if let form = BiblePlain.form(bytes) { return try BibleConverter(conversion: conversion).convert(plain: bytes, form) }
            return try PlainTextConverter(conversion: conversion).convert(bytes)
        default: throw .unsupported(kind: kind.name)
        }
    }

    private func finish(_ document: inout ConvertedDocument, _ name: FileName, _ conversion: Conversion) {
        if document.metadata.title.isEmpty { document.metadata.title = name.title }
        if document.bible?.title.isEmpty == true { document.bible?.title = document.metadata.title }
        if document.metadata.language == nil {
            let long = document.sections.lazy.filter { $0.words > 20 }.prefix(6).map { $0.text.prefix(4000) }
            let sample = long.isEmpty ? document.sections.prefix(20).map { $0.text.prefix(1000) } : Array(long)
            document.metadata.language = LanguageGuess.of(sample.joined(separator: "\n"))
            if document.metadata.language?.isRightToLeft == true { document.direction = .rightToLeft }
        }
        document.warnings = conversion.warnings
    }
}
