import Core
import Documents
import Foundation
import TestSupport
import Testing

/// Files that are made to harm, or are not what they say.
@Suite(.covers("LIB-090", "CORE-030")) struct HostileFileTests {
    private let folder: TemporaryFolder
    private let converter: DocumentConverter

    init() throws {
        folder = try TemporaryFolder()
        converter = DocumentConverter(in: folder)
    }

    private func refusal(of zip: ZipFixture, _ name: String = "book.epub") async throws -> ConversionRefusal? {
        await DocumentsTests.refusal(of: try folder.write(name, zip.bytes), by: converter)
    }

    private func refusal(of text: String, _ name: String) async throws -> ConversionRefusal? {
        await DocumentsTests.refusal(of: try folder.write(name, text.utf8), by: converter)
    }

    @Test func `the fixture itself is a whole book`() async throws {
        let document = try await converter.convert(fileAt: folder.write("book.epub", ZipFixture.epub().bytes), name: "book.epub")
        #expect(document.metadata.title == "A Fixture")
        #expect(document.metadata.isbn == "9780306406157")
        #expect(document.sections.map(\.text) == ["Words enough to be read."])
        #expect(document.contents == [ContentsEntry(title: "One", section: 0)])
        document.discard()
        #expect(folder.leftovers.isEmpty)
    }

    // MARK: Archives

    @Test func `an archive that unpacks without end is refused early`() async throws {
        var zip = ZipFixture.epub()
        zip.addZeros("OPS/zeros", megabytes: 60)
        #expect(try await refusal(of: zip) == .hostile(.expansion))
        #expect(folder.leftovers.isEmpty)
    }

    @Test func `one part that is too large is refused although the whole would pass`() async throws {
        var limits = ConversionLimits()
        limits.entryBytes = 1 << 20
        var zip = ZipFixture.epub()
        zip.addZeros("OPS/zeros", megabytes: 2)
        let strict = DocumentConverter(in: folder, limits: limits)
        #expect(await DocumentsTests.refusal(of: try folder.write("book.epub", zip.bytes), by: strict) == .tooLarge(megabytes: 1))
    }

    @Test func `gzip that unpacks without end is refused`() async throws {
        let packed = Deflate.zeros(60 << 20)
        let bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + packed.bytes + [0, 0, 0, 0, 0, 0, 0, 0]
        let found = await DocumentsTests.refusal(of: try folder.write("text.txt.gz", bytes), by: converter)
        #expect(found == .hostile(.expansion))
    }

    @Test(arguments: [
        "../../escaped.txt", "OPS/../../escaped.txt", "/tmp/stoa-escaped.txt", "C:/escaped.txt", "..\\..\\escaped.txt", "a/../\u{301}../\u{301}x",
        "/\u{301}tmp/x", "..\\\u{301}x",
    ])
    func `a name that leads out of the archive condemns it`(name: String) async throws {
        var zip = ZipFixture.epub()
        zip.add(name, "out")
        #expect(try await refusal(of: zip) == .hostile(.escape))
        #expect(!FileManager.default.fileExists(atPath: "/tmp/stoa-escaped.txt"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.deletingLastPathComponent().appendingPathComponent("escaped.txt").path))
    }

    @Test func `a link in an archive is not followed`() async throws {
        var zip = ZipFixture.epub(["OPS/chapter.xhtml": ""])
        zip.add(ZipFixture.Entry(name: Array("OPS/chapter.xhtml".utf8), content: Array("/etc/passwd".utf8), size: 11, mode: 0o120777))
        #expect(try await refusal(of: zip) == .damaged)
    }

    @Test func `too many parts are refused`() async throws {
        var limits = ConversionLimits()
        limits.archiveEntries = 50
        var zip = ZipFixture.epub()
        for index in 0..<60 { zip.add("OPS/\(index)", "x") }
        let strict = DocumentConverter(in: folder, limits: limits)
        #expect(await DocumentsTests.refusal(of: try folder.write("book.epub", zip.bytes), by: strict) == .hostile(.tooManyParts))
    }

    @Test func `a name that is longer than any system allows is refused`() async throws {
        var zip = ZipFixture.epub()
        zip.add(String(repeating: "n", count: 5000), "x")
        #expect(try await refusal(of: zip) == .hostile(.tooManyParts))
    }

    @Test func `of two parts with one name the first counts`() async throws {
        var zip = ZipFixture.epub(chapter: "<p>first</p>")
        zip.add("OPS/chapter.xhtml", "<html><body><p>second</p></body></html>")
        let document = try await converter.convert(fileAt: folder.write("book.epub", zip.bytes), name: "book.epub")
        defer { document.discard() }
        #expect(document.sections[0].text == "first")
    }

    @Test(arguments: [UInt16(0), 0x0800])
    func `names beyond ASCII are found, however the archive marks them`(flags: UInt16) async throws {
        let name = "kapitel ett åäö.xhtml"
        var zip = ZipFixture.epub([
            "OPS/chapter.xhtml": "",
            "OPS/nav.xhtml": "",
            "OPS/package.opf": """
            <package xmlns="http://www.idpf.org/2007/opf"><metadata><title>T</title></metadata><manifest>
            <item id="c" href="kapitel%20ett%20%C3%A5%C3%A4%C3%B6.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>
            """,
        ])
        let content = Array("<html><body><p>Hittat.</p></body></html>".utf8)
        zip.add(ZipFixture.Entry(name: Array("OPS/\(name)".utf8), content: content, size: content.count, flags: flags))
        let document = try await converter.convert(fileAt: folder.write("book.epub", zip.bytes), name: "book.epub")
        defer { document.discard() }
        #expect(document.sections.map(\.text) == ["Hittat."])
    }

    @Test func `a password on an archive is named`() async throws {
        var zip = ZipFixture.epub(["OPS/chapter.xhtml": ""])
        zip.add(ZipFixture.Entry(name: Array("OPS/chapter.xhtml".utf8), content: Array(repeating: 7, count: 40), size: 28, flags: 1))
        #expect(try await refusal(of: zip) == .encrypted)
    }

    @Test func `copy protection is named, and hidden fonts are none`() async throws {
        func encryption(_ algorithm: String) -> [String: String] {
            [
                "META-INF/encryption.xml": """
                <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData xmlns="http://www.w3.org/2001/04/xmlenc#">
                <EncryptionMethod Algorithm="\(algorithm)"/></EncryptedData></encryption>
                """
            ]
        }
        #expect(try await refusal(of: .epub(encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc"))) == .protected)
        #expect(try await refusal(of: .epub(encryption("http://www.idpf.org/2008/embedding"))) == nil)
        #expect(try await refusal(of: .epub(["META-INF/rights.xml": "<rights/>"])) == .protected)
    }

    @Test func `an archive cut short is damaged`() async throws {
        let bytes = ZipFixture.epub().bytes
        for length in [30, bytes.count / 2, bytes.count - 10] {
            let file = try folder.write("cut-\(length).epub", bytes.prefix(length))
            #expect(await DocumentsTests.refusal(of: file, by: converter) == .damaged, "\(length)")
        }
    }

    // MARK: XML

    private static let bomb = """
        <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
        """

    @Test(arguments: ["META-INF/container.xml", "OPS/package.opf", "OPS/nav.xhtml"])
    func `entities that grow are refused where they are declared`(part: String) async throws {
        #expect(try await refusal(of: .epub([part: Self.bomb + "<package>&c;</package>"])) == .hostile(.entities))
    }

    @Test func `an entity that names a file is refused and never read`() async throws {
        let osis = """
            <?xml version="1.0"?><!DOCTYPE osis [<!ENTITY secret SYSTEM "file:///etc/passwd">]><osis><osisText><div osisID="John"><chapter osisID="John.1">
            <verse osisID="John.1.1">&secret;</verse></chapter></div></osisText></osis>
            """
        #expect(try await refusal(of: osis, "bible.xml") == .hostile(.entities))
    }

    @Test func `a chapter's own entities are never expanded`() async throws {
        let chapter = Self.bomb + "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>Before &c; after</p></body></html>"
        let document = try await converter.convert(
            fileAt: folder.write("book.epub", ZipFixture.epub(["OPS/chapter.xhtml": chapter]).bytes), name: "book.epub")
        defer { document.discard() }
        #expect(document.sections[0].text == "Before &c; after")
    }

    @Test func `nesting without end is refused`() async throws {
        let open = String(repeating: "<div>", count: 200_000)
        #expect(try await refusal(of: .epub(chapter: open)) == .hostile(.nesting))
        #expect(try await refusal(of: open, "page.html") == .hostile(.nesting))
        let metadata = String(repeating: "<a>", count: 10_000)
        #expect(try await refusal(of: .epub(["OPS/package.opf": "<package>" + metadata])) == .hostile(.nesting))
    }

    @Test func `depth below the limit is read on a stack that bears it`() async throws {
        let page = String(repeating: "<div>", count: 990) + "deep words" + String(repeating: "</div>", count: 990)
        let document = try await converter.convert(fileAt: folder.write("deep.html", page.utf8), name: "deep.html")
        defer { document.discard() }
        #expect(document.sections.map(\.text) == ["deep words"])
    }

    @Test func `formatting that a parser would open again in every paragraph is refused`() async throws {
        let page = String(repeating: "<b a=1><i b=2><u c=3><font d=4><em e=5>", count: 100) + String(repeating: "<p>x", count: 100_000)
        #expect(try await refusal(of: page, "page.html") == .hostile(.nesting))
    }

    // MARK: Names and kinds

    @Test func `what a file is decides, not its name`() async throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1]
        func refused(_ name: String, _ bytes: [UInt8]) async throws -> ConversionRefusal? {
            await DocumentsTests.refusal(of: try folder.write(name, bytes), by: converter)
        }
        #expect(try await refused("book.epub", png) == .mislabelled(name: "EPUB", content: "PNG"))
        #expect(try await refused("paper.pdf", ZipFixture.epub().bytes) == .mislabelled(name: "PDF", content: "ZIP"))
        #expect(try await refused("book.epub", Array("%PDF-1.4\n".utf8)) == .mislabelled(name: "EPUB", content: "PDF"))
        #expect(try await refused("letter.docx", ZipFixture.epub().bytes) == .mislabelled(name: "DOCX", content: "EPUB"))
        #expect(
            try await refused("song.mp3", Array("OggS and so on, quite another format".utf8)) == .mislabelled(name: "MP3", content: "Ogg"))
        #expect(
            try await refused("notes.txt", [0x7F, 0x45, 0x4C, 0x46] + Array(repeating: 0, count: 100))
                == .mislabelled(name: "plain text", content: "ELF"))
        #expect(try await refused("picture", png) == .unsupported(kind: "PNG"))
        #expect(try await refused("book.epub", (0..<4000).map { UInt8(($0 * 7919) % 256 & 31) }) == .damaged)
        #expect(try await refused("noise", (0..<4000).map { UInt8(($0 * 7919) % 256 & 31) }) == .unsupported(kind: nil))
    }

    @Test func `an empty file and a file beyond the limit are refused before they are read`() async throws {
        #expect(try await refusal(of: "", "empty.txt") == .empty)
        #expect(try await refusal(of: " \n\n\t\n", "blank.txt") == .noText)
        var limits = ConversionLimits()
        limits.fileBytes = 1 << 20
        let file = try folder.write("long.txt", Array(repeating: 97, count: (1 << 20) + 1))
        #expect(await DocumentsTests.refusal(of: file, by: DocumentConverter(in: folder, limits: limits)) == .tooLarge(megabytes: 1))
    }

    @Test(arguments: [
        "../../../etc/passwd", "a/b\\c.txt", "\u{0}evil.txt", "\u{202E}txt.exe", "..", "", "<script>alert(1)</script>.txt",
        String(repeating: "x", count: 5000),
    ])
    func `a hostile name is only words`(name: String) async throws {
        let file = try folder.write("plain", "Some words in a file.".utf8)
        let document = try await converter.convert(fileAt: file, name: name)
        defer { document.discard() }
        #expect(!document.metadata.title.isEmpty)
        #expect(document.metadata.title.count <= 200)
        #expect(!document.metadata.title.contains("/"))
        #expect(document.folder.path.hasPrefix(folder.url.path))
    }

    @Test func `every refusal says what to do about it`() {
        let all: [ConversionRefusal] = [
            .empty, .tooLarge(megabytes: 5), .unsupported(kind: "X"), .unsupported(kind: nil), .mislabelled(name: "A", content: "B"),
            .damaged,
            .encrypted, .protected, .noText, .blank, .hostile(.expansion), .hostile(.tooManyParts), .hostile(.escape), .hostile(.entities),
            .hostile(.nesting), .tooSlow, .boxUnavailable, .programMissing("x"), .storage, .cancelled,
        ]
        for refusal in all {
            #expect(refusal.problem.code.hasPrefix("documents."))
            #expect(refusal.problem.remedy != nil)
        }
    }
}
