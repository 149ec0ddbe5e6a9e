import Archives
import Core
import Documents
import Foundation

/// One file of an EPUB's spine on its way to a section.
final class EPUBChapter: HTMLSurroundings {
    private let conversion: Conversion
    private let archive: Archive
    private let resources: ResourceStore
    /// The section of each file of the spine.
    private let places: [String: Int]
    private let path: String
    private let index: Int
    /// What the table of contents says of the file.
    private let entries: [EPUBHeadings.Entry]
    private var headings: EPUBHeadings?

    init(
        conversion: Conversion, archive: Archive, resources: ResourceStore, places: [String: Int], entries: [EPUBHeadings.Entry], path: String,
        index: Int
    ) {
        self.conversion = conversion
        self.archive = archive
        self.resources = resources
        self.places = places
        self.path = path
        self.index = index
        self.entries = entries
    }

    /// The section, and the direction that its body states.
    func read(_ mediaType: String) throws(ConversionRefusal) -> (ConvertedSection, direction: String?) {
        guard let file = archive.file(path) else { throw .damaged }
        if mediaType.hasPrefix("image/") { return (try pictureSection(file), nil) }
        let tree = try HTMLTree(HTMLPreparation.prepare(TextDecoding.utf8(conversion.bytes(of: file)), limits: conversion.limits))
        guard let root = tree.root, let body = root.first("body") else { throw .damaged }
        headings = EPUBHeadings(in: body, entries: entries, prefix: HTMLAnchor.prefix(section: index))
        let writer = HTMLWriter(surroundings: self, limits: conversion.limits, firstSection: index)
        if let id = body["id"] { _ = writer.claim(id) }
        try writer.writeChildren(of: body)
        writer.placeWaiting()
        let direction = (body["dir"] ?? root["dir"])?.lowercased()
        let tag = root["lang"] ?? root["xml:lang"] ?? body["lang"] ?? body["xml:lang"]
        let language = tag.flatMap { Language.isTag($0) ? Language($0) : nil }
        let title = root.first("head")?.first("title")?.words.catalogued(300)
        let section = writer.withBuffer { buffer in
            var html = buffer.finished { _ in nil }
            // The section's own direction and language, where the page around it may have others.
            let own =
                (direction == "rtl" || direction == "ltr" ? " dir=\"\(direction ?? "")\"" : "")
                + (language.map { " lang=\"\($0.rawValue)\"" } ?? "")
            if !own.isEmpty, !html.isEmpty { html = "<div\(own)>\(html)</div>" }
            return ConvertedSection(title: buffer.heading ?? title, html: html, text: buffer.plainText, language: language)
        }
        return (section, direction)
    }

    private func pictureSection(_ file: URL) throws(ConversionRefusal) -> ConvertedSection {
        guard let resource = try resources.add(file, key: path) else { return ConvertedSection(title: nil, html: "", text: "") }
        return ConvertedSection(title: nil, html: "<p><img src=\"resource:\(resource.name)\" alt=\"\"></p>", text: "")
    }

    func headingLevel(of element: HTMLElement) -> Int? { headings?[element] }

    func link(_ href: String) -> HTMLLink {
        let reference = href.foldingWhitespace()
        if HTMLLink.hasScheme(reference) || reference.hasPrefix("//") { return .outside(checking: reference) }
        let target = reference.hasPrefix("#") ? path : ContainerPath.resolve(reference, from: path)
        guard let target, let section = reference.hasPrefix("#") ? index : places[target] else { return .nowhere }
        let prefix = HTMLAnchor.prefix(section: section)
        guard let fragment = ContainerPath.fragment(of: reference) else { return .inside("section:\(section)") }
        return .inside("section:\(section)#\(HTMLAnchor.make(fragment, prefix: prefix))")
    }

    func resource(_ source: String) throws(ConversionRefusal) -> ConvertedResource? {
        let reference = source.foldingWhitespace()
        if reference.hasPrefix("data:") { return try resources.add(dataAddress: reference) }
        guard !reference.isEmpty, !HTMLLink.hasScheme(reference), !reference.hasPrefix("//") else {
            if !reference.isEmpty { conversion.warn(.externalPictures) }
            return nil
        }
        guard let target = ContainerPath.resolve(reference, from: path), let file = archive.file(target) else {
            let name = String(reference.prefix(200))
            conversion.warn(.missingPicture(name))
            return nil
        }
        return try resources.add(file, key: target)
    }
}
