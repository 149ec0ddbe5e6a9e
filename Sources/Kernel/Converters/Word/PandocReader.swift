import Core
import Documents
import Foundation

/// Reads the documents of word processors by pandoc in the box: headings, notes, tables, formulas, pictures.
final class PandocReader: HTMLSurroundings {
    private let conversion: Conversion
    private let output: URL
    /// The pictures that the texts show.
    let resources: ResourceStore

    init(_ conversion: Conversion) throws(ConversionRefusal) {
        self.conversion = conversion
        resources = ResourceStore(conversion)
        output = try conversion.newFolder("pandoc")
    }

    /// The text of `file`, whose form pandoc knows by this name; nil where pandoc can't read it.
    func read(_ file: URL, from form: String, _ options: [String] = []) throws(ConversionRefusal) -> HTMLFlow? {
        let page = output.appendingPathComponent("document.html")
        let result = try conversion.run(
            ProgramRun(
                program: "pandoc",
                arguments: [
                    "--from=\(form)", "--to=html5", "--standalone", "--mathml", "--wrap=none", "--extract-media=\(output.path)",
                    "--output=\(page.path)",
                ] + options + [file.path], output: output))
        try conversion.progress(0.6)
        return result.succeeded ? try flow(conversion.bytes(of: page)) : nil
    }

    /// HTML of our own making, in the same surroundings.
    func flow(_ html: [UInt8]) throws(ConversionRefusal) -> HTMLFlow {
        try HTMLFlow(html, surroundings: self, limits: conversion.limits)
    }

    /// Removes what pandoc wrote.
    func discard() { try? FileManager.default.removeItem(at: output) }

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

extension Conversion {
    /// Refuses what declares entities or nests without end, before a parser sees it that follows them as far as its limits let it.
    func checkXML(_ file: URL) throws(ConversionRefusal) {
        try XMLStream.parse(fileAt: file, limits: limits, into: NoHandler())
    }
}

/// Takes nothing of what is parsed: the parser's own limits are what it is parsed for.
private final class NoHandler: XMLHandler {
    func start(_ tag: XMLTag) {}
    func end(_ name: String) {}
    func text(_ words: UnsafeBufferPointer<UInt8>) {}
}
