import Core
import Foundation
import Localization
import Testing

private func folder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catalogue-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, content) in files { try Data(content.utf8).write(to: folder.appendingPathComponent(name)) }
    return folder
}

private func messages() throws -> Messages {
    let folder = try folder([
        "en.json": #"{"You have %1 books out.": {"one": "You have %1 book out.", "other": "You have %1 books out."}}"#,
        "sv.json": #"""
        {"Search": "Sök", "By %1 and %2": "Av %1 och %2", "%1 of %2": "%2:s %1",
         "You have %1 books out.": {"one": "Du har %1 bok lånad.", "other": "Du har %1 böcker lånade."},
         "Hello, %1!": "Hej %1!", "the reader": "läsaren", "It cost 5 % more": "Det kostade 5 % mer"}
        """#,
        "bem.json": #"{"Search": "Fwaya"}"#,
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    return Messages(catalogues: [try Catalogue(folder: folder)], overrides: [Catalogue(.swedish, ["Search": "Leta"])])
}

private func words(_ text: Text, _ language: Language, _ zone: String = "UTC") throws -> String {
    try messages().render(text, in: language, timeZone: try #require(TimeZone(identifier: zone)))
}

@Test func `a text is said in the reader's language, or in English where that language lacks it`() throws {
    #expect(try words("Hello, \("Ada")!", .swedish) == "Hej Ada!")
    #expect(try words("Hello, \("Ada")!", Language("sv-FI")) == "Hej Ada!")
    #expect(try words("Hello, \("Ada")!", Language("bem")) == "Hello, Ada!")
    #expect(try words("Never translated", .swedish) == "Never translated")
    #expect(try words("It cost 5 % more", .swedish) == "Det kostade 5 % mer")
}

@Test func `a language is named in the language of the sentence`() throws {
    #expect(try words("In \(Language.swedish)", .english) == "In Swedish")
    #expect(try words("By \(Language.english) and \(Language.swahili)", .swedish) == "Av engelska och swahili")
    #expect(try words(Text.list([.english, .swedish]), .swedish) == "engelska, svenska")
    #expect(try words(Text.list([]), .swedish).isEmpty)
}

@Test func `a site's own words win over the catalogue`() throws {
    #expect(try words("Search", .swedish) == "Leta")
    #expect(try words("Search", Language("bem")) == "Fwaya")
}

@Test(arguments: [
    (0, "You have 0 books out.", "Du har 0 böcker lånade."), (1, "You have 1 book out.", "Du har 1 bok lånad."),
    (2, "You have 2 books out.", "Du har 2 böcker lånade."), (1200, "You have 1,200 books out.", "Du har 1\u{A0}200 böcker lånade."),
])
func `a count chooses the plural form`(count: Int, english: String, swedish: String) throws {
    #expect(try words("You have \(count) books out.", .english) == english)
    #expect(try words("You have \(count) books out.", .swedish) == swedish)
    #expect(try words("You have \(count) books out.", Language("sw")) == english)
}

@Test func `a translation may reorder the arguments`() throws {
    #expect(try words("\("cover") of \("Ada")", .swedish) == "Ada:s cover")
    #expect(try words("By \("A %2") and \("B")", .swedish) == "Av A %2 och B")
}

@Test func `numbers follow the language`() throws {
    #expect(try words("\(1_234_567)", .english) == "1,234,567")
    #expect(try words("\(-1_234_567)", .swedish) == "−1\u{A0}234\u{A0}567")
    #expect(try words("\(1234.56, decimals: 1)", .swedish) == "1\u{A0}234,6")
    #expect(try words("\(0.5, decimals: 2)", .english) == "0.50")
    #expect(try words("\(-0.001, decimals: 1)", .english) == "0.0")
    #expect(try words("\(Double.nan)", .english) == "–")
}

@Test func `days and times follow the language and the time zone`() throws {
    let evening = Instant(milliseconds: 1_790_032_500_000)  // 2026-09-21T23:15:00Z
    #expect(try words("\(day: evening)", .english) == "21\u{a0}Sep\u{a0}2026")
    #expect(try words("\(day: evening)", .swedish, "Europe/Stockholm") == "22\u{a0}sep.\u{a0}2026")
    #expect(try words("\(moment: evening)", .swedish, "Europe/Stockholm") == "22\u{a0}sep.\u{a0}2026 kl.\u{a0}01:15")
    #expect(try words("Until \(Text("\(day: evening)"))", .english) == "Until 21\u{a0}Sep\u{a0}2026")
    #expect(try words("\(day: evening)", Language("sw")).contains("2026"))
    #expect(try words("\(day: evening)", Language("bem")).contains("2026"))
}

@Test func `a text inside a text is translated as well`() throws {
    let reader: Text = "the reader"
    #expect(try words("Hello, \(reader)!", .swedish) == "Hej läsaren!")
}

@Test func `a catalogue file that is none, or names an argument that the key lacks, is refused by name`() throws {
    let broken = try folder(["sv.json": "[1]"])
    #expect(throws: CatalogueError.unreadable(file: "sv.json")) { try Messages(catalogues: [Catalogue(folder: broken)]).check() }
    let extra = try folder(["sv.json": #"{"Hello, %1!": "Hej %2!"}"#])
    #expect(throws: CatalogueError.unknownArgument(key: "Hello, %1!", file: "sv.json")) {
        try Messages(catalogues: [Catalogue(folder: extra)]).check()
    }
    let half = try folder(["sv.json": #"{"%1 books": {"one": "%1 bok"}}"#])
    #expect(throws: CatalogueError.unreadable(file: "sv.json")) { try Messages(catalogues: [Catalogue(folder: half)]).check() }
}

@Test func `what a broken file would say is said in English`() throws {
    let broken = try Messages(catalogues: [Catalogue(folder: folder(["sv.json": "[1]"]))])
    #expect(broken.languages == [.english, .swedish])
    #expect(broken.render("Good morning", in: .swedish, timeZone: .gmt) == "Good morning")
}

@Test func `what a language lacks can be listed`() throws {
    #expect(try messages().languages == [.english, Language("bem"), .swedish])
    #expect(try messages().missing(in: Language("bem")).contains("Hello, %1!"))
    #expect(try messages().missing(in: .swedish) == [])
}

@Test(arguments: [
    ("sv-SE,sv;q=0.9,en;q=0.8", "sv"), ("de, en-GB;q=0.5", "en"), ("de", "en"), ("en;q=0.1, sv;q=0.7", "sv"), ("sv;q=0, en;q=0.2", "en"),
    ("", "en"), (";;,,q=", "en"), ("SV", "sv"),
])
func `the browser's wishes choose among the languages of the site`(header: String, language: String) throws {
    #expect(try messages().language(accepting: header, offered: [.english, .swedish]) == Language(language))
}

@Test func `languages are named in themselves and in others`() {
    #expect(Language.swedish.nativeName == "Svenska")
    #expect(Language("sw").nativeName == "Kiswahili")
    #expect(Language("bem").nativeName == "Ichibemba")
    #expect(Language.swedish.name(in: .english) == "Swedish")
    #expect(Language("zz").name(in: .english) == "Zz")
}
