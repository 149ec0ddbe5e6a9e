import Core
import Documents
import Foundation

/// Reads PDF: flowing text out of fixed pages, so that it fits a phone; scans by text recognition.
struct PDFConverter {
    let conversion: Conversion

    func convert(_ file: URL) throws(ConversionRefusal) -> ConvertedDocument {
        let info = try PDFInfo.read(file, conversion)
        try conversion.progress(0.05)
        let output = try conversion.newFolder("pdf")
        defer { try? FileManager.default.removeItem(at: output) }
        let reader = try PDFReader.read(file, into: output, conversion)
        try conversion.progress(0.5)
        let layout = PDFLayout(reader.pages)
        var paragraphs = layout.paragraphs()
        // Text that runs from right to left comes out of `pdftohtml` in the order it is drawn, letter by letter.
        let isRightToLeft = RightToLeft.prevails(in: paragraphs.lazy.map(\.text).prefix(200).joined(separator: " "))
        var isFlowing = !isRightToLeft && words(paragraphs) > 0
        if !isFlowing { paragraphs = try plainText(file) }
        // A handful of letters on many pages is a stamp on a scan, not a text.
        if words(paragraphs) < max(3, info.pages) {
            let recognised = try TextRecognition(conversion: conversion).read(file, pages: info.pages)
            if recognised.isTrustworthy, words(recognised.paragraphs) > words(paragraphs) {
                isFlowing = false
                paragraphs = recognised.paragraphs
                conversion.warn(.recognised)
            } else if words(paragraphs) < info.pages {
                guard recognised.hasInk else { throw .blank }
                return try asPages(file, info, reader)
            }
        }
        guard words(paragraphs) > 0 else { throw .noText }
        let resources = ResourceStore(conversion)
        if isFlowing, reader.pages.contains(where: { !$0.pictures.isEmpty }) { paragraphs = try withPictures(layout, reader, in: output, resources) }
        let (sections, contents) = PDFSections(paragraphs, outline: reader.outline).write()
        try conversion.progress(0.9)
        var metadata = info.metadata
        if metadata.title.isEmpty { metadata.title = firstTitle(paragraphs) ?? "" }
        let cover = try firstPage(file)
        return ConvertedDocument(
            format: .pdf, metadata: metadata, direction: isRightToLeft ? .rightToLeft : .leftToRight, sections: sections,
            contents: contents, resources: resources.all, cover: cover,
            audio: nil, bible: nil, folder: conversion.folder)
    }

    /// The pages as pictures, where there is nothing to read in them or too little to trust.
    private func asPages(_ file: URL, _ info: PDFInfo, _ reader: PDFReader) throws(ConversionRefusal) -> ConvertedDocument {
        conversion.warn(.shownAsPages)
        let pictures = try PDFPages(conversion: conversion).render(file, pages: info.pages)
        guard let first = pictures.first else { throw .damaged }
        let (sections, contents) = PageSections.make(pictures, outline: reader.outline)
        return ConvertedDocument(
            format: .pdf, metadata: info.metadata, direction: .leftToRight, sections: sections, contents: contents, resources: pictures,
            cover: first.file, audio: nil, bible: nil, folder: conversion.folder)
    }

    /// The paragraphs once more, with the pictures that can be shown among them.
    private func withPictures(
        _ layout: PDFLayout, _ reader: PDFReader, in folder: URL, _ resources: ResourceStore
    ) throws(ConversionRefusal) -> [PDFParagraph] {
        var refusal: ConversionRefusal?
        let paragraphs = layout.paragraphs { picture in
            let file = folder.appendingPathComponent(picture.file)
            guard (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true else { return nil }
            do throws(ConversionRefusal) {
                return try resources.add(file, key: picture.file)?.name
            } catch {
                refusal = error
                return nil
            }
        }
        if let refusal { throw refusal }
        return paragraphs
    }

    private func words(_ paragraphs: [PDFParagraph]) -> Int { paragraphs.reduce(0) { $0 + WordCount.of($1.text) } }

    /// The text without places, which poppler finds in some files whose fonts its other program cannot place.
    private func plainText(_ file: URL) throws(ConversionRefusal) -> [PDFParagraph] {
        let result = try conversion.run(
            ProgramRun(program: "pdftotext", arguments: ["-q", "-enc", "UTF-8", file.path, "-"]))
        guard result.succeeded else { return [] }
        let pages = String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\u{0C}", omittingEmptySubsequences: false)
        return pages.enumerated().flatMap { index, text in
            PlainTextBlocks.read(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]).map { block in
                PDFParagraph(
                    kind: .text, page: index + 1, runs: [PDFRun(text: RightToLeft.withoutControls(block.text.withPlainLetters))], size: 12)
            }
        }
    }

    /// The largest words on the first page.
    private func firstTitle(_ paragraphs: [PDFParagraph]) -> String? {
        let first = paragraphs.prefix { $0.page == paragraphs.first?.page }.filter { if case .heading = $0.kind { true } else { false } }
        return first.max { $0.size < $1.size }?.text.catalogued(300)
    }

    private func firstPage(_ file: URL) throws(ConversionRefusal) -> URL? {
        let output = try conversion.newFolder("cover")
        let result = try conversion.run(
            ProgramRun(
                program: "pdftoppm",
                arguments: [
                    "-q", "-jpeg", "-scale-to", "1200", "-f", "1", "-l", "1", "-singlefile", file.path, output.appendingPathComponent("cover").path,
                ],
                output: output, seconds: 30))
        let cover = output.appendingPathComponent("cover.jpg")
        return result.succeeded && FileManager.default.fileExists(atPath: cover.path) ? cover : nil
    }
}
