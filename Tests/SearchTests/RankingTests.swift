import Core
import Database
import TestSupport
import Testing

@testable import Search

@Suite struct RankingTests {
    /// A Bible with a few verses of our own, some that hold the words of others scattered.
    private static var verses: SearchDocument {
        let texts = [
            ("One 1:1", "The keeper of the gate is my friend, and the lamp of the keeper is bright."),
            ("One 1:2", "My lamp is the keeper of a bright gate."),
            ("One 1:3", "Of the gate that is bright the keeper is my lamp and my friend."),
            ("One 1:4", "Friends kept the gates, and their lamps were bright."),
            ("Two 1:1", "There were herdsmen in the field, and a herdsman beside a well with his flock."),
            ("Two 1:2", "The armour of the watchman is patience."),
            ("Two 1:3", "A traveller lay beside the road, and one from Tibur bound up his wounds."),
            ("Two 1:4", "He set him on his own beast and brought him to an inn."),
        ]
        var document = book(1, "Small Scripture", kind: "bible")
        document.passages = texts.enumerated().map { number, one in
            SearchPassage(section: number / 4, start: number % 4 * 100, label: one.0, text: one.1)
        }
        document.headings = [
            SearchHeading(section: 1, passage: "Two 1:3", label: "Two 1:3–4", text: "The kind stranger", kind: .name),
            SearchHeading(section: 1, passage: "Two 1:3", label: "Two 1:3–4", text: "Den vänlige främlingen", kind: .name),
        ]
        return document
    }

    private func labels(_ text: String, on shelf: Shelf) async throws -> [String] {
        try await shelf.search(SearchRequest(text, passagesPerDocument: 5)).hits.flatMap { $0.passages.map(\.label) }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `words as they were typed come before the same words scattered, and a word before its other forms`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([Self.verses])
            #expect(try await labels("my lamp is the keeper of a bright gate", on: shelf).first == "One 1:2")
            #expect(try await labels("the keeper is my lamp", on: shelf).first == "One 1:3")
            #expect(try await labels("the keeper of the gate", on: shelf).first == "One 1:1")
            #expect(try await labels("gates", on: shelf).first == "One 1:4")
            #expect(try await labels("herdsman", on: shelf).first == "Two 1:1")
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `a verse half remembered is found, though one of its words is not in it`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([Self.verses])
            #expect(try await labels("brought him to a cheap inn", on: shelf).first == "Two 1:4")
            #expect(try await labels("bound up his wounds and healed", on: shelf).first == "Two 1:3")
        }
    }

    @Test(.covers("LIB-030", "LIB-033"), arguments: Engine.available)
    func `a passage is found by the name that people give it, in either language`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([Self.verses])
            for text in ["kind stranger", "the kind stranger", "vänlige främlingen", "kind strangers"] {
                let passage = try await shelf.search(SearchRequest(text)).hits.first?.passages.first
                #expect(passage?.label == "Two 1:3–4" && passage?.snippet.plain.hasPrefix("A traveller lay") ?? false, "\(text)")
            }
            // A record that changes keeps its names; one that comes with new ones loses the old.
            var renamed = Self.verses
            renamed.passages = nil
            renamed.headings = [SearchHeading(section: 1, passage: "Two 1:4", text: "The inn by the road", kind: .name)]
            try await shelf.put([renamed])
            #expect(try await labels("kind stranger", on: shelf).isEmpty)
            #expect(try await labels("inn by the road", on: shelf).first == "Two 1:4")
            try await shelf.database.write { try shelf.index.remove(source: "library.item", subject: 1, in: $0) }
            let left = try await shelf.database.read { try $0.one("SELECT count(*) FROM search_heading" as Query<Int>) }
            #expect(left == 0)
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `a title said as typed comes before texts, scattered words of a title after a verse that says them`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([
                Self.verses, book(2, "The Keeper of the Gate", "Nothing of it is inside."),
                book(3, "A Bright Collection of Short and Long Things for my Friend the Lamp Maker and Every Gate", "Nothing."),
            ])
            #expect(try await shelf.titles("the keeper of the gate").first == "The Keeper of the Gate")
            #expect(try await shelf.titles("a bright gate").first == "Small Scripture")
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `chapters count by their headings, and a licence for less than what is read`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            var one = book(1, "Garden Book", "Licence of lilies and terms of lilies.", "How lilies are planted.", "Bread is baked early.")
            one.headings = [
                SearchHeading(section: 0, text: "Licence", kind: .aside), SearchHeading(section: 2, text: "The oven before dawn"),
            ]
            try await shelf.put([one])
            let oven = try await shelf.search(SearchRequest("oven dawn")).hits.first?.passages.first
            #expect(oven?.place.section == 2 && oven?.heading == "The oven before dawn")
            #expect(try await shelf.search(SearchRequest("lilies")).hits.first?.passages.first?.place.section == 1)
        }
    }
}
