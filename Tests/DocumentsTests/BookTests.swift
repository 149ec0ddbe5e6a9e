import Core
import Documents
import Foundation
import TestSupport
import Testing

@testable import Converters

/// Real books, and what must be true of them.
@Suite(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)), .covers("LIB-036", "LIB-039")) struct BookTests {
    private let folder: TemporaryFolder
    private let converter: DocumentConverter

    init() throws {
        folder = try TemporaryFolder()
        converter = DocumentConverter(in: folder)
    }

    private func read(_ path: String) async throws -> ConvertedDocument {
        try await converter.convert(fileAt: SharedData.file(path), name: path)
    }

    @Test func `a novel has its chapters in order`() async throws {
        let book = try await read("epub/se_pride-and-prejudice.epub")
        defer { book.discard() }
        #expect(book.metadata.title == "Pride and Prejudice")
        #expect(book.metadata.authors == ["Jane Austen"])
        #expect(book.metadata.language?.base == "en")
        let first = try #require(book.sections.firstIndex { $0.text.contains("It is a truth universally acknowledged") })
        let last = try #require(book.sections.firstIndex { $0.text.contains("had been the means of uniting them") })
        #expect(last - first == 60)
        #expect(book.words > 120_000)
        #expect(book.contents.count >= 61)
        #expect(book.cover != nil)
    }

    @Test func `a heading keeps its subtitle, and the letters of a drawn cover their colour`() async throws {
        let book = try await read("epub/se_flatland.epub")
        defer { book.discard() }
        let chapter = try #require(book.sections.first { $0.title == "I: Of the Nature of Flatland" })
        #expect(chapter.html.contains("<hgroup><h2") && chapter.html.contains("<p>Of the Nature of Flatland</p></hgroup>"))
        let drawing = String(decoding: try Data(contentsOf: try #require(book.cover)), as: UTF8.self)
        #expect(drawing.contains("<path d=") && !drawing.contains("<style"))
        let paint = drawing.matches(of: /<path [^>]*fill="([^"]*)"/).map(\.output.1)
        #expect(paint.count { $0 == "#fff" } > 20 && paint.count { $0 == "#000" } == 1, "white letters on a black box")
        #expect(drawing.contains("fill=\"#000\" fill-opacity=\".75\""))
    }

    @Test func `a drawing is painted as its own styles say, and by nothing from outside`() async throws {
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>/* a { } */ @import url(https://evil.example/x.css);
            @media print { text { fill: red } } text, .a.b { fill: #111 } #c { fill: #222; stroke: url(https://evil.example/) }
            g text { fill: #333 }</style><text>one</text><rect class="b a"/><text id="c" fill="#444">two</text><text style="fill: #555">three</text></svg>
            """
        let target = folder.url.appending(path: "clean.svg")
        let made = try SVGCleaner.clean(folder.write("drawing.svg", Array(drawing.utf8)), to: target, limits: ConversionLimits())
        let clean = String(decoding: try Data(contentsOf: target), as: UTF8.self)
        #expect(made && !clean.contains("evil") && !clean.contains("style"))
        for part in ["<text fill=\"#111\">one", "<rect fill=\"#111\">", "<text id=\"c\" fill=\"#222\">two", "<text fill=\"#555\">three"] {
            #expect(clean.contains(part), "\(part) in \(clean)")
        }
    }

    @Test func `a drawing's styles keep the case of what they refer to, and cost no more than a sheet may`() async throws {
        let clean = { (name: String, drawing: String) throws -> String in
            let target = folder.url.appending(path: "clean-\(name)")
            _ = try SVGCleaner.clean(folder.write(name, Array(drawing.utf8)), to: target, limits: ConversionLimits())
            return String(decoding: try Data(contentsOf: target), as: UTF8.self)
        }
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.st0{fill:url(#SVGID_1_) !important;}</style>
            <linearGradient id="SVGID_1_"/><rect class="st0"/><text style="stroke: url(#SVGID_1_)">one</text></svg>
            """
        let painted = try clean("gradient.svg", drawing)
        #expect(painted.contains("<rect fill=\"url(#SVGID_1_)\">") && painted.contains("<text stroke=\"url(#SVGID_1_)\">one"))
        let many = (0..<400).map { ".a\($0)" }.joined(separator: ",") + " { fill: #111 } .late { fill: #222 }"
        let rules = try clean(
            "rules.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>\(many)</style>"
                + "<rect class=\"a299\"/><rect class=\"a300\"/><rect class=\"late\"/></svg>")
        #expect(rules.matches(of: /<rect fill="#111">/).count == 1 && !rules.contains("#222"))
        let comments = String(repeating: "/* ", count: 20_000)
        let sheets = try clean(
            "sheets.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><style>rect { fill: #111 } \(comments)</style>"
                + "<style>rect { fill: #222 } \(String(repeating: " ", count: 8000))</style><rect/></svg>")
        #expect(sheets.contains("<rect fill=\"#111\">"))
    }

    @Test func `a table of contents keeps its levels`() async throws {
        let book = try await read("epub/se_the-imitation-of-christ-william-benham.epub")
        defer { book.discard() }
        func all(_ entries: [ContentsEntry]) -> [ContentsEntry] { entries.flatMap { [$0] + all($0.children) } }
        let books = all(book.contents).filter { $0.title.hasPrefix("Book ") }
        #expect(books.count == 4)
        #expect(books.reduce(0) { $0 + $1.children.count } == 114)
        #expect(books.allSatisfy { $0.children.allSatisfy { $0.section != nil } })
    }

    @Test func `a book from right to left says so`() async throws {
        let book = try await read("epub/idpf_regime-anticancer-arabic.epub")
        defer { book.discard() }
        #expect(book.direction == .rightToLeft)
        #expect(book.metadata.language == Language("ar"))
        #expect(book.sections.contains { $0.html.contains("dir=\"rtl\"") && $0.words > 1000 })
    }

    @Test func `notes and their references find one another across files`() async throws {
        let book = try await read("epub/se_meditations-george-long.epub")
        defer { book.discard() }
        let references = book.sections.flatMap { $0.html.matches(of: /<a id="([^"]+)" role="doc-noteref" href="section:(\d+)#([^"]+)"/) }
        #expect(references.count > 50)
        for reference in references {
            let target = book.sections[try #require(Int(reference.2))].html
            #expect(target.contains("id=\"\(reference.3)\""))
        }
        #expect(book.sections.contains { $0.html.contains("data-note=\"\"") })
    }

    @Test func `formulas stay formulas`() async throws {
        let book = try await read("epub/readium_Tiny-MathML.epub")
        defer { book.discard() }
        #expect(book.sections.contains { $0.html.contains("<math display=\"block\"><msubsup>") })
    }

    @Test func `a Swedish book is known as one`() async throws {
        let book = try await read("epub/calibre_quick-start-swe.epub")
        defer { book.discard() }
        #expect(book.metadata.language == .swedish)
    }

    @Test func `the same novel as PDF, text and HTML has the same chapters`() async throws {
        for path in ["pdf/gitenberg_1342_pride-and-prejudice.pdf", "text/gitenberg_1342-0.txt", "text/gitenberg_1342.htm.gz"] {
            let book = try await read(path)
            defer { book.discard() }
            let titles = book.sections.compactMap(\.title).filter { $0.hasPrefix("Chapter ") }
            #expect(titles == (1...61).map { "Chapter \($0)" }, "\(path)")
            #expect(book.metadata.title.hasPrefix("Pride and Prejudice"))
            let chapter = try #require(book.sections.first { $0.title == "Chapter 1" })
            #expect(
                chapter.text.contains(
                    "However little known the feelings or views of such a man may be on his first entering a neighbourhood"))
        }
    }

    @Test func `the licence around a text is not part of it`() async throws {
        for path in ["text/gitenberg_1342-0.txt", "text/gitenberg_1342.htm.gz"] {
            let book = try await read(path)
            defer { book.discard() }
            #expect(book.metadata.authors == ["Jane Austen"])
            #expect(!book.sections.contains { $0.text.contains("Project Gutenberg Literary Archive Foundation") }, "\(path)")
        }
    }
}

/// What PDF files become.
@Suite(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)), .covers("LIB-040")) struct PDFTests {
    private let folder: TemporaryFolder
    private let converter: DocumentConverter

    init() throws {
        folder = try TemporaryFolder()
        converter = DocumentConverter(in: folder)
    }

    private func read(_ name: String) async throws -> ConvertedDocument {
        try await converter.convert(fileAt: SharedData.file("pdf/\(name)"), name: name)
    }

    @Test(arguments: [
        "pdfjs_issue6010_1.pdf", "pdfjs_bug1782186.pdf", "pdfjs_pr6531_1.pdf",
        "pypdf_005-libreoffice-writer-password_libreoffice-writer-password.pdf",
    ])
    func `a file with a password is refused as locked`(name: String) async throws {
        #expect(await refusal(of: try SharedData.file("pdf/\(name)"), by: converter) == .encrypted)
    }

    @Test(arguments: ["pdfjs_bug1020226.pdf", "pdfjs_issue9105_other.pdf", "pdfjs_poppler-85140-0.pdf"])
    func `a wreck is refused as damaged`(name: String) async throws {
        #expect(await refusal(of: try SharedData.file("pdf/\(name)"), by: converter) == .damaged)
    }

    @Test func `columns are read one after the other, and words are whole again`() async throws {
        let paper = try await read("pdfjs_tracemonkey.pdf")
        defer { paper.discard() }
        #expect(paper.metadata.title == "Trace-based Just-in-Time Type Specialization for Dynamic Languages")
        let text = paper.sections.map(\.text).joined(separator: "\n")
        #expect(
            text.contains(
                "traditional compilers need to emit generic code that can handle all possible type combinations at runtime. We present an alternative compilation technique"
            ))
        #expect(
            paper.contents.contains { $0.title == "1. Introduction" }
                || paper.contents.flatMap(\.children).contains { $0.title == "1. Introduction" })
        #expect(paper.cover != nil)
    }

    @Test func `an outline becomes the table of contents`() async throws {
        let guide = try await read("debian_install.sv.pdf")
        defer { guide.discard() }
        #expect(guide.metadata.language == .swedish)
        #expect(guide.contents.first?.title == "Välkommen till Debian")
        #expect(guide.contents.first?.children.first?.title == "Vad är Debian?")
        let section = try #require(guide.contents.first?.section)
        #expect(guide.sections[section].text.contains("Debian-projektet startade 1993"))
        // The running head stands on every page and in no section.
        #expect(!guide.sections.contains { $0.text.contains("KAPITEL 4. FÅ TAG PÅ INSTALLATIONSMEDIA") })
    }

    @Test func `a figure stands where it stood, and ornaments do not`() async throws {
        let chapter = try await read("pypdf_003-pdflatex-image_pdflatex-image.pdf")
        defer { chapter.discard() }
        #expect(chapter.resources.map(\.mediaType) == ["image/jpeg"])
        #expect(chapter.sections.contains { $0.html.contains("<figure><img src=\"resource:i1.jpg\" alt=\"\"></figure><p>") })
        let paper = try await read("pdfjs_tracemonkey.pdf")
        defer { paper.discard() }
        #expect(paper.resources.count < 20)
    }

    @Test func `a scan is read by recognition, and says so`() async throws {
        let folder = try TemporaryFolder()
        try Tool.run(
            "pdftoppm",
            ["-jpeg", "-r", "200", "-f", "2", "-l", "2", "-singlefile", SharedData.file("pdf/pdfjs_tracemonkey.pdf").path, "\(folder.url.path)/page"])
        let scan = try folder.write(
            "scan.pdf", PictureFixture.pdf(jpeg: [UInt8](Data(contentsOf: folder.url.appending(path: "page.jpg"))), width: 1700, height: 2200))
        let document = try await converter.convert(fileAt: scan, name: "scan.pdf")
        defer { document.discard() }
        #expect(document.words > 400)
        #expect(document.sections.contains { $0.text.contains("dynamic") })
        #expect(document.warnings.contains { $0.key.hasPrefix("The text was recognised") })
        #expect(document.resources.isEmpty)
    }

    @Test func `pictures alone open as pages`() async throws {
        let scan = try await read("pypdf_007-imagemagick-images_imagemagick-images.pdf")
        defer { scan.discard() }
        #expect(scan.sections.map(\.text) == ["1\n2\n3\n4\n5\n6"], "each page has its number, by which progress and bookmarks know it")
        #expect(scan.resources.map(\.mediaType) == Array(repeating: "image/jpeg", count: 6))
        #expect(scan.sections.map(\.title) == ["1–6"])
        #expect(
            scan.sections[0].html.hasPrefix(
                "<figure><span role=\"doc-pagebreak\" id=\"s0-page-1\" title=\"1\"></span><img src=\"resource:i1.jpg\" alt=\"1\"><figcaption>1</figcaption></figure>"
            ))
        #expect(scan.warnings.contains { $0.key.contains("its pages are shown as pictures") })
        #expect(scan.cover != nil)
    }

    @Test func `a scan whose recognition is doubtful opens as pages, not as nonsense`() async throws {
        let scan = try await read("pdfjs_ccitt_EndOfBlock_false.pdf")
        defer { scan.discard() }
        #expect(scan.sections.map(\.text) == ["1"])
        #expect(scan.resources.count == 1)
    }

    @Test func `blank pages are refused as blank`() async throws {
        let folder = try TemporaryFolder()
        #expect(await refusal(of: try folder.write("blank.pdf", PictureFixture.pdf(jpeg: nil, width: 600, height: 800)), by: converter) == .blank)
    }
}

/// Word documents.
@Suite(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)), .covers("LIB-085")) struct WordTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ name: String) async throws -> ConvertedDocument {
        try await DocumentConverter(in: folder).convert(fileAt: SharedData.file("docx/\(name)"), name: name)
    }

    @Test func `headings become sections, and pictures and links come along`() async throws {
        let document = try await read("epubcheck-4.0-preview.docx")
        defer { document.discard() }
        #expect(document.sections.compactMap(\.title).contains("New features"))
        #expect(document.contents.first { $0.title == "New features" }?.children.isEmpty == false)
        #expect(document.resources.map(\.mediaType) == ["image/png"])
        #expect(document.sections.contains { $0.html.contains("href=\"section:4#s4-new-features\"") })
    }

    @Test func `notes are notes`() async throws {
        let document = try await read("mammoth_footnotes.docx")
        defer { document.discard() }
        #expect(document.sections[0].html.contains("role=\"doc-noteref\" href=\"section:0#s0-fn1\""))
        #expect(document.sections[0].html.contains("<li id=\"s0-fn1\" data-note=\"\"><p>A tachyon walks into a bar."))
    }

    @Test func `words that stand only in a text box are found`() async throws {
        let document = try await read("mammoth_text-box.docx")
        defer { document.discard() }
        #expect(document.words > 0)
    }

    @Test func `a picture from elsewhere is not fetched`() async throws {
        #expect(await refusal(of: try SharedData.file("docx/mammoth_external-picture.docx"), by: DocumentConverter(in: folder)) == .noText)
    }
}
