import Archives
import Core
import Documents
import Foundation

/// Reads CBZ: an archive of pictures, in the order of their names.
struct ComicConverter {
    let conversion: Conversion
    let archive: Archive

    /// Nil where the archive holds anything else.
    func convert() throws(ConversionRefusal) -> ConvertedDocument? {
        let names = archive.names.filter {
            !$0.hasPrefix("__MACOSX") && !FileName($0).title.hasPrefix(".") && $0.split(separator: "/").last?.hasPrefix(".") != true
        }
        let notes: Set<String> = ["xml", "txt", "nfo", "db", "json"]
        let pages = names.filter { !notes.contains(FileName($0).ending) }
        guard !pages.isEmpty, pages.allSatisfy({ Self.endings.contains(FileName($0).ending) }) else { return nil }
        let resources = ResourceStore(conversion)
        // Page 10 comes after page 9, whatever the alphabet says.
        for name in pages.sorted(by: { $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending }) {
            if let file = archive.files[name] { _ = try resources.add(file, key: name) }
        }
        let pictures = resources.all
        guard let first = pictures.first else { throw .damaged }
        let (sections, contents) = PageSections.make(pictures)
        if sections.count > conversion.limits.sections { throw .hostile(.tooManyParts) }
        let info = try info(names)
        let isRightToLeft = info?.first("Manga")?.words == "YesAndRightToLeft"
        return ConvertedDocument(
            format: .cbz, metadata: Self.metadata(info), direction: isRightToLeft ? .rightToLeft : .leftToRight, sections: sections,
            contents: contents, resources: pictures, cover: first.file, audio: nil, bible: nil, folder: conversion.folder)
    }

    private static let endings: Set<String> = ["jpg", "jpeg", "png", "gif", "webp"]

    /// The description that readers of comics have agreed on, `ComicInfo.xml`.
    private func info(_ names: [String]) throws(ConversionRefusal) -> XMLNode? {
        guard let name = names.first(where: { $0.lowercased().hasSuffix("comicinfo.xml") }), let file = archive.files[name] else { return nil }
        return try XMLNode.read(fileAt: file, limits: conversion.limits)
    }

    private static func metadata(_ info: XMLNode?) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        guard let info else { return metadata }
        func value(_ name: String, _ limit: Int = 500) -> String? { info.first(name)?.words.catalogued(limit) }
        metadata.series = value("Series", 200)
        metadata.seriesNumber = value("Number").flatMap { Int($0) }.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
        metadata.title = value("Title") ?? [metadata.series, value("Number", 20)].compactMap { $0 }.joined(separator: " ")
        metadata.authors = ["Writer", "Penciller"].flatMap { (value($0) ?? "").split(separator: ",") }.prefix(20).compactMap {
            String($0).catalogued(200)
        }
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        metadata.description = value("Summary", 2000)
        metadata.publisher = value("Publisher", 200)
        metadata.year = value("Year").flatMap { Year.first(in: $0) }
        metadata.subjects = (value("Genre") ?? "").split(separator: ",").prefix(50).compactMap { String($0).catalogued(200) }
        metadata.language = value("LanguageISO").flatMap { Language.isTag($0) ? Language($0) : nil }
        return metadata
    }
}
