import Archives
import Core
import Documents
import Foundation

/// Reads DOCX by pandoc in the box: headings, notes, tables, formulas, pictures.
final class WordConverter: HTMLSurroundings {
    private let conversion: Conversion
    private let archive: Archive
    private let resources: ResourceStore
    private let output: URL

    init(_ conversion: Conversion, archive: Archive) throws(ConversionRefusal) {
        self.conversion = conversion
        self.archive = archive
        resources = ResourceStore(conversion)
        output = try conversion.newFolder("word")
    }

    func convert(_ file: URL) throws(ConversionRefusal) -> ConvertedDocument {
        defer { try? FileManager.default.removeItem(at: output) }
        try checkParts()
        let result = try conversion.run(
            ProgramRun(
                program: "pandoc",
                arguments: [
                    "--from=docx", "--to=html5", "--standalone", "--mathml", "--wrap=none", "--track-changes=accept",
                    "--extract-media=\(output.path)", "--output=\(output.appendingPathComponent("document.html").path)", file.path,
                ], output: output))
        try conversion.progress(0.6)
        let flow = try flow(pandocSucceeded: result.succeeded)
        guard flow.sections.contains(where: { $0.words > 0 }) || !resources.all.isEmpty else { throw .noText }
        var metadata = try properties()
        if metadata.title.isEmpty { metadata.title = flow.leadingTitle ?? "" }
        if metadata.authors.isEmpty, let author = flow.head["author"] { metadata.authors = [author] }
        return ConvertedDocument(
            format: .docx, metadata: metadata, direction: flow.direction ?? .leftToRight, sections: flow.sections, contents: flow.contents,
            resources: resources.all, cover: nil, audio: nil, bible: nil, folder: conversion.folder)
    }

    /// pandoc's parser follows entities, for as long and as far as its limits let it: what declares any is refused before it sees it. No honest part does
    /// (ECMA-376 part 2, 8.1.4).
    private func checkParts() throws(ConversionRefusal) {
        for name in archive.names where [".xml", ".rels"].contains(where: name.lowercased().hasSuffix) {
            guard let part = archive.file(name) else { continue }
            try XMLStream.parse(fileAt: part, limits: conversion.limits, into: NoHandler())
        }
    }

    /// What pandoc wrote; where it failed or found no words, the bare paragraphs.
    private func flow(pandocSucceeded: Bool) throws(ConversionRefusal) -> HTMLFlow {
        let bare = try WordText.read(archive, limits: conversion.limits)
        if pandocSucceeded {
            let html = try conversion.bytes(of: output.appendingPathComponent("document.html"))
            let flow = try HTMLFlow(html, surroundings: self, limits: conversion.limits)
            let hasWords = flow.sections.contains { $0.words > 0 }
            if hasWords, bare.hasTextBoxes { conversion.warn(.textBoxes) }
            if hasWords || bare.paragraphs.isEmpty { return flow }
        }
        guard !bare.paragraphs.isEmpty else { throw .damaged }
        conversion.warn(.wordsOnly)
        return try HTMLFlow(bare.html, surroundings: self, limits: conversion.limits)
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

    // MARK: Surroundings

    func link(_ href: String) -> HTMLLink {
        let reference = href.foldingWhitespace()
        if reference.hasPrefix("#") { return ContainerPath.fragment(of: reference).map { .fragment($0) } ?? .nowhere }
        return .outside(checking: reference)
    }

    /// pandoc has laid the pictures down below its output.
    func resource(_ source: String) throws(ConversionRefusal) -> ConvertedResource? {
        guard source.hasPrefix("\(output.path)/") || source.hasPrefix("media/"), let path = ContainerPath.resolve(source, from: ""),
            !HTMLLink.hasScheme(source)
        else {
            if !source.isEmpty { conversion.warn(.foreignPictures) }
            return nil
        }
        let file = output.appendingPathComponent("/\(path)".hasPrefix("\(output.path)/") ? String(path.dropFirst(output.path.utf8.count)) : path)
        guard (try? file.resourceValues(forKeys: [.isRegularFileKey, .isSymbolicLinkKey]))?.isRegularFile == true else { return nil }
        return try resources.add(file, key: path)
    }
}

/// Takes nothing of what is parsed: the parser's own limits are what it is parsed for.
private final class NoHandler: XMLHandler {
    func start(_ tag: XMLTag) {}
    func end(_ name: String) {}
    func text(_ words: UnsafeBufferPointer<UInt8>) {}
}
