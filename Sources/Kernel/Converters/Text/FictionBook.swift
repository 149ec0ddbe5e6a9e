import Core
import Documents
import Foundation

/// Reads FB2 (FictionBook 2), one XML file with text, notes and pictures.
struct FictionBook {
    private let conversion: Conversion
    private let pandoc: PandocReader

    init(_ conversion: Conversion) throws(ConversionRefusal) {
        self.conversion = conversion
        pandoc = try PandocReader(conversion)
    }

    func convert(_ file: URL) throws(ConversionRefusal) -> ConvertedDocument {
        defer { pandoc.discard() }
        try conversion.checkXML(file)
        guard let root = try XMLNode.read(fileAt: file, limits: conversion.limits), root.name == "FictionBook" else { throw .damaged }
        // Many are in Windows-1251, and pandoc reads UTF-8 alone.
        let copy = conversion.folder.appendingPathComponent("book.fb2")
        do { try Data(Self.asUTF8(conversion.bytes(of: file))).write(to: copy) } catch let refusal as ConversionRefusal { throw refusal } catch {
            throw .storage
        }
        defer { try? FileManager.default.removeItem(at: copy) }
        guard let flow = try pandoc.read(copy, from: "fb2") else { throw .damaged }
        guard flow.sections.contains(where: { $0.words > 0 }) else { throw .noText }
        var metadata = Self.metadata(root)
        if metadata.title.isEmpty { metadata.title = flow.leadingTitle ?? "" }
        let cover = try cover(root)
        return ConvertedDocument(
            format: .fb2, metadata: metadata, direction: .leftToRight, sections: flow.sections, contents: flow.contents,
            resources: pandoc.resources.all, cover: cover, audio: nil, bible: nil, folder: conversion.folder)
    }

    /// The bytes in UTF-8, with a declaration that says so.
    private static func asUTF8(_ bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: TextDecoding.utf8(bytes), as: UTF8.self)
        guard text.hasPrefix("<?xml"), let end = text.range(of: "?>") else { return Array(text.utf8) }
        return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8) + Array(text[end.upperBound...].utf8)
    }

    private static func metadata(_ root: XMLNode) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        let description = root.first("description")
        guard let book = description?.first("title-info") else { return metadata }
        metadata.title = book.first("book-title")?.words.catalogued(500) ?? ""
        metadata.authors = book.all("author").prefix(20).compactMap { author in
            ["first-name", "middle-name", "last-name"].compactMap { author.first($0)?.words }.filter { !$0.isEmpty }
                .joined(separator: " ").catalogued(200)
        }
        metadata.language = (book.first("lang")?.words).flatMap { Language.isTag($0) ? Language($0) : nil }
        metadata.description = book.first("annotation")?.words.catalogued(2000)
        metadata.subjects = (book.first("keywords")?.words ?? "").split(separator: ",").prefix(50).compactMap { String($0).catalogued(200) }
        metadata.series = book.first("sequence")?["name"]?.catalogued(200)
        metadata.seriesNumber = book.first("sequence")?["number"].flatMap { Int($0) }.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
        let print = description?.first("publish-info")
        metadata.publisher = print?.first("publisher")?.words.catalogued(200)
        metadata.year = (print?.first("year")?.words ?? book.first("date")?.words).flatMap { Year.first(in: $0) }
        return metadata
    }

    /// The picture that the cover page names.
    private func cover(_ root: XMLNode) throws(ConversionRefusal) -> URL? {
        guard let name = root.first("description")?.first("title-info")?.first("coverpage")?.first("image")?["href"], name.hasPrefix("#"),
            let picture = root.all("binary").first(where: { $0["id"] == String(name.dropFirst()) }),
            picture.text.utf8.count < conversion.limits.imageBytes * 4 / 3,
            let data = Data(base64Encoded: picture.text, options: .ignoreUnknownCharacters)
        else { return nil }
        let file = conversion.folder.appendingPathComponent("cover-picture")
        do { try data.write(to: file) } catch { throw .storage }
        guard case .image(let header)? = try FileKind.of(file), header.hasAtMost(pixels: conversion.limits.imagePixels) else { return nil }
        return file
    }
}
