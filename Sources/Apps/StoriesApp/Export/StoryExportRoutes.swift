import Core
import Database
import Foundation
import Interface
import Markup
import Media
import Platform
import Reading
import Web

/// A story to take along: as a book for any reading program, or on paper.
struct StoryExportRoutes: Sendable {
    let site: Site
    let publications: Publications
    private let pace: CostlyCalls

    init(site: Site, publications: Publications) {
        self.site = site
        self.publications = publications
        pace = CostlyCalls(site, "stories.exports", most: 12, code: "stories.too-many-exports")
    }

    var routes: [Route] {
        [
            .get(StoriesPaths.epub, allow: .members, use: epub),
            .get(StoriesPaths.pdf, allow: .members, use: pdf),
        ]
    }

    func epub(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        try pace.take(by: member)
        let (story, publication) = try await readable(id)
        let facts = PublicationEPUB.Facts(
            description: story.shownDescription ?? "",
            identifier: site.configuration.baseURL.map { $0 + StoriesPaths.story(id) } ?? "urn:stoa:stories:\(id)",
            cover: try await cover(of: story)?.large,
            drawnCover: DrawnCover(title: story.readersTitle, authors: publication.card.authors).svg)
        let file = try await PublicationEPUB(publications: publications, media: site.media).file(of: publication, facts, in: site.database)
        defer { try? FileManager.default.removeItem(at: file) }
        return .download(
            [UInt8](try Data(contentsOf: file)), type: "application/epub+zip",
            named: FileName.made(of: story.readersTitle, fallback: "story", type: "epub"))
    }

    func pdf(_ request: Request, _ member: Member, _ id: StoryID) async throws -> Response {
        try pace.take(by: member)
        let (story, publication) = try await readable(id)
        let (sections, pictures) = try await site.database.read { db in
            let sections = try publications.sections(of: publication.id, in: db).compactMap {
                try publications.section($0.number, of: publication.id, in: db)?.html
            }
            let names = try publications.resources(of: publication.id, in: db).map(\.first)
            return (sections, try names.compactMap { name in try publications.resource(name, of: publication.id, in: db).map { (name, $0.media) } })
        }
        let files = Dictionary(pictures.map { ($0.0, site.media.url($0.1)) }) { first, _ in first }
        return try await site.pdf(
            StoryDocument(
                title: story.readersTitle, language: story.details.language, author: publication.card.authors, sections: sections), pictures: files,
            named: FileName.made(of: story.readersTitle, fallback: "story", type: "pdf"), for: request)
    }

    private func cover(of story: Story) async throws -> StoredPicture? {
        try await site.database.read { db in try story.shownCover.flatMap { try db.first(.picture($0)) }?.file }
    }

    /// A story that everybody can read.
    private func readable(_ id: StoryID) async throws -> (Story, Publication) {
        try await site.database.read { db in
            guard let story = try db.first(.story(id)), story.isShown,
                let publication = try story.publication.flatMap({ try publications.find($0, in: db) })
            else { throw Problem.notFound }
            return (story, publication)
        }
    }
}

/// A story on paper: a title page, then chapter after chapter.
struct StoryDocument: HTML {
    let title: String
    let language: Language
    let author: String
    let sections: [String]

    private static let style = """
        @page { size: A5; margin: 18mm 16mm; @bottom-center { content: counter(page); font: 8pt serif } } @page :first { @bottom-center { content: none } }
        body { font: 10.5pt/1.45 "Noto Serif", serif; hyphens: auto } p { margin: 0; text-indent: 1.2em; text-align: justify }
        h1 { font-size: 16pt; line-height: 1.2; margin: 0 0 8mm; break-before: page } .title { break-before: auto; margin-top: 45mm; font-size: 22pt; text-align: center }
        .author { text-align: center; text-indent: 0; font-size: 12pt } h1 + p, h2 + p, hr + p, blockquote p { text-indent: 0 }
        hr { width: 25%; margin: 6mm auto; border: 0; border-top: .4pt solid } blockquote { margin: 3mm 6mm } img { max-width: 100% }
        """

    var body: some HTML {
        html(.lang(language)) {
            head {
                // Without it the printer reads the page as Latin-1.
                Raw("<meta charset=\"utf-8\">")
                Markup.title { title }
                Raw("<style>\(Self.style)</style>")
            }
            Markup.body {
                h1(.class("title")) { title }
                p(.class("author")) { author }
                // The printer has all pictures beside the page.
                for section in sections { Raw(section.replacing("src=\"resources/", with: "src=\"").replacing("src=\"resource:", with: "src=\"")) }
            }
        }
    }
}
