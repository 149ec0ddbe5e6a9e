import Core
import Database
import Documents
import Foundation
import Platform
import TestSupport
import Web

@testable import Reading

/// A short book in three chapters, and ways to put it on a site.
enum Book {
    static let chapters = [
        (title: "The river", text: "The river rose in the night.\nBy morning the mill stood in water, and the miller laughed."),
        (title: "The bridge", text: "They built a bridge of oak.\nNobody had asked the river, and the river took its time."),
        (title: "The mill", text: "The miller ground the last of the corn by lantern light.\nThen he closed the door."),
    ]

    static func edition(_ chapters: [(title: String, text: String)] = Self.chapters) -> Edition {
        Edition(
            direction: .leftToRight,
            sections: chapters.map { chapter in
                EditionSection(
                    title: chapter.title, language: nil,
                    html: "<h1>\(chapter.title)</h1>" + chapter.text.split(separator: "\n").map { "<p>\($0)</p>" }.joined(),
                    text: chapter.title + "\n" + chapter.text, words: chapter.text.split(whereSeparator: \.isWhitespace).count + 2)
            }, contents: [], resources: [], audio: nil)
    }

    static func card(_ audience: Audience, owner: Int64 = 1) -> PublicationCard {
        PublicationCard(
            ownerKind: "test.book", ownerID: owner, title: "The mill on the river", authors: "A. Writer", language: .english,
            audience: audience, staffPermission: "test.books.edit", pagePath: "/books/\(owner)")
    }
}

extension TestApp {
    /// Puts the book on the site.
    func addBook(_ audience: Audience = .everyone, owner: Int64 = 1) async throws -> PublicationID {
        let publications = Publications(clock: clock.clock)
        return try await site.database.write { db in
            try publications.create(Book.edition(), as: Book.card(audience, owner: owner), by: nil, in: db)
        }
    }

    /// Puts a recording on the site, with the file that it was made from.
    func addRecording(owner: Int64 = 1, chapters: [AudioChapter] = []) async throws -> PublicationID {
        let publications = Publications(clock: clock.clock)
        var (edition, card) = (Book.edition(), Book.card(.everyone, owner: owner))
        edition.audio = AudioInfo(duration: 4000, chapters: chapters, bitRate: nil)
        (card.kind, card.originalPath) = (.audio, "/books/1/mill.mp3")
        return try await site.database.write { [edition, card] db in try publications.create(edition, as: card, by: nil, in: db) }
    }

    /// Replaces the book's text.
    func replaceBook(_ id: PublicationID, with chapters: [(title: String, text: String)]) async throws -> ReplacementReport {
        let publications = Publications(clock: clock.clock)
        let edition = Book.edition(chapters)
        return try await site.database.write { db in try publications.replace(id, with: edition, by: nil, in: db) }
    }

    /// Amends the book's text; says which of the parts it asked for.
    func amendBook(
        _ id: PublicationID, to parts: [String], _ chapters: [(title: String, text: String)], direction: ReadingDirection = .leftToRight
    ) async throws -> [String] {
        let publications = Publications(clock: clock.clock)
        let sections = chapters.map { ConvertedSection(title: $0.title, html: "<p>\($0.text)</p>", text: $0.title + "\n" + $0.text) }
        return try await site.database.write { db in
            var asked: [String] = []
            try publications.amend(id, to: parts, direction: direction, by: nil, in: db) { number in
                asked.append(parts[number])
                return sections[number]
            }
            return asked
        }
    }

    /// The words and sections of a publication as they are stored.
    func extent(of id: PublicationID) async throws -> (words: Int, sections: [SectionSummary]) {
        let publications = Publications(clock: clock.clock)
        return try await site.database.read { db in
            (try publications.find(id, in: db)?.words ?? 0, try publications.sections(of: id, in: db))
        }
    }

    /// How far somebody is, in percent.
    func progress(_ who: Cast, in id: PublicationID) async throws -> Double {
        let (person, positions) = (try await person(who), Positions(database: site.database, writer: site.writer))
        return try await site.database.read { db in try positions.progress(of: person, in: [id], db)[id] ?? -1 }
    }
}

extension TestClient {
    /// Highlights words of a chapter, as the reader's script does.
    func highlight(
        _ words: String, chapter: Int, of id: PublicationID, colour: String? = "#F5C84B", note: String? = nil
    ) async throws -> TestResponse {
        var body: [String: Any] = ["section": chapter]
        let text = Book.chapters[chapter].title + "\n" + Book.chapters[chapter].text
        let start = text.range(of: words).map { text.unicodeScalars.distance(from: text.startIndex, to: $0.lowerBound) } ?? 0
        let passage = SectionText(text).passage(at: start..<(start + words.unicodeScalars.count), section: chapter)
        body["quote"] = ["exact": words, "prefix": passage.quote.prefix, "suffix": passage.quote.suffix]
        body["position"] = ["start": start, "end": start + words.unicodeScalars.count]
        body["colour"] = colour
        body["note"] = note
        let json = String(decoding: try JSONSerialization.data(withJSONObject: body, options: .sortedKeys), as: UTF8.self)
        return try await self.json(.post, ReadingPaths.apiAnnotations(id), json)
    }

    /// The annotations that this person sees in a publication.
    func annotations(in id: PublicationID) async throws -> [[String: Any]] {
        try await get(ReadingPaths.apiAnnotations(id)).json["items"] as? [[String: Any]] ?? []
    }
}
