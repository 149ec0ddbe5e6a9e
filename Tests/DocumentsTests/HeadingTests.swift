import Documents
import Foundation
import TestSupport
import Testing

@testable import Converters

/// Paragraphs that are headings, and those that only look like it.
@Suite(.covers("LIB-036", "LIB-039")) struct HeadingTests {
    private let folder: TemporaryFolder
    private let converter: DocumentConverter
    private static let long = "<p>" + String(repeating: "The river rose in the night, and by morning the mill stood in water. ", count: 4) + "</p>"

    init() throws {
        folder = try TemporaryFolder()
        converter = DocumentConverter(in: folder)
    }

    /// The headings of a chapter, each with its level.
    private func headings(_ chapter: String, _ others: [String: String] = [:]) async throws -> [String] {
        let book = try await converter.convert(fileAt: folder.write("book.epub", ZipFixture.epub(chapter: chapter, others).bytes), name: "book.epub")
        defer { book.discard() }
        return Self.headings(in: book)
    }

    private static func headings(in book: ConvertedDocument) -> [String] {
        book.sections.flatMap { section in
            section.html.matches(of: /<h([1-6])[^>]*>(.*?)<\/h[1-6]>/).map { "\($0.1) \($0.2.replacing(/<[^>]*>/, with: ""))" }
        }
    }

    @Test func `a paragraph with the class of a heading is one`() async throws {
        let title = "<p class=\"chapter-title\">The flood</p><p class=\"sub_title big\">In which it rains</p>"
        let chapter = "\(title)\(Self.long)<p class=\"h3\">Later</p>\(Self.long)"
        #expect(try await headings(chapter) == ["2 The flood", "3 In which it rains", "3 Later"])
    }

    @Test func `a class that long paragraphs have, or most, or a run of them, is none of headings`() async throws {
        let talk = (1...8).map { "<p class=\"title\">“Word \($0).”</p>" }.joined()
        #expect(try await headings(talk + Self.long) == [])
        #expect(try await headings(Self.long.replacing("<p>", with: "<p class=\"heading\">") + "<p class=\"heading\">Short</p>") == [])
        let apart = "<ul><li><p class=\"title\">A book</p></li></ul><blockquote><p class=\"h2\">Said</p></blockquote>"
        #expect(try await headings(Self.long + apart) == [])
        #expect(try await headings("<p class=\"chapter\">“Yes.”</p><p class=\"hd\">List</p><p class=\"bold\">Now</p>\(Self.long)") == [])
    }

    @Test func `what the table of contents names is a heading where it says so`() async throws {
        let nav = """
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>
            <li><a href="chapter.xhtml">The flood</a><ol><li><a href="chapter.xhtml#a">At night</a></li><li><a href="chapter.xhtml#b">By day</a></li></ol></li>
            </ol></nav></body></html>
            """
        let chapter =
            "<p class=\"x\">THE FLOOD</p>\(Self.long)<p><a id=\"a\"></a>At night</p>\(Self.long)<p id=\"b\">By daylight we saw</p>"
            + Self.long
        #expect(try await headings(chapter, ["OPS/nav.xhtml": nav]) == ["2 THE FLOOD", "2 At night"])
    }

    @Test func `a bold line in the middle before the text is its heading, where there is no other`() async throws {
        let line = "<p style=\"text-align: center\"><b>Chapter I.</b></p><center><p><strong>The mill</strong></p></center>"
        #expect(try await headings(line + Self.long) == ["2 Chapter I.", "3 The mill"])
        #expect(try await headings(line + "<p>“Yes,” he said.</p>" + Self.long) == [], "it may be the beginning of a letter or a poem")
        #expect(try await headings("<h2>Other</h2>" + line + Self.long) == ["2 Other"])
        #expect(try await headings("<p align=\"center\"><b>It was the end of all things.</b></p>" + Self.long) == [])
        #expect(try await headings(Self.long + line + Self.long) == [])
    }

    @Test func `no heading is more than one level below the one before it`() async throws {
        #expect(
            try await headings("<h3>One</h3><h6>Two</h6><h6>Three</h6><h4>Four</h4><h1>Five</h1><h4>Six</h4>\(Self.long)")
                == ["2 One", "3 Two", "3 Three", "3 Four", "1 Five", "2 Six"])
    }

    @Test(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)))
    func `real books keep the headings they have, and get those that their contents name`() async throws {
        let manual = try await converter.convert(fileAt: SharedData.file("epub/debian_live-manual.en.epub"), name: "manual.epub")
        defer { manual.discard() }
        let named = Self.headings(in: manual)
        for heading in ["2 1.1 For the impatient", "2 1.4 Contributing to this document", "3 1.4.1 Applying changes"] {
            #expect(named.contains(heading), "\(heading)")
        }
        #expect(named.allSatisfy { $0.count < 130 })
        for (name, count) in [
            ("idpf_georgia-cfi", 11), ("idpf_wasteland-woff", 11), ("kavita_the-golden-harpoon", 12), ("komga_the-incomplete-theft", 2),
            ("idpf_childrens-literature", 46), ("calibre_quick-start-swe", 24),
        ] {
            let book = try await converter.convert(fileAt: SharedData.file("epub/\(name).epub"), name: "\(name).epub")
            defer { book.discard() }
            #expect(Self.headings(in: book).count <= count, "\(name): \(Self.headings(in: book))")
        }
    }
}
