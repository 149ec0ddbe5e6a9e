import Documents
import TestSupport
import Testing

@testable import Reading

struct PageMarkTests {
    private func mark(_ page: Int) -> String { "<span role=\"doc-pagebreak\" id=\"s0-page-\(page)\" title=\"\(page)\"></span>" }

    private var marks: PageMarks {
        var marks = PageMarks()
        marks.read(
            0, html: "<h1>\(mark(1))A &amp; B</h1><p>One  two \(mark(2))three</p><figure>\(mark(4))<img></figure>",
            text: "A & B\nOne two three")
        marks.read(1, html: "<p>\(mark(5))Four</p>", text: "Four")
        return marks
    }

    @Test(.covers("LIB-037")) func `pages begin where the marks stand in the text`() {
        #expect(
            marks.marks == [
                .init(page: 1, section: 0, start: 0), .init(page: 2, section: 0, start: 14), .init(page: 4, section: 0, start: 19),
                .init(page: 5, section: 1, start: 0),
            ])
    }

    @Test(.covers("LIB-037")) func `a place is on the page that begins before it, and a page without text is where the one before is`() {
        #expect(marks.page(ofSection: 0, at: 13) == 1 && marks.page(ofSection: 0, at: 14) == 2 && marks.page(ofSection: 1, at: 3) == 5)
        #expect(marks.mark(of: 3)?.start == 14 && marks.mark(of: 9)?.section == 1)
        #expect(PageMarks().page(ofSection: 3, at: 7) == 1 && PageMarks().mark(of: 1) == nil)
    }

    @Test(.covers("LIB-037", "LIB-041")) func `a page of pictures is told apart from the page whose words follow`() {
        var marks = PageMarks()
        marks.read(
            0, html: "<p>\(mark(1))One</p><figure>\(mark(2))<img></figure><figure>\(mark(3))<img></figure><p>\(mark(4))Two</p>", text: "One\nTwo")
        #expect(marks.marks.map(\.start) == [0, 3, 3, 4])
        #expect((0...4).map { marks.page(ofSection: 0, at: $0) } == [1, 1, 1, 2, 4])
        #expect(marks.marks[1].anchor == "s0-page-2")
    }

    @Test(.covers("LIB-041")) func `a page that begins with the last words of a section is where the next one begins`() {
        let words = String(repeating: "word ", count: 20)
        var marks = PageMarks()
        marks.read(0, html: "<p>\(mark(1))\(words)</p><p>\(mark(2))Chapter 2</p>", text: words + "\nChapter 2")
        marks.read(1, html: "<h1>The mill</h1><p>\(words)\(mark(3))\(words)</p>", text: "The mill\n\(words)\(words)")
        #expect(marks.marks.map(\.page) == [1, 2, 3] && marks.marks.map(\.section) == [0, 1, 1] && marks.marks[1].start == 0)
        #expect(marks.page(ofSection: 0, at: 60) == 1 && marks.page(ofSection: 1, at: 0) == 2)
        marks.read(2, html: "<p>\(mark(4))\(words)</p><p>\(mark(5))End</p>", text: words + "\nEnd")
        marks.read(3, html: "<p>\(mark(6))\(words)</p>", text: words)
        #expect(marks.mark(of: 5)?.section == 2, "the next section begins a page of its own")
    }

    @Test(.covers("LIB-037", "LIB-041")) func `an entry of the contents leads to the page that its heading stands on`() {
        var marks = PageMarks()
        marks.read(
            0,
            html: "<h1 id=\"s0-heading-1\">\(mark(1))Mills</h1><p>One \(mark(2))two</p><h2 id=\"s0-heading-2\">Wind</h2>"
                + "<p>Three</p><h2 id=\"s0-heading-3\">\(mark(3))Water</h2><p>Four</p>",
            text: "Mills\nOne two\nWind\nThree\nWater\nFour")
        func page(_ anchor: String?) -> Int? { marks.page(of: ContentsEntry(title: "Mills", section: 0, anchor: anchor)) }
        #expect([page(nil), page("s0-heading-1"), page("s0-heading-2"), page("s0-heading-3"), page("s0-page-2")] == [1, 1, 2, 3, 2])
        #expect(marks.page(of: ContentsEntry(title: "Part one", section: nil)) == nil)
    }
}
