import Core
import Documents
import Foundation

/// Reads HTML and Markdown: one stream, cut at its headings.
final class WebPageConverter: HTMLSurroundings {
    private let conversion: Conversion
    private let resources: ResourceStore
    private var frame: DocumentMetadata?
    private var showsGiven = false

    init(_ conversion: Conversion) {
        self.conversion = conversion
        resources = ResourceStore(conversion)
    }

    func convert(html bytes: [UInt8]) throws(ConversionRefusal) -> ConvertedDocument {
        let flow = try HTMLFlow(bytes, surroundings: self, limits: conversion.limits)
        return try document(flow, .html, DocumentMetadata())
    }

    func convert(markdown bytes: [UInt8]) throws(ConversionRefusal) -> ConvertedDocument {
        let (metadata, body) = FrontMatter.split(String(decoding: bytes, as: UTF8.self))
        try conversion.progress(0.3)
        let flow = try HTMLFlow(Markdown.html(body), surroundings: self, limits: conversion.limits)
        return try document(flow, .markdown, metadata)
    }

    private func document(
        _ flow: HTMLFlow, _ format: DocumentFormat, _ given: DocumentMetadata
    ) throws(ConversionRefusal) -> ConvertedDocument {
        guard flow.sections.contains(where: { $0.words > 0 }) || !resources.all.isEmpty || showsGiven else { throw .noText }
        var metadata = given
        if let frame {
            metadata.title = frame.title
            metadata.authors = frame.authors
            metadata.language = frame.language
            metadata.publisher = frame.publisher
        }
        if metadata.title.isEmpty { metadata.title = flow.leadingTitle ?? flow.head["title"] ?? flow.contents.first?.title ?? "" }
        if metadata.authors.isEmpty { metadata.authors = [flow.head["author"] ?? flow.head["dc.creator"]].compactMap { $0 } }
        metadata.description = metadata.description ?? flow.head["description"]
        if metadata.subjects.isEmpty {
            metadata.subjects = (flow.head["keywords"] ?? "").split(separator: ",").prefix(50).compactMap { String($0).catalogued(200) }
        }
        metadata.year =
            metadata.year ?? flow.head["date"].flatMap { Year.first(in: $0) } ?? flow.head["dc.date"].flatMap { Year.first(in: $0) }
        metadata.language = metadata.language ?? flow.language
        return ConvertedDocument(
            format: format, metadata: metadata, direction: flow.direction ?? .leftToRight, sections: flow.sections, contents: flow.contents,
            resources: resources.all, cover: nil, audio: nil, bible: nil, folder: conversion.folder)
    }

    // MARK: Surroundings

    func link(_ href: String) -> HTMLLink {
        let reference = href.foldingWhitespace()
        if reference.hasPrefix("#") { return ContainerPath.fragment(of: reference).map { .fragment($0) } ?? .nowhere }
        return .outside(checking: reference)
    }

    func resource(_ source: String) throws(ConversionRefusal) -> ConvertedResource? {
        if source.hasPrefix("data:") { return try resources.add(dataAddress: source) }
        if source.hasPrefix("picture:"), let number = Int64(source.dropFirst("picture:".count)), conversion.pictures.contains(number) {
            showsGiven = true
            return ConvertedResource(
                name: ConvertedResource.name(ofPicture: number), mediaType: "image/jpeg", file: conversion.folder)
        }
        if !source.isEmpty { conversion.warn(.foreignPictures) }
        return nil
    }

    func leavesOut(_ element: HTMLElement) -> Bool {
        if let id = element["id"], id == "pg-header" || id == "pg-footer" {
            readFrame(element)
            return true
        }
        guard element.name == "pre", GutenbergFrame.isFrame(element.rawText()) else { return false }
        readFrame(element)
        return true
    }

    private func readFrame(_ element: HTMLElement) {
        guard frame == nil else { return }
        let lines = element.rawText().split(whereSeparator: \.isNewline)
        let found = GutenbergFrame.read(lines.prefix(200)[...])
        if !found.title.isEmpty { frame = found }
    }
}
