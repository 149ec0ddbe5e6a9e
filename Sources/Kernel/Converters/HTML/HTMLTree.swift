import CGumbo
import Documents
import Foundation

/// A document parsed as browsers parse it.
struct HTMLTree: ~Copyable {
    private let output: UnsafeMutablePointer<GumboOutput>
    /// Gumbo's nodes point into these bytes.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Parses prepared UTF-8; see ``HTMLPreparation``.
    init(_ prepared: [UInt8]) throws(ConversionRefusal) {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, prepared.count))
        _ = bytes.update(fromContentsOf: prepared)
        var options = kGumboDefaultOptions
        options.max_errors = 0
        let parsed = bytes.withMemoryRebound(to: CChar.self) {
            gumbo_parse_with_options(&options, $0.baseAddress, prepared.count)
        }
        guard let parsed else {
            bytes.deallocate()
            throw .damaged
        }
        output = parsed
        self.bytes = bytes
    }

    deinit {
        var options = kGumboDefaultOptions
        gumbo_destroy_output(&options, output)
        bytes.deallocate()
    }

    /// The `html` element; gumbo always makes one.
    var root: HTMLElement? { output.pointee.root.map(HTMLElement.init) }
}

/// A node's content, by kind.
enum HTMLChild {
    case element(HTMLElement)
    case text(UnsafeBufferPointer<UInt8>)
}

/// An element of a parsed document; lives no longer than its tree.
struct HTMLElement {
    enum Namespace { case html, svg, math }

    /// Tells the elements of a tree apart.
    typealias Identity = UnsafeMutablePointer<GumboNode>

    private let node: UnsafeMutablePointer<GumboNode>
    var identity: Identity { node }
    let name: String
    let namespace: Namespace

    init(_ node: UnsafeMutablePointer<GumboNode>) {
        self.node = node
        let element = node.pointee.v.element
        switch element.tag_namespace {
        case GUMBO_NAMESPACE_SVG: namespace = .svg
        case GUMBO_NAMESPACE_MATHML: namespace = .math
        default: namespace = .html
        }
        name = Self.name(of: element, namespace)
    }

    private static func name(of element: GumboElement, _ namespace: Namespace) -> String {
        if element.tag != GUMBO_TAG_UNKNOWN, namespace != .svg, let known = gumbo_normalized_tagname(element.tag) {
            return String(cString: known)
        }
        var piece = element.original_tag
        gumbo_tag_from_original_text(&piece)
        if namespace == .svg, let cased = gumbo_normalize_svg_tagname(&piece) { return String(cString: cased) }
        guard let data = piece.data else { return "" }
        return data.withMemoryRebound(to: UInt8.self, capacity: piece.length) {
            String(decoding: UnsafeBufferPointer(start: $0, count: piece.length), as: UTF8.self).lowercased()
        }
    }

    /// Every attribute by name; `xlink:href` is `href`.
    var attributes: [(name: String, value: String)] {
        let vector = node.pointee.v.element.attributes
        guard let data = vector.data else { return [] }
        return (0..<Int(vector.length)).compactMap { index in
            guard let raw = data[index] else { return nil }
            let attribute = raw.assumingMemoryBound(to: GumboAttribute.self).pointee
            return (String(cString: attribute.name), String(cString: attribute.value))
        }
    }

    var hasAttributes: Bool { node.pointee.v.element.attributes.length > 0 }

    subscript(_ name: String) -> String? {
        withUnsafePointer(to: node.pointee.v.element.attributes) { gumbo_get_attribute($0, name) }
            .map { String(cString: $0.pointee.value) }
    }

    /// The children that carry content; comments do not.
    func forEachChild(_ body: (HTMLChild) throws(ConversionRefusal) -> Void) throws(ConversionRefusal) {
        let vector = node.pointee.v.element.children
        guard let data = vector.data else { return }
        for index in 0..<Int(vector.length) {
            guard let raw = data[index] else { continue }
            let child = raw.assumingMemoryBound(to: GumboNode.self)
            switch child.pointee.type {
            case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE: try body(.element(HTMLElement(child)))
            case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
                guard let text = child.pointee.v.text.text else { continue }
                let length = strlen(text)
                try text.withMemoryRebound(to: UInt8.self, capacity: length) { bytes throws(ConversionRefusal) in
                    try body(.text(UnsafeBufferPointer(start: bytes, count: length)))
                }
            default: continue
            }
        }
    }

    /// The elements among the children.
    var elements: [HTMLElement] {
        var found: [HTMLElement] = []
        try? forEachChild { if case .element(let element) = $0 { found.append(element) } }
        return found
    }

    func first(_ name: String) -> HTMLElement? { elements.first { $0.name == name } }

    /// The words inside, white space folded.
    var words: String { rawText().foldingWhitespace() }

    /// The text inside as it stands.
    func rawText() -> String {
        var text = ""
        try? forEachChild { child in
            switch child {
            case .text(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .element(let element): text += element.rawText()
            }
        }
        return text
    }

    /// Whether there is nothing in it but white space, line breaks and marks of places.
    var isEmpty: Bool {
        var found = true
        try? forEachChild { child in
            guard found else { return }
            switch child {
            case .text(let bytes): found = !bytes.contains { !$0.isHTMLSpace }
            case .element(let element):
                found =
                    ["br", "a", "span", "p", "i", "b", "em", "strong"].contains(element.name) && element["href"] == nil && element.isEmpty
            }
        }
        return found
    }

    /// Whether a reader of the element would find words or a described picture in it.
    var hasName: Bool {
        var found = false
        try? forEachChild { child in
            if found { return }
            switch child {
            case .text(let bytes): found = bytes.contains { !$0.isHTMLSpace }
            case .element(let element): found = element.hasName || (element.name == "img" && !(element["alt"] ?? "").isEmpty)
            }
        }
        return found
    }
}
