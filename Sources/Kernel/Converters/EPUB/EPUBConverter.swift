import Archives
import Core
import Documents
import Foundation

/// Reads EPUB 2 and 3 (EPUB 3.3; OPF 2.0.1): container, package, table of contents, chapters in spine order.
struct EPUBConverter {
    let conversion: Conversion
    let archive: Archive

    func convert() throws(ConversionRefusal) -> ConvertedDocument {
        try refuseProtection()
        let package = try readPackage()
        let resources = ResourceStore(conversion)
        let spine = readableSpine(package)
        guard !spine.isEmpty else { throw .damaged }
        if spine.count > conversion.limits.sections { throw .hostile(.tooManyParts) }
        var places: [String: Int] = [:]
        for (index, item) in spine.enumerated() where places[item.path] == nil { places[item.path] = index }

        let contents = try readContents(package, places)
        let entries = Self.entries(of: contents)
        var sections: [ConvertedSection] = []
        var direction: String?
        for (index, item) in spine.enumerated() {
            let chapter = EPUBChapter(
                conversion: conversion, archive: archive, resources: resources, places: places, entries: entries[index] ?? [], path: item.path,
                index: index)
            let (section, bodyDirection) = try chapter.read(item.mediaType)
            direction = direction ?? bodyDirection
            sections.append(section)
            try conversion.progress(0.1 + 0.8 * Double(index + 1) / Double(spine.count))
        }
        guard sections.contains(where: { $0.words > 0 }) || !resources.all.isEmpty else { throw .noText }

        title(&sections, from: contents)
        if package.isFixedLayout { conversion.warn(.fixedLayout) }
        if !archive.skipped.isEmpty { conversion.warn(.unusableNames) }
        let cover = try findCover(package, spine, resources)
        let isRightToLeft = (package.pageDirection ?? direction).map { $0 == "rtl" } ?? package.metadata.language?.isRightToLeft ?? false
        return ConvertedDocument(
            format: .epub, metadata: package.metadata, direction: isRightToLeft ? .rightToLeft : .leftToRight, sections: sections,
            contents: contents.isEmpty ? Self.contents(of: sections) : contents, resources: resources.all, cover: cover, audio: nil,
            bible: nil, folder: conversion.folder)
    }

    // MARK: Container and package

    /// Encrypted fonts are common and harmless, since fonts are not used; anything else encrypted is copy protection.
    private func refuseProtection() throws(ConversionRefusal) {
        if archive.file("META-INF/rights.xml") != nil || archive.file("META-INF/sinf.xml") != nil { throw .protected }
        guard let file = archive.file("META-INF/encryption.xml"), let root = try XMLNode.read(fileAt: file, limits: conversion.limits)
        else { return }
        let harmless = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]
        for data in root.descendants("EncryptedData") {
            let algorithm = data.first("EncryptionMethod")?["Algorithm"] ?? ""
            if !harmless.contains(algorithm) { throw .protected }
        }
    }

    private func readPackage() throws(ConversionRefusal) -> EPUBPackage {
        var path: String?
        if let file = archive.file("META-INF/container.xml"), let root = try XMLNode.read(fileAt: file, limits: conversion.limits) {
            path = root.descendants("rootfile").lazy.compactMap { $0["full-path"] }.first { archive.file($0) != nil }
        }
        // Some tools lose the container document; one package can still be meant only one way.
        if path == nil {
            let packages = archive.names.filter { $0.lowercased().hasSuffix(".opf") }
            if packages.count == 1 { path = packages[0] }
        }
        guard let path, let file = archive.file(path), let root = try XMLNode.read(fileAt: file, limits: conversion.limits) else {
            throw .damaged
        }
        return try EPUBPackage(root, path: path)
    }

    private func readableSpine(_ package: EPUBPackage) -> [EPUBPackage.Item] {
        var seen: Set<String> = []
        return package.spine.compactMap { id in
            guard let item = package.readable(id), archive.file(item.path) != nil else {
                conversion.warn(.missingChapter)
                return nil
            }
            // Some tools list every heading of a file as an item of its own; the file is read once.
            return seen.insert(item.path).inserted ? item : nil
        }
    }

    // MARK: Contents

    private func readContents(_ package: EPUBPackage, _ places: [String: Int]) throws(ConversionRefusal) -> [ContentsEntry] {
        let navigation = EPUBNavigation { reference, base in
            // `#here` alone points into the navigation document itself.
            let path = reference.hasPrefix("#") ? base : ContainerPath.resolve(reference, from: base)
            guard !HTMLLink.hasScheme(reference), let path, let section = places[path] else { return nil }
            let fragment = ContainerPath.fragment(of: reference)
            return (section, fragment.map { HTMLAnchor.make($0, prefix: HTMLAnchor.prefix(section: section)) })
        }
        if let item = package.items.values.first(where: { $0.properties.contains("nav") }), let file = archive.file(item.path) {
            let entries = try navigation.readNavigation(file, path: item.path, limits: conversion.limits)
            if !entries.isEmpty { return entries }
        }
        let ncx =
            package.tableOfContentsID.flatMap { package.items[$0] }
            ?? package.items.values.first { $0.mediaType == "application/x-dtbncx+xml" || $0.path.lowercased().hasSuffix(".ncx") }
        guard let ncx, let file = archive.file(ncx.path) else { return [] }
        return try navigation.readNCX(file, path: ncx.path, limits: conversion.limits)
    }

    /// What leads into each section, and how deep it stands.
    private static func entries(of contents: [ContentsEntry]) -> [Int: [EPUBHeadings.Entry]] {
        var found: [Int: [EPUBHeadings.Entry]] = [:]
        func collect(_ entries: [ContentsEntry], _ depth: Int) {
            for entry in entries {
                if let section = entry.section {
                    found[section, default: []].append(EPUBHeadings.Entry(title: entry.title, anchor: entry.anchor, depth: depth))
                }
                collect(entry.children, depth + 1)
            }
        }
        collect(contents, 0)
        return found
    }

    /// A chapter is called what the table of contents calls it.
    private func title(_ sections: inout [ConvertedSection], from contents: [ContentsEntry]) {
        var titles: [Int: String] = [:]
        var seen: Set<Int> = []
        func collect(_ entries: [ContentsEntry]) {
            for entry in entries {
                if let section = entry.section, seen.insert(section).inserted {
                    // Several lines beside one another that lead into the same file are its parts, and none is its title.
                    let isPart = entry.anchor != nil && entries.count { $0.section == section && $0.anchor != nil } > 1
                    if !isPart || sections.indices.contains(section) && sections[section].title == nil { titles[section] = entry.title }
                }
                collect(entry.children)
            }
        }
        collect(contents)
        for (section, title) in titles where sections.indices.contains(section) { sections[section].title = title }
    }

    static func contents(of sections: [ConvertedSection]) -> [ContentsEntry] {
        sections.enumerated().compactMap { index, section in section.title.map { ContentsEntry(title: $0, section: index) } }
    }

    // MARK: Cover

    private func findCover(
        _ package: EPUBPackage, _ spine: [EPUBPackage.Item], _ resources: ResourceStore
    ) throws(ConversionRefusal) -> URL? {
        let named =
            package.items.values.first { $0.properties.contains("cover-image") }
            ?? package.coverID.flatMap { id in package.items[id] ?? package.items.values.first { $0.path.hasSuffix(id) } }
        if let named, named.mediaType.hasPrefix("image/"), let cover = try picture(named.path, resources) { return cover }
        for page in [package.coverPage, spine.first?.path].compactMap({ $0 }) {
            if let file = archive.file(page), let cover = try onlyPicture(of: file, page, resources) { return cover }
        }
        return nil
    }

    private func picture(_ path: String, _ resources: ResourceStore) throws(ConversionRefusal) -> URL? {
        guard let file = archive.file(path), let resource = try resources.add(file, key: path), resource.mediaType.hasPrefix("image/")
        else {
            return nil
        }
        return resource.file
    }

    /// The picture of a page that holds one picture and hardly a word.
    private func onlyPicture(of file: URL, _ path: String, _ resources: ResourceStore) throws(ConversionRefusal) -> URL? {
        let tree = try HTMLTree(HTMLPreparation.prepare(TextDecoding.utf8(conversion.bytes(of: file)), limits: conversion.limits))
        guard let body = tree.root?.first("body"), body.words.count < 200 else { return nil }
        var pending = body.elements
        while let element = pending.popLast() {
            let source = element.name == "img" ? element["src"] : element.name == "image" ? element["xlink:href"] ?? element["href"] : nil
            if let source, !HTMLLink.hasScheme(source), let target = ContainerPath.resolve(source, from: path) {
                return try picture(target, resources)
            }
            pending += element.elements
        }
        return nil
    }
}
