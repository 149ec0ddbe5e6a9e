import Core
import Documents
import Foundation

/// Reads what `pdftohtml -xml` writes: words with places and fonts, in the order of the page's content, and the outline.
final class PDFReader: XMLHandler {
    private(set) var pages: [PDFPage] = []
    private(set) var outline: [PDFOutlineItem] = []

    private struct Font {
        let size: Double
        let isMonospaced: Bool
        let isBold: Bool
        let isItalic: Bool
    }
    private var fonts: [String: Font] = [:]
    private var fragment: (top: Double, left: Double, width: Double, height: Double, font: Font)?
    private var runs: [PDFRun] = []
    private var bold = 0
    private var italic = 0
    private var links: [String] = []
    /// Outlines that are open, each with its items so far; an outline belongs to the item before it.
    private var levels: [[PDFOutlineItem]] = []
    private var item: (title: String, page: Int?)?

    /// Reads `file`; its pictures are then in `output`.
    static func read(_ file: URL, into output: URL, _ conversion: Conversion) throws(ConversionRefusal) -> PDFReader {
        let result = try conversion.run(
            ProgramRun(
                program: "pdftohtml",
                arguments: [
                    "-q", "-xml", "-nodrm", "-hidden", "-noroundcoord", "-fontfullname", "-enc", "UTF-8", "-fmt", "png", file.path,
                    output.appendingPathComponent("text.xml").path,
                ],
                output: output))
        let reader = PDFReader()
        let xml = output.appendingPathComponent("text.xml")
        guard FileManager.default.fileExists(atPath: xml.path) else {
            if result.standardError.contains("Incorrect password") { throw .encrypted }
            return reader
        }
        var limits = conversion.limits
        // Every word carries its place: the file is far larger than the text in it, and it is read as a stream.
        limits.textBytes = limits.programOutput
        try XMLStream.parse(fileAt: xml, limits: limits, into: reader)
        return reader
    }

    func start(_ tag: XMLTag) {
        switch tag.name {
        case "page":
            pages.append(
                PDFPage(
                    number: Int(tag["number"] ?? "") ?? pages.count + 1, width: tag.number("width"), height: tag.number("height"), lines: []
                ))
        case "image":
            guard let page = pages.indices.last, let file = tag["src"]?.split(separator: "/").last else { break }
            pages[page].pictures.append(
                PDFPicture(
                    page: pages[page].number, top: tag.number("top"), left: tag.number("left"), width: tag.number("width"),
                    height: tag.number("height"), file: String(file)))
        case "fontspec":
            let family = (tag["family"] ?? "").lowercased()
            fonts[tag["id"] ?? ""] = Font(
                size: tag.number("size"),
                isMonospaced: ["mono", "courier", "cmtt", "consol", "typewriter"].contains { family.contains($0) },
                isBold: ["bold", "medi", "black", "heavy"].contains { family.contains($0) },
                isItalic: ["ital", "obli", "slant"].contains { family.contains($0) })
        case "text":
            let font = fonts[tag["font"] ?? ""] ?? Font(size: tag.number("height"), isMonospaced: false, isBold: false, isItalic: false)
            fragment = (tag.number("top"), tag.number("left"), tag.number("width"), tag.number("height"), font)
            runs = []
        case "b": bold += 1
        case "i": italic += 1
        case "a": links.append(tag["href"] ?? "")
        case "outline": levels.append([])
        case "item": item = ("", tag["page"].flatMap { Int($0) })
        default: break
        }
    }

    func end(_ name: String) {
        switch name {
        case "text": endFragment()
        case "b": bold -= 1
        case "i": italic -= 1
        case "a": _ = links.popLast()
        case "item": endItem()
        case "outline": endOutline()
        default: break
        }
    }

    func text(_ words: UnsafeBufferPointer<UInt8>) {
        let text = String(decoding: words, as: UTF8.self)
        if item != nil { item?.title += text }
        guard let fragment else { return }
        let link = links.last.flatMap(target)
        let run = PDFRun(
            text: text.withPlainLetters, bold: bold > 0 || fragment.font.isBold, italic: italic > 0 || fragment.font.isItalic, link: link)
        if let last = runs.last, last.bold == run.bold, last.italic == run.italic, last.link == run.link {
            runs[runs.count - 1].text += run.text
        } else {
            runs.append(run)
        }
    }

    /// `#12` for a page of this document, or an address outside.
    private func target(_ href: String) -> String? {
        if case .outside(let address) = HTMLLink.outside(checking: href) { return address }
        guard let hash = href.lastIndex(of: "#"), let page = Int(href[href.index(after: hash)...]) else { return nil }
        return "#\(page)"
    }

    // MARK: Lines

    private func endFragment() {
        defer { fragment = nil }
        guard let (top, left, width, height, font) = fragment, let page = pages.indices.last,
            runs.contains(where: { !$0.text.allSatisfy(\.isWhitespace) })
        else { return }
        let right = left + max(0, width)
        if let last = pages[page].lines.last, continues(last, top, left, height) {
            append(to: page, at: left, right: right, bottom: top + height)
        } else {
            pages[page].lines.append(
                PDFLine(
                    page: pages[page].number, top: top, left: left, right: right, bottom: top + height, size: font.size,
                    isMonospaced: font.isMonospaced, runs: runs))
        }
    }

    /// Whether a fragment stands on the line before it: beside it and not below.
    private func continues(_ line: PDFLine, _ top: Double, _ left: Double, _ height: Double) -> Bool {
        let overlap = min(line.bottom, top + height) - max(line.top, top)
        return overlap > 0.5 * min(line.height, height) && left >= line.right - 0.3 * line.height && left - line.right < 12 * line.height
    }

    private func append(to page: Int, at left: Double, right: Double, bottom: Double) {
        let index = pages[page].lines.count - 1
        var line = pages[page].lines[index]
        let hasSpace = line.runs.last?.text.last?.isWhitespace == true || runs.first?.text.first?.isWhitespace == true
        if !hasSpace, left - line.right > 0.12 * line.height { line.runs.append(PDFRun(text: " ")) }
        line.runs += runs
        line.right = max(line.right, right)
        line.bottom = max(line.bottom, min(bottom, line.top + 1.3 * line.height))
        pages[page].lines[index] = line
    }

    // MARK: Outline

    private func endItem() {
        guard let (title, page) = item else { return }
        item = nil
        if let title = title.catalogued(300), !levels.isEmpty, levels[levels.count - 1].count < 5000 {
            levels[levels.count - 1].append(PDFOutlineItem(title: title, page: page, children: []))
        }
    }

    private func endOutline() {
        guard let done = levels.popLast() else { return }
        if let parent = levels.indices.last, let last = levels[parent].indices.last {
            levels[parent][last].children += done
        } else if levels.isEmpty {
            outline += done
        } else {
            levels[levels.count - 1] += done
        }
    }
}

extension XMLTag {
    fileprivate func number(_ name: String) -> Double { self[name].flatMap { Double($0) }.map { $0.isFinite ? $0 : 0 } ?? 0 }
}

extension String {
    /// Ligatures and Arabic presentation forms taken apart into the letters people search for; soft hyphens gone.
    var withPlainLetters: String {
        guard unicodeScalars.contains(where: { $0.isPresentationForm || $0.value == 0xAD || $0.value == 0 }) else { return self }
        var result = ""
        for scalar in unicodeScalars where scalar.value != 0xAD && scalar.value != 0 {
            if scalar.isPresentationForm {
                result += String(scalar).precomposedStringWithCompatibilityMapping
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    fileprivate var isPresentationForm: Bool { (0xFB00...0xFDFF).contains(value) || (0xFE70...0xFEFC).contains(value) }
}
