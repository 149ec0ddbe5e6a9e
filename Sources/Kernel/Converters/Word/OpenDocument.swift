import Archives
import Core
import Documents
import Foundation

/// Reads ODT (ISO/IEC 26300), the text documents of LibreOffice and others.
struct OpenDocument {
    private let conversion: Conversion
    private let archive: Archive
    private let pandoc: PandocReader

    /// Whether an archive is one; templates count too.
    static func isText(_ archive: Archive) -> Bool {
        guard archive.file("content.xml") != nil, let kind = archive.file("mimetype"), let bytes = try? Data(contentsOf: kind).prefix(100)
        else { return false }
        return String(decoding: bytes, as: UTF8.self).hasPrefix("application/vnd.oasis.opendocument.text")
    }

    init(_ conversion: Conversion, archive: Archive) throws(ConversionRefusal) {
        self.conversion = conversion
        self.archive = archive
        pandoc = try PandocReader(conversion)
    }

    func convert(_ file: URL) throws(ConversionRefusal) -> ConvertedDocument {
        defer { pandoc.discard() }
        if let manifest = archive.file("META-INF/manifest.xml"), let root = try XMLNode.read(fileAt: manifest, limits: conversion.limits),
            !root.descendants("encryption-data").isEmpty
        {
            throw .encrypted
        }
        for name in archive.names where name.lowercased().hasSuffix(".xml") {
            if let part = archive.files[name] { try conversion.checkXML(part) }
        }
        guard let flow = try pandoc.read(file, from: "odt") else { throw .damaged }
        guard flow.sections.contains(where: { $0.words > 0 }) || !pandoc.resources.all.isEmpty else { throw .noText }
        var metadata = try metadata()
        if metadata.title.isEmpty { metadata.title = flow.leadingTitle ?? "" }
        return ConvertedDocument(
            format: .odt, metadata: metadata, direction: flow.direction ?? .leftToRight, sections: flow.sections, contents: flow.contents,
            resources: pandoc.resources.all, cover: nil, audio: nil, bible: nil, folder: conversion.folder)
    }

    /// What `meta.xml` says, in the words of Dublin Core.
    private func metadata() throws(ConversionRefusal) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        guard let file = archive.file("meta.xml"), let root = try XMLNode.read(fileAt: file, limits: conversion.limits),
            let meta = root.first("meta")
        else { return metadata }
        func value(_ name: String, _ limit: Int = 500) -> String? { meta.first(name)?.words.catalogued(limit) }
        metadata.title = value("title") ?? ""
        metadata.authors = [value("initial-creator", 200) ?? value("creator", 200)].compactMap { $0 }
        metadata.language = value("language").flatMap { Language.isTag($0) ? Language($0) : nil }
        metadata.description = value("description", 2000)
        metadata.subjects = ([value("subject", 200)] + meta.all("keyword").prefix(50).map { $0.words.catalogued(200) }).compactMap { $0 }
        metadata.year = (value("creation-date") ?? value("date")).flatMap { Year.first(in: $0) }
        return metadata
    }
}

/// Reads RTF, which most word processors of the last thirty years write.
struct RichTextConverter {
    private let conversion: Conversion
    private let pandoc: PandocReader

    init(_ conversion: Conversion) throws(ConversionRefusal) {
        self.conversion = conversion
        pandoc = try PandocReader(conversion)
    }

    func convert(_ file: URL) throws(ConversionRefusal) -> ConvertedDocument {
        defer { pandoc.discard() }
        try checkGroups(conversion.bytes(of: file))
        guard let flow = try pandoc.read(file, from: "rtf") else { throw .damaged }
        guard flow.sections.contains(where: { $0.words > 0 }) || !pandoc.resources.all.isEmpty else { throw .noText }
        var metadata = DocumentMetadata()
        // Where a text has no title, pandoc puts the name of its file there, which is ours.
        let title = flow.head["title"].flatMap { $0 == file.deletingPathExtension().lastPathComponent ? nil : $0 }
        metadata.title = title ?? flow.leadingTitle ?? ""
        metadata.authors = [flow.head["author"]].compactMap { $0 }
        return ConvertedDocument(
            format: .rtf, metadata: metadata, direction: flow.direction ?? .leftToRight, sections: flow.sections, contents: flow.contents,
            resources: pandoc.resources.all, cover: nil, audio: nil, bible: nil, folder: conversion.folder)
    }

    /// Groups inside one another, counted before a parser descends into them.
    private func checkGroups(_ bytes: [UInt8]) throws(ConversionRefusal) {
        var depth = 0
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "{") {
                depth += 1
                if depth > conversion.limits.depth { throw .hostile(.nesting) }
            } else if byte == UInt8(ascii: "}") {
                depth -= 1
            }
        }
    }
}
