import Core
import TestSupport
import Testing

@testable import LibraryApp

struct ItemRulesTests {
    @Test(.covers("LIB-103"))
    func `a small file is said to be as small as it is`() {
        #expect(FileSize.words(1).key == "%1 bytes" && FileSize.words(309).arguments == [.integer(309)])
        #expect(FileSize.words(1499).arguments == [.integer(1)] && FileSize.words(1499).key == "%1 kB")
    }

    @Test(
        .covers("LIB-086", "LIB-104"),
        arguments: [
            "0-306-40615-2", "9780306406157", "978-0-306-40615-7", "080442957X", "0 8044 2957 x",
        ])
    func `an ISBN with a right check digit is taken`(written: String) { #expect(ISBN(written) != nil) }

    @Test(
        .covers("LIB-086"),
        arguments: [
            "0-306-40615-3", "9780306406158", "1234567890123", "X804429570", "", "97803064061", "٩٧٨٠٣٠٦٤٠٦١٥٧", "978030640615７",
        ])
    func `an ISBN that does not add up is none`(written: String) { #expect(ISBN(written) == nil) }

    @Test(.covers("LIB-103"))
    func `an item goes from status to status only by the allowed steps`() throws {
        let allowed: [ItemStatus: Set<ItemStatus>] = [
            .draft: [.published, .deleted], .published: [.draft, .archived, .deleted], .archived: [.published, .draft, .deleted],
            .deleted: [.draft],
        ]
        for from in ItemStatus.allCases {
            for to in ItemStatus.allCases {
                if allowed[from]?.contains(to) == true {
                    #expect(try from.moving(to: to, hasContent: true) == to)
                } else {
                    #expect(throws: ItemRefusal.transition(from: from, to: to)) { try from.moving(to: to, hasContent: true) }
                }
            }
        }
        #expect(throws: ItemRefusal.nothingToRead) { try ItemStatus.draft.moving(to: .published, hasContent: false) }
    }

    private static func plain() -> ItemMetadata {
        ItemMetadata(title: "A Book", language: .english, kind: .book, format: .epub, fallbackTitle: "a.epub")
    }

    @Test(.covers("LIB-086", "LIB-095", "LIB-104"))
    func `each wrong field is named and none is taken over`() {
        var metadata = Self.plain()
        var change = ItemChange()
        change[.title] = String(repeating: "x", count: 201)
        change[.description] = String(repeating: "y", count: 501)
        change[.year] = "last spring"
        change[.isbn] = "123"
        change[.series] = String(repeating: "s", count: 121)
        change[.seriesNumber] = "0"
        change[.language] = "klingon!"
        change[.kind] = "scroll"
        change[.format] = "clay"
        change[.categories] = "7"
        change[.authors] = String(repeating: "z", count: 200)
        do {
            try metadata.apply(change, languages: [.english], knownCategories: [], hasVerses: false)
            Issue.record("all of it was taken")
        } catch {
            guard case .invalid(let fields) = error else { return #expect(Bool(false), "\(error)") }
            #expect(Set(fields.keys) == Set(ItemField.all))
        }
        #expect(metadata == Self.plain())
    }

    @Test(.covers("LIB-095"))
    func `one field changes and the others stay`() throws {
        var metadata = Self.plain()
        var change = ItemChange()
        change[.authors] = "Ada \n\nBea; Ada"
        try metadata.apply(change, languages: [.english], knownCategories: [], hasVerses: false)
        #expect(metadata.authors == ["Ada", "Bea"])
        #expect(metadata.title == "A Book")
        #expect(Set(metadata.differences(from: Self.plain()).keys) == [.authors])
        change = ItemChange()
        change[.authors] = ""
        try metadata.apply(change, languages: [.english], knownCategories: [], hasVerses: false)
        #expect(metadata == Self.plain())
    }

    @Test(.covers("LIB-104"))
    func `what a file says about itself is cut to what the library keeps`() {
        let metadata = ItemMetadata(
            title: "  Much\u{0}ado\n" + String(repeating: "about nothing ", count: 40), description: String(repeating: "d ", count: 900),
            authors: ["Ada", "", "Ada"], lines: [.year: "99999", .isbn: "1"], language: .english, kind: .book, format: nil, fallbackTitle: "x")
        #expect(metadata.title.length <= 200 && metadata.title.hasPrefix("Much ado about") && metadata.title.hasSuffix("…"))
        #expect(metadata.description.length <= 500)
        #expect(metadata.authors == ["Ada"])
        #expect(metadata.year == nil && metadata.isbn == nil)
        let nameless = ItemMetadata(title: " ", language: .english, kind: .book, format: nil, fallbackTitle: "")
        #expect(!nameless.title.isEmpty)
    }

    @Test(arguments: [("The Hobbit", "hobbit"), ("Ärans väg", "arans vag"), ("“A Day Apart”", "day apart"), ("---", "")])
    func `titles are put in order without articles, accents and marks`(title: String, key: String) {
        #expect(title.sortKey.hasPrefix(key))
    }
}

struct FrontMatterTests {
    @Test(.covers("LIB-086"))
    func `the head of a Markdown file is understood`() {
        let head = FrontMatter(
            "---\ntitle: \"A: Tale\"\nauthors:\n  - Ada\n  - Bea\nkind: hymn\ncategories: [Worship, 'Praise']\nstaff_pick: yes\nyear: 1999\n---\n# Text\n"
        )
        var options = ImportOptions().filled(by: head)
        #expect(options.title == "A: Tale")
        #expect(options.authors == ["Ada", "Bea"])
        #expect(options.kind == "hymn" && options.year == 1999 && options.isStaffPick == true)
        #expect(options.categories == ["Worship", "Praise"])
        options = ImportOptions()
        options.title = "Told before"
        #expect(options.filled(by: head).title == "Told before")
    }

    @Test(arguments: ["", "---", "---\ntitle: x", "no head", "---\n" + String(repeating: "a: b\n", count: 500) + "---", "\u{0}---\n"])
    func `a file without a whole head has none`(text: String) { #expect(FrontMatter(text)["title"] == nil) }
}

struct FileNameTests {
    @Test(
        .covers("LIB-090"),
        arguments: [
            "../../etc/cron.d/evil.md", "..\\..\\evil.md", "C:\\evil.md", "evil\0.md", "a\u{202E}gpj.md", "/", "..", "", ".md",
            String(repeating: "x", count: 500) + ".md",
        ])
    func `a hostile file name is only a name`(name: String) {
        let tame = IngestTypes.tame(name)
        #expect(!tame.isEmpty && tame.unicodeScalars.count <= 120)
        #expect(!tame.contains("/") && !tame.contains("\\") && !tame.hasPrefix("."))
        #expect(tame.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0.properties.generalCategory != .format })
    }

    @Test(.covers("LIB-085", "LIB-090", "CORE-030"))
    func `size and ending are checked before a file is kept`() throws {
        for name in ["a.epub", "b.PDF", "c.docx", "d.mp3", "e.md", "f.txt", "g.html", "h.osis", "i.xml.gz"] {
            try IngestTypes.check(name: name, size: 10, limit: 100)
        }
        #expect(throws: IngestRefusal.wrongType(name: "run.exe")) { try IngestTypes.check(name: "run.exe", size: 1, limit: 100) }
        #expect(throws: IngestRefusal.wrongType(name: "epub")) { try IngestTypes.check(name: "epub", size: 1, limit: 100) }
        #expect(throws: IngestRefusal.tooLarge(megabytes: 1)) { try IngestTypes.check(name: "a.epub", size: 2 << 20, limit: 1 << 20) }
    }
}

struct ImportCommandTests {
    @Test func `the words of the command line are understood or refused`() {
        let arguments = ImportCommand.Arguments(["a.md", "--json", "--category", "Theology > Apologetics", "--kind", "leaflet", "--", "--odd.md"])
        #expect(arguments?.files == ["a.md", "--odd.md"])
        #expect(arguments?.asJSON == true && arguments?.options.kind == "leaflet" && arguments?.options.publishes == true)
        #expect(ImportCommand.Arguments(["a.md", "--year", "1998"])?.options.year == 1998)
        #expect(ImportCommand.Arguments(["a.md", "--draft"])?.options.publishes == false)
        for wrong in [
            [], ["--json"], ["a.md", "--what"], ["a.md", "--kind", "scroll"], ["a.md", "--category"], ["a.md", "--language", "x y"],
            ["a.md", "--year", "soon"],
        ] {
            #expect(ImportCommand.Arguments(wrong) == nil, "\(wrong)")
        }
    }
}
