import Core

/// Checks that a drawing is what our cleaner writes; see ``HTMLVerifier``.
enum DrawingVerifier {
    static func accepts(_ drawing: [UInt8]) -> Bool {
        guard String(validating: drawing, as: UTF8.self) != nil, drawing.starts(with: "<svg ".utf8) else { return false }
        return drawing.withUnsafeBufferPointer { bytes in
            var scanner = MarkupScanner(bytes)
            var open: [String] = []
            var tags = 0
            while let tag = scanner.next() {
                guard HTMLRules.svgElements.contains(tag.name) else { return false }
                if tag.isEnd {
                    guard open.popLast() == tag.name else { return false }
                    continue
                }
                // One root, and nothing behind it.
                if open.isEmpty, tags > 0 { return false }
                tags += 1
                for attribute in tag.attributes where !accepts(attribute, of: tag.name) { return false }
                open.append(tag.name)
                if open.count > 4096 { return false }
            }
            return scanner.isAtEnd && open.isEmpty
        }
    }

    private static func accepts(_ attribute: MarkupScanner.Attribute, of element: String) -> Bool {
        guard let value = attribute.value else { return false }
        switch attribute.name {
        case "xmlns": return value == "http://www.w3.org/2000/svg"
        case "xmlns:xlink": return value == "http://www.w3.org/1999/xlink"
        case "xlink:href": return element == "image" ? HTMLRules.isPictureData(value) : value.hasPrefix("#")
        case "id": return true
        case let name:
            return (HTMLRules.svgAttributes.contains(name) || HTMLRules.svgPresentation.contains(name)) && HTMLRules.isHarmlessPaint(value)
        }
    }
}

extension HTMLRules {
    /// A raster picture inside a drawing; another drawing inside could carry anything.
    package static func isPictureData(_ address: String) -> Bool {
        ["png", "jpeg", "jpg", "gif", "webp"].contains { address.hasPrefix("data:image/\($0);base64,") }
    }

    /// Nothing that is fetched: a drawing's own colours and patterns only.
    package static func isHarmlessPaint(_ value: String) -> Bool {
        let folded = value.lowercased()
        guard !folded.holds(exactly: "\\"), !folded.holds(exactly: "/*") else { return false }
        // Functions that fetch a picture without the word "url".
        guard !["image(", "image-set(", "cross-fade(", "src(", "element(", "paint("].contains(where: { folded.holds(exactly: $0) }) else {
            return false
        }
        let addresses = folded.utf8.ranges(of: "url(".utf8).map { folded.utf8[$0.upperBound...] }
        return addresses.isEmpty || addresses.count == 1 && addresses[0].drop(while: \.isHTMLSpace).first == UInt8(ascii: "#")
    }
}
