import Core
import Database
import TestSupport
import Testing

@testable import Search

@Suite struct FindingTests {
    private let prodigal = book(
        1, "The Prodigal Son", by: ["Ada Andersson"], topics: ["Parables"],
        "A certain man had two sons.\nAnd the younger of them said to his father, Father, give me the portion of goods.",
        "And he was running down the road, and the father saw him and ran to meet him.")
    private let books = book(
        2, "Om böckerna", by: ["Åsa Öberg"], language: .swedish, topics: ["Läsning"],
        "Böckerna stod på hyllan. Flickornas favorit var en bok om hav.\nHan sprang hem till fadern.")
    private let hymn = book(3, "Running Waters", kind: "hymn", "The waters run over the stones of the café.")

    @Test(.covers("LIB-030", "CORE-032"), arguments: Engine.available)
    func `words are found in title, author, topic and text, in every form`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([prodigal, books, hymn])
            #expect(try await shelf.titles("prodigal") == ["The Prodigal Son"])
            #expect(try await shelf.titles("andersson") == ["The Prodigal Son"])
            #expect(try await shelf.titles("parable") == ["The Prodigal Son"])
            #expect(try await shelf.titles("portions") == ["The Prodigal Son"])
            #expect(try await shelf.titles("runs") == ["Running Waters", "The Prodigal Son"])
            #expect(try await shelf.titles("böcker") == ["Om böckerna"])
            #expect(try await shelf.titles("flickor") == ["Om böckerna"])
            #expect(try await shelf.titles("running father") == ["The Prodigal Son"])
            #expect(try await shelf.titles("running elephant") == [])
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `accents and case make no difference`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([books, hymn])
            for text in ["ÅSA ÖBERG", "asa oberg", "Öberg, Åsa", "A\u{30A}sa"] { #expect(try await shelf.titles(text) == ["Om böckerna"]) }
            for text in ["cafe", "CAFÉ", "café’s"] { #expect(try await shelf.titles(text) == ["Running Waters"]) }
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `a phrase is found only where its words follow each other`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([prodigal, books, hymn, book(4, "Two certain sons", "Nothing of it here.")])
            #expect(try await shelf.titles("\"two sons\"") == ["The Prodigal Son"])
            #expect(try await shelf.titles("\"sons two\"") == [])
            #expect(try await shelf.titles("\"prodigal son\"") == ["The Prodigal Son"])
            #expect(try await shelf.titles("”fader, fader”") == [])
            let hit = try #require(try await shelf.search(SearchRequest("\"saw him\" running")).hits.first?.passages.first)
            #expect(hit.snippet.marks == ["running", "saw him"])
            #expect(try await shelf.search(.asYouType("\"two so")).hits.map(\.subject) == [1])
        }
    }

    @Test(arguments: Engine.available)
    func `a hyphen before a word leaves documents out`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([prodigal, hymn])
            #expect(try await shelf.titles("run -father") == ["Running Waters"])
            #expect(try await shelf.titles("run -\"saw him\"").first == "Running Waters")
        }
    }

    @Test(.covers("LIB-034", "CORE-032"), arguments: Engine.available)
    func `each letter typed narrows the answer`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([prodigal, books, hymn])
            for text in ["p", "pr", "prodig", "prodigal", "prodigal s", "the prodigal so"] {
                #expect(try await shelf.typing(text).first == "The Prodigal Son", "\(text)")
            }
            #expect(try await shelf.typing("portio") == ["The Prodigal Son"])
            let passage = try #require(try await shelf.search(.asYouType("certain portio")).hits.first?.passages.first)
            #expect(passage.snippet.marks == ["certain", "portion"])
            #expect(try await shelf.typing("portio ") == [])
        }
    }

    @Test(arguments: Engine.available)
    func `a title beats a name, a name beats a text, the exact title beats all`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([
                book(1, "Grace"), book(2, "Grace abounding to the chief of sinners", popularity: 900), book(3, "Poems", by: ["Grace Lind"]),
                book(4, "Letters", popularity: 90, "Of grace and peace."), book(5, "Sermons", "Grace! Grace and more grace."),
            ])
            #expect(try await shelf.titles("grace").first == "Grace")
            #expect(try await shelf.titles("grace") == ["Grace", "Grace abounding to the chief of sinners", "Poems", "Letters", "Sermons"])
        }
    }

    @Test(arguments: Engine.available)
    func `scripts without spaces and from right to left are found`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([book(1, "東京の夜", "神は愛です。はじめに神は天と地とを創造された。"), book(2, "السلام", "في البدء خلق الله السماوات والأرض")])
            #expect(try await shelf.titles("東京") == ["東京の夜"])
            #expect(try await shelf.titles("京東") == [])
            #expect(try await shelf.titles("天と地") == ["東京の夜"])
            #expect(try await shelf.titles("الارض") == [])
            #expect(try await shelf.titles("خَلَقَ الله") == ["السلام"])
            #expect(try await shelf.typing("السم") == ["السلام"])
        }
    }

    @Test(.covers("LIB-034"), arguments: Engine.available)
    func `titles, authors and topics are suggested once each`(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([
                prodigal, books,
                book(7, "Paradise Lost", by: ["Paul Parr", "Zoe"], topics: ["Parables", "Poetry"]),
                book(8, "Parting", audience: "library.items.edit", "Not for all."),
            ])
            let suggestions = try await shelf.database.read { try shelf.index.suggest("par", in: $0) }
            #expect(suggestions.map(\.text) == ["Paradise Lost", "Paul Parr", "Parables"])
            #expect(suggestions.map(\.kind) == [.title, .author, .topic])
            #expect(suggestions[0].subject == 7)
            let none = try await shelf.database.read { try shelf.index.suggest("\"", in: $0) }
            #expect(none.isEmpty)
        }
    }
}
