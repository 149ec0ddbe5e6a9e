import Core
import Documents
import Foundation
import TestSupport
import Testing

/// ODT, RTF, FB2 and CBZ: what people have besides EPUB, PDF and Word.
@Suite(.covers("LIB-085", "LIB-090", "CORE-030")) struct OtherFormatTests {
    private let folder: TemporaryFolder
    private let converter: DocumentConverter

    init() throws {
        folder = try TemporaryFolder()
        converter = DocumentConverter(in: folder)
    }

    private func read(_ name: String, _ bytes: some Sequence<UInt8>) async throws -> ConvertedDocument {
        let document = try await converter.convert(fileAt: folder.write(name, bytes), name: name)
        document.discard()
        return document
    }

    private func refused(_ name: String, _ bytes: some Sequence<UInt8>) async throws -> ConversionRefusal? {
        await refusal(of: try folder.write(name, bytes), by: converter)
    }

    // MARK: ODT

    private func odt(head: String = "", manifest: String = "") -> ZipFixture {
        var zip = ZipFixture()
        zip.add("mimetype", "application/vnd.oasis.opendocument.text")
        zip.add(
            "META-INF/manifest.xml",
            """
            <?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
            <manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text">\(manifest)</manifest:file-entry>
            </manifest:manifest>
            """)
        zip.add(
            "meta.xml",
            """
            <?xml version="1.0"?><office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"><office:meta>
            <dc:title>Minutes of May</dc:title><meta:initial-creator>Ada Lind</meta:initial-creator><dc:language>en-GB</dc:language>
            <meta:creation-date>2019-05-02T10:00:00</meta:creation-date></office:meta></office:document-meta>
            """)
        zip.add(
            "content.xml",
            """
            <?xml version="1.0"?>\(head)<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
            xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:automatic-styles/><office:body><office:text>
            <text:h text:outline-level="1">Opening</text:h><text:p>The chair opened the meeting.</text:p>
            <text:h text:outline-level="1">Closing</text:h><text:p>All went home.</text:p></office:text></office:body></office:document-content>
            """)
        zip.add(
            "styles.xml",
            """
            <?xml version="1.0"?><office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"><office:font-face-decls/><office:styles/>
            <office:automatic-styles/><office:master-styles/></office:document-styles>
            """)
        return zip
    }

    @Test func `an ODT has its headings, words and description`() async throws {
        let document = try await read("minutes.odt", odt().bytes)
        #expect(document.format == .odt)
        #expect(document.metadata.title == "Minutes of May" && document.metadata.authors == ["Ada Lind"])
        #expect(document.metadata.language == Language("en-GB") && document.metadata.year == 2019)
        #expect(document.sections.map(\.title) == ["Opening", "Closing"])
        #expect(document.sections[0].text.contains("The chair opened the meeting."))
    }

    @Test func `an ODT with a password, or with entities, is refused as such`() async throws {
        #expect(try await refused("locked.odt", odt(manifest: "<manifest:encryption-data/>").bytes) == .encrypted)
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
        #expect(try await refused("bomb.odt", odt(head: bomb).bytes) == .hostile(.entities))
        #expect(try await refused("letter.docx", odt().bytes) == .mislabelled(name: "DOCX", content: "ODT"))
        var large = odt()
        large.addZeros("Pictures/zeros", megabytes: 60)
        #expect(try await refused("zeros.odt", large.bytes) == .hostile(.expansion))
    }

    // MARK: RTF

    @Test func `an RTF has its words, accents and all`() async throws {
        let rtf = "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Times;}}\\pard A letter to \\'c5sa with {\\b weight}.\\par Second paragraph.\\par}"
        let document = try await read("letter.rtf", rtf.utf8)
        #expect(document.format == .rtf)
        #expect(document.metadata.title == "letter")
        #expect(document.sections.map(\.text) == ["A letter to Åsa with weight.\nSecond paragraph."])
        #expect(document.sections[0].html.contains("<strong>weight</strong>"))
    }

    @Test func `an RTF of groups in groups is refused before it is parsed`() async throws {
        let deep = "{\\rtf1 " + String(repeating: "{", count: 100_000) + "x" + String(repeating: "}", count: 100_000) + "}"
        #expect(try await refused("deep.rtf", deep.utf8) == .hostile(.nesting))
        #expect(try await refused("false.rtf", "plain words".utf8) == .mislabelled(name: "RTF", content: "text"))
    }

    // MARK: FB2

    private func fb2(encoding: String = "UTF-8", head: String = "") -> String {
        """
        <?xml version="1.0" encoding="\(encoding)"?>\(head)
        <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info>
        <author><first-name>Антон</first-name><last-name>Чехов</last-name></author><book-title>Палата № 6</book-title><lang>ru</lang>
        <coverpage><image l:href="#c"/></coverpage><sequence name="Повести" number="2"/><date>1892</date></title-info></description>
        <body><section><title><p>I</p></title><p>В больничном дворе стоит небольшой флигель.</p></section>
        <section><title><p>II</p></title><p>Кончается палата.</p></section></body>
        <binary id="c" content-type="image/png">\(Data(PictureFixture.png(1)).base64EncodedString())</binary></FictionBook>
        """
    }

    @Test(arguments: [("UTF-8", String.Encoding.utf8), ("windows-1251", .windowsCP1251)])
    func `an FB2 has its chapters, author and series, in either encoding`(name: String, encoding: String.Encoding) async throws {
        let bytes = try #require(fb2(encoding: name).data(using: encoding))
        for (file, content) in [("ward.fb2", [UInt8](bytes)), ("ward.fb2.zip", zip("ward.fb2", [UInt8](bytes)))] {
            let book = try await read(file, content)
            #expect(book.format == .fb2)
            #expect(book.metadata.title == "Палата № 6" && book.metadata.authors == ["Антон Чехов"])
            #expect(book.metadata.series == "Повести" && book.metadata.seriesNumber == 2)
            #expect(book.metadata.language == Language("ru") && book.metadata.year == 1892)
            #expect(book.sections.compactMap(\.title).suffix(2) == ["I", "II"])
            #expect(book.sections.contains { $0.text.contains("небольшой флигель") })
            #expect(book.cover != nil)
        }
    }

    private func zip(_ name: String, _ content: [UInt8]) -> [UInt8] {
        var zip = ZipFixture()
        zip.add(name, content)
        return zip.bytes
    }

    @Test func `an FB2 that defines entities is refused`() async throws {
        let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
        #expect(try await refused("bomb.fb2", fb2(head: bomb).utf8) == .hostile(.entities))
    }

    // MARK: CBZ

    @Test func `a comic has its pages in the order that people count, and its description`() async throws {
        var zip = ZipFixture()
        for (name, width) in [("p/page10.png", 10), ("p/page2.png", 2), ("p/page1.png", 1)] { zip.add(name, PictureFixture.png(UInt8(width))) }
        zip.add(
            "ComicInfo.xml",
            "<?xml version=\"1.0\"?><ComicInfo><Title>Reeds</Title><Series>Herons</Series><Number>3</Number><Writer>Ada Lind</Writer><Manga>YesAndRightToLeft</Manga></ComicInfo>"
        )
        let comic = try await converter.convert(fileAt: folder.write("reeds.cbz", zip.bytes), name: "reeds.cbz")
        defer { comic.discard() }
        #expect(comic.format == .cbz && comic.direction == .rightToLeft)
        #expect(comic.metadata.title == "Reeds" && comic.metadata.series == "Herons" && comic.metadata.seriesNumber == 3)
        #expect(try comic.resources.map { try Data(contentsOf: $0.file)[19] } == [1, 2, 10])
        #expect(comic.sections.map(\.title) == ["1–3"])
        #expect(comic.sections[0].html.components(separatedBy: "<img").count == 4)
        #expect(comic.cover == comic.resources[0].file)
    }

    @Test func `an archive of anything else is no comic, and pictures may not be too large`() async throws {
        var mixed = ZipFixture()
        mixed.add("page1.png", PictureFixture.png(1))
        mixed.add("setup.exe", [0x4D, 0x5A])
        #expect(try await refused("mixed.cbz", mixed.bytes) == .damaged)
        var bomb = ZipFixture()
        bomb.add("page1.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 1, 0, 0, 0, 1, 0, 0])
        #expect(try await refused("bomb.cbz", bomb.bytes) == .damaged)
    }
}
