import Core
import Documents

/// MathML and SVG: their own allow-lists, and no way back into HTML from inside them.
extension HTMLWriter {
    func writeMath(_ element: HTMLElement) throws(ConversionRefusal) {
        guard HTMLRules.mathElements.contains(element.name) else { return }
        var attributes = ""
        for (name, value) in element.attributes where value.utf8.count <= 500 {
            if name == "id", let anchor = claim(value) { attributes += " id=\"\(anchor)\"" }
            if HTMLRules.mathAttributes.contains(name) { attributes += " \(name)=\"\(value.escapedForAttribute)\"" }
        }
        withBuffer { buffer in
            buffer.settleSpace()
            buffer.markup("<\(element.name)\(attributes)>")
            buffer.hasBody = true
        }
        try inForeignContent { () throws(ConversionRefusal) in
            // The first child of `semantics` is the formula; the others are annotations for programs.
            let only = element.name == "semantics" ? element.elements.first : nil
            if let only { try writeMath(only) } else { try writeForeignChildren(of: element, expecting: .math) }
        }
        withBuffer { $0.markup("</\(element.name)>") }
    }

    func writeSVG(_ element: HTMLElement) throws(ConversionRefusal) {
        if element.name == "svg", let picture = onlyPicture(in: element) {
            if let source = picture["xlink:href"] ?? picture["href"], let resource = try surroundings.resource(source) {
                let title = element.first("title")?.words ?? element["aria-label"] ?? ""
                try writeImage(resource, alt: title, id: element["id"], width: nil, height: nil)
            }
            return
        }
        guard HTMLRules.svgElements.contains(element.name) else { return }
        let attributes = try svgAttributes(element)
        if element.name == "image" && !attributes.contains(" href=") { return }
        withBuffer { buffer in
            if element.name == "svg" { buffer.settleSpace() }
            buffer.markup("<\(element.name)\(attributes)>")
            buffer.hasBody = true
        }
        try inForeignContent { () throws(ConversionRefusal) in
            try writeForeignChildren(of: element, expecting: .svg)
        }
        withBuffer { $0.markup("</\(element.name)>") }
    }

    private func writeForeignChildren(of element: HTMLElement, expecting namespace: HTMLElement.Namespace) throws(ConversionRefusal) {
        try element.forEachChild { child throws(ConversionRefusal) in
            switch child {
            case .text(let bytes): withBuffer { $0.words(bytes, preformatted: false) }
            case .element(let inner) where inner.namespace == namespace: try write(inner)
            case .element(let inner) where inner.namespace == .html:
                if case .drop = HTMLRules.treatment(inner.name) { return }
                withBuffer { $0.words(inner.words.utf8, preformatted: false) }
            case .element: return
            }
        }
    }

    /// The `image` of an SVG that only wraps one, as cover pages do.
    private func onlyPicture(in svg: HTMLElement) -> HTMLElement? {
        var pending = svg.elements
        var picture: HTMLElement?
        while let element = pending.popLast() {
            switch element.name {
            case "image":
                if picture != nil { return nil }
                picture = element
            case "g": pending += element.elements
            case "title", "desc", "defs", "metadata", "style": continue
            default: return nil
            }
        }
        return picture
    }

    private func svgAttributes(_ element: HTMLElement) throws(ConversionRefusal) -> String {
        var result = ""
        func add(_ name: String, _ value: String) { result += " \(name)=\"\(value.escapedForAttribute)\"" }
        for (name, value) in element.attributes where value.utf8.count <= 100_000 {
            switch name {
            case "id": if let anchor = claim(value) { add("id", anchor) }
            case "href", "xlink:href":
                if value.hasPrefix("#"), element.name != "image" {
                    add("href", "#" + HTMLAnchor.make(String(value.dropFirst()), prefix: HTMLAnchor.prefix(section: section)))
                } else if element.name == "image", let resource = try surroundings.resource(value) {
                    add("href", "resource:\(resource.name)")
                }
            case "style":
                for (property, value) in StyleHints.declarations(value) where HTMLRules.svgPresentation.contains(property) {
                    if let safe = paint(value) { add(property, safe) }
                }
            default:
                if HTMLRules.svgPresentation.contains(name) {
                    if let safe = paint(value) { add(name, safe) }
                } else if HTMLRules.svgAttributes.contains(name) {
                    add(name, value)
                }
            }
        }
        if element.name == "svg" {
            let title = element.first("title")?.words ?? element["aria-label"]
            if let title = title?.catalogued(300) {
                add("role", "img")
                add("aria-label", title)
            }
        }
        return result
    }

    /// A colour or the like; `url()` only to a place in the same drawing.
    private func paint(_ value: String) -> String? {
        let folded = value.foldingWhitespace()
        guard HTMLRules.isHarmlessPaint(folded) else { return nil }
        guard folded.lowercased().contains("url(") else {
            return folded.contains("(") && !folded.hasPrefix("rgb") && !folded.hasPrefix("hsl") ? nil : folded
        }
        guard folded.hasPrefix("url(#"), folded.hasSuffix(")") else { return nil }
        let name = folded.dropFirst(5).dropLast().filter { $0 != "'" && $0 != "\"" }
        return "url(#\(HTMLAnchor.make(String(name), prefix: HTMLAnchor.prefix(section: section))))"
    }
}
