import Core
import Documents
import Foundation

/// Reads scanned and photographed pages by tesseract in the box, one page at a time.
struct TextRecognition {
    let conversion: Conversion

    /// The languages that are installed, of those that we read.
    private var languages: String {
        let folders = ["/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata"]
        let found = ["eng", "swe"].filter { language in
            folders.contains { FileManager.default.fileExists(atPath: "\($0)/\(language).traineddata") }
        }
        return found.isEmpty ? "eng" : found.joined(separator: "+")
    }

    /// The paragraphs of every page.
    func read(_ file: URL, pages: Int) throws(ConversionRefusal) -> [PDFParagraph] {
        if pages > conversion.limits.recognisedPages {
            conversion.warn(.pagesLeftOut(after: conversion.limits.recognisedPages))
        }
        let count = min(pages, conversion.limits.recognisedPages)
        let output = try conversion.newFolder("scan")
        defer { try? FileManager.default.removeItem(at: output) }
        var paragraphs: [PDFParagraph] = []
        for page in 1...count {
            guard let picture = try render(page, of: file, into: output) else { continue }
            paragraphs += try recognise(picture, page)
            try? FileManager.default.removeItem(at: picture)
            try conversion.progress(0.1 + 0.8 * Double(page) / Double(count))
        }
        return paragraphs
    }

    private func render(_ page: Int, of file: URL, into output: URL) throws(ConversionRefusal) -> URL? {
        // About 220 dots per inch on A4, and bounded however large the page claims to be.
        let result = try conversion.run(
            ProgramRun(
                program: "pdftoppm",
                arguments: [
                    "-q", "-gray", "-scale-to", "2600", "-f", "\(page)", "-l", "\(page)", "-singlefile", file.path,
                    output.appendingPathComponent("page").path,
                ],
                output: output))
        let picture = output.appendingPathComponent("page.pgm")
        return result.succeeded && FileManager.default.fileExists(atPath: picture.path) ? picture : nil
    }

    /// The lines of one picture; empty where there are none.
    func text(of picture: URL) throws(ConversionRefusal) -> String {
        let result = try conversion.run(ProgramRun(program: "tesseract", arguments: [picture.path, "stdout", "-l", languages]))
        return result.succeeded ? String(decoding: result.standardOutput, as: UTF8.self).replacing("\u{0C}", with: "") : ""
    }

    private func recognise(_ picture: URL, _ page: Int) throws(ConversionRefusal) -> [PDFParagraph] {
        let lines = try text(of: picture).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return PlainTextBlocks.read(lines[...]).filter { $0.text.contains { $0.isLetter || $0.isNumber } }.map { block in
            PDFParagraph(kind: .text, page: page, runs: [PDFRun(text: block.text)], size: 12)
        }
    }
}
