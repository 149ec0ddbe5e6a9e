import Core
import Documents
import Foundation
import Synchronization
import TestSupport
import Testing

/// Markdown, plain text and HTML of our own.
@Suite(.covers("LIB-085")) struct TextTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ name: String, _ bytes: some Sequence<UInt8>) async throws -> ConvertedDocument {
        let document = try await DocumentConverter(in: folder).convert(fileAt: folder.write(name, bytes), name: name)
        return document
    }

    @Test func `Markdown brings its facts, chapters, tables and notes`() async throws {
        let source = """
            ---
            title: "A Leaflet"
            authors: [Ada, Bea]
            lang: sv
            tags:
              - bön
              - tro
            ---
            # A Leaflet

            Intro[^1].

            ## First

            | a | b |
            |---|---|
            | 1 | 2 |

            ## Second

            ~~old~~ <script>alert(1)</script> [away](javascript:alert(1))

            [^1]: A note.
            """
        let document = try await read("leaflet.md", source.utf8)
        defer { document.discard() }
        #expect(document.format == .markdown)
        #expect(document.metadata.title == "A Leaflet")
        #expect(document.metadata.authors == ["Ada", "Bea"])
        #expect(document.metadata.subjects == ["bön", "tro"])
        #expect(document.metadata.language == .swedish)
        #expect(document.sections.map(\.title) == ["A Leaflet", "First", "Second"])
        #expect(document.sections[1].html.contains("<table>"))
        #expect(document.sections[2].html.contains("<del>old</del>"))
        #expect(!document.sections[2].html.contains("script"))
        #expect(document.sections[0].html.contains("role=\"doc-noteref\" href=\"section:2#s2-fn-1\""))
        #expect(document.sections[2].html.contains("<li id=\"s2-fn-1\" data-note=\"\">"))
        #expect(document.contents.map(\.title) == ["A Leaflet"])
        #expect(document.contents[0].children.map(\.title) == ["First", "Second"])
    }

    @Test func `the first heading is the title of Markdown without facts`() async throws {
        let document = try await read("notes.md", "# Morning prayer\n\nWords.\n".utf8)
        defer { document.discard() }
        #expect(document.metadata.title == "Morning prayer")
    }

    @Test(arguments: ["utf8", "utf8-mark", "utf16le", "utf16be", "utf16-unmarked", "latin1"])
    func `plain text is read in any of its encodings`(encoding: String) async throws {
        let text = "Här är en bok på svenska, som någon har skrivit för att det är roligt och vi ska läsa den.\n"
        let units = Array(text.utf16)
        let bytes: [UInt8] =
            switch encoding {
            case "utf8": Array(text.utf8)
            case "utf8-mark": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
            case "utf16le": [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            case "utf16be": [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            case "utf16-unmarked": units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            default: units.map { UInt8($0) }
            }
        let document = try await read("bok.txt", bytes)
        defer { document.discard() }
        #expect(document.sections.map(\.text) == [text.trimmingCharacters(in: .newlines)])
        #expect(document.metadata.language == .swedish)
    }

    @Test func `wrapped lines become paragraphs, verse stays verse`() async throws {
        let source = """
            CHAPTER I.


            A paragraph that was wrapped by its writer after about seventy characters
            goes on here, with a _stressed_ word & a < sign.

                Roses are red,
                Violets are blue,
                And so are you.


            CHAPTER II.


            Another begins.
            """
        let document = try await read("book.txt", source.utf8)
        defer { document.discard() }
        #expect(document.sections.map(\.title) == ["CHAPTER I.", "CHAPTER II."])
        #expect(
            document.sections[0].html.contains(
                "after about seventy characters goes on here, with a <em>stressed</em> word &amp; a &lt; sign.</p>"))
        #expect(document.sections[0].html.contains("<p>Roses are red,<br>Violets are blue,<br>And so are you.</p>"))
        #expect(document.sections[0].text.hasSuffix("Roses are red,\nViolets are blue,\nAnd so are you."))
    }

    @Test func `one HTML file is cut at its headings and its links still lead`() async throws {
        let picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        let source = """
            <!DOCTYPE html><html lang="en"><head><title>Two parts</title><meta name="author" content="Ada"></head><body>
            <div><h1>Two parts</h1><p><a href="#two">to two</a> <img alt="dot" src="data:image/png;base64,\(picture)"> <img src="https://evil.example/x.png" alt="far"></p>
            <h2>One</h2><p>first</p><a name="two"></a><h2>Two</h2><p>second</p></div></body></html>
            """
        let document = try await read("page.html", source.utf8)
        defer { document.discard() }
        #expect(document.metadata.title == "Two parts")
        #expect(document.metadata.authors == ["Ada"])
        #expect(document.sections.map(\.title) == ["Two parts", "One", "Two"])
        #expect(document.sections[0].html.contains("href=\"section:2#s2-two\""))
        #expect(document.sections[2].html.contains("<span id=\"s2-two\"></span><h2"))
        #expect(document.resources.map(\.name) == ["i1.png"])
        #expect(document.sections[0].html.contains("<img src=\"resource:i1.png\" alt=\"dot\">"))
        #expect(!document.sections[0].html.contains("evil.example"))
        #expect(!document.warnings.isEmpty)
    }

    @Test func `a file is cut before a heading with its subtitle, never between the two`() async throws {
        let source = """
            <html><body><hgroup><h2>One</h2><p>of the morning</p></hgroup><p>first</p>
            <hgroup><p>II</p><h2>Two</h2><p>of the evening</p></hgroup><p>second</p></body></html>
            """
        let document = try await read("page.html", source.utf8)
        defer { document.discard() }
        #expect(document.sections.map(\.title) == ["One: of the morning", "II: Two: of the evening"])
        #expect(!document.sections[0].html.contains("II") && document.sections[1].html.contains("<hgroup><p>II</p>"))
    }

    @Test func `progress rises to the end`() async throws {
        let shares = Shares()
        let document = try await DocumentConverter(in: folder).convert(
            fileAt: folder.write("book.epub", ZipFixture.epub().bytes), name: "book.epub", progress: { shares.add($0) })
        document.discard()
        #expect(shares.all == shares.all.sorted())
        #expect(shares.all.last == 1)
    }

    @Test func `a conversion that is cancelled leaves nothing behind`() async throws {
        let file = try folder.write("book.epub", ZipFixture.epub().bytes)
        let converter = DocumentConverter(in: folder)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await refusal(of: file, by: converter)
        }
        #expect(await task.value == .cancelled)
        #expect(folder.leftovers.isEmpty)
    }
}

/// Shares of progress, as a conversion's thread tells them.
final class Shares: Sendable {
    private let values = Mutex<[Double]>([])
    func add(_ share: Double) { values.withLock { $0.append(share) } }
    var all: [Double] { values.withLock { $0 } }
}

/// Pictures made smaller.
@Suite(.covers("CORE-030")) struct ThumbnailTests {
    @Test(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)))
    func `a cover is made smaller for every screen, and never larger`() async throws {
        let folder = try TemporaryFolder()
        let book = try await DocumentConverter(in: folder).convert(fileAt: SharedData.file("epub/se_flatland.epub"), name: "flatland.epub")
        defer { book.discard() }
        let thumbnails = try await ThumbnailMaker(box: ConverterBox()).make(from: try #require(book.cover), in: folder.url)
        #expect(thumbnails.map(\.width) == [160, 320, 640])
        for thumbnail in thumbnails {
            let bytes = try Data(contentsOf: thumbnail.file)
            #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        }
    }

    @Test func `a program that a picture has taken over cannot hand out a file of the server`() async throws {
        let folder = try TemporaryFolder()
        let secret = try folder.write("secret.jpg", [0xFF, 0xD8, 0xFF] + Array("a key".utf8))
        // Stands for bubblewrap and the program in it: all it does is leave a link where the picture should be.
        let program = try folder.write(
            "bwrap",
            Array(
                """
                #!/bin/sh
                while [ "$1" != --bind ]; do shift; done
                ln -s \(secret.path) "$2/thumbnail.jpg"
                """.utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let onePixel: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1]
        let picture = try folder.write("picture.png", onePixel)
        let out = folder.url.appending(path: "out")
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        let maker = ThumbnailMaker(box: ConverterBox(bubblewrap: program.path))
        await #expect(throws: ConversionRefusal.damaged) { try await maker.makeCut(from: picture, width: 8, height: 8, keeping: .centre, in: out) }
        await #expect(throws: ConversionRefusal.damaged) { try await maker.make(from: picture, in: out) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).isEmpty)
    }

    @Test func `what is no picture is refused`() async throws {
        let folder = try TemporaryFolder()
        let maker = ThumbnailMaker(box: ConverterBox())
        func refusal(_ bytes: [UInt8]) async throws -> ConversionRefusal? {
            let file = try folder.write("cover", bytes)
            do throws(ConversionRefusal) {
                _ = try await maker.make(from: file, in: folder.url)
                return nil
            } catch {
                return error
            }
        }
        #expect(try await refusal([]) == .empty)
        #expect(try await refusal(Array("words".utf8)) == .unsupported(kind: "text"))
        let huge: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 1, 0, 0, 0, 1, 0, 0]
        #expect(try await refusal(huge) == .hostile(.expansion))
        #expect(try await refusal(Array(huge.prefix(16)) + [0, 0, 0, 9, 0, 0, 0, 9]) == .damaged)
    }
}
