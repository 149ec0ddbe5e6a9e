import Core
import Documents
import Foundation
import TestSupport
import Testing

@Suite struct BibleReferenceTests {
    @Test(
        arguments: [
            ("Jn 3:16-18", "JHN", 3, 16, 18), ("1 Kor 13", "1CO", 13, nil, nil), ("1 Kor. 13:4–7", "1CO", 13, 4, 7),
            ("Ps 23", "PSA", 23, nil, nil),
            ("Psaltaren 23", "PSA", 23, nil, nil), ("Joh 3:16", "JHN", 3, 16, nil), ("Joh 3,16", "JHN", 3, 16, nil),
            ("Första Moseboken 1", "GEN", 1, nil, nil), ("1 Mos 1:1", "GEN", 1, 1, nil), ("1 Mosebok 1", "GEN", 1, nil, nil),
            ("john 3", "JHN", 3, nil, nil), ("I Corinthians 13:4", "1CO", 13, 4, nil), ("First Corinthians 13", "1CO", 13, nil, nil),
            ("Song of Solomon 2:1", "SNG", 2, 1, nil), ("Höga visan 2", "SNG", 2, nil, nil), ("Upp 21:4", "REV", 21, 4, nil),
            ("2Tim 3:16", "2TI", 3, 16, nil), ("Jude 5", "JUD", 1, 5, nil), ("Jud 1:5", "JUD", 1, 5, nil),
            ("1:a Mosebok 2:3", "GEN", 2, 3, nil),
            ("Apg 2", "ACT", 2, nil, nil), ("FÖRSTA KRÖNIKEBOKEN 4", "1CH", 4, nil, nil), ("rom 8 28", "ROM", 8, 28, nil),
        ] as [(String, String, Int, Int?, Int?)])
    func `references are understood in English and Swedish`(text: String, book: String, chapter: Int, verse: Int?, last: Int?) {
        let reference = BibleReference.parse(text)
        #expect(reference == BibleReference(book: book, chapter: chapter, verse: verse, lastVerse: last))
    }

    @Test(arguments: [
        "", "hello", "3:16", "love 3:16", "Joh 3:16-", "1 Kor 13:7-4", "John 3:16:17:18", "Jn 0", "12",
        "Jn 3:99999999999999999999",
    ])
    func `words that are no reference are none`(text: String) {
        #expect(BibleReference.parse(text) == nil)
    }

    @Test func `which chapters a book has is for the edition to say`() {
        #expect(BibleReference.parse("Joel 4:1") == BibleReference(book: "JOL", chapter: 4, verse: 1))
        #expect(BibleReference.parse("Gen 99") == BibleReference(book: "GEN", chapter: 99))
    }

    @Test func `a range may span chapters`() {
        #expect(BibleReference.parse("1 Mos 1–2") == BibleReference(book: "GEN", chapter: 1, lastChapter: 2))
        #expect(BibleReference.parse("Gen 1:1-2:3") == BibleReference(book: "GEN", chapter: 1, verse: 1, lastChapter: 2, lastVerse: 3))
    }

    @Test func `a book alone is a reference without chapter`() {
        #expect(BibleReference.parse("Romarbrevet") == BibleReference(book: "ROM"))
    }

    @Test func `a reference prints in both languages`() {
        let reference = BibleReference(book: "1CO", chapter: 13, verse: 4, lastVerse: 7)
        #expect(reference.name(in: .english) == "1 Corinthians 13:4–7")
        #expect(reference.name(in: .swedish) == "Första Korinthierbrevet 13:4–7")
        #expect(reference.abbreviation(in: .swedish) == "1 Kor 13:4–7")
    }

    @Test func `every printed name and abbreviation is understood again`() {
        #expect(BibleBooks.all.count == 66)
        for book in BibleBooks.all {
            for name in [
                book.code, book.osis, book.name(in: .english), book.name(in: .swedish), book.abbreviation(in: .english),
                book.abbreviation(in: .swedish),
            ] {
                #expect(BibleReference.parse("\(name) 1")?.book == book.code, "\(name)")
            }
        }
    }
}

@Suite struct BibleFileTests {
    private func convert(_ bytes: some Sequence<UInt8>, _ name: String) async throws -> ConvertedDocument {
        let folder = try TemporaryFolder()
        let document = try await DocumentConverter(in: folder).convert(fileAt: folder.write(name, bytes), name: name)
        document.discard()
        return document
    }

    @Test func `OSIS verses may be elements or milestones, and notes are no part of them`() async throws {
        let osis = """
            <?xml version="1.0"?><osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText xml:lang="en">
            <header><work osisWork="X"><title>Two forms</title></work></header>
            <div type="book" osisID="John"><chapter osisID="John.1">
            <verse osisID="John.1.1">In the <w>beginning</w><note>Or: first</note> was the Word.</verse>
            <verse sID="a" osisID="John.1.2"/>The same was <hi>in the beginning</hi> with God.<verse eID="a"/> Between.
            <verse osisID="John.1.3">All things were made.</verse></chapter></div></osisText></osis>
            """
        let bible = try #require(try await convert(osis.utf8, "john.xml").bible)
        #expect(bible.title == "Two forms")
        #expect(bible.books.map(\.code) == ["JHN"])
        #expect(
            bible.books[0].chapters[0].verses.map(\.text) == [
                "In the beginning was the Word.", "The same was in the beginning with God.", "All things were made.",
            ])
    }

    @Test func `USFM gives verses without notes, headings and word marks`() async throws {
        let usfm = """
            \\id JHN Test
            \\h John
            \\c 3
            \\s God so loved
            \\p
            \\v 16 For God so \\w loved|strong="G25"\\w* the world\\f + \\ft Or: earth\\f*, \\v 17 and again
            \\q1 on a second line.
            \\v 18 Last.
            """
        let document = try await convert(usfm.utf8, "john.usfm")
        let verses = try #require(document.bible?.books.first?.chapters.first?.verses)
        #expect(
            verses == [
                BibleVerse(number: 16, text: "For God so loved the world,"), BibleVerse(number: 17, text: "and again on a second line."),
                BibleVerse(number: 18, text: "Last."),
            ])
        #expect(document.sections[0].html.contains("<span class=\"verse\" id=\"v16\" data-verse=\"16\">For God so loved the world,</span>"))
        #expect(document.sections[0].text == "John 3\nFor God so loved the world,\nand again on a second line.\nLast.")
    }

    @Test func `the lines that Debian's bible program prints are a Bible`() async throws {
        let lines = "Gen1:1 In the beginning.\nGen1:2 And the earth.\nGen2:1 Thus the heavens.\nExo1:1 Now these.\n"
        let bible = try #require(try await convert(lines.utf8, "kjv.txt").bible)
        #expect(bible.books.map(\.code) == ["GEN", "EXO"])
        #expect(bible.place(of: BibleReference(book: "EXO", chapter: 1, verse: 1))?.section == 2)
        #expect(bible.verses(of: BibleReference(book: "GEN", chapter: 1, verse: 2, lastChapter: 2, lastVerse: 1)).map(\.number) == [2, 1])
    }

    @Test func `USFX gives verses between its marks, without notes and headings`() async throws {
        let usfx = """
            <?xml version="1.0" encoding="UTF-8"?><usfx><languageCode>eng</languageCode><book id="JHN"><id id="JHN">World English Bible</id><h>John</h>
            <p sfm="mt">The Good News</p><c id="3"/><s>Nicodemus</s><p><v id="16" bcv="JHN.3.16"/>For <wj>God so <w s="G25">loved</w></wj> the world<f caller="+">Or: earth</f>,
            <ve/></p><q><v id="17" bcv="JHN.3.17"/>and again</q><q>on a second line.<ve/></q><c id="4"/><p><v id="1"/>Therefore.<ve/></p></book>
            <book id="FRT"><p>Preface</p></book></usfx>
            """
        let bible = try #require(try await convert(usfx.utf8, "web.usfx").bible)
        #expect(bible.books.map(\.name) == ["John"])
        #expect(
            bible.books[0].chapters.map(\.verses) == [
                [BibleVerse(number: 16, text: "For God so loved the world,"), BibleVerse(number: 17, text: "and again on a second line.")],
                [BibleVerse(number: 1, text: "Therefore.")],
            ])
    }

    private static func usx(_ code: String, _ name: String, _ words: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?><usx version="3.0"><book code="\(code)" style="id">Editors' note</book>
        <para style="h">\(name)</para><para style="mt1">The title</para><chapter number="1" style="c" sid="\(code) 1"/>
        <para style="s1">A heading</para><para style="p"><verse number="1" style="v" sid="\(code) 1:1"/>\(words)<note caller="+" style="f">
        <char style="ft">Or else</char></note> <char style="nd">Lord</char>.<verse eid="\(code) 1:1"/> <verse number="2-3" style="v"/>Two in one</para>
        <para style="q1">and on.</para><chapter eid="\(code) 1"/></usx>
        """
    }

    @Test func `an archive of USX is a Bible with its books in order`() async throws {
        var zip = ZipFixture()
        zip.add("metadata.xml", "<?xml version=\"1.0\"?><DBLMetadata><name>Test</name></DBLMetadata>")
        zip.add("release/USX_1/JHN.usx", Self.usx("JHN", "Johannes", "In the beginning"))
        zip.add("release/USX_1/GEN.usx", Self.usx("GEN", "Första Mosebok", "God created"))
        let bible = try #require(try await convert(zip.bytes, "bible.zip").bible)
        #expect(bible.books.map(\.code) == ["GEN", "JHN"])
        #expect(bible.books.map(\.name) == ["Första Mosebok", "Johannes"])
        #expect(
            bible.books[0].chapters[0].verses == [
                BibleVerse(number: 1, text: "God created Lord."), BibleVerse(number: 2, text: "Two in one and on."),
            ])
    }

    @Test(.covers("CORE-030")) func `a Bible that defines entities or nests without end is refused`() async throws {
        let folder = try TemporaryFolder()
        let converter = DocumentConverter(in: folder)
        let bomb = "<?xml version=\"1.0\"?><!DOCTYPE usfx [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;\">]><usfx><book id=\"GEN\">&b;</book></usfx>"
        #expect(await refusal(of: try folder.write("bomb.usfx", bomb.utf8), by: converter) == .hostile(.entities))
        let deep = "<?xml version=\"1.0\"?><usx>" + String(repeating: "<para style=\"p\">", count: 3000)
        #expect(await refusal(of: try folder.write("deep.usx", deep.utf8), by: converter) == .hostile(.nesting))
        var zip = ZipFixture()
        zip.add("GEN.usx", Self.usx("GEN", "Genesis", "x"))
        zip.addZeros("zeros.xml", megabytes: 60)
        #expect(await refusal(of: try folder.write("zeros.zip", zip.bytes), by: converter) == .hostile(.expansion))
    }

    @Test(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)))
    func `whole editions keep every verse in its place`() async throws {
        let folder = try TemporaryFolder()
        let converter = DocumentConverter(in: folder)
        func read(_ path: String) async throws -> BibleText {
            let document = try await converter.convert(fileAt: SharedData.file(path), name: path)
            document.discard()
            #expect(document.sections.count == document.bible?.books.reduce(0) { $0 + $1.chapters.count })
            return try #require(document.bible)
        }
        let kjv = try await read("bible/en_kjv_json.zip")
        #expect(kjv.books.map(\.code) == BibleBooks.all.map(\.code))
        #expect(kjv.verseCount == 31_102)
        #expect(kjv.verses(of: try #require(BibleReference.parse("Jn 3:16")))[0].text.hasPrefix("For God so loved the world"))
        let swedish = try await read("bible/sv_1873_nt.txt.gz")
        #expect(swedish.language == .swedish)
        #expect(swedish.books.count == 27, "\(swedish.books.map(\.code))")
        #expect(swedish.books[0].name == "Matteusevangeliet")
        let swahili = try await read("bible/sw_nt_matt-acts.osis.xml.gz")
        #expect(swahili.language == Language("sw"))
        #expect(swahili.books.map(\.code) == ["MAT", "MRK", "LUK", "JHN", "ACT"])
        let young = try await read("bible/en_ylt_nt.zefania.xml.gz")
        #expect(young.language == .english)
        #expect(young.books.count == 27)
        let unpacked = folder.url.appending(path: "young.xml")
        FileManager.default.createFile(
            atPath: unpacked.path, contents: Data(try Tool.run("zcat", [SharedData.file("bible/en_ylt_nt.zefania.xml.gz").path]).utf8))
        var zip = ZipFixture()
        zip.add("young.xml", [UInt8](try Data(contentsOf: unpacked)))
        let zipped = try await converter.convert(fileAt: folder.write("young.zip", zip.bytes), name: "young.zip")
        zipped.discard()
        #expect(zipped.bible?.books == young.books)
    }
}
