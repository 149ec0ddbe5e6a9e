import Core
import Database
import Documents
import Markup
import Platform
import Search
import Web

/// Publications, their sections and what is found in them, as JSON.
struct PublicationAPI: Sendable {
    let site: Site
    let database: Database
    let publications: Publications
    let access: PublicationAccess
    let search: SearchIndex

    /// Longer than any book; a story that goes on for years comes in pages.
    private static let sections = PageSize(usual: 2000, most: 2000)
    private static let mostFound = PageSize(usual: 100, most: 100)

    var routes: [Route] {
        [
            .get(ReadingPaths.api, allow: .everyone, use: show).summary("A publication: its sections and contents").paged(Self.sections),
            .get(ReadingPaths.apiSection, allow: .everyone, use: section).summary("One section as safe HTML").path([
                "section": .integer(0...Int64(Int32.max))
            ]),
            .get(ReadingPaths.apiRemarks, allow: .everyone, use: remarks).summary("How much readers said about which paragraphs of a section")
                .path(["section": .integer(0...Int64(Int32.max))]),
            .get(ReadingPaths.apiEchoes, allow: .members, use: echoes)
                .summary("What you highlighted at the same verses of other editions").path(["section": .integer(0...Int64(Int32.max))]),
            .get(ReadingPaths.apiSearch, allow: .everyone, use: find).summary("Passages of one publication that hold some words")
                .query("q", .anyText, "The words.").query("limit", .integer(in: 1...Self.mostFound.most), "How many passages."),
        ]
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: PublicationID) async throws -> PublicationJSON {
        let limit = try request.query.limit(Self.sections)
        let first = try request.after(.sections) ?? 0
        return try await database.read { db in
            let publication = try access.open(id, for: request, in: db)
            let numbers = first..<min(first + limit, max(first, publication.sectionCount))
            return PublicationJSON(
                publication, sections: try publications.sections(numbers, of: id, in: db),
                contents: try publications.contents(of: id, in: db).beginning(in: numbers, isFirst: first == 0),
                next: numbers.upperBound < publication.sectionCount ? try request.cursor(.sections, after: numbers.upperBound) : nil)
        }
    }

    func remarks(_ request: Request, _ visitor: Visitor, _ id: PublicationID, _ number: Int) async throws -> RemarksJSON {
        try await database.read { db in
            let publication = try access.open(id, for: request, in: db)
            guard number < publication.sectionCount else { throw Problem.notFound }
            return RemarksJSON(try site.remarks(on: number, of: publication, for: visitor.identity, in: db), for: request)
        }
    }

    func echoes(_ request: Request, _ member: Member, _ id: PublicationID, _ number: Int) async throws -> EchoesJSON {
        try await database.read { db in
            let publication = try access.open(id, for: request, in: db)
            guard number < publication.sectionCount else { throw Problem.notFound }
            return try site.echoes(on: number, of: publication, for: member, in: db)
        }
    }

    func section(_ request: Request, _ visitor: Visitor, _ id: PublicationID, _ number: Int) async throws -> SectionJSON {
        try await database.read { db in
            let publication = try access.open(id, for: request, in: db)
            guard let stored = try publications.section(number, of: id, in: db) else { throw Problem.notFound }
            let content = SectionContent(summary: stored.summary, html: try site.linked(stored.html, of: publication, in: db))
            let link = try site.sectionLink(after: number, of: publication, for: visitor.identity, in: db)
            func json(_ link: SectionLinks.Link) -> SectionJSON.Link { SectionJSON.Link(label: request.render(link.label), path: link.path) }
            let ending = try site.ending(after: number, of: publication, for: visitor.identity, in: db)
            let context = RenderingContext(
                language: request.language, timeZone: request.timeZone, messages: site.messages, now: site.clock.now())
            return SectionJSON(
                content, link: link.map(json), moreLinks: (link?.more ?? []).map(json),
                ending: ending.map { String(decoding: render($0, in: context), as: UTF8.self) },
                reference: try site.reference(to: number, of: publication, in: db))
        }
    }

    func find(_ request: Request, _ visitor: Visitor, _ id: PublicationID) async throws -> FoundJSON {
        let words = request.query["q"] ?? ""
        let limit = try request.query.limit(Self.mostFound)
        return try await database.read { db in
            try found(words, in: try access.open(id, for: request, in: db), limit: limit, db)
        }
    }

    /// Passages in reading order. No words at all find nothing.
    func found(_ words: String, in publication: Publication, limit: Int, _ db: any Connection) throws -> FoundJSON {
        let results = try search.passages(
            source: publication.card.ownerKind, subject: publication.card.ownerID, text: words, isTyping: true, limit: limit, in: db)
        let titles = Dictionary(
            try publications.sections(of: publication.id, in: db).map { ($0.number, $0.title) }, uniquingKeysWith: { first, _ in first })
        let place = try site.references(of: publication)?.lookUp(words, publication, db)
        return FoundJSON(
            place: place.map { place in
                FoundJSON.Hit(
                    passage: place.passage, title: place.label, snippet: [SnippetPart(text: place.text, isMatch: false)],
                    address: place.path)
            },
            hits: results.hits.map { hit in
                FoundJSON.Hit(
                    passage: hit.place, title: hit.label.isEmpty ? titles[hit.place.section] ?? nil : hit.label, snippet: hit.snippet,
                    address: ReadingPaths.address(of: hit.place, in: publication.id))
            }, total: results.total, totalIsExact: results.totalIsExact)
    }
}

extension CursorScope<Int> {
    /// Of one publication: the number of the next.
    fileprivate static var sections: Self { Self("reading.sections") }
}

extension [ContentsEntry] {
    /// Those of the highest level that begin in some sections; one that leads nowhere stands with the first.
    fileprivate func beginning(in numbers: Range<Int>, isFirst: Bool) -> Self {
        filter { entry in entry.firstSection.map(numbers.contains) ?? isFirst }
    }
}

extension ContentsEntry {
    fileprivate var firstSection: Int? { section ?? children.lazy.compactMap(\.firstSection).first }
}
