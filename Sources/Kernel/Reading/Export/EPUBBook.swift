import Core
import Documents
import Foundation

/// The files inside an EPUB that describe it, and its pages.
struct EPUBBook {
    let publication: Publication
    let facts: PublicationEPUB.Facts
    let sections: [SectionContent]
    let contents: [ContentsEntry]
    /// Names and media types.
    let resources: [(name: String, type: String)]
    private let xhtml: XHTML

    init(
        publication: Publication, facts: PublicationEPUB.Facts, sections: [SectionContent], contents: [ContentsEntry],
        resources: [(name: String, type: String)]
    ) {
        (self.publication, self.facts, self.sections, self.contents, self.resources) = (publication, facts, sections, contents, resources)
        xhtml = XHTML(sections: sections.map(\.html), resources: Set(resources.map(\.name)), files: sections.map { Self.file($0.summary.number) })
    }

    static let container = """
        <?xml version="1.0" encoding="UTF-8"?>
        <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
        <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
        </container>
        """

    static let style = """
        body { line-height: 1.5; } h1 { line-height: 1.2; margin: 2em 0 1em; } p { margin: 0; text-indent: 1.2em; }
        h1 + p, h2 + p, h3 + p, hr + p, blockquote p { text-indent: 0; } hr { width: 30%; margin: 1.5em auto; border: 0; border-top: 1px solid; }
        blockquote { margin: 1em 1.5em; } img { max-width: 100%; }
        .align-center { text-align: center; } .align-right { text-align: right; } .italic { font-style: italic; } .bold { font-weight: bold; }
        .underline { text-decoration: underline; } .small-caps { font-variant: small-caps; }
        """

    /// The file of a section, counted from 0.
    static func file(_ number: Int) -> String { "section-\(number + 1).xhtml" }

    private var language: String { publication.card.language?.rawValue ?? "und" }

    var package: String {
        var opf = """
            <?xml version="1.0" encoding="UTF-8"?>
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="\(escaped(language))">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:identifier id="id">\(escaped(facts.identifier))</dc:identifier>
            <dc:title>\(escaped(publication.card.title))</dc:title>
            <dc:language>\(escaped(language))</dc:language>

            """
        if !publication.card.authors.isEmpty { opf += "<dc:creator>\(escaped(publication.card.authors))</dc:creator>\n" }
        if !facts.description.isEmpty { opf += "<dc:description>\(escaped(facts.description))</dc:description>\n" }
        opf += "<meta property=\"dcterms:modified\">\(publication.changedAt.wholeSeconds)</meta>\n"
        // What reading programs from before EPUB 3 look for.
        if facts.cover != nil || facts.drawnCover != nil { opf += "<meta name=\"cover\" content=\"cover\"/>\n" }
        opf += "</metadata>\n<manifest>\n"
        if facts.cover != nil {
            opf += "<item id=\"cover\" href=\"cover.jpg\" media-type=\"image/jpeg\" properties=\"cover-image\"/>\n"
        } else if facts.drawnCover != nil {
            opf += "<item id=\"cover\" href=\"cover.svg\" media-type=\"image/svg+xml\" properties=\"cover-image\"/>\n"
        }
        opf += "<item id=\"contents\" href=\"contents.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n"
        opf += "<item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n"
        for section in sections {
            let number = section.summary.number
            let foreign = ["mathml": "<math", "svg": "<svg"].filter { section.html.contains($0.value) }.keys.sorted().joined(separator: " ")
            let properties = foreign.isEmpty ? "" : " properties=\"\(foreign)\""
            opf += "<item id=\"section-\(number + 1)\" href=\"\(Self.file(number))\" media-type=\"application/xhtml+xml\"\(properties)/>\n"
        }
        for (index, resource) in resources.enumerated() {
            opf += "<item id=\"resource-\(index + 1)\" href=\"resources/\(escaped(resource.name))\" media-type=\"\(escaped(resource.type))\"/>\n"
        }
        opf += "</manifest>\n<spine page-progression-direction=\"\(publication.direction.rawValue)\">\n"
        for section in sections { opf += "<itemref idref=\"section-\(section.summary.number + 1)\"/>\n" }
        return XHTML.allowed(opf + "</spine>\n</package>\n")
    }

    var navigation: String {
        page(title: publication.card.title, language: nil) {
            "<nav epub:type=\"toc\"><h1>\(escaped(publication.card.title))</h1>\(list(of: contents.isEmpty ? fallback : contents))</nav>"
        }
    }

    /// A book without a table of contents lists its sections.
    private var fallback: [ContentsEntry] {
        sections.map { ContentsEntry(title: $0.summary.title ?? "\($0.summary.number + 1)", section: $0.summary.number) }
    }

    private func list(of entries: [ContentsEntry]) -> String {
        "<ol>"
            + entries.map { entry in
                let title = escaped(entry.title.isEmpty ? "–" : entry.title)
                let place = entry.section.flatMap { xhtml.address("\($0)" + (entry.anchor.map { "#" + $0 } ?? "")) }
                return "<li>" + (place.map { "<a href=\"\(escaped($0))\">\(title)</a>" } ?? "<span>\(title)</span>")
                    + (entry.children.isEmpty ? "" : list(of: entry.children)) + "</li>"
            }.joined() + "</ol>"
    }

    func page(of section: SectionContent) -> String {
        page(title: section.summary.title ?? publication.card.title, language: section.summary.language?.rawValue) {
            xhtml.body(section.html)
        }
    }

    private func page(title: String, language own: String?, _ body: () -> String) -> String {
        XHTML.allowed(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="\(escaped(own ?? language))" \
            lang="\(escaped(own ?? language))" dir="\(publication.direction.rawValue)">
            <head><meta charset="utf-8"/><title>\(escaped(title.isEmpty ? "–" : title))</title><link rel="stylesheet" href="style.css"/></head>
            <body>\(body())</body>
            </html>
            """)
    }

    private func escaped(_ words: String) -> String {
        words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

extension Instant {
    /// As EPUB wants the date of a change: to the second, in universal time.
    fileprivate var wholeSeconds: String { String(rfc3339.prefix(19)) + "Z" }
}
