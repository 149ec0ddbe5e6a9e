import Core
import Database
import Foundation
import TestSupport
import Testing

@testable import Search

/// Five books of the King James Bible, a section a chapter, each verse a passage of its own where `byVerse`.
private func bible(byVerse: Bool) throws -> [SearchDocument] {
    struct Book: Decodable {
        struct Chapter: Decodable { var verses: [Verse] }
        struct Verse: Decodable { var verse: String; var text: String }
        var book: String
        var chapters: [Chapter]
    }
    return try SharedData.files(in: "bible/en_kjv_sample").enumerated().map { number, file in
        let source = try JSONDecoder().decode(Book.self, from: Data(contentsOf: file))
        var document = book(Int64(number + 1), source.book, kind: "bible", topics: ["Scripture"], year: 1611)
        document.passages = source.chapters.enumerated().flatMap { section, chapter in
            guard byVerse else { return SearchPassage.split(chapter.verses.map(\.text).joined(separator: "\n"), section: section) }
            return chapter.verses.map {
                SearchPassage(section: section, start: 0, label: "\(source.book) \(section + 1):\($0.verse)", text: $0.text)
            }
        }
        return document
    }
}

private let questions = [
    "light", "love", "loves", "God", "in the beginning", "\"in the beginning\"", "\"the word\"", "shepherd", "jesus wept", "the", "and the lord",
    "\"of the\"", "born again", "truth -serpent", "genesis", "psalms shepherd", "scriptures", "begat", "unto", "pharaoh's", "god so loved", "th",
    "fai",
]

@Suite struct EnginesAgreeTests {
    @Test(
        .covers("LIB-030"), .enabled(if: SharedData.isHere && Engine.available.count > 1, "needs PostgreSQL and \(SharedData.absence)"),
        arguments: [true, false])
    func `both engines give the same answers`(byVerse: Bool) async throws {
        let documents = try bible(byVerse: byVerse)
        try #require(documents.count == 5)
        let answers = try await Engine.available.asyncMap { engine in
            try await withShelf(on: engine) { shelf in
                try await shelf.put(documents)
                return try await shelf.database.read { db in
                    try questions.flatMap { text in
                        try [true, false].map { isTyping in try description(shelf.index.search(SearchRequest(text, isTyping: isTyping), in: db)) }
                    }
                }
            }
        }
        for (number, answer) in answers[0].enumerated() {
            #expect(answer == answers[1][number], "\(questions[number / 2])")
        }
        // While typing, each of the questions finds something; "th" and "fai" are no words yet.
        #expect(answers[0].indices.filter { answers[0][$0].isEmpty }.map { questions[$0 / 2] } == ["th", "fai"])
    }

    @Test(.covers("LIB-030", "LIB-033"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: Engine.available)
    func `a verse is found by its words, its phrase and its beginning`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put(bible(byVerse: true))
            for text in ["god so loved the world", "\"only begotten Son, that whosoever\"", "begotten whosoever believ"] {
                let hit = try await shelf.search(SearchRequest(text, isTyping: text.hasSuffix("believ"))).hits.first
                #expect(hit?.passages.contains { $0.label == "John 3:16" } ?? false, "\(text)")
            }
            let psalms = try await shelf.search(SearchRequest("psalms")).hits.first?.subject ?? 0
            let shepherd = try await shelf.database.read {
                try shelf.index.passages(source: "library.item", subject: psalms, text: "shepherd", in: $0)
            }
            #expect(shepherd.hits.map(\.label).contains("Psalms 23:1"))
        }
    }

    private func description(_ results: SearchResults) -> String {
        results.hits.map { hit in
            "\(hit.plainTitle) \(hit.passages.map { "\($0.label) \($0.place.section):\($0.place.position.start) \($0.snippet.marks)" })"
        }.joined(separator: "\n") + (results.hits.isEmpty ? "" : " of \(results.total) \(results.totalIsExact) \(results.facets)")
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async throws -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
