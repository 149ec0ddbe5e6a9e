import Archives
import Core
import Documents
import Foundation

/// Reads DOCX by pandoc in the box: headings, notes, tables, formulas, pictures.
struct WordConverter {
    private let conversion: Conversion
    private let archive: Archive
    private let pandoc: PandocReader

    init(_ conversion: Conversion, archive: Archive) throws(ConversionRefusal) {
        self.conversion = conversion
        self.archive = archive
        pandoc = try PandocReader(conversion)
    }

    func convert(_ file: URL) throws(ConversionRefusal) -> ConvertedDocument {
        defer { pandoc.discard() }
        try checkParts()
        let flow = try flow(pandoc.read(file, from: "docx", ["--track-changes=accept"]))
        guard flow.sections.contains(where: { $0.words > 0 }) || !pandoc.resources.all.isEmpty else { throw .noText }
        var metadata = try properties()
        if metadata.title.isEmpty { metadata.title = flow.leadingTitle ?? "" }
        if metadata.authors.isEmpty, let author = flow.head["author"] { metadata.authors = [author] }
        return ConvertedDocument(
            format: .docx, metadata: metadata, direction: flow.direction ?? .leftToRight, sections: flow.sections, contents: flow.contents,
            resources: pandoc.resources.all, cover: nil, audio: nil, bible: nil, folder: conversion.folder)
    }

    /// pandoc's parser follows entities, for as long and as far as its limits let it: what declares any is refused before it sees it. No honest part does
    /// (ECMA-376 part 2, 8.1.4).
    private func checkParts() throws(ConversionRefusal) {
        for name in archive.names where [".xml", ".rels"].contains(where: name.lowercased().hasSuffix) {
            if let part = archive.file(name) { try conversion.checkXML(part) }
        }
    }

    /// What pandoc wrote; where it failed or found no words, the bare paragraphs.
    private func flow(_ read: HTMLFlow?) throws(ConversionRefusal) -> HTMLFlow {
        let bare = try WordText.read(archive, limits: conversion.limits)
        if let read {
            let hasWords = read.sections.contains { $0.words > 0 }
            if hasWords, bare.hasTextBoxes { conversion.warn(.textBoxes) }
            if hasWords || bare.paragraphs.isEmpty { return read }
        }
        guard !bare.paragraphs.isEmpty else { throw .damaged }
        conversion.warn(.wordsOnly)
        return try pandoc.flow(bare.html)
    }

    /// The core properties of the package (ECMA-376 part 2).
    private func properties() throws(ConversionRefusal) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        guard let file = archive.file("docProps/core.xml"), let root = try XMLNode.read(fileAt: file, limits: conversion.limits) else {
            return metadata
        }
        func value(_ name: String) -> String? { root.first(name)?.words.catalogued() }
        let title = value("title") ?? ""
        // Word proposes this for every new file.
        metadata.title = ["word document", "untitled"].contains(title.lowercased()) ? "" : title
        metadata.authors = (value("creator") ?? "").split(separator: ";").compactMap { String($0).catalogued(200) }
        metadata.language = value("language").flatMap { Language.isTag($0) ? Language($0) : nil }
        metadata.description = value("description")
        metadata.subjects =
            [value("subject")].compactMap { $0 } + (value("keywords") ?? "").split(separator: ",").compactMap { String($0).catalogued(200) }
        metadata.year = (value("created") ?? value("modified")).flatMap { Year.first(in: $0) }
        return metadata
    }
}
