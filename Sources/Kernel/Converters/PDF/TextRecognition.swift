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

    /// What recognition makes of a document.
    struct Reading {
        fileprivate(set) var paragraphs: [PDFParagraph] = []
        /// Whether anything is on any page.
        fileprivate(set) var hasInk = false
        fileprivate var words = 0
        fileprivate var confidence = 0.0

        /// Whether the words are likely to be those on the paper: below this, tesseract reads letters into drawings and stains.
        var isTrustworthy: Bool { words > 0 && confidence / Double(words) >= 60 }
    }

    /// The paragraphs of every page.
    func read(_ file: URL, pages: Int) throws(ConversionRefusal) -> Reading {
        if pages > conversion.limits.recognisedPages {
            conversion.warn(.pagesLeftOut(after: conversion.limits.recognisedPages))
        }
        let count = min(pages, conversion.limits.recognisedPages)
        let output = try conversion.newFolder("scan")
        defer { try? FileManager.default.removeItem(at: output) }
        var reading = Reading()
        for page in 1...count {
            guard let picture = try render(page, of: file, into: output) else { continue }
            reading.hasInk = reading.hasInk || Self.hasInk(picture)
            try recognise(picture, page, into: &reading)
            try? FileManager.default.removeItem(at: picture)
            try conversion.progress(0.1 + 0.8 * Double(page) / Double(count))
        }
        return reading
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

    private func recognise(_ picture: URL, _ page: Int, into reading: inout Reading) throws(ConversionRefusal) {
        let output = picture.deletingLastPathComponent()
        let result = try conversion.run(
            ProgramRun(
                program: "tesseract", arguments: [picture.path, output.appendingPathComponent("read").path, "-l", languages, "txt", "tsv"],
                output: output))
        guard result.succeeded else { return }
        let text = String(decoding: try conversion.bytes(of: output.appendingPathComponent("read.txt")), as: UTF8.self)
        let lines = text.replacing("\u{0C}", with: "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        reading.paragraphs += PlainTextBlocks.read(lines[...]).filter { $0.text.contains { $0.isLetter || $0.isNumber } }.map { block in
            PDFParagraph(kind: .text, page: page, runs: [PDFRun(text: block.text)], size: 12)
        }
        // One word a line: its place, how sure tesseract is from 0 to 100, and the word.
        for line in String(decoding: try conversion.bytes(of: output.appendingPathComponent("read.tsv")), as: UTF8.self).split(separator: "\n") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard columns.count == 12, columns[0] == "5", let confidence = Double(columns[10]),
                columns[11].contains(where: { $0.isLetter || $0.isNumber })
            else { continue }
            reading.words += 1
            reading.confidence += max(0, confidence)
        }
    }

    /// Whether a grey picture (PGM) is more than one tone, shades of the paper aside.
    private static func hasInk(_ picture: URL) -> Bool {
        guard let data = try? Data(contentsOf: picture, options: .mappedIfSafe) else { return false }
        return data.withUnsafeBytes { bytes in
            // The header is some twenty bytes of text.
            let tones = bytes.dropFirst(64)
            guard let first = tones.first else { return false }
            return tones.contains { abs(Int($0) - Int(first)) > 24 }
        }
    }
}
