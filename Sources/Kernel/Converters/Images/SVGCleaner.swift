import Documents
import Foundation

/// Writes a drawing anew from the allow-list: no scripts, no handlers, nothing from outside.
final class SVGCleaner: XMLHandler {
    private var output = ""
    private var skipping = 0
    private var hasDrawing = false
    private var styles = SVGStyles()
    /// The style sheet that is being read.
    private var sheet: String?

    /// Whether `file` was a drawing; its clean form is then at `target`.
    static func clean(_ file: URL, to target: URL, limits: ConversionLimits) throws(ConversionRefusal) -> Bool {
        let cleaner = SVGCleaner()
        do throws(ConversionRefusal) {
            try XMLStream.parse(fileAt: file, limits: limits, into: cleaner)
        } catch .storage {
            throw .storage
        } catch {
            return false
        }
        guard cleaner.hasDrawing, cleaner.output.hasPrefix("<svg") else { return false }
        do { try Data(cleaner.output.utf8).write(to: target) } catch { throw .storage }
        return true
    }

    func start(_ tag: XMLTag) {
        if skipping == 0, tag.name == "style", tag.namespace == "http://www.w3.org/2000/svg" { sheet = "" }
        guard skipping == 0, tag.namespace == "http://www.w3.org/2000/svg", HTMLRules.svgElements.contains(tag.name) else {
            skipping += 1
            return
        }
        let isRoot = output.isEmpty
        output += "<\(tag.name)"
        if isRoot { output += " xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"" }
        if tag.name != "svg" { hasDrawing = true }
        for attribute in tag.attributes { write(attribute, of: tag.name) }
        for (name, value) in paint(of: tag).sorted(by: { $0.key < $1.key }) { add(name, value) }
        output += ">"
    }

    func end(_ name: String) {
        if name == "style", let read = sheet {
            styles.read(read)
            sheet = nil
        }
        if skipping > 0 { skipping -= 1 } else { output += "</\(name)>" }
    }

    func text(_ words: UnsafeBufferPointer<UInt8>) {
        if sheet != nil { sheet? += String(decoding: words, as: UTF8.self) }
        if skipping == 0 { output += String(decoding: words, as: UTF8.self).escapedForText }
    }

    private func write(_ attribute: XMLAttribute, of element: String) {
        switch attribute.name {
        case "href":
            let isLocal = attribute.value.hasPrefix("#") && element != "image"
            if isLocal || (element == "image" && HTMLRules.isPictureData(attribute.value)) { add("xlink:href", attribute.value) }
        case "id": add("id", attribute.value)
        default:
            if HTMLRules.svgAttributes.contains(attribute.name), Self.isHarmless(attribute.value) { add(attribute.name, attribute.value) }
        }
    }

    /// How an element is painted: its attributes count least, its own style most, as in CSS.
    private func paint(of tag: XMLTag) -> [String: String] {
        let declarations = tag.attributes.map { ($0.name, $0.value) } + styles.declarations(for: tag) + StyleHints.declarations(tag["style"] ?? "")
        var paint: [String: String] = [:]
        for (property, value) in declarations where HTMLRules.svgPresentation.contains(property) && Self.isHarmless(value) {
            paint[property] = value
        }
        return paint
    }

    private func add(_ name: String, _ value: String) { output += " \(name)=\"\(value.escapedForAttribute)\"" }

    /// One reference at most, and that to a place in the same drawing.
    private static func isHarmless(_ value: String) -> Bool { HTMLRules.isHarmlessPaint(value) }
}
