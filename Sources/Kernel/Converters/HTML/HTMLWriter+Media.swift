import Core
import Documents

extension HTMLWriter {
    /// A picture that belongs to the document; one from elsewhere leaves its description behind.
    func writeImage(_ element: HTMLElement) throws(ConversionRefusal) {
        let alt = (element["alt"] ?? "").foldingWhitespace()
        let source = element["src"] ?? ""
        guard let resource = try surroundings.resource(source), resource.mediaType.hasPrefix("image/") else {
            withBuffer { buffer in
                buffer.settleSpace()
                buffer.words(alt.utf8, preformatted: false)
            }
            return
        }
        try writeImage(resource, alt: alt, id: element["id"], width: element["width"], height: element["height"])
    }

    func writeImage(_ resource: ConvertedResource, alt: String, id: String?, width: String?, height: String?) throws(ConversionRefusal) {
        placeWaiting()
        let anchor = id.flatMap { claim($0) }.map { " id=\"\($0)\"" } ?? ""
        var size = ""
        if let width, let number = Int(width), (1...10_000).contains(number) { size += " width=\"\(number)\"" }
        if let height, let number = Int(height), (1...10_000).contains(number) { size += " height=\"\(number)\"" }
        withBuffer { buffer in
            buffer.settleSpace()
            buffer.markup("<img\(anchor) src=\"resource:\(resource.name)\" alt=\"\(String(alt.prefix(1000)).escapedForAttribute)\"\(size)>")
            buffer.hasBody = true
        }
    }

    func writeAudio(_ element: HTMLElement) throws(ConversionRefusal) {
        let sources = [element["src"]] + element.elements.filter { $0.name == "source" }.map { $0["src"] }
        for source in sources.compactMap({ $0 }) {
            guard let resource = try surroundings.resource(source), resource.mediaType.hasPrefix("audio/") else { continue }
            withBuffer { buffer in
                buffer.markup("<audio controls preload=\"none\" src=\"resource:\(resource.name)\"></audio>")
                buffer.hasBody = true
            }
            return
        }
        try writeChildren(of: element)
    }

    /// EPUB 3's choice between renderings: MathML is one that we can show, otherwise the default is taken.
    func writeSwitch(_ element: HTMLElement) throws(ConversionRefusal) {
        let cases = element.elements.filter { $0.name == "epub:case" }
        let known = cases.first { $0["required-namespace"] == "http://www.w3.org/1998/Math/MathML" }
        if let chosen = known ?? element.first("epub:default") ?? cases.first { try writeChildren(of: chosen) }
    }
}
