import Documents
import Foundation

/// Brings HTML and XHTML into a form that an HTML parser reads as it was meant, and counts what could blow up on the way.
///
/// XHTML closes elements with `/>`, names MathML with prefixes and uses CDATA; HTML parsers know none of that. Nothing here is a
/// safety measure against scripts: that is the sanitiser's work, on the tree that comes out.
struct HTMLPreparation {
    private let source: [UInt8]
    private let isXHTML: Bool
    private let limits: ConversionLimits
    private var output: [UInt8] = []
    private var position = 0
    private var depth = 0
    private var openFormatting = 0
    private var reopened = 0
    private var prefixes: Set<[UInt8]> = []

    /// UTF-8 in, UTF-8 out, ready for ``HTMLTree``.
    static func prepare(_ source: [UInt8], limits: ConversionLimits) throws(ConversionRefusal) -> [UInt8] {
        var preparation = HTMLPreparation(source, limits)
        try preparation.run()
        return preparation.output
    }

    private init(_ source: [UInt8], _ limits: ConversionLimits) {
        self.source = source
        self.limits = limits
        let beginning = String(decoding: source.prefix(1024), as: UTF8.self)
        isXHTML = beginning.contains("<?xml") || beginning.contains("http://www.w3.org/1999/xhtml")
        output.reserveCapacity(source.count + 64)
    }

    private mutating func run() throws(ConversionRefusal) {
        output += Array("<!DOCTYPE html>".utf8)
        while position < source.count {
            let byte = source[position]
            guard byte == UInt8(ascii: "<"), position + 1 < source.count else {
                output.append(byte)
                position += 1
                continue
            }
            let next = source[position + 1]
            if next == UInt8(ascii: "!") {
                declaration()
            } else if next == UInt8(ascii: "?") {
                skip(past: isXHTML ? "?>" : ">")
            } else if next == UInt8(ascii: "/") || next.isASCIILetter {
                try tag(closing: next == UInt8(ascii: "/"))
            } else {
                output.append(byte)
                position += 1
            }
        }
    }

    private func matches(_ word: StaticString, at index: Int) -> Bool {
        word.withUTF8Buffer { bytes in
            guard index + bytes.count <= source.count else { return false }
            for (offset, byte) in bytes.enumerated() where source[index + offset] != byte { return false }
            return true
        }
    }

    private mutating func skip(past end: StaticString) {
        while position < source.count, !matches(end, at: position) { position += 1 }
        position = min(source.count, position + end.utf8CodeUnitCount)
    }

    private mutating func declaration() {
        if matches("<!--", at: position) {
            position += 4
            skip(past: "-->")
        } else if matches("<![CDATA[", at: position) {
            position += 9
            while position < source.count, !matches("]]>", at: position) {
                switch source[position] {
                case UInt8(ascii: "<"): output += Array("&lt;".utf8)
                case UInt8(ascii: "&"): output += Array("&amp;".utf8)
                default: output.append(source[position])
                }
                position += 1
            }
            position = min(source.count, position + 3)
        } else {
            doctype()
        }
    }

    /// Left out with its internal subset: whatever entities it declares are never expanded.
    private mutating func doctype() {
        var brackets = 0
        while position < source.count {
            let byte = source[position]
            position += 1
            if byte == UInt8(ascii: "[") { brackets += 1 }
            if byte == UInt8(ascii: "]") { brackets -= 1 }
            if byte == UInt8(ascii: ">"), brackets <= 0 { return }
        }
    }

    private mutating func tag(closing: Bool) throws(ConversionRefusal) {
        let nameStart = position + (closing ? 2 : 1)
        var nameEnd = nameStart
        while nameEnd < source.count, !source[nameEnd].isHTMLSpace, source[nameEnd] != UInt8(ascii: ">"),
            source[nameEnd] != UInt8(ascii: "/")
        {
            nameEnd += 1
        }
        let end = tagEnd(from: nameEnd)
        guard end < source.count else {
            // A tag that never ends: keep the words, lose the bracket.
            output += Array("&lt;".utf8)
            position += 1
            return
        }
        let attributes = source[nameEnd..<end]
        notePrefixes(in: attributes)
        let name = plainName(source[nameStart..<nameEnd])
        let selfClosing = !closing && attributes.last == UInt8(ascii: "/")
        position = end + 1
        let isVoid = HTMLPreparation.void.contains(String(decoding: name, as: UTF8.self).lowercased())
        if closing {
            // HTML reads `</br>` as a second break.
            if isVoid { return }
            output += Array("</".utf8) + name + [UInt8(ascii: ">")]
            try count(name, by: -1)
            return
        }
        output.append(UInt8(ascii: "<"))
        output += name
        if selfClosing && isXHTML && !isVoid {
            output += attributes.dropLast()
            output += Array("></".utf8) + name + [UInt8(ascii: ">")]
        } else {
            output += attributes
            output.append(UInt8(ascii: ">"))
            if !selfClosing && !isVoid { try count(name, by: 1) }
        }
    }

    /// The index of the `>` that ends the tag; quotes may hide others.
    private func tagEnd(from start: Int) -> Int {
        var index = start
        var quote: UInt8?
        while index < source.count {
            let byte = source[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return index
            } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) && index > start && source[index - 1].endsAttributeName {
                quote = byte
            }
            index += 1
        }
        return index
    }

    private mutating func notePrefixes(in attributes: ArraySlice<UInt8>) {
        guard attributes.count > 12, attributes.contains(UInt8(ascii: ":")) else { return }
        let words = String(decoding: attributes, as: UTF8.self)
        guard words.contains("xmlns:") else { return }
        for part in words.components(separatedBy: "xmlns:").dropFirst() {
            let isKnown = ["1998/Math/MathML", "2000/svg", "1999/xhtml"].contains { space in
                part.prefix(80).contains(space)
            }
            if isKnown { prefixes.insert(Array(part.prefix { $0 != "=" && $0 != " " }.utf8)) }
        }
    }

    private func plainName(_ name: ArraySlice<UInt8>) -> [UInt8] {
        if let colon = name.firstIndex(of: UInt8(ascii: ":")), prefixes.contains(Array(name[..<colon])) {
            return Array(name[(colon + 1)...])
        }
        return Array(name)
    }

    /// Nesting costs the parser stack, and unclosed formatting is opened again in every block: both are limited.
    private mutating func count(_ name: [UInt8], by step: Int) throws(ConversionRefusal) {
        let word = String(decoding: name, as: UTF8.self).lowercased()
        if Self.formatting.contains(word) { openFormatting = max(0, openFormatting + step) } else if step > 0 { reopened += openFormatting }
        if reopened > 2_000_000 + source.count { throw .hostile(.nesting) }
        if Self.closesItself.contains(word) { return }
        depth = max(0, depth + step)
        if depth > 4 * limits.depth { throw .hostile(.nesting) }
    }

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]
    private static let formatting: Set<String> = [
        "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
    ]
    /// Elements whose end tag may be left out.
    private static let closesItself: Set<String> = [
        "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "optgroup", "colgroup", "caption", "rt", "rp", "rb",
        "html", "head", "body",
    ]
}

extension UInt8 {
    /// A quote opens a value only after `=` or white space.
    fileprivate var endsAttributeName: Bool { self == UInt8(ascii: "=") || isHTMLSpace }
}
