import Archives
import Core
import Documents
import Foundation

/// The bare paragraphs of a Word document, text boxes and shapes included, which pandoc leaves out.
final class WordText: XMLHandler {
    private(set) var paragraphs: [String] = []
    private(set) var hasTextBoxes = false
    private var words = ""
    private var isInText = false
    /// A shape is told twice, the second time for old readers.
    private var fallbacks = 0

    static func read(_ archive: Archive, limits: ConversionLimits) throws(ConversionRefusal) -> WordText {
        let reader = WordText()
        guard let file = archive.file("word/document.xml") else { return reader }
        try XMLStream.parse(fileAt: file, limits: limits, into: reader)
        reader.endParagraph()
        return reader
    }

    /// As HTML, one element a paragraph.
    var html: [UInt8] { Array(paragraphs.map { "<p>\($0.escapedForText)</p>" }.joined().utf8) }

    func start(_ tag: XMLTag) {
        switch tag.name {
        case "Fallback": fallbacks += 1
        case "txbxContent": hasTextBoxes = true
        case "t": isInText = fallbacks == 0
        case "p": endParagraph()
        case "tab", "br": words += " "
        default: break
        }
    }

    func end(_ name: String) {
        switch name {
        case "Fallback": fallbacks -= 1
        case "t": isInText = false
        case "p": endParagraph()
        default: break
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isInText { words += String(decoding: bytes, as: UTF8.self) }
    }

    private func endParagraph() {
        let folded = words.foldingWhitespace()
        if !folded.isEmpty { paragraphs.append(folded) }
        words = ""
    }
}
