import Core
import Documents
import Foundation
import Localization
import Markup
import Media

/// Turns what an author wrote into what the reader shows. The converter does it in its box, as it does with every stranger's file.
struct ChapterRendering: Sendable {
    let converter: DocumentConverter
    let media: MediaStore

    /// The chapter as one section.
    /// - Parameter pictures: the pictures that it may show: those of its story.
    /// - Throws: `ConversionRefusal`.
    func render(_ markdown: String, title: String, pictures: [PictureID] = []) async throws -> ConvertedSection {
        let file = media.makeTemporaryURL()
        defer { try? FileManager.default.removeItem(at: file) }
        // The empty line keeps a line of dashes from being read as the head of a file.
        try Data("\n\(markdown)\n".utf8).write(to: file)
        let document = try await converter.convert(fileAt: file, name: "chapter.md", pictures: pictures.map(\.number))
        defer { document.discard() }
        let html = document.sections.map { Self.joined($0.html) }.joined(separator: "\n")
        var section = ConvertedSection(title: nil, html: html, text: document.sections.map(\.text).joined(separator: "\n")).headed(title)
        // Authors count the words of their text alone, and so do readers.
        section.words = ReadWords.count(markdown)
        return section
    }

    /// The converter cuts a file into sections; in one chapter their links to one another are links within the page.
    private static func joined(_ html: String) -> String {
        html.replacing(/href="section:\d+(#[^"]*)?"/) { match in "href=\"\(match.output.1 ?? "#")\"" }
    }

    fileprivate static func heading(_ title: String) -> String {
        let context = RenderingContext(language: .english, timeZone: .gmt, messages: Messages(catalogues: []))
        return String(decoding: Markup.render(h1 { title }, in: context), as: UTF8.self)
    }
}

extension ConvertedSection {
    /// With its title, which is part of what is read and can be marked like the rest.
    func headed(_ title: String) -> Self {
        guard !title.isEmpty else { return self }
        return Self(title: title, html: "\(ChapterRendering.heading(title))\n\(html)", text: "\(title)\n\(text)", language: language)
    }

    /// A chapter as the reader shows it: one without a title has a name, unless its text begins with a heading of its own.
    func chapter(called name: String) -> Self {
        if title != nil { return self }
        guard html.hasPrefix("<h1") || html.hasPrefix("<h2") else { return headed(name) }
        var named = self
        named.title = name
        return named
    }
}
